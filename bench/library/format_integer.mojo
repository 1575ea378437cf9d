"""Integers turned into text."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 10_000_000
    var check = 0
    var state: UInt64 = 42
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        var text = String(Int(state >> 1) >> Int(state & 63))
        check += text.byte_length()
    print(check)
