"""Codepoint: one Unicode character."""


struct Codepoint(Comparable, Equatable, Hashable, Intable, Stringable, TrivialRegisterPassable, Writable):
    """The number of a Unicode character.

    Example:

    ```mojo
    var letter = Codepoint.ord("é")
    print(letter, letter.to_u32(), letter.utf8_byte_length())  # é 233 2
    ```

    ```mojo
    var letter = Codepoint.from_u32(65).value()
    print(letter, letter.is_ascii(), letter.is_ascii_upper(), letter.is_ascii_lower())  # A True True False
    print(letter.is_ascii_digit(), letter.is_ascii_printable())  # False True
    print(letter.is_posix_space(), letter.is_python_space())  # False False
    ```
    """

    var _value: UInt32

    @always_inline
    def __init__(out self, *, unsafe_unchecked_codepoint: UInt32):
        """Wraps a number that is known to be valid."""
        self._value = unsafe_unchecked_codepoint

    @always_inline
    def __init__(out self, codepoint: UInt8):
        """The character with a number below 256."""
        self._value = UInt32(codepoint)

    @staticmethod
    def from_u32(codepoint: UInt32) -> Optional[Codepoint]:
        """The character with this number, if there can be one."""
        if codepoint > 0x10FFFF or (codepoint >= 0xD800 and codepoint <= 0xDFFF):
            return None
        return Codepoint(unsafe_unchecked_codepoint=codepoint)

    @staticmethod
    def ord(string: StringSlice[ImmAnyOrigin]) -> Codepoint:
        """The only character of a text."""
        return Codepoint(unsafe_unchecked_codepoint=UInt32(_decode(string._data, 0)))

    @always_inline
    def __int__(self) -> Int:
        """The number."""
        return Int(self._value)

    @always_inline
    def to_u32(self) -> UInt32:
        """The number."""
        return self._value

    def __eq__(self, other: Self) -> Bool:
        """True for the same character."""
        return self._value == other._value

    def __lt__(self, other: Self) -> Bool:
        """True for a lower number."""
        return self._value < other._value

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the number."""
        self._value.__hash__(hasher)

    def utf8_byte_length(self) -> Int:
        """How many bytes UTF-8 takes for it."""
        return _encoded_size(Int(self._value))

    def is_ascii(self) -> Bool:
        """True below 128."""
        return self._value < 128

    def is_ascii_digit(self) -> Bool:
        """True for 0 to 9."""
        return self._value >= 48 and self._value <= 57

    def is_ascii_upper(self) -> Bool:
        """True for A to Z."""
        return self._value >= 65 and self._value <= 90

    def is_ascii_lower(self) -> Bool:
        """True for a to z."""
        return self._value >= 97 and self._value <= 122

    def is_ascii_printable(self) -> Bool:
        """True for visible ASCII characters and the space."""
        return self._value >= 32 and self._value <= 126

    def is_posix_space(self) -> Bool:
        """True for ASCII white space."""
        return self._value == 32 or (self._value >= 9 and self._value <= 13)

    def is_python_space(self) -> Bool:
        """True for what Python calls white space."""
        return (
            self.is_posix_space()
            or (self._value >= 0x1C and self._value <= 0x1F)
            or self._value == 0x85
            or self._value == 0x2028
            or self._value == 0x2029
        )

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `Codepoint(233)`."""
        writer.write("Codepoint(", self._value, ")")

    def write_to(self, mut writer: Some[Writer]):
        """Writes the character."""
        var text = String()
        text._append_codepoint(Int(self._value))
        writer.write_string(text.as_string_slice())

    def __str__(self) -> String:
        """The character as text."""
        var text = String()
        text._append_codepoint(Int(self._value))
        return text^


def _encoded_size(codepoint: Int) -> Int:
    # Bytes of the UTF-8 form.
    if codepoint < 0x80:
        return 1
    if codepoint < 0x800:
        return 2
    if codepoint < 0x10000:
        return 3
    return 4


@always_inline
def _byte_at(data: __mlir_type.`!kgen.pointer<none>`, i: Int) -> Int:
    return Int(
        mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](
            __mlir_op.`pop.load`[_type = __mlir_type.`!pop.scalar<ui8>`](
                __mlir_op.`pop.offset`[element=UInt8](data, i._index())
            )
        )
    )


def _sequence_size(first: Int) -> Int:
    # Bytes of the UTF-8 sequence that begins with this byte.
    if first < 0x80:
        return 1
    if first < 0xE0:
        return 2
    if first < 0xF0:
        return 3
    return 4


def _decode(data: __mlir_type.`!kgen.pointer<none>`, position: Int) -> Int:
    # The character whose UTF-8 form begins at `position`.
    var first = _byte_at(data, position)
    if first < 0x80:
        return first
    if first < 0xE0:
        return (first & 0x1F) << 6 | (_byte_at(data, position + 1) & 0x3F)
    if first < 0xF0:
        return (
            (first & 0x0F) << 12
            | (_byte_at(data, position + 1) & 0x3F) << 6
            | (_byte_at(data, position + 2) & 0x3F)
        )
    return (
        (first & 0x07) << 18
        | (_byte_at(data, position + 1) & 0x3F) << 12
        | (_byte_at(data, position + 2) & 0x3F) << 6
        | (_byte_at(data, position + 3) & 0x3F)
    )
