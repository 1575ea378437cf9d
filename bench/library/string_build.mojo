"""A long text built from short ones."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 10_000_000
    var text = String()
    for i in range(size):
        text += "ab"
        text += "word, " if i % 2 == 0 else "other "
    var short = 0
    for i in range(size):
        var word = String("x") + "yz"
        word += "abc"
        short += word.byte_length() + i % 2
    print(text.byte_length(), short)
