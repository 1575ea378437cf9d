"""Integer keys put into an empty dictionary."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 2_000_000
    var table = Dict[Int, Int]()
    var state: UInt64 = 42
    for i in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        table[Int(state >> 33)] = i
    print(len(table))
