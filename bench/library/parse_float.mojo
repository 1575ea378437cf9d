"""Text turned into floats."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 3_000_000
    var texts = List[String]()
    var state: UInt64 = 42
    for _ in range(1000):
        state = state * 6364136223846793005 + 1442695040888963407
        texts.append(String(Float64(state >> 11) / 1_000_003_000_001.0))
    var check: Float64 = 0
    for i in range(size):
        check += atof(texts[i % 1000])
    print(Int(check))
