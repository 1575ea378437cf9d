"""All entries of a dictionary visited, fifty times."""

from std.sys import argv


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 500_000
    var table = Dict[Int, Int]()
    for i in range(size):
        table[i * 7919] = i
    var check = 0
    for turn in range(50):
        for entry in table.items():
            check += entry.key ^ entry.value ^ turn
        for key in table:
            check += key
    print(check)
