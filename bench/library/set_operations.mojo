"""Sets filled, asked, united and intersected."""

from std.collections import Set
from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 1_000_000
    var one = Set[Int]()
    var other = Set[Int]()
    for i in range(size):
        one.add(i * 3)
        other.add(i * 5)
    var check = 0
    for i in range(size * 5):
        if i in one:
            check += 1
    print(check, len(one | other), len(one & other), len(one - other))
