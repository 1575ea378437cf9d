# A reference to an element of a field may be written through, whatever the index is; texts and paths.
from std.pathlib import Path


struct Row:
    var items: List[Int]

    def __init__(out self):
        self.items = [1, 2, 3]

    def __getitem__(ref self, i: Int) -> ref[self.items[i]] Int:
        return self.items[i]

    def last(ref self, other: List[Int]) -> ref[self.items[len(other)]] Int:
        return self.items[len(other)]


def main():
    var row = Row()
    row[1] += 40
    row.last([0, 0]) = 7
    print(row.items)
    print("xxaxx".strip("x"), Path("a") == "a", Path("a") == String("a"), Path("a") != "a", Path("a") == String("a ").strip())
