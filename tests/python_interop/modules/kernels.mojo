"""Plain functions for `ember.compile`; test_functions.py calls them."""

from std.math import sqrt


def add(a: Int, b: Int) -> Int:
    return a + b


def half(x: Float64) -> Float64:
    return x / 2


def narrow(a: Int8, b: UInt8, c: Float32, d: Float16) -> Float32:
    return Float32(a) + Float32(b) + c + Float32(d)


def largest() -> UInt64:
    return UInt64.MAX


def root(x: Float64) raises -> Float64:
    if x < 0:
        raise Error("no root of ", x)
    return sqrt(x)


def greet(name: String, is_loud: Bool) -> String:
    return String("HELLO ", name) if is_loud else String("hello ", name)


def is_even(x: Int) -> Bool:
    return x % 2 == 0


def scale(xs: Span[mut=True, Float64, _], by: Float64):
    for i in range(len(xs)):
        xs[i] *= by


def total(xs: Span[Float32, _]) -> Float64:
    var sum = Float64(0)
    for x in xs:
        sum += Float64(x)
    return sum


def squares(out_ptr: UnsafePointer[Int32, MutAnyOrigin], count: Int):
    for i in range(count):
        out_ptr[i] = Int32(i * i)


def invert(flags: Span[Scalar[DType.bool], MutAnyOrigin]):
    for i in range(len(flags)):
        flags[i] = ~flags[i]


def lengths(
    a: Span[Int8, _], b: Span[Int16, _], c: Span[Int64, _], d: Span[UInt8, _], e: Span[UInt16, _], f: Span[UInt32, _]
) -> Int:
    return len(a) + 10 * len(b) + 100 * len(c) + 1000 * len(d) + 10000 * len(e) + 100000 * len(f)


def first(xs: Span[Float64, _]) raises -> Float64:
    if len(xs) == 0:
        raise Error("there is no first element")
    return xs[0]


def wait(xs: Span[Float64, _], rounds: Int) -> Float64:
    var sum = Float64(0)
    for i in range(rounds):
        sum += xs[i % len(xs)] * Float64(i & 3)
    return sum


def generic[T: AnyType](x: T):
    pass


def overloaded(x: Int) -> Int:
    return x


def overloaded(x: Float64) -> Float64:
    return x


def takes_list(xs: List[Int]) -> Int:
    return len(xs)


def changes(mut x: Int):
    x += 1


def many(*xs: Int) -> Int:
    return len(xs)


def pair() -> Tuple[Int, Int]:
    return (1, 2)


def table(count: Int) -> Dict[String, List[Int]]:
    var result = Dict[String, List[Int]]()
    for i in range(count):
        result[String(i)] = [i, i * i]
    return result^


def find(xs: Span[Float64, _], wanted: Float64) -> Optional[Int]:
    for i in range(len(xs)):
        if xs[i] == wanted:
            return i
    return None


def borrow(xs: Span[Float64, MutAnyOrigin]) -> Span[Float64, MutAnyOrigin]:
    return xs


def _private() -> Int:
    return 1


def main():
    print("a program, too")
