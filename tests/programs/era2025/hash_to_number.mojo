# edition: 2025
# Structs that return their hash, as in 2024 and early 2025, and the `bool` of that time.
from collections import Dict, Set


@value
struct Word(KeyElement):
    var text: String
    var seen: Int

    fn __hash__(self) -> UInt:
        return hash(self.text)

    fn __eq__(self, other: Self) -> Bool:
        return self.text == other.text

    fn __ne__(self, other: Self) -> Bool:
        return not (self == other)


@value
struct Cell(Hashable, EqualityComparable, CollectionElement):
    var row: Int
    var column: Int

    fn __hash__(self) -> UInt:
        return self.row * 31 + self.column

    fn __eq__(self, other: Self) -> Bool:
        return self.row == other.row and self.column == other.column

    fn __ne__(self, other: Self) -> Bool:
        return not (self == other)


fn main() raises:
    var counts = Dict[Word, Int]()
    counts[Word("a", 1)] = 1
    counts[Word("a", 2)] = 2
    counts[Word("b", 3)] = 3
    print(len(counts), counts[Word("a", 9)], Word("c", 1) in counts)
    var cells = Set[Cell]()
    for i in range(6):
        cells.add(Cell(i % 2, i % 3))
        cells.add(Cell(i % 2, i % 3))
    print(len(cells), Cell(1, 2) in cells, Cell(2, 2) in cells)
    print(Cell(1, 2).__hash__(), hash(Word("a", 1)) == hash(Word("a", 2)))
    var plain: UInt = hash("text")
    var wide: UInt64 = hash("text")
    print(UInt64(plain) == wide, bool(1), bool(String("")), bool(List[Int](1)))
