"""Graphemes: what people see as one character, made of one or more code points."""

from std.collections.string.codepoint import _decode, _sequence_size, _byte_at
from std.collections.string.string_slice import StringSlice

comptime _ZERO_WIDTH_JOINER = 0x200D


@fieldwise_init
struct GraphemeIter[origin: Origin](CheckedIterator, Iterable, ImplicitlyCopyable):
    """Walks the graphemes of a text, each as a view.

    Example:

    ```mojo
    for part in String("ab").graphemes():
        print(part, end=" ")  # a b
    ```
    """

    comptime Element = StringSlice[Self.origin]
    """What the loop gives: a view of a part of the text."""

    var rest: StringSlice[Self.origin]
    """What is left of the text."""

    @always_inline
    def __iter__(self) -> Self:
        """Itself."""
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        """True when there is another."""
        return self.rest._length > 0

    def __next__(mut self) -> StringSlice[Self.origin]:
        """The next character as people see it."""
        var size = _grapheme_size(self.rest._data, self.rest._length)
        var first = self.rest._part(0, size)
        self.rest = self.rest._part(size, self.rest._length)
        return first


def _grapheme_size(data: __mlir_type.`!kgen.pointer<none>`, length: Int) -> Int:
    # How many bytes the first grapheme takes.
    var previous = _decode(data, 0)
    var size = _sequence_size(_byte_at(data, 0))
    var flags = Int(_is_flag_letter(previous))
    while size < length:
        var next = _decode(data, size)
        if not _joins(previous, next, flags):
            return size
        flags += Int(_is_flag_letter(next))
        previous = next
        size += _sequence_size(_byte_at(data, size))
    return size


def _joins(previous: Int, next: Int, flags: Int) -> Bool:
    # Whether no border lies between two code points.
    if previous == 0x0D and next == 0x0A:
        return True
    if previous < 0x20 or next < 0x300:
        return False
    if _is_flag_letter(previous) and _is_flag_letter(next):
        return flags % 2 == 1
    if _is_hangul_vowel_or_final(next):
        return (previous >= 0x1100 and previous <= 0x11FF) or (previous >= 0xAC00 and previous <= 0xD7A3)
    return previous == _ZERO_WIDTH_JOINER or _extends(next)


def _is_flag_letter(code: Int) -> Bool:
    return code >= 0x1F1E6 and code <= 0x1F1FF


def _is_hangul_vowel_or_final(code: Int) -> Bool:
    return code >= 0x1160 and code <= 0x11FF


def _extends(code: Int) -> Bool:
    # Combining marks, variation selectors, skin tones, the joiner, tags.
    return (
        (code >= 0x300 and code <= 0x36F)
        or (code >= 0x483 and code <= 0x489)
        or (code >= 0x591 and code <= 0x5BD)
        or (code >= 0x610 and code <= 0x61A)
        or (code >= 0x64B and code <= 0x65F)
        or (code >= 0x900 and code <= 0x903)
        or (code >= 0x93A and code <= 0x94F and code != 0x93D)
        or (code >= 0xE31 and code <= 0xE3A and code != 0xE32)
        or (code >= 0xE47 and code <= 0xE4E)
        or (code >= 0x1AB0 and code <= 0x1AFF)
        or (code >= 0x1DC0 and code <= 0x1DFF)
        or (code >= 0x20D0 and code <= 0x20FF)
        or (code >= 0xFE00 and code <= 0xFE0F)
        or (code >= 0xFE20 and code <= 0xFE2F)
        or (code >= 0x1F3FB and code <= 0x1F3FF)
        or (code >= 0xE0020 and code <= 0xE01EF)
        or code == _ZERO_WIDTH_JOINER
        or code == 0x200C
    )
