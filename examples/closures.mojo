"""Closures: nested functions that read, change or own what is around them, and functions that take functions."""


def repeat(count: Int, action: Some[def(Int) -> None]):
    for i in range(count):
        action(i)


def apply[f: def(Int) thin -> Int](x: Int) -> Int:
    return f(x)


def double(x: Int) -> Int:
    return x * 2


def main():
    var offset = 10

    def show(i: Int) {imm offset}:
        print("item", i + offset)

    repeat(3, show)

    var total = 0

    def add(i: Int) {mut total}:
        total += i

    repeat(5, add)
    print("total", total)
    print("double", apply[double](21))
    var square = lambda (x: Int) -> Int: x * x
    print("square", square(12))
