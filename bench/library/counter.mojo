"""Numbers counted."""

from std.collections import Counter
from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 10_000_000
    var counts = Counter[Int]()
    var state: UInt64 = 42
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        counts[Int(state >> 33) % 5000] += 1
    var most = 0
    for count in counts.values():
        most = max(most, count)
    print(len(counts), most)
