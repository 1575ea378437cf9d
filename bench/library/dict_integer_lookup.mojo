"""Integer keys looked up in a dictionary, half of them missing."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 10_000_000
    var table = Dict[Int, Int]()
    for i in range(100_000):
        table[i * 7919] = i
    var check = 0
    var state: UInt64 = 42
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        check += table.get(Int(state >> 33) % 200_000 * 7919, 1)
    print(check)
