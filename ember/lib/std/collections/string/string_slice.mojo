"""StringSlice: a view of text that something else owns."""

from std.builtin.builtin_slice import ContiguousSlice, Slice
from std.builtin.debug_assert import _assert_failed, _index_failed, _position
from std.collections.check_bounds import check_bounds, check_slice_bounds
from std.collections.string._case import _to_lower, _to_upper
from std.collections.string._format import _format_text
from std.collections.string._quoting import _quote
from std.collections.string._search import _find_bytes, _find_bytes_backwards, _same_bytes
from std.collections.string._split import _is_space, _split_at, _split_lines, _split_words
from std.collections.string._utf8 import _is_valid_utf8
from std.collections.string.codepoint import _byte_at, _sequence_size
from std.collections.string.codepoint_iter import CodepointSliceIter, CodepointsIter
from std.collections.string._graphemes import *
from std.collections.string.grapheme import GraphemeIter
from std.format import _have_text
from std.memory.memory import memcmp
from std.memory.span import Span, _SpanIter

comptime StaticString = StringSlice[ImmStaticOrigin]
"""Constant text.

Example:

```mojo
def greeting() -> StaticString:
    return "hello"

print(greeting())  # hello
```
"""
comptime StringSpan = StringSlice
"""Another name of `StringSlice`."""
comptime ImmStringSlice[origin: ImmOrigin] = StringSlice[origin]
"""A view of text for reading.

Example:

```mojo
def shout[origin: ImmOrigin](text: ImmStringSlice[origin]) -> String:
    return text.upper()

print(shout("hello"))  # HELLO
```
"""
comptime ImmStringSpan = ImmStringSlice
"""Another name of `ImmStringSlice`."""


def get_static_string[value: StringLiteral]() -> StaticString:
    """A constant text.

    Example:

    ```mojo
    from std.collections.string.string_slice import get_static_string

    print(get_static_string["hello"]())  # hello
    ```
    """
    return StaticString(value)


struct StringSlice[mut: Bool, //, origin: Origin[mut=mut]](
    Boolable,
    Comparable,
    Defaultable,
    Equatable,
    Hashable,
    Representable,
    Sized,
    Stringable,
    TrivialRegisterPassable,
    Writable,
):
    """Where UTF-8 bytes are and how many there are.

    Example:

    ```mojo
    def shout(text: StringSlice) -> String:
        return text.upper() + "!"

    print(shout("hello"))  # HELLO!
    ```

    ```mojo
    var text: StaticString = "banana"
    print(text.find("an"), text.rfind("an"), text.count("a"))  # 1 3 3
    print(text.startswith("ba"), text.endswith("na"), text.replace("a", "o"))  # True True bonono
    print(text.removeprefix("ba"), text.removesuffix("na"), text.lower())  # nana bana banana
    print(text.byte_length(), text.isupper(), text.islower(), text.isspace())  # 6 False True False
    print(text.is_ascii_digit(), text.is_ascii_printable())  # False True
    ```

    ```mojo
    var text: StaticString = " a, b "
    print(text.strip(), text.rstrip().byte_length(), text.lstrip().byte_length())  # a, b 5 5
    print(len(text.split(",")), len(text.splitlines()))  # 2 1
    var dash: StaticString = "-"
    print(dash.join([1, 2]), dash.ascii_ljust(3, "x"), dash.ascii_rjust(3, "x"))  # 1-2 -xx xx-
    print(dash.ascii_center(3, "x"), StaticString("{}!").format(7))  # x-x 7!
    ```

    ```mojo
    var text: StaticString = "né"
    print(text.count_codepoints(), text.char_length(), text.count_graphemes())  # 2 2 2
    print(text.is_codepoint_boundary(1), text.is_codepoint_boundary(2))  # True False
    print(len(text.as_bytes()), text.unsafe_ptr()[0], text.get_immutable())  # 3 110 né
    for letter in text.codepoints():
        print(letter.to_u32(), end=" ")
    for letter in text.as_string_slice().codepoint_slices():
        print(letter, end=" ")
    for letter in text.graphemes():
        print(letter, end=" ")
    # prints: 110 233 n é n é
    ```

    ```mojo
    var text: StaticString = "né"
    for letter in text.codepoint_slices_reversed():
        print(letter, end=" ")
    for byte in text.bytes():
        print(byte, end=" ")
    print(text.is_ascii_whitespace())
    # prints: é n 110 195 169 False
    ```

    ```mojo
    var text = StringSlice("äb")
    print(text.split_at_grapheme(1)[1], text.graphemes_reversed()[0])  # b b
    for start, _ in text.grapheme_indices():
        print(start)
    # prints: 0
    # prints: 2
    ```
    """

    comptime _Iter = GraphemeIter[Self.origin]

    var _data: __mlir_type.`!kgen.pointer<none>`
    var _length: Int

    # -- making ---------------------------------------------------------------------------------

    def __c_value__(self) -> Self where (False, "C knows no texts; give it 'as_c_string_span()', which ends with a zero"):
        """Not what C takes."""
        return self

    @always_inline
    def __init__(out self):
        """The empty text."""
        self = Self(StringLiteral(mlir_value=__mlir_attr.`"" : !kgen.string`))

    @always_inline
    @implicit
    def __init__(out self, value: StringLiteral):
        """A constant text."""
        self._data = value._address()
        self._length = value.byte_length()

    @always_inline("nodebug")
    def __init__(out self, value: __mlir_type.`!kgen.string`):
        """The text of a compile-time string."""
        self = Self(StringLiteral(mlir_value=value))

    @always_inline
    @implicit
    def __init__(out self, ref[Self.origin._get_owner_of["bytes"]] value: String):
        """The text of a String."""
        self._data = value._bytes()
        self._length = value.byte_length()

    @always_inline
    @implicit
    def __init__[other: Origin, //](out self, value: StringSlice[other]):
        """The same text, seen with another origin."""
        self._data = value._data
        self._length = value._length

    @always_inline
    def __init__(out self, *, ptr: __mlir_type.`!kgen.pointer<none>`, length: Int):
        """`length` bytes from a raw address on."""
        self._data = ptr
        self._length = length

    @always_inline
    def __init__(out self, *, ptr: UnsafePointer[Byte, _], length: Int):
        """`length` bytes from `ptr` on."""
        self._data = ptr.address
        self._length = length

    @always_inline
    def __init__(out self, *, unsafe_from_utf8: Span[Byte, _]):
        """Bytes that are known to be UTF-8."""
        self._data = unsafe_from_utf8._data.address
        self._length = len(unsafe_from_utf8)

    @always_inline
    def __init__(out self, *, from_utf8: Span[Byte, _]) raises:
        """Bytes that should be UTF-8; raises when they are not."""
        self._data = from_utf8._data.address
        self._length = len(from_utf8)
        if not _is_valid_utf8(self._data, self._length):
            raise Error("StringSlice: buffer is not valid UTF-8")

    def __init__(out self, *, unsafe_from_utf8_ptr: UnsafePointer[Byte, _]):
        """The bytes up to the first zero."""
        self._data = unsafe_from_utf8_ptr.address
        self._length = 0
        while unsafe_from_utf8_ptr[self._length] != 0:
            self._length += 1

    def __init__(out self, *, unsafe_from_utf8_ptr: UnsafePointer[Int8, _]):
        """The bytes up to the first zero."""
        self = Self(unsafe_from_utf8_ptr=unsafe_from_utf8_ptr.bitcast[Byte]())

    # -- size and bytes -----------------------------------------------------------------------------

    @always_inline
    def byte_length(self) -> Int:
        """How many bytes the text has."""
        return self._length

    @always_inline
    @__only_2025("a text has no single length; use byte_length() or count_codepoints()")
    def __len__(self) -> Int:
        """How many bytes the text has."""
        return self._length

    @always_inline
    def __bool__(self) -> Bool:
        """True when the text is not empty."""
        return self._length > 0

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Byte, Self.origin]:
        """Where the bytes are."""
        return UnsafePointer[Byte, Self.origin](mlir_value=self._data)

    @always_inline
    def as_bytes(self) -> Span[Byte, Self.origin]:
        """The bytes as a view."""
        return Span[Byte, Self.origin](ptr=self.unsafe_ptr(), length=self._length)

    @always_inline
    def as_string_slice(self) -> Self:
        """The view itself."""
        return self

    @always_inline
    def get_immutable(self) -> StringSlice[__immutable_origin[Self.origin]()]:
        """The view for reading."""
        return StringSlice[__immutable_origin[Self.origin]()](ptr=self._data, length=self._length)

    @always_inline
    def _byte(self, i: Int) -> Int:
        return _byte_at(self._data, i)

    @always_inline
    def _part(self, start: Int, end: Int) -> Self:
        # The bytes from `start` up to `end`.
        return Self(ptr=__mlir_op.`pop.offset`[element=UInt8](self._data, start._index()), length=end - start)

    def count_codepoints(self) -> Int:
        """How many characters there are."""
        var total = 0
        for i in range(self._length):
            if self._byte(i) & 0xC0 != 0x80:
                total += 1
        return total

    def char_length(self) -> Int:
        """How many characters there are."""
        return self.count_codepoints()

    def is_codepoint_boundary(self, index: Int) -> Bool:
        """True when a character begins at a byte position, or the text ends there."""
        if index == self._length:
            return True
        return index >= 0 and index < self._length and self._byte(index) & 0xC0 != 0x80

    # -- operators ----------------------------------------------------------------------------------

    def __eq__(self, rhs: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when both texts are the same."""
        if self._length != rhs._length:
            return False
        return memcmp(self._pointer(), rhs._pointer(), self._length) == 0

    @always_inline
    def __ne__(self, rhs: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when the texts differ."""
        return not (self == rhs)

    def __lt__(self, rhs: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it comes first, byte by byte."""
        var shorter = min(self._length, rhs._length)
        var order = memcmp(self._pointer(), rhs._pointer(), shorter)
        return order < 0 or (order == 0 and self._length < rhs._length)

    def __le__(self, rhs: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it does not come after `rhs`."""
        return not (rhs < StringSlice[ImmAnyOrigin](self))

    def __gt__(self, rhs: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it comes after `rhs`."""
        return rhs < StringSlice[ImmAnyOrigin](self)

    def __ge__(self, rhs: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it does not come before `rhs`."""
        return not (self < rhs)

    @always_inline
    def _pointer(self) -> UnsafePointer[Byte, MutAnyOrigin]:
        return UnsafePointer[Byte, MutAnyOrigin](mlir_value=self._data)

    def __add__(self, rhs: StringSlice[ImmAnyOrigin]) -> String:
        """Both texts joined."""
        var result = String(capacity=self._length + rhs._length)
        result._append_bytes(self._data, self._length)
        result._append_bytes(rhs._data, rhs._length)
        return result^

    def __radd__(self, lhs: StringSlice[ImmAnyOrigin]) -> String:
        """Both texts joined."""
        return lhs + StringSlice[ImmAnyOrigin](self)

    def __mul__(self, n: Int) -> String:
        """The text repeated."""
        var result = String(capacity=self._length * n if n > 0 else 0)
        for _ in range(n):
            result._append_bytes(self._data, self._length)
        return result^

    def __contains__(self, text: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when `text` occurs in it."""
        return self.find(text) >= 0

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the bytes."""
        hasher._update_with_bytes(Span[Byte, ImmAnyOrigin](ptr=self._pointer(), length=self._length))

    @__only_2025("a text is indexed by keyword: s[byte=i], s[codepoint=i] or s[grapheme=i]")
    def __getitem__(self, idx: Int) -> String:
        """The character at a byte position, counted from the end when negative."""
        var i = idx + self._length if idx < 0 else idx
        if i < 0 or i >= self._length:
            _index_failed(idx, self._length, "string")
        return String(self._part(i, i + 1))

    @__only_2025("a text is sliced by keyword: s[byte=a:b] or s[codepoint=a:b]")
    def __getitem__(self, slc: Slice) -> String:
        """The bytes of a slice."""
        var start, end, step = slc.indices(self._length)
        if step == 1:
            return String(self._part(start, end if end > start else start))
        var result = String()
        for i in range(start, end, step):
            result._append_byte(UInt8(self._byte(i)))
        return result^

    def __getitem__(
        self, *, byte: Int, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()
    ) -> Self:
        """The character that begins at a byte position."""
        var i = _position(byte, self._length, _at, _from_end)
        self._check_boundary(i, _at)
        return self._part(i, min(i + _sequence_size(self._byte(i)), self._length))

    def __getitem__(self, *, byte: ContiguousSlice, _at: StaticString = __call_site_text()) -> Self:
        """The text between two byte positions, which are starts of characters."""
        var start, end = check_slice_bounds(byte, self._length, _at=_at)
        self._check_boundary(start, _at)
        self._check_boundary(end, _at)
        return self._part(start, end)

    def __getitem__(self, *, byte: Slice) -> Self:
        """The text between two byte positions."""
        var start, end, step = byte.indices(self._length)
        return self._part(start, end if end > start else start)

    def __getitem__(self, *, codepoint: Int, _at: StaticString = __call_site_text()) -> Self:
        """A character by number."""
        check_bounds(codepoint, self.count_codepoints(), _at=_at)
        return self[byte=self._start_of(codepoint)]

    def __getitem__(self, *, codepoint: ContiguousSlice, _at: StaticString = __call_site_text()) -> Self:
        """The text between two characters."""
        var start, end = check_slice_bounds(codepoint, self.count_codepoints(), _at=_at)
        return self._part(self._start_of(start), self._start_of(end))

    def __getitem__(self, *, codepoint: Slice) -> Self:
        """The text between two characters."""
        var start, end, step = codepoint.indices(self.count_codepoints())
        return self._part(self._start_of(start), self._start_of(max(start, end)))

    def _start_of(self, codepoint: Int) -> Int:
        # The byte at which a character begins.
        var position = 0
        for _ in range(codepoint):
            position += _sequence_size(self._byte(position))
        return position

    @always_inline
    def _check_boundary(self, position: Int, at: StaticString):
        # Ends the program when a position is within a character.
        if position < self._length and self._byte(position) & 0xC0 == 0x80:
            _assert_failed(at, "String span index, ", position, " does not lie on a codepoint boundary.")

    @always_inline
    def __iter__(self) -> GraphemeIter[Self.origin]:
        """Walks the characters."""
        return GraphemeIter[Self.origin](self)

    def __reversed__(self) -> CodepointSliceIter[Self.origin, forward=False]:
        """Walks the characters backwards."""
        return CodepointSliceIter[Self.origin, forward=False](self._data, 0, self._length)

    @always_inline
    def codepoints(self) -> CodepointsIter[Self.origin]:
        """Walks the characters as Codepoints."""
        return CodepointsIter[Self.origin](self._data, 0, self._length)

    @always_inline
    def codepoint_slices(self) -> CodepointSliceIter[Self.origin]:
        """Walks the characters."""
        return CodepointSliceIter[Self.origin](self._data, 0, self._length)

    @always_inline
    def codepoint_slices_reversed(self) -> CodepointSliceIter[Self.origin, forward=False]:
        """Walks the characters backwards."""
        return self.__reversed__()

    @always_inline
    def bytes(self) -> _SpanIter[Byte, Self.origin]:
        """Walks the bytes."""
        return self.as_bytes().__iter__()

    @always_inline
    def graphemes(self) -> GraphemeIter[Self.origin]:
        """Walks the characters as people see them."""
        return GraphemeIter[Self.origin](self)

    def count_graphemes(self) -> Int:
        """How many characters people see."""
        var count = 0
        for _ in self.graphemes():
            count += 1
        return count

    def __getitem__(self, *, grapheme: Int, _at: StaticString = __call_site_text()) -> Self:
        """A character as people see it, by number."""
        var number = 0
        for text in self.graphemes():
            if number == grapheme:
                return text
            number += 1
        _index_failed(grapheme, number, _at)
        return self

    def __getitem__(self, *, grapheme: ContiguousSlice, _at: StaticString = __call_site_text()) -> Self:
        """The text between two characters as people see them."""
        var start, end = check_slice_bounds(grapheme, self.count_graphemes(), _at=_at)
        var first = 0
        var last = 0
        var number = 0
        for text in self.graphemes():
            if number < start:
                first += text._length
            if number < end:
                last += text._length
            number += 1
        return self._part(first, last)

    # -- searching ----------------------------------------------------------------------------------

    def _matches(self, text: StringSlice[ImmAnyOrigin], position: Int) -> Bool:
        if position < 0 or position + text._length > self._length:
            return False
        return _same_bytes(self._data, position, text._data, 0, text._length)

    def find(self, substr: StringSlice[ImmAnyOrigin], start: Int = 0) -> Int:
        """Where `substr` first occurs, or -1."""
        var first = max(start + self._length, 0) if start < 0 else start
        return _find_bytes(self._data, self._length, substr._data, substr._length, first)

    def rfind(self, substr: StringSlice[ImmAnyOrigin], start: Int = 0) -> Int:
        """Where `substr` last occurs, or -1."""
        var first = max(start + self._length, 0) if start < 0 else start
        return _find_bytes_backwards(self._data, self._length, substr._data, substr._length, first)

    def count(self, substr: StringSlice[ImmAnyOrigin]) -> Int:
        """How often `substr` occurs."""
        if substr._length == 0:
            return self.count_codepoints() + 1
        var total = 0
        var position = self.find(substr)
        while position >= 0:
            total += 1
            position = self.find(substr, position + substr._length)
        return total

    def startswith(self, prefix: StringSlice[ImmAnyOrigin], start: Int = 0, end: Int = -1) -> Bool:
        """True when it begins with `prefix`."""
        var last = self._length if end == -1 else end
        return start + prefix._length <= last and self._matches(prefix, start)

    def endswith(self, suffix: StringSlice[ImmAnyOrigin], start: Int = 0, end: Int = -1) -> Bool:
        """True when it ends with `suffix`."""
        var last = self._length if end == -1 else end
        return last - suffix._length >= start and self._matches(suffix, last - suffix._length)

    # -- cutting ------------------------------------------------------------------------------------

    def removeprefix(self, prefix: StringSlice[ImmAnyOrigin], /) -> Self:
        """Without `prefix` at the start."""
        return self._part(prefix._length, self._length) if self.startswith(prefix) else self

    def removesuffix(self, suffix: StringSlice[ImmAnyOrigin], /) -> Self:
        """Without `suffix` at the end."""
        if suffix._length > 0 and self.endswith(suffix):
            return self._part(0, self._length - suffix._length)
        return self

    def strip(self) -> Self:
        """Without white space around it."""
        return self.lstrip().rstrip()

    def strip(self, chars: StringSlice[ImmAnyOrigin]) -> Self:
        """Without the given characters around it."""
        return self.lstrip(chars).rstrip(chars)

    def lstrip(self) -> Self:
        """Without white space before it."""
        var start = 0
        while start < self._length and _is_space(self._byte(start)):
            start += 1
        return self._part(start, self._length)

    def lstrip(self, chars: StringSlice[ImmAnyOrigin]) -> Self:
        """Without the given characters before it."""
        var start = 0
        while start < self._length and chars._has_byte(self._byte(start)):
            start += 1
        return self._part(start, self._length)

    def rstrip(self) -> Self:
        """Without white space after it."""
        var end = self._length
        while end > 0 and _is_space(self._byte(end - 1)):
            end -= 1
        return self._part(0, end)

    def rstrip(self, chars: StringSlice[ImmAnyOrigin]) -> Self:
        """Without the given characters after it."""
        var end = self._length
        while end > 0 and chars._has_byte(self._byte(end - 1)):
            end -= 1
        return self._part(0, end)

    def _has_byte(self, byte: Int) -> Bool:
        for i in range(self._length):
            if self._byte(i) == byte:
                return True
        return False

    @__only_2025("the parts are views of the text")
    def split(self, sep: StringSlice[ImmAnyOrigin], maxsplit: Int = -1) -> List[String]:
        """The parts between occurrences of `sep`, copied."""
        return _split_at[String](self, sep, maxsplit)

    def split(self, sep: StringSlice[ImmAnyOrigin], maxsplit: Int = -1) -> List[Self]:
        """The parts between occurrences of `sep`; an empty `sep` is between any two characters."""
        return _split_at[Self](self, sep, maxsplit)

    @__only_2025("the words are views of the text")
    def split(self, sep: NoneType = None, *, maxsplit: Int = -1) -> List[String]:
        """The words, copied."""
        return _split_words[String](self, maxsplit)

    def split(self, sep: NoneType = None, *, maxsplit: Int = -1) -> List[Self]:
        """The words; after `maxsplit` of them the rest as it is."""
        return _split_words[Self](self, maxsplit)

    @__only_2025("the lines are views of the text")
    def splitlines(self, keepends: Bool = False) -> List[String]:
        """The lines, copied."""
        return _split_lines[String](self, keepends)

    def splitlines(self, keepends: Bool = False) -> List[Self]:
        """The lines."""
        return _split_lines[Self](self, keepends)

    # -- changing -----------------------------------------------------------------------------------

    def replace(self, old: StringSlice[ImmAnyOrigin], new: StringSlice[ImmAnyOrigin]) -> String:
        """With every `old` replaced."""
        var result = String(capacity=self._length)
        if old._length == 0:
            for i in range(self._length):
                if self._byte(i) & 0xC0 != 0x80:
                    result.write_string(new)
                result._append_byte(UInt8(self._byte(i)))
            result.write_string(new)
            return result^
        var start = 0
        while True:
            var found = self.find(old, start)
            if found < 0:
                break
            result.write_string(self._part(start, found))
            result.write_string(new)
            start = found + old._length
        result.write_string(self._part(start, self._length))
        return result^

    def upper(self) -> String:
        """In upper case."""
        var result = String(capacity=self._length)
        for c in self.codepoints():
            if Int(c) == 0xDF:
                result.write_string("SS")
            else:
                result._append_codepoint(_to_upper(Int(c)))
        return result^

    def lower(self) -> String:
        """In lower case."""
        var result = String(capacity=self._length)
        for c in self.codepoints():
            result._append_codepoint(_to_lower(Int(c)))
        return result^

    def join[*Ts: AnyType](self, *elements: *Ts) -> String:
        """The texts of the arguments, or of the elements of a single list, with this text between them."""
        var result = String()
        comptime if Ts.__len__() == 1 and conforms_to(Ts[0], Iterable):
            var first = True
            for element in elements[0]:
                if not first:
                    result._append_bytes(self._data, self._length)
                first = False
                result.write(element)
        else:
            comptime assert _have_text[*Ts], "what is joined must conform to trait 'Writable'"
            comptime for i in range(Ts.__len__()):
                comptime if i > 0:
                    result._append_bytes(self._data, self._length)
                result.write(elements[i])
        return result^

    def format[
        *Ts: AnyType
    ](self, *args: *Ts) raises -> String where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """Fills the `{}` fields."""
        return _format_text(StringSlice[ImmAnyOrigin](self), *args)

    def ascii_ljust(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded at the end."""
        var result = String(self)
        for _ in range(width - self._length):
            result.write_string(fillchar)
        return result^

    def ascii_rjust(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded at the start."""
        var result = fillchar * (width - self._length)
        result._append_bytes(self._data, self._length)
        return result^

    def ascii_center(self, width: Int, fillchar: StringSlice[ImmAnyOrigin] = " ") -> String:
        """Padded on both sides."""
        var padding = max(width - self._length, 0)
        var result = fillchar * (padding // 2)
        result._append_bytes(self._data, self._length)
        for _ in range(padding - padding // 2):
            result.write_string(fillchar)
        return result^

    # -- asking -------------------------------------------------------------------------------------

    def isspace(self) -> Bool:
        """True when all characters are white space."""
        for i in range(self._length):
            if not _is_space(self._byte(i)):
                return False
        return self._length > 0

    def is_ascii_whitespace(self) -> Bool:
        """True when all characters are ASCII white space."""
        return self.isspace()

    def is_ascii_digit(self) -> Bool:
        """True when all characters are digits."""
        for i in range(self._length):
            if self._byte(i) < 48 or self._byte(i) > 57:
                return False
        return self._length > 0

    def is_ascii_printable(self) -> Bool:
        """True when all characters are visible ASCII."""
        for i in range(self._length):
            if self._byte(i) < 32 or self._byte(i) > 126:
                return False
        return True

    def isupper(self) -> Bool:
        """True when there are letters and all are upper case."""
        var letters = 0
        for c in self.codepoints():
            if _to_upper(Int(c)) != Int(c):
                return False
            if _to_lower(Int(c)) != Int(c):
                letters += 1
        return letters > 0

    def islower(self) -> Bool:
        """True when there are letters and all are lower case."""
        var letters = 0
        for c in self.codepoints():
            if _to_lower(Int(c)) != Int(c):
                return False
            if _to_upper(Int(c)) != Int(c):
                letters += 1
        return letters > 0

    # -- text of the text ---------------------------------------------------------------------------

    @always_inline
    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        writer.write_string(StringSlice[ImmAnyOrigin](ptr=self._data, length=self._length))

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the text in quotes, special characters escaped."""
        var text = String()
        _quote(StringSlice[ImmAnyOrigin](self), text)
        writer.write_string(text.as_string_slice())

    @always_inline
    def __str__(self) -> String:
        """The text as a String."""
        return String(self)

    def __repr__(self) -> String:
        """The text in quotes."""
        var text = String()
        _quote(StringSlice[ImmAnyOrigin](self), text)
        return text^
