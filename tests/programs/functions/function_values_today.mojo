# Functions and lambdas as values: pointers, defaults, packs of types, parameters bound in parts.
trait Keeps:
    comptime Cell[dt: DType]: TrivialRegisterPassable


struct Plain(Keeps):
    comptime Cell[dt: DType]: TrivialRegisterPassable = SIMD[dt, 1]


def kept[S: Keeps, dt: DType](cell: S.Cell[dt]):
    print(dt)


def pick[T: def(x: Int) -> Int, //](f: T, a: Int) -> Int:
    return f(a) + 100


def pick(f: def(x: Int) thin -> Int, a: Int) -> Int:
    return f(a) + 200


def same(x: Int) -> Int:
    return x


def add(a: Int, b: Int) -> Int:
    return a + b


struct Scaled[f: def(x: Int) thin -> Int = lambda (x: Int) {} -> Int: x * 3]:
    var value: Int

    def __init__(out self, a: Int):
        self.value = Self.f(a)


struct Called:
    comptime Type = def(*args: *Tuple[Int, Int].Ts) thin -> Int
    var f: Self.Type

    def __init__(out self, f: Self.Type):
        self.f = f

    def __call__(self, *args: *Tuple[Int, Int].Ts) -> Int:
        return self.f(*args)


def sum_of[x: Int, y: Int]() -> Int:
    return x + y


def number[x: Some[Intable & Copyable & Deinitable]]() -> Int:
    return Int(materialize[x]())


def main():
    var z = 4
    print(pick(lambda (x: Int) -> Int: x, 1), pick(same, 1), pick(lambda (x: Int) {imm z} -> Int: x + z, 1))
    print(Scaled(4).value, Scaled[lambda (x: Int) {} -> Int: x + 1](4).value)
    var f = UnsafePointer(to=add).unsafe_bitcast[Called.Type]()[]
    print(Called(f)(3, 4), f(5, 6))
    var g: def(*args: *TypeList.splat[1, Int]()) thin -> Int = same
    print(g(9))
    comptime two = sum_of[2, _]
    comptime all = sum_of[...]
    print(two[3](), all[4, 5]())
    kept[Plain](Float32(1))
    print(number[7](), number[UInt8(3)](), number[True]())
