"""The library's sort on pseudo-random integers."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 4_000_000
    var values = List[Int](capacity=size)
    var state: UInt64 = 42
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        values.append(Int(state >> 33))
    sort(values)
    var check = 0
    for i in range(0, size, 100):
        check = check * 31 + values[i]
    print(check)
