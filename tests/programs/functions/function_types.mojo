# Functions as values: thin function types, arrays of functions, callbacks.
def double(x: Int) -> Int:
    return x * 2


def square(x: Int) -> Int:
    return x * x


def apply(f: def(Int) thin -> Int, x: Int) -> Int:
    return f(x)


def twice[f: def(Int) thin -> Int](x: Int) -> Int:
    return f(f(x))


def main():
    print(apply(double, 5), apply(square, 5))
    print(twice[square](3), twice[double](3))
    var g: def(Int) thin -> Int = double
    print(g(10))
    g = square
    print(g(10))
