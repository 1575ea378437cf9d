# A result refers to what its origin names: callers keep that alive, and nothing else.


def pick(a: String, b: String) -> ref[a] String:
    return b  # expect-error: this returns a reference to 'b', but the result is declared to refer to 'a'


def view(a: String, b: String) -> StringSlice[origin_of(a)]:
    return StringSlice(b)  # expect-error: this returns a reference to 'b', but the result is declared to refer to 'a'


def changed(mut a: String, mut b: String) -> ref[a] String:
    return b  # expect-error: this returns a reference to 'b'


def either(a: String, b: String) -> ref[a, b] String:
    return b


def part(s: StringSlice, end: StringSlice) -> StringSlice[s.origin]:
    return s[byte = 0 : s.find(end)]


struct Two:
    var x: String
    var y: List[String]

    def __init__(out self):
        self.x = "x"
        self.y = ["y"]

    def other(self, text: String) -> ref[self.x] String:
        return text  # expect-error: this returns a reference to 'text', but the result is declared to refer to 'self'

    def field(self) -> ref[self.x] List[String]:
        return self.y  # expect-error: another field of 'self'

    def element(self, i: Int) -> ref[self.y] String:
        return self.y[i]  # expect-error: name it in the result's origin

    def right(ref self, i: Int) -> ref[self.y[0]] String:
        return self.y[i]


def main():
    pass
