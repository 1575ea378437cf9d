"""String: text that owns its bytes.

What it does as `StringSlice` does is in `_string_like_slice.mojo`, which extends the struct.
"""

from std.builtin.value import _PythonValue
from std.collections.string.codepoint import _byte_at, _encoded_size
from std.collections.string._graphemes import *
from std.collections.string.grapheme import GraphemeIter
from std.collections.string._bytes import _copy_short, _heap_copy
from std.collections.string._string_like_slice import *
from std.collections.string._utf8 import _is_valid_utf8, _next_sequence
from std.collections.string.codepoint_iter import CodepointSliceIter, CodepointsIter
from std.format import _have_text, write_value
from std.format.tstring import TString
from std.ffi.cstring import CStringSlice
from std.memory.memory import _RawPointer, _allocate, _free
from std.memory.span import Span, _SpanIter

comptime _INLINE = 23
comptime _INLINE_BYTES = 0x00FF_FFFF_FFFF_FFFF
comptime _EMPTY = -0x8000_0000_0000_0000


struct String(
    Boolable,
    Comparable,
    Copyable,
    Defaultable,
    Deinitable,
    Equatable,
    Hashable,
    ImplicitlyCopyable,
    Movable,
    Representable,
    Sized,
    Stringable,
    Writable,
    Writer,
):
    r"""UTF-8 text, in one of three forms that `_capacity` tells apart.

    Negative: up to 23 bytes lie inside the value itself; the last byte is 0x80 plus their number (little endian, so it is
    the top byte of `_capacity`). 0: the bytes are constant and not owned. Positive: the bytes are on the heap, and this
    is how many there is room for.

    Example:

    ```mojo
    var name = String("Ada")
    name += " Lovelace"
    print(name.upper(), name.find("Love"))  # ADA LOVELACE 4
    print(name.split(" ")[1], name.startswith("Ada"))  # Lovelace True
    print(String(1, " and ", 2.5))  # 1 and 2.5
    ```

    ```mojo
    var text = String("banana")
    print(text.find("an"), text.rfind("an"), text.count("a"))  # 1 3 3
    print(text.replace("an", "en"), text.endswith("na"))  # benena True
    print(text.removeprefix("ba"), text.removesuffix("na"))  # nana bana
    print(text.byte_length(), text.isupper(), text.islower())  # 6 False True
    ```

    ```mojo
    print(String("  word ").strip(), String("xxa").lstrip("x"), String("a  ").rstrip())  # word a a
    print(String("Ada").lower(), String(", ").join(["a", "b"]))  # ada a, b
    print(String("{} is {}").format("x", 7))  # x is 7
    print(String("7").ascii_rjust(3, "0"), String("7").ascii_ljust(3, "0"))  # 007 700
    print(String("7").rjust(2, "0"), String("7").ljust(2, "0"))  # 07 70
    print(String("x").ascii_center(3, "-"), String("x").center(5, "-"))  # -x- --x--
    print(len(String("a\nb").splitlines()))  # 2
    print(String("42").is_ascii_digit(), String("42").isdigit(), String(" ").isspace())  # True True True
    print(String("a").is_ascii_printable(), String("a").isprintable(), String(" ").is_ascii_whitespace())  # True True True
    ```

    ```mojo
    var text = String("né")
    print(text.count_codepoints(), text.count_graphemes(), len(text.as_bytes()))  # 2 2 3
    for letter in text.codepoint_slices(): print(letter, end=" ")
    for letter in text.codepoints(): print(letter.to_u32(), end=" ")
    for letter in text.as_string_slice().graphemes(): print(letter, end=" ")
    for letter in text.codepoint_slices_reversed(): print(letter, end=" ")
    for byte in text.bytes(): print(byte, end=" ")
    # prints: n é 110 233 n é é n 110 195 169
    ```

    ```mojo
    var text = String()
    text.reserve(100)
    text.write("a", 1)
    text.write_string("b")
    text.append_byte(99)
    text.append(Codepoint.ord("é"))
    print(text, text.capacity() >= 100)  # a1bcé True
    text.resize(2)
    text.write_bytes("!".as_bytes())
    text.as_bytes_mut()[0] = 65
    text.unsafe_as_bytes_mut()[1] = 66
    print(text, text.unsafe_ptr()[0], text.unsafe_ptr_mut()[1])  # AB! 65 66
    print(text.unsafe_cstr_ptr()[3], len(text.as_c_string_slice()), len(text.as_c_string_span()))  # 0 3 3
    text.clear()
    print(text == "", String.format_sequence("a", 1))  # True a1
    ```

    ```mojo
    var text = String("äb")
    for start, part in text.grapheme_indices():
        print(start, part)
    # prints: 0 ä
    # prints: 2 b
    print(text.split_at_grapheme(1)[1], text.graphemes_reversed()[0])  # b b
    text.reserve_bytes(50)
    print(text.capacity_bytes() >= 50)  # True
    ```
    """

    comptime ASCII_LOWERCASE = "abcdefghijklmnopqrstuvwxyz"
    """The small letters."""
    comptime ASCII_UPPERCASE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    """The capital letters."""
    comptime ASCII_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    """All letters."""
    comptime DIGITS = "0123456789"
    """The digits."""
    comptime HEX_DIGITS = "0123456789abcdefABCDEF"
    """The digits to base sixteen."""
    comptime OCT_DIGITS = "01234567"
    """The digits to base eight."""
    comptime PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
    """Visible characters that are neither letters nor digits."""

    var _data: _RawPointer
    var _length: Int
    var _capacity: Int

    # -- making ---------------------------------------------------------------------------------

    @always_inline
    def __init__(out self):
        """The empty text."""
        self._data = UnsafePointer[Byte, MutAnyOrigin]().address
        self._length = 0
        self._capacity = _EMPTY

    @always_inline
    def __init__(out self, *, capacity: Int):
        """The empty text with room to grow."""
        self = Self()
        self._reserve(capacity)

    @always_inline
    def __init__(out self, *, capacity_bytes: Int):
        """The empty text with room to grow."""
        self = Self()
        self._reserve(capacity_bytes)

    @always_inline
    @implicit
    def __init__(out self, value: StringLiteral):
        """A constant text."""
        self._data = value._address()
        self._length = value.byte_length()
        self._capacity = 0

    @always_inline
    @implicit
    def __init__(out self, value: StringSlice[ImmAnyOrigin]):
        """A copy of a view."""
        self = Self(_copy_from=value._data, size=value._length)

    @always_inline
    def __init__(out self, *, _copy_from: _RawPointer, size: Int):
        """A copy of bytes."""
        if size > _INLINE:
            self._data = _heap_copy(_copy_from, size)
            self._length = size
            self._capacity = size
        else:
            self = Self()
            _copy_short(__address_of(self), _copy_from, size)
            self._set_inline_length(size)

    @always_inline
    @implicit
    @__only_2025("None is no text; use Optional[String] where there may be none")
    def __init__(out self, value: NoneType):
        """The text `None`."""
        self = Self("None")

    @implicit
    def __init__(out self, var value: TString):
        """The text of a t-string."""
        self = value._text

    def __init__[T: AnyType, //](
        out self, value: T
    ) where (_have_text[T], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """The text that `print` shows for a value."""
        self = Self()
        self.write(value)

    def __init__[*Ts: AnyType](
        out self, *args: *Ts, sep: StaticString = "", end: StaticString = ""
    ) where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """The texts of all values, `sep` between them and `end` after them."""
        self = Self()
        comptime for i in range(Ts.__len__()):
            comptime if i > 0:
                if sep._length > 0:
                    self._write_apart(sep)
            self.write(args[i])
        if end._length > 0:
            self._write_apart(end)

    def __init__[T: _PythonValue, //](out self, *, py: T) raises:
        """The text of a Python object, as its `str()` gives it."""
        self = py._to_text()

    def __init__(out self, *, unsafe_from_utf8: Span[Byte, _]):
        """A copy of bytes that are known to be UTF-8."""
        self = Self(_copy_from=unsafe_from_utf8._data.address, size=len(unsafe_from_utf8))

    def __init__(out self, *, unsafe_from_utf8: List[Byte]):
        """A copy of bytes that are known to be UTF-8."""
        self = Self(_copy_from=unsafe_from_utf8._data.address, size=len(unsafe_from_utf8))

    def __init__(out self, *, bytes: Span[Byte, _]):
        """A copy of bytes that are known to be UTF-8."""
        self = Self(_copy_from=bytes._data.address, size=len(bytes))

    def __init__(out self, *, from_utf8_lossy: Span[Byte, _]):
        """A copy of bytes, what is not UTF-8 replaced by the character U+FFFD."""
        self = Self()
        var text = StringSlice[ImmAnyOrigin](unsafe_from_utf8=from_utf8_lossy)
        var start = 0
        while start < text._length:
            var valid, size = _next_sequence(text, start)
            if valid:
                self.write_string(text._part(start, start + size))
            else:
                self._append_codepoint(0xFFFD)
            start += size

    def __init__(out self, *, from_utf8: Span[Byte, _]) raises:
        """A copy of bytes that should be UTF-8; raises when they are not."""
        if not _is_valid_utf8(from_utf8._data.address, len(from_utf8)):
            raise Error("Cannot construct a String from invalid UTF-8 data")
        self = Self(_copy_from=from_utf8._data.address, size=len(from_utf8))

    def __init__(out self, *, unsafe_from_utf8_ptr: UnsafePointer[Byte, _]):
        """A copy of the bytes up to the first zero."""
        var size = 0
        while unsafe_from_utf8_ptr[size] != 0:
            size += 1
        self = Self(_copy_from=unsafe_from_utf8_ptr.address, size=size)

    def __init__(out self, *, unsafe_from_utf8_ptr: UnsafePointer[Int8, _]):
        """A copy of the bytes up to the first zero."""
        self = Self(unsafe_from_utf8_ptr=unsafe_from_utf8_ptr.bitcast[Byte]())

    def __init__(out self, *, unsafe_uninit_length: Int):
        """A text of a length whose bytes the caller fills in."""
        self = Self()
        self._reserve(unsafe_uninit_length)
        self._set_length(unsafe_uninit_length)

    @always_inline
    def __init__(out self, *, copy: Self):
        """A copy of the bytes; constant bytes are shared."""
        self._data = copy._data
        self._length = copy._length
        self._capacity = copy._capacity
        if self._capacity > 0:
            self._data = _heap_copy(copy._data, copy._length)
            self._capacity = copy._length if copy._length > 0 else 1

    @always_inline
    def __deinit__(deinit self):
        """Frees the bytes."""
        if self._capacity > 0:
            _free(self._data)

    # -- bytes ------------------------------------------------------------------------------------

    @always_inline
    def _bytes(self) -> _RawPointer:
        # Where the bytes are.
        return __address_of(self) if self._capacity < 0 else self._data

    @always_inline
    def _set_inline_length(mut self, length: Int):
        self._capacity = (self._capacity & _INLINE_BYTES) | (_EMPTY + (length << 56))

    @always_inline
    def _set_length(mut self, length: Int):
        if self._capacity < 0:
            self._set_inline_length(length)
        else:
            self._length = length

    @no_inline
    def _own(mut self, capacity: Int):
        # Moves the bytes to heap memory of our own with room for at least `capacity` bytes.
        var length = self.byte_length()
        var data = _allocate(capacity)
        __mlir_op.`pop.memcpy`[overlapping=False](data, self._bytes(), length._index())
        if self._capacity > 0:
            _free(self._data)
        self._data = data
        self._length = length
        self._capacity = capacity

    @always_inline
    def _reserve(mut self, capacity: Int):
        if capacity > self.capacity():
            self._own(max(capacity, 2 * _INLINE))

    def reserve(mut self, new_capacity: Int):
        """Makes room for at least `new_capacity` bytes."""
        self._reserve(new_capacity)

    @always_inline
    def capacity(self) -> Int:
        """For how many bytes there is room."""
        return _INLINE if self._capacity < 0 else self._capacity

    @always_inline
    def _append_bytes(mut self, data: _RawPointer, size: Int):
        var length = self.byte_length()
        if length + size > self.capacity():
            self._append_and_grow(data, size)
            return
        _copy_short(__mlir_op.`pop.offset`[element=UInt8](self._bytes(), length._index()), data, size)
        self._set_length(length + size)

    @no_inline
    def _append_and_grow(mut self, data: _RawPointer, size: Int):
        # `data` may lie in the bytes that are given up, so these are freed last.
        var length = self.byte_length()
        var capacity = max(length + size, max(2 * length, 2 * _INLINE))
        var grown = _allocate(capacity)
        __mlir_op.`pop.memcpy`[overlapping=False](grown, self._bytes(), length._index())
        __mlir_op.`pop.memcpy`[overlapping=False](
            __mlir_op.`pop.offset`[element=UInt8](grown, length._index()), data, size._index()
        )
        if self._capacity > 0:
            _free(self._data)
        self._data = grown
        self._length = length + size
        self._capacity = capacity

    @always_inline
    def _append_byte(mut self, byte: UInt8):
        var length = self.byte_length()
        if length >= self.capacity():
            self._own(2 * max(length, _INLINE))
        __mlir_op.`pop.store`(byte.value, __mlir_op.`pop.offset`[element=UInt8](self._bytes(), length._index()))
        self._set_length(length + 1)

    def append_byte(mut self, byte: UInt8):
        """Adds a byte."""
        self._append_byte(byte)

    def _append_codepoint(mut self, codepoint: Int):
        if codepoint < 0x80:
            self._append_byte(UInt8(codepoint))
        elif codepoint < 0x800:
            self._append_byte(UInt8(0xC0 | codepoint >> 6))
            self._append_byte(UInt8(0x80 | codepoint & 0x3F))
        elif codepoint < 0x10000:
            self._append_byte(UInt8(0xE0 | codepoint >> 12))
            self._append_byte(UInt8(0x80 | codepoint >> 6 & 0x3F))
            self._append_byte(UInt8(0x80 | codepoint & 0x3F))
        else:
            self._append_byte(UInt8(0xF0 | codepoint >> 18))
            self._append_byte(UInt8(0x80 | codepoint >> 12 & 0x3F))
            self._append_byte(UInt8(0x80 | codepoint >> 6 & 0x3F))
            self._append_byte(UInt8(0x80 | codepoint & 0x3F))

    def append(mut self, codepoint: Codepoint):
        """Adds a character."""
        self._append_codepoint(Int(codepoint))

    @always_inline
    def byte_length(self) -> Int:
        """How many bytes the text has."""
        return (self._capacity >> 56) & 31 if self._capacity < 0 else self._length

    @always_inline
    @__only_2025("a text has no single length; use byte_length() or count_codepoints()")
    def __len__(self) -> Int:
        """How many bytes the text has."""
        return self.byte_length()

    @always_inline
    def __bool__(self) -> Bool:
        """True when the text is not empty."""
        return self.byte_length() > 0

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Byte, MutAnyOrigin]:
        """Where the bytes are."""
        return UnsafePointer[Byte, MutAnyOrigin](mlir_value=self._bytes())

    @always_inline
    def unsafe_ptr_mut(mut self) -> UnsafePointer[Byte, MutAnyOrigin]:
        """Where the bytes are, free to change."""
        if self._capacity == 0:
            self._own(max(self._length, 2 * _INLINE))
        return UnsafePointer[Byte, MutAnyOrigin](mlir_value=self._bytes())

    def unsafe_cstr_ptr(mut self) -> UnsafePointer[Int8, MutAnyOrigin]:
        """Where the bytes are, followed by a zero."""
        var length = self.byte_length()
        self._reserve(length + 1)
        __mlir_op.`pop.store`(UInt8(0).value, __mlir_op.`pop.offset`[element=UInt8](self._bytes(), length._index()))
        return UnsafePointer[Int8, MutAnyOrigin](mlir_value=self._bytes())

    def as_c_string_slice(mut self) -> CStringSlice[origin_of(self)]:
        """The text as C sees it, with a zero after it."""
        return CStringSlice[origin_of(self)](unsafe_from_ptr=self.unsafe_cstr_ptr())

    def as_c_string_span(mut self) -> CStringSlice[origin_of(self)]:
        """The text as C sees it, with a zero after it."""
        return self.as_c_string_slice()

    def __c_value__(self) -> Self where (False, "C knows no texts; give it 'as_c_string_span()', which ends with a zero"):
        """Not what C takes."""
        return self

    @always_inline
    def as_bytes(ref self) -> Span[Byte, origin_of(self)._get_owned_interior["bytes"]]:
        """The bytes as a view."""
        return Span[Byte, origin_of(self)](ptr=self.unsafe_ptr(), length=self.byte_length())

    @always_inline
    def as_bytes_mut(mut self) -> Span[Byte, origin_of(self)._get_owned_interior["bytes"]]:
        """The bytes as a view that may be changed."""
        return Span[Byte, origin_of(self)](ptr=self.unsafe_ptr_mut(), length=self.byte_length())

    @always_inline
    def unsafe_as_bytes_mut(mut self) -> Span[Byte, origin_of(self)._get_owned_interior["bytes"]]:
        """The bytes as a view that may be changed; the text must stay UTF-8."""
        return self.as_bytes_mut()

    @always_inline
    def as_string_slice(ref self) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """The text as a view."""
        return StringSlice[origin_of(self)](ptr=self._bytes(), length=self.byte_length())

    @always_inline
    def _view(self) -> StringSlice[ImmAnyOrigin]:
        return StringSlice[ImmAnyOrigin](ptr=self._bytes(), length=self.byte_length())

    def clear(mut self):
        """Becomes the empty text."""
        self._set_length(0)

    def resize(mut self, length: Int, fill_byte: UInt8 = 0, *, _at: StaticString = __call_site_text()):
        """Cuts or pads to a number of bytes; it is not cut within a character."""
        if length <= self.byte_length():
            self._view()._check_boundary(length, _at)
            self._set_length(length)
            return
        while self.byte_length() < length:
            self._append_byte(fill_byte)

    def resize(mut self, *, unsafe_uninit_length: Int):
        """Changes the number of bytes; new ones are for the caller to fill in."""
        self._reserve(unsafe_uninit_length)
        self._set_length(unsafe_uninit_length)

    # -- writing ----------------------------------------------------------------------------------

    @always_inline
    def write_string(mut self, string: StringSlice[ImmAnyOrigin]):
        """Adds a text at the end."""
        if string._length > 0:
            self._append_bytes(string._data, string._length)

    @always_inline
    def write[
        *Ts: AnyType
    ](mut self, *args: *Ts) where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be written"):
        """Adds the text of every argument."""
        comptime for i in range(Ts.__len__()):
            write_value(args[i], self)

    @no_inline
    def _write_apart[T: AnyType, //](mut self, value: T) where _have_text[T]:
        # Adds the text of a value by a call, for texts that are rarely made: one function for all of a type.
        write_value(value, self)

    @staticmethod
    def write[
        *Ts: AnyType
    ](*args: *Ts) -> String where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be written"):
        """The texts of all values joined."""
        var text = String()
        comptime for i in range(Ts.__len__()):
            write_value(args[i], text)
        return text^

    def write_bytes(mut self, bytes: Span[Byte, _]):
        """Adds bytes at the end."""
        self._append_bytes(bytes._data.address, len(bytes))

    @always_inline
    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        writer.write_string(self._view())

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the text in quotes."""
        self._view().write_repr_to(writer)

    def __str__(self) -> String:
        """The text itself."""
        return self

    def __repr__(self) -> String:
        """The text in quotes."""
        var text = String()
        self.write_repr_to(text)
        return text^

    @staticmethod
    def format_sequence[
        *Ts: AnyType
    ](*args: *Ts) -> String where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be written"):
        """The texts of all values joined."""
        var text = String()
        comptime for i in range(Ts.__len__()):
            text.write(args[i])
        return text^

    # -- operators ----------------------------------------------------------------------------------

    def __add__(self, other: StringSlice[ImmAnyOrigin]) -> String:
        """Both texts joined."""
        return self._view() + other

    def __radd__(self, other: StringSlice[ImmAnyOrigin]) -> String:
        """Both texts joined."""
        return other + self._view()

    @always_inline
    def __iadd__(mut self, other: StringSlice[ImmAnyOrigin]):
        """Adds a text at the end."""
        self._append_bytes(other._data, other._length)

    def __mul__(self, n: Int) -> String:
        """The text repeated."""
        return self._view() * n

    @always_inline
    def __eq__(self, other: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when both texts are the same."""
        return self._view() == other

    @always_inline
    def __ne__(self, other: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when the texts differ."""
        return not (self._view() == other)

    def __lt__(self, other: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it comes first, byte by byte."""
        return self._view() < other

    def __le__(self, other: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it does not come after `other`."""
        return not (other < self._view())

    def __gt__(self, other: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it comes after `other`."""
        return other < self._view()

    def __ge__(self, other: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when it does not come before `other`."""
        return not (self._view() < other)

    def __contains__(self, text: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when `text` occurs in it."""
        return self._view().find(text) >= 0

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the bytes."""
        self._view().__hash__(hasher)

    @__only_2025("a text is indexed by keyword: s[byte=i], s[codepoint=i] or s[grapheme=i]")
    def __getitem__(self, idx: Int) -> String:
        """The character at a byte position."""
        return self._view()[idx]

    @__only_2025("a text is sliced by keyword: s[byte=a:b] or s[codepoint=a:b]")
    def __getitem__(self, slc: Slice) -> String:
        """The bytes of a slice."""
        return self._view()[slc]

    @always_inline
    def __getitem__(
        ref self, *, byte: Int, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()
    ) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """The character that begins at a byte position."""
        return self.as_string_slice().__getitem__(byte=byte, _at=_at, _from_end=_from_end)

    @always_inline
    def __getitem__(
        ref self, *, byte: ContiguousSlice, _at: StaticString = __call_site_text()
    ) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """The text between two byte positions."""
        return self.as_string_slice().__getitem__(byte=byte, _at=_at)

    @always_inline
    def __getitem__(ref self, *, byte: Slice) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """The text between two byte positions."""
        return self.as_string_slice()[byte=byte]

    @always_inline
    def __getitem__(
        ref self, *, codepoint: Int, _at: StaticString = __call_site_text()
    ) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """A character by number."""
        return self.as_string_slice().__getitem__(codepoint=codepoint, _at=_at)

    @always_inline
    def __getitem__(
        ref self, *, codepoint: ContiguousSlice, _at: StaticString = __call_site_text()
    ) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """The text between two characters."""
        return self.as_string_slice().__getitem__(codepoint=codepoint, _at=_at)

    @always_inline
    def __getitem__(ref self, *, codepoint: Slice) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """The text between two characters."""
        return self.as_string_slice()[codepoint=codepoint]

    @always_inline
    def __iter__(ref self) -> GraphemeIter[origin_of(self)._get_owned_interior["bytes"]]:
        """Walks the characters."""
        return GraphemeIter[origin_of(self)](self.as_string_slice())

    def __reversed__(ref self) -> CodepointSliceIter[origin_of(self)._get_owned_interior["bytes"], forward=False]:
        """Walks the characters backwards."""
        return CodepointSliceIter[origin_of(self), forward=False](self._bytes(), 0, self.byte_length())

    @always_inline
    def codepoints(ref self) -> CodepointsIter[origin_of(self)._get_owned_interior["bytes"]]:
        """Walks the characters as Codepoints."""
        return CodepointsIter[origin_of(self)](self._bytes(), 0, self.byte_length())

    @always_inline
    def codepoint_slices(ref self) -> CodepointSliceIter[origin_of(self)._get_owned_interior["bytes"]]:
        """Walks the characters."""
        return CodepointSliceIter[origin_of(self)](self._bytes(), 0, self.byte_length())

    @always_inline
    def codepoint_slices_reversed(ref self) -> CodepointSliceIter[origin_of(self)._get_owned_interior["bytes"], forward=False]:
        """Walks the characters backwards."""
        return self.__reversed__()

    @always_inline
    def bytes(ref self) -> _SpanIter[Byte, origin_of(self)._get_owned_interior["bytes"]]:
        """Walks the bytes."""
        return self.as_bytes().__iter__()

    @always_inline
    def graphemes(ref self) -> GraphemeIter[origin_of(self)._get_owned_interior["bytes"]]:
        """Walks the characters as people see them."""
        return self.as_string_slice().graphemes()

    def count_graphemes(self) -> Int:
        """How many characters people see."""
        return self._view().count_graphemes()

    def __getitem__(
        ref self, *, grapheme: Int, _at: StaticString = __call_site_text()
    ) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """A character as people see it, by number."""
        return self.as_string_slice().__getitem__(grapheme=grapheme, _at=_at)

    def __getitem__(
        ref self, *, grapheme: ContiguousSlice, _at: StaticString = __call_site_text()
    ) -> StringSlice[origin_of(self)._get_owned_interior["bytes"]]:
        """The text between two characters as people see them."""
        return self.as_string_slice().__getitem__(grapheme=grapheme, _at=_at)

    def count_codepoints(self) -> Int:
        """How many characters there are."""
        return self._view().count_codepoints()
