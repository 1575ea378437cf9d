"""The library's sort on a list of pseudo-random integers: a checksum of every hundredth."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 6_000_000
    var values = List[Int64](capacity=size)
    var state: UInt64 = 42
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        values.append(Int64(state >> 33))
    sort(values)
    var check: Int64 = 0
    for i in range(0, size, 100):
        check = check * 31 + values[i]
    print(check)
