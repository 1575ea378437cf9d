"""String keys looked up in a dictionary, half of them missing."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 10_000_000
    var table = Dict[String, Int]()
    var keys = List[String]()
    for i in range(20_000):
        keys.append(String("some key ", i * 7919))
    for i in range(10_000):
        table[keys[i]] = i
    var check = 0
    var state: UInt64 = 42
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407
        check += table.get(keys[Int(state >> 33) % 20_000], 1)
    print(check)
