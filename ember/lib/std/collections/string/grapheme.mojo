"""Graphemes: what people see as one character, made of one or more code points."""

from std.collections.string._grapheme_ranges import (
    _CONSONANTS,
    _CONTROLS,
    _EXTENDING,
    _PICTURES,
    _PREPENDED,
    _is_in,
)
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


@fieldwise_init
struct GraphemeIndicesIter[origin: Origin](CheckedIterator, Iterable, ImplicitlyCopyable):
    """Walks the graphemes of a text, each with the number of bytes before it.

    Example:

    ```mojo
    for start, part in String("äb").grapheme_indices():
        print(start, part, end="; ")  # 0 ä; 2 b;
    ```
    """

    comptime Element = Tuple[Int, StringSlice[Self.origin]]
    """What the loop gives: bytes before the part, and the part."""

    var rest: GraphemeIter[Self.origin]
    """What is left of the text."""
    var start: Int
    """How many bytes came before."""

    @always_inline
    def __iter__(self) -> Self:
        """Itself."""
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        """True when there is another."""
        return self.rest.__has_next__()

    def __next__(mut self) -> Tuple[Int, StringSlice[Self.origin]]:
        """The next character as people see it, with its place."""
        var start = self.start
        var part = self.rest.__next__()
        self.start += part._length
        return (start, part)


def _grapheme_size(data: __mlir_type.`!kgen.pointer<none>`, length: Int) -> Int:
    # How many bytes the first grapheme takes.
    var previous = _decode(data, 0)
    var size = _sequence_size(_byte_at(data, 0))
    var before = _Before(previous)
    while size < length:
        var next = _decode(data, size)
        if not before.joins(previous, next):
            return size
        before.add(next)
        previous = next
        size += _sequence_size(_byte_at(data, size))
    return size


struct _Before(TrivialRegisterPassable):
    """What the code points of a grapheme so far say about the next one."""

    var flags: Int
    """How many letters of flags there were."""
    var is_picture: Bool
    """A picture, and marks after it."""
    var is_consonant: Bool
    """An Indic consonant, and marks after it."""
    var is_linked: Bool
    """One of these marks joins the consonant to the next one."""

    def __init__(out self, first: Int):
        """A grapheme that begins with a code point."""
        self.flags = Int(_is_flag_letter(first))
        self.is_picture = first >= 0xA9 and _is_in[_PICTURES](first)
        self.is_consonant = _is_consonant(first)
        self.is_linked = False

    def add(mut self, next: Int):
        """A code point that belongs to the grapheme."""
        self.flags += Int(_is_flag_letter(next))
        if next >= 0x300 and _is_in[_EXTENDING](next):
            self.is_linked = self.is_linked or _is_linker(next)
        else:
            self.is_picture = _is_in[_PICTURES](next)
            self.is_consonant = _is_consonant(next)
            self.is_linked = False

    def joins(self, previous: Int, next: Int) -> Bool:
        """Whether no border lies between two code points."""
        if previous == 0x0D and next == 0x0A:
            return True
        if previous < 0x300 and next < 0x300:
            return False
        if _is_in[_CONTROLS](previous) or _is_in[_CONTROLS](next):
            return False
        if _is_in[_EXTENDING](next) or _is_in[_PREPENDED](previous):
            return True
        if previous == _ZERO_WIDTH_JOINER and self.is_picture:
            return _is_in[_PICTURES](next)
        if self.is_linked and self.is_consonant and _is_consonant(next):
            return True
        if _is_flag_letter(previous) and _is_flag_letter(next):
            return self.flags % 2 == 1
        return _joins_hangul(previous, next)


def _is_flag_letter(code: Int) -> Bool:
    return code >= 0x1F1E6 and code <= 0x1F1FF


def _is_consonant(code: Int) -> Bool:
    return code >= 0x915 and code <= 0xD3A and _is_in[_CONSONANTS](code)


def _is_linker(code: Int) -> Bool:
    # The virama of Devanagari, Bengali, Gujarati, Oriya, Telugu and Malayalam.
    return code == 0x94D or code == 0x9CD or code == 0xACD or code == 0xB4D or code == 0xC4D or code == 0xD4D


def _joins_hangul(previous: Int, next: Int) -> Bool:
    # Leading consonants, vowels and final consonants make syllables.
    if _is_between(previous, 0x1100, 0x115F) or _is_between(previous, 0xA960, 0xA97C):
        return _is_between(next, 0x1100, 0x11A7) or _is_between(next, 0xA960, 0xA97C) or _is_between(next, 0xAC00, 0xD7A3)
    var is_syllable = _is_between(previous, 0xAC00, 0xD7A3)
    var is_open = is_syllable and (previous - 0xAC00) % 28 == 0
    if is_open or _is_between(previous, 0x1160, 0x11A7) or _is_between(previous, 0xD7B0, 0xD7C6):
        return (
            _is_between(next, 0x1160, 0x11FF) or _is_between(next, 0xD7B0, 0xD7C6) or _is_between(next, 0xD7CB, 0xD7FB)
        )
    if is_syllable or _is_between(previous, 0x11A8, 0x11FF) or _is_between(previous, 0xD7CB, 0xD7FB):
        return _is_between(next, 0x11A8, 0x11FF) or _is_between(next, 0xD7CB, 0xD7FB)
    return False


@always_inline
def _is_between(code: Int, first: Int, last: Int) -> Bool:
    return code >= first and code <= last
