"""Short texts looked for in a long one."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 30_000_000
    var text = String()
    while text.byte_length() < size:
        text += "the quick brown fox jumps over the lazy dog, "
    text += "needle"
    var check = 0
    for _ in range(4):
        check += text.find("needle")
        check += text.find("lazy cat")
        check += text.find("z", 1000)
        check += text.count("fox")
    print(check)
