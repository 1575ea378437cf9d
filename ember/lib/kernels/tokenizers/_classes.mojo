"""What a code point is: a letter, a digit, a mark, punctuation, white space."""

from tokenizers._class_runs import CLASS_RUNS

comptime OTHER: UInt8 = 0
comptime UPPER: UInt8 = 1
comptime LOWER: UInt8 = 2
comptime LETTER: UInt8 = 3
comptime MARK: UInt8 = 4
comptime DIGIT: UInt8 = 5
comptime NUMBER: UInt8 = 6
comptime PUNCTUATION: UInt8 = 7
comptime SPACE: UInt8 = 8
comptime NEW_PUNCTUATION: UInt8 = 9
"""Punctuation that the older Unicode of BERT does not know."""
comptime OLD_PUNCTUATION: UInt8 = 10
"""What is punctuation there alone."""

comptime _LETTERS: StaticString = "-Ulomdnpsqr"
"""The letters of the classes in `CLASS_RUNS`, in the order of their numbers."""

comptime POINTS = 0x110000


struct Classes(Movable):
    """The class of every code point."""

    var table: List[UInt8]

    def __init__(out self):
        """Unpacks the runs."""
        self.table = List[UInt8](length=POINTS, fill=OTHER)
        var runs = CLASS_RUNS.as_bytes()
        var point = 0
        var at = 0
        while at < len(runs):
            var kind = _number_of(runs[at])
            var count = 0
            at += 1
            while runs[at] != UInt8(ord(";")):
                count = count * 36 + _digit(runs[at])
                at += 1
            at += 1
            for i in range(count):
                self.table[point + i] = kind
            point += count

    def of(self, point: Int) -> UInt8:
        """The class of a code point."""
        return self.table.unsafe_ptr()[point]

    def is_letter(self, point: Int) -> Bool:
        """Whether it is `\\p{L}`."""
        var kind = self.of(point)
        return kind >= UPPER and kind <= LETTER

    def is_number(self, point: Int) -> Bool:
        """Whether it is `\\p{N}`."""
        var kind = self.of(point)
        return kind == DIGIT or kind == NUMBER

    def is_punctuation(self, point: Int) -> Bool:
        """Whether it is `\\p{P}`."""
        var kind = self.of(point)
        return kind == PUNCTUATION or kind == NEW_PUNCTUATION

    def is_space(self, point: Int) -> Bool:
        """Whether it is `\\s`."""
        return self.of(point) == SPACE


def _number_of(letter: UInt8) -> UInt8:
    var letters = _LETTERS.as_bytes()
    for i in range(len(letters)):
        if letters[i] == letter:
            return UInt8(i)
    return OTHER


def _digit(byte: UInt8) -> Int:
    if byte <= UInt8(ord("9")):
        return Int(byte) - ord("0")
    return Int(byte) - ord("a") + 10


@fieldwise_init
struct Point(TrivialRegisterPassable):
    """A code point and how many bytes it has in UTF-8."""

    var value: Int
    var size: Int


def point_at(text: UnsafePointer[UInt8, ImmAnyOrigin], at: Int) -> Point:
    """The code point at a place of valid UTF-8."""
    var first = Int(text[at])
    if first < 0x80:
        return Point(first, 1)
    if first < 0xE0:
        return Point((first & 0x1F) << 6 | _rest(text, at + 1), 2)
    if first < 0xF0:
        return Point((first & 0x0F) << 12 | _rest(text, at + 1) << 6 | _rest(text, at + 2), 3)
    return Point(
        (first & 0x07) << 18 | _rest(text, at + 1) << 12 | _rest(text, at + 2) << 6 | _rest(text, at + 3), 4
    )


def _rest(text: UnsafePointer[UInt8, ImmAnyOrigin], at: Int) -> Int:
    return Int(text[at]) & 0x3F
