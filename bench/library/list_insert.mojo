"""Insertions at the front and in the middle of a list, and removals."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 40_000
    var values = List[Int]()
    for i in range(size):
        values.insert(0, i)
        values.insert(len(values) // 2, i + 1)
    var check = 0
    while len(values) > size:
        check = check * 31 + values.pop(len(values) // 3)
    for value in values:
        check = check * 31 + value
    print(check)
