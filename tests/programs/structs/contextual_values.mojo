@fieldwise_init
struct Color(Equatable, ImplicitlyCopyable, Writable):
    var v: UInt8
    comptime red = Self(1)
    comptime green = Self(2)
    @staticmethod
    def mix(a: Self, b: Self) -> Self:
        return Self(a.v + b.v)
    def opacity(self, x: Float64) -> Self:
        return Self(self.v * 2)

def paint(c: Color = .red) -> UInt8:
    return c.v

@fieldwise_init
struct Pt(Copyable, Equatable, Hashable, Writable):
    var x: Int
    var y: Int

@fieldwise_init
struct Line(Copyable, Writable):
    var a: Pt
    var b: Pt
    var name: String

def area(p: Pt) -> Int:
    return p.x * p.y

def main() raises:
    print(paint(), paint(.green), paint(.red.opacity(0.5)))
    var c: Color = .green
    if c == .green:
        print("g")
    print(area({2, 3}), area({x = 4, y = 5}))
    var p: Pt = {1, 2}
    print(p, Line(p.copy(), {3, 4}, "l"))
    print(p == Pt(1, 2), hash(p) == hash(Pt(1, 2)))
    var d: Dict[Pt, String] = {Pt(1, 2): "a"}
    print(d[p])
    print(repr(p), String(p))
    var xs: List[Pt] = [{1, 2}, {3, 4}]
    print(xs[1].y, len(xs))
    var f: SIMD[.float32, 4] = [1, 2, 3, 4]
    print(f.reduce_add(), f[2], f.cast[.int32]())
    var m = f.gt(2.0)
    print(m, m.select(f, 0))
