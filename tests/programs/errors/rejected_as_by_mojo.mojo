@fieldwise_init  # expect-error: does not belong before a function
def made():
    pass


@always_inline("quickly")  # expect-error: takes "nodebug" or "builtin"
def quick():
    pass


@implicit  # expect-error: does not belong before a struct
struct Converted:
    pass


struct Ended:
    def __deinit__(self):  # expect-error: write '__deinit__(deinit self)'
        pass


struct Sized[n: Int]:
    var x: Int


struct Number(Copyable):
    var x: Int

    def __init__(out self):
        self.x = 1

    def __getitem__(self, i: Int) -> Int:
        return i


def values():
    var open: Sized  # expect-error: needs its parameters
    var number = Number()
    ref first = number[0]  # expect-error: is in no memory
    ref sum = number.x + 1  # expect-error: is in no memory
    ref field = number.x
    ref copy = number.copy()
    print(field, copy.x)


def captures():
    var x = 1

    def inner() {imm y}:  # expect-error: no variable 'y'
        pass

    print(x)


comptime missing = unknown + 1  # expect-error: 'unknown' is not defined
comptime text: Int = "a"  # expect-error: cannot convert


def shout(x: Int) -> String:
    return String(x)


def twice(f: def(Int) thin -> Int) -> Int:
    return 2 * f(1)


def once[F: def(Int) -> Int](f: F) -> Int:
    return f(1)


def functions():
    print(twice(shout))  # expect-error: must be 'def(Int) -> Int'
    print(once(shout))  # expect-error: once
    var other: def(Int) thin -> Int = shout  # expect-error: not a function of type


def main():
    quick()
    values()
    captures()
    functions()
