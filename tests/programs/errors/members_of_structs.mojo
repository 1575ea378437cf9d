# Fields have different names, methods take the value they are called on, arguments have types.
from std.os import abort


@staticmethod  # expect-error: only a method of a struct can be static
def free():
    pass


struct Point:
    var x: Int
    var x: String  # expect-error: two fields named 'x'

    def origin() -> Int:  # expect-error: needs 'self'
        return 0

    def scaled(x: Int) -> Int:  # expect-error: must be of the type 'self'
        return x


def untyped(x) -> Int:  # expect-error: the argument 'x' needs a type
    return 3


def divided(*a: Int):
    var n = 4
    comptime m = n  # expect-error: known only at run time
    print(m)


def main():
    pass


def unknown_origin() -> ref[nothing] String:  # expect-error: 'nothing' is not defined
    abort()
