"""Integers appended to an empty list, eight hundred times."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 50_000
    var check = 0
    for turn in range(800):
        var values = List[Int]()
        for i in range(size):
            values.append(i ^ turn)
        check += values[size // 2] + len(values)
    print(check)
