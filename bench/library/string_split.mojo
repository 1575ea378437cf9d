"""A text of numbers cut at its commas, and at white space."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 1_000_000
    var text = String()
    for i in range(size):
        text += String(i)
        text += ", "
    var check = 0
    for _ in range(3):
        for part in text.split(", "):
            check += part.byte_length()
        for part in text.split():
            check = check * 31 + part.byte_length()
    print(check)
