"""Floats turned into their shortest text."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 3_000_000
    var check = 0
    var state: UInt64 = 42
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        var text = String(Float64(state >> 11) / 1_000_003_000_001.0)
        check += text.byte_length()
    print(check)
