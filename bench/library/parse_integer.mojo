"""Text turned into integers."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 20_000_000
    var texts = List[String]()
    var state: UInt64 = 42
    for _ in range(1000):
        state = state * 6364136223846793005 + 1442695040888963407
        texts.append(String(Int(state >> 20)))
    var check = 0
    for i in range(size):
        check += Int(texts[i % 1000])
    print(check)
