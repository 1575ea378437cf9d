# @register_passable("trivial") structs.
@register_passable("trivial")
struct Rgb:
    var r: UInt8
    var g: UInt8
    var b: UInt8

    fn __init__(out self, r: UInt8, g: UInt8, b: UInt8):
        self.r = r
        self.g = g
        self.b = b

    fn luma(self) -> Int:
        return (Int(self.r) * 3 + Int(self.g) * 6 + Int(self.b)) // 10


fn darker(c: Rgb) -> Rgb:
    return Rgb(c.r // 2, c.g // 2, c.b // 2)


fn main():
    var c = Rgb(200, 100, 50)
    var d = darker(c)
    print(c.luma(), d.luma(), d.r)
