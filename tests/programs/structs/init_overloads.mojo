# Several constructors, one delegating by assignment to self.
struct Color(Writable):
    var r: Int
    var g: Int
    var b: Int

    def __init__(out self, r: Int, g: Int, b: Int):
        self.r = r
        self.g = g
        self.b = b

    def __init__(out self, *, gray: Int):
        self = Self(gray, gray, gray)

    def __init__(out self, code: String) raises:
        if code == "red":
            self = Self(255, 0, 0)
        else:
            raise Error("unknown color ", code)

    def write_to(self, mut writer: Some[Writer]):
        writer.write("#", self.r, ",", self.g, ",", self.b)


def main() raises:
    print(Color(1, 2, 3))
    print(Color(gray=7))
    print(Color("red"))
    try:
        print(Color("pink"))
    except e:
        print("error:", e)
