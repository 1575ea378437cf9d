"""Walks over the characters of a text."""

from std.collections.string.codepoint import _byte_at, _decode, _sequence_size
from std.collections.string.string_slice import StringSlice


@fieldwise_init
struct CodepointSliceIter[origin: Origin, *, forward: Bool = True](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks the characters of a text, each as a view.

    Example:

    ```mojo
    for letter in "añb".codepoint_slices():
        print(letter, end=" ")  # a ñ b
    ```
    """

    comptime Element = StringSlice[Self.origin]
    """What the loop gives: a view of one character."""

    var data: __mlir_type.`!kgen.pointer<none>`
    """The address of the text."""
    var start: Int
    """Where the next character is."""
    var end: Int
    """Where the text ends."""

    @always_inline
    def __iter__(self) -> Self:
        """Itself."""
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        """True when there is another."""
        return self.start < self.end

    @always_inline
    def __next__(mut self) -> StringSlice[Self.origin]:
        """The next character."""
        var first: Int
        var size: Int
        comptime if Self.forward:
            first = self.start
            size = _sequence_size(_byte_at(self.data, first))
            self.start += size
        else:
            first = self.end - 1
            while _byte_at(self.data, first) & 0xC0 == 0x80:
                first -= 1
            size = self.end - first
            self.end = first
        return StringSlice[Self.origin](
            ptr=__mlir_op.`pop.offset`[element=UInt8](self.data, first._index()), length=size
        )

    def __len__(self) -> Int:
        """How many characters are left."""
        return StringSlice[ImmAnyOrigin](
            ptr=__mlir_op.`pop.offset`[element=UInt8](self.data, self.start._index()), length=self.end - self.start
        ).count_codepoints()


@fieldwise_init
struct CodepointsIter[origin: Origin](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks the characters of a text, each as a Codepoint.

    Example:

    ```mojo
    for letter in "añ".codepoints():
        print(letter.to_u32(), end=" ")  # 97 241
    ```
    """

    comptime Element = Codepoint
    """What the loop gives."""

    var data: __mlir_type.`!kgen.pointer<none>`
    """The address of the text."""
    var start: Int
    """Where the next character is."""
    var end: Int
    """Where the text ends."""

    @always_inline
    def __iter__(self) -> Self:
        """Itself."""
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        """True when there is another."""
        return self.start < self.end

    @always_inline
    def __next__(mut self) -> Codepoint:
        """The next character."""
        var codepoint = _decode(self.data, self.start)
        self.start += _sequence_size(_byte_at(self.data, self.start))
        return Codepoint(unsafe_unchecked_codepoint=UInt32(codepoint))

    def __len__(self) -> Int:
        """How many characters are left."""
        return StringSlice[ImmAnyOrigin](
            ptr=__mlir_op.`pop.offset`[element=UInt8](self.data, self.start._index()), length=self.end - self.start
        ).count_codepoints()
