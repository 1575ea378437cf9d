"""Elements of a list read and written at positions that jump about."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 30_000_000
    var values = List[Int](length=65536, fill=1)
    var state: UInt64 = 42
    for i in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        var place = Int(state >> 48)
        values[place] += values[Int(state >> 32) & 65535] ^ i
    var check = 0
    for value in values:
        check = check * 31 + value
    print(check)
