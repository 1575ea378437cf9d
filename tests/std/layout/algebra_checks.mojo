"""Reads checks of layouts from a file, one a line, and runs them; what fails is printed.

A line is `what|layout|layout or number|expected offsets`, made by `test_layout_model.py`.
"""

from std.sys import argv
from layout import IntTuple, Layout, composition
from layout.layout import (
    blocked_product,
    coalesce,
    complement,
    left_inverse,
    logical_divide,
    logical_product,
    right_inverse,
    zipped_divide,
)


struct Reader:
    """Reads nested tuples of integers."""

    var bytes: List[UInt8]
    var place: Int

    def __init__(out self, text: String):
        self.bytes = List[UInt8]()
        for byte in text.as_bytes():
            self.bytes.append(byte)
        self.place = 0

    def take(mut self, byte: UInt8) -> Bool:
        if self.place < len(self.bytes) and self.bytes[self.place] == byte:
            self.place += 1
            return True
        return False

    def number(mut self) -> Int:
        var result = 0
        while self.place < len(self.bytes) and self.bytes[self.place] >= 48 and self.bytes[self.place] <= 57:
            result = result * 10 + Int(self.bytes[self.place]) - 48
            self.place += 1
        return result

    def tuple(mut self) -> IntTuple:
        if not self.take(UInt8(ord("("))):
            return self.number()
        var result = IntTuple()
        while not self.take(UInt8(ord(")"))):
            result.append(self.tuple())
            _ = self.take(UInt8(ord(",")))
        return result


def layout_of(text: String) -> Layout:
    var reader = Reader(text)
    var shape = reader.tuple()
    _ = reader.take(UInt8(ord(":")))
    return Layout(shape, reader.tuple())


def result_of(what: String, a: Layout, other: String) raises -> Layout:
    if what == "offsets":
        return a
    if what == "coalesce":
        return coalesce(a)
    if what == "composition":
        return composition(a, layout_of(other))
    if what == "complement":
        return complement(a, Int(other))
    if what == "logical_divide":
        return logical_divide(a, layout_of(other))
    if what == "zipped_divide":
        return zipped_divide(a, layout_of(other))
    if what == "logical_product":
        return logical_product(a, layout_of(other))
    if what == "blocked_product":
        return blocked_product(a, layout_of(other))
    if what == "right_inverse":
        return composition(a, right_inverse(a))
    if what == "left_inverse":
        return composition(left_inverse(a), a)
    raise Error("no such check: ", what)


def main() raises:
    var checked = 0
    var wrong = 0
    with open(argv()[1], "r") as file:
        for line in file.read().split("\n"):
            if line.byte_length() == 0:
                continue
            var parts = line.split("|")
            var layout = result_of(String(parts[0]), layout_of(String(parts[1])), String(parts[2]))
            var found = String()
            for i in range(layout.size()):
                if i > 0:
                    found += ","
                found += String(layout(i))
            checked += 1
            if found != String(parts[3]):
                wrong += 1
                print(line, "\n  gives", layout, "=", found)
    print(checked, "checks,", wrong, "wrong")
