# Functions that C calls back: named ones, nested ones and lambdas that capture nothing.
from std.ffi import external_call

comptime Item = UnsafePointer[Int32, MutAnyOrigin]


def rising(a: Item, b: Item) -> Int32:
    return a[] - b[]


def show(numbers: List[Int32]):
    print(numbers[0], numbers[1], numbers[2], numbers[3])


def main():
    var numbers: List[Int32] = [5, 3, 9, 1]
    external_call["qsort", NoneType](numbers.unsafe_ptr(), Int(4), Int(4), rising)
    show(numbers)

    def falling(a: Item, b: Item) -> Int32:
        return b[] - a[]

    external_call["qsort", NoneType](numbers.unsafe_ptr(), Int(4), Int(4), falling)
    show(numbers)
    external_call["qsort", NoneType](
        numbers.unsafe_ptr(), Int(4), Int(4), lambda (a: Item, b: Item) -> Int32: a[] - b[]
    )
    show(numbers)
    var by_last_digit = lambda (a: Item, b: Item) -> Int32: b[] % 5 - a[] % 5
    external_call["qsort", NoneType](numbers.unsafe_ptr(), Int(4), Int(4), by_last_digit)
    show(numbers)
