# Functions and closures as compile-time parameters.
def apply[f: def(Int) thin -> Int, n: Int]() -> Int:
    var x = n
    comptime for _ in range(3):
        x = f(x)
    return x


def inc(x: Int) -> Int:
    return x + 1


def twice(x: Int) -> Int:
    return x * 2


def compose[f: def(Int) thin -> Int, g: def(Int) thin -> Int](x: Int) -> Int:
    return g(f(x))


def main():
    print(apply[inc, 10](), apply[twice, 1]())
    print(compose[inc, twice](5), compose[twice, inc](5))
    comptime fns = apply[inc, 0]()
    print(fns)
