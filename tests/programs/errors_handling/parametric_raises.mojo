# Functions whose error type is a parameter or Never.
@fieldwise_init
struct Oops(Copyable, Writable):
    var code: Int


def call[E: Writable & Deinitable & Movable](f: def(Int) raises E thin -> Int, x: Int) raises E -> Int:
    return f(x)


def fails(x: Int) raises Oops -> Int:
    if x > 1:
        raise Oops(x)
    return x


def main():
    try:
        print(call(fails, 1))
        print(call(fails, 7))
    except e:
        print("code", e.code)
