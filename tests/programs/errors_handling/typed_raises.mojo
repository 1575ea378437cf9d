# A struct as the error type of a function.
@fieldwise_init
struct ParseError(Copyable, Writable):
    var position: Int
    var reason: String

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.reason, " at ", self.position)


def parse(s: String) raises ParseError -> Int:
    var value = 0
    var i = 0
    for b in s.as_bytes():
        var digit = Int(b) - 48
        if digit < 0 or digit > 9:
            raise ParseError(i, "bad digit")
        value = value * 10 + digit
        i += 1
    return value


def main():
    try:
        print(parse("123"))
        print(parse("12x4"))
    except e:
        print("position", e.position, "-", e)
