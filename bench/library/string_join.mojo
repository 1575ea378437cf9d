"""Lists of strings joined."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 1_000_000
    var words = List[String]()
    for i in range(size):
        words.append(String(i))
    var check = 0
    for _ in range(10):
        check += String(", ").join(words).byte_length()
    print(check)
