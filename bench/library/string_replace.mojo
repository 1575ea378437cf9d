"""Words replaced in a long text."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 4_000_000
    var text = String()
    while text.byte_length() < size:
        text += "the quick brown fox jumps over the lazy dog, "
    var check = 0
    for _ in range(10):
        check += text.replace("fox", "elephant").byte_length()
        check += text.replace("o", "").byte_length()
    print(check)
