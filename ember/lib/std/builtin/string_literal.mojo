"""StringLiteral: text written in the source."""

from std.collections.string._format import _format_problem
from std.ffi.cstring import CStringSlice
from std.format import _have_text


@nonmaterializable(String)
struct StringLiteral(
    Boolable, Comparable, Equatable, Hashable, Representable, Stringable, TrivialRegisterPassable, Writable
):
    """A piece of constant text; it becomes a String where a variable holds it.

    Example:

    ```mojo
    comptime greeting = "hello"
    print(greeting.upper(), greeting.byte_length())  # HELLO 5
    ```

    ```mojo
    print("banana".find("n"), "banana".count("a"), "a-b".split("-")[1])  # 2 3 b
    print("banana".replace("a", "o"), " x ".strip(), "ADA".lower())  # bonono x ada
    print("banana".startswith("ba"), "banana".endswith("na"), "-".join(["a", "b"]))  # True True a-b
    print("{} + {}".format(1, 2), "né".as_bytes()[0], "a".as_string_slice())  # 1 + 2 110 a
    print("a".unsafe_ptr()[0], "a".unsafe_cstr_ptr()[1])  # 97 0
    print(len("abc".as_c_string_slice()), "abc".as_c_string_span())  # 3 abc
    ```
    """

    var value: __mlir_type.`!kgen.string`
    """The raw text."""

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: __mlir_type.`!kgen.string`):
        """Wraps a raw string."""
        self.value = mlir_value

    @always_inline("nodebug")
    def byte_length(self) -> Int:
        """How many bytes the text has."""
        return Int(
            mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](
                __mlir_op.`pop.string.size`[_type = __mlir_type.index](self.value)
            )
        )

    @always_inline("nodebug")
    def __len__(self) -> Int:
        """How many bytes the text has."""
        return self.byte_length()

    @always_inline("nodebug")
    def _address(self) -> __mlir_type.`!kgen.pointer<none>`:
        return __mlir_op.`pop.string.address`[_type = __mlir_type.`!kgen.pointer<none>`](self.value)

    @always_inline("nodebug")
    def unsafe_ptr(self) -> UnsafePointer[Byte, ImmStaticOrigin]:
        """Where the bytes are."""
        return UnsafePointer[Byte, ImmStaticOrigin](mlir_value=self._address())

    @always_inline("nodebug")
    def unsafe_cstr_ptr(self) -> UnsafePointer[Int8, ImmStaticOrigin]:
        """Where the bytes are, followed by a zero."""
        return UnsafePointer[Int8, ImmStaticOrigin](mlir_value=self._address())

    @always_inline("nodebug")
    def as_c_string_slice(self) -> CStringSlice[ImmStaticOrigin]:
        """The text as C sees it, with a zero after it."""
        return CStringSlice[ImmStaticOrigin](unsafe_from_ptr=self.unsafe_cstr_ptr())

    @always_inline("nodebug")
    def as_c_string_span(self) -> CStringSlice[ImmStaticOrigin]:
        """The text as C sees it, with a zero after it."""
        return self.as_c_string_slice()

    @always_inline("nodebug")
    def as_string_slice(self) -> StaticString:
        """The text as a view."""
        return StaticString(self)

    @always_inline("nodebug")
    def as_bytes(self) -> Span[Byte, ImmStaticOrigin]:
        """The bytes as a view."""
        return StaticString(self).as_bytes()

    @always_inline("nodebug")
    def __bool__(self) -> Bool:
        """True when the text is not empty."""
        return self.byte_length() != 0

    @always_inline("nodebug")
    def __add__(self, rhs: StringLiteral) -> StringLiteral:
        """Both texts joined, at compile time."""
        return StringLiteral(mlir_value=__mlir_op.`pop.string.concat`(self.value, rhs.value))

    def __mul__(self, n: Int) -> String:
        """The text repeated."""
        return StaticString(self) * n

    @always_inline("nodebug")
    def __eq__(self, rhs: StringLiteral) -> Bool:
        """True when both texts are the same."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __ne__(self, rhs: StringLiteral) -> Bool:
        """True when the texts differ."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value))

    def __lt__(self, rhs: StringLiteral) -> Bool:
        """True when it comes first, byte by byte."""
        return StaticString(self) < StaticString(rhs)

    def __contains__(self, text: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when `text` occurs in it."""
        return text in StaticString(self)

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the bytes."""
        StaticString(self).__hash__(hasher)

    @always_inline
    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        writer.write_string(StaticString(self))

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the text in quotes."""
        StaticString(self).write_repr_to(writer)

    @always_inline
    def __str__(self) -> String:
        """The text as a String."""
        return String(self)

    def __repr__(self) -> String:
        """The text in quotes."""
        return repr(StaticString(self))

    def __iter__(self) -> StringSlice[ImmStaticOrigin]._Iter:
        """Walks the characters."""
        return StaticString(self).__iter__()

    def __getitem__(self, idx: Int) -> String:
        """The character at a byte position."""
        return StaticString(self)[idx]

    @always_inline
    def __getitem__(self, *, byte: Int) -> StaticString:
        """A part of the text, counted in bytes."""
        return StaticString(self)[byte=byte]

    @always_inline
    def __getitem__(self, *, byte: Slice) -> StaticString:
        """A part of the text, counted in bytes."""
        return StaticString(self)[byte=byte]

    @always_inline
    def __getitem__(self, *, codepoint: Int) -> StaticString:
        """A part of the text, counted in characters."""
        return StaticString(self)[codepoint=codepoint]

    @always_inline
    def __getitem__(self, *, codepoint: Slice) -> StaticString:
        """A part of the text, counted in characters."""
        return StaticString(self)[codepoint=codepoint]

    @always_inline
    def __getitem__(self, *, grapheme: Int) -> StaticString:
        """A part of the text, counted in characters as people see them."""
        return StaticString(self)[grapheme=grapheme]

    @__parameter_from_self
    @always_inline
    def format[
        text: StringLiteral, //, *Ts: AnyType
    ](self, *args: *Ts) -> String where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """Fills the `{}` fields, which are checked at compile time."""
        comptime problem = _format_problem(StaticString(text), Ts.__len__())
        comptime assert problem == "", problem
        try:
            return StaticString(self).format(*args)
        except:
            return String()

    @always_inline
    def format[
        *Ts: AnyType
    ](self, *args: *Ts) raises -> String where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be shown as text"):
        """Fills the `{}` fields."""
        return StaticString(self).format(*args)

    def join[*Ts: AnyType](self, *elements: *Ts) -> String:
        """The texts of the arguments, or of the elements of a single list, with this text between them."""
        return StaticString(self).join(*elements)

    @__only_2025("the parts are views of the text")
    def split(self, sep: StringSlice[ImmAnyOrigin], maxsplit: Int = -1) -> List[String]:
        """The parts between occurrences of `sep`, copied."""
        return StaticString(self).split(sep, maxsplit)

    def split(self, sep: StringSlice[ImmAnyOrigin], maxsplit: Int = -1) -> List[StaticString]:
        """The parts between occurrences of `sep`."""
        return StaticString(self).split(sep, maxsplit)

    @__only_2025("the words are views of the text")
    def split(self, sep: NoneType = None, *, maxsplit: Int = -1) -> List[String]:
        """The words, copied."""
        return StaticString(self).split(maxsplit=maxsplit)

    def split(self, sep: NoneType = None, *, maxsplit: Int = -1) -> List[StaticString]:
        """The words."""
        return StaticString(self).split(maxsplit=maxsplit)

    def upper(self) -> String:
        """In upper case."""
        return StaticString(self).upper()

    def lower(self) -> String:
        """In lower case."""
        return StaticString(self).lower()

    def strip(self) -> String:
        """Without white space around it."""
        return String(StaticString(self).strip())

    def strip(self, chars: StringSlice[ImmAnyOrigin]) -> String:
        """Without the given characters around it."""
        return String(StaticString(self).strip(chars))

    def find(self, text: StringSlice[ImmAnyOrigin], start: Int = 0) -> Int:
        """Where `text` first occurs, or -1."""
        return StaticString(self).find(text, start)

    def count(self, text: StringSlice[ImmAnyOrigin]) -> Int:
        """How often `text` occurs."""
        return StaticString(self).count(text)

    def replace(self, old: StringSlice[ImmAnyOrigin], new: StringSlice[ImmAnyOrigin]) -> String:
        """With every `old` replaced."""
        return StaticString(self).replace(old, new)

    def startswith(self, prefix: StringSlice[ImmAnyOrigin], start: Int = 0, end: Int = -1) -> Bool:
        """True when it begins with `prefix`."""
        return StaticString(self).startswith(prefix, start, end)

    def endswith(self, suffix: StringSlice[ImmAnyOrigin], start: Int = 0, end: Int = -1) -> Bool:
        """True when it ends with `suffix`."""
        return StaticString(self).endswith(suffix, start, end)
