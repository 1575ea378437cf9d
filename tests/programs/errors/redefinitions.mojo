# A name of a file means one thing: definitions and imports do not replace one another.
from std.collections import Deque as Row
from std.collections import Set as Row  # expect-error: 'Row' is imported from two places
from std.math import sqrt
from std.math import sqrt


struct Size:
    pass


comptime Size = 4  # expect-error: 'Size' is defined already


def sqrt(x: Int) -> Int:  # expect-error: 'sqrt' is defined already
    return x


trait Walks:
    pass


struct Walks:  # expect-error: 'Walks' is defined already
    pass


def main():
    pass
