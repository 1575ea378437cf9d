"""Slice: what stands in `x[a:b:c]`."""


struct Slice(Copyable, Equatable, ImplicitlyCopyable, Representable, Stringable, Writable):
    """A start, an end and a step, each of which may be missing.

    Example:

    ```mojo
    var s = Slice(1, 7, 2)
    print(s.indices(5))  # (1, 5, 2)
    ```
    """

    var start: Optional[Int]
    """The first position, if given."""
    var end: Optional[Int]
    """The position after the last, if given."""
    var step: Optional[Int]
    """The distance between positions, if given."""

    @always_inline
    def __init__(out self, start: Int, end: Int):
        """From `start` up to `end`."""
        self.start = start
        self.end = end
        self.step = None

    @always_inline
    def __init__(out self, start: Optional[Int], end: Optional[Int], step: Optional[Int]):
        """From three parts that may be missing."""
        self.start = start
        self.end = end
        self.step = step

    @always_inline
    @implicit
    def __init__(out self, value: ContiguousSlice):
        """From a slice without step."""
        self.start = value.start
        self.end = value.end
        self.step = None

    def __eq__(self, other: Self) -> Bool:
        """True when all parts are equal."""
        return self.start == other.start and self.end == other.end and self.step == other.step

    def indices(self, length: Int) -> Tuple[Int, Int, Int]:
        """Start, end and step for something of this length, within its bounds."""
        var step = self.step.or_else(1)
        var lowest = -1 if step < 0 else 0
        var highest = length - 1 if step < 0 else length
        var start = _place(self.start.or_else(0), length, lowest, highest)
        if not self.start:
            start = highest if step < 0 else 0
        var end = _place(self.end.or_else(0), length, lowest, highest)
        if not self.end:
            end = -1 if step < 0 else length
        return (start, end, step)

    def write_to(self, mut writer: Some[Writer]):
        """Writes `Slice(1, 2, None)`."""
        writer.write("Slice(", self.start, ", ", self.end, ", ", self.step, ")")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `Slice(start=1, end=2, step=None)`."""
        writer.write("Slice(start=", self.start, ", end=", self.end, ", step=", self.step, ")")

    def __str__(self) -> String:
        """`Slice(1, 2, None)`."""
        return String(self)

    def __repr__(self) -> String:
        """`Slice(start=1, end=2, step=None)`."""
        return repr(self)


def _place(position: Int, length: Int, lowest: Int, highest: Int) -> Int:
    # A position counted from the end when negative, kept within bounds.
    var place = position + length if position < 0 else position
    if place < lowest:
        return lowest
    if place > highest:
        return highest
    return place


comptime StridedSlice = Slice
"""Another name of `Slice`.

Example:

```mojo
var s: StridedSlice = slice(0, 10, 5)
print(s.step.value())  # 5
```
"""


struct ContiguousSlice(Copyable, Equatable, ImplicitlyCopyable, Writable):
    """What stands in `x[a:b]`: a start and an end, each of which may be missing.

    Example:

    ```mojo
    struct Text:
        def __init__(out self):
            pass

        def __getitem__(self, part: ContiguousSlice) -> Int:
            return part.end.value() - part.start.value()

    print(Text()[2:5])  # 3
    ```

    ```mojo
    print(ContiguousSlice(1, None).indices(5))  # (1, 5)
    ```
    """

    var start: Optional[Int]
    """The first position, if given."""
    var end: Optional[Int]
    """The position after the last, if given."""

    @always_inline
    def __init__(out self, start: Optional[Int], end: Optional[Int], stride: NoneType = None):
        """From two parts that may be missing."""
        self.start = start
        self.end = end

    def __eq__(self, other: Self) -> Bool:
        """True when both parts are equal."""
        return self.start == other.start and self.end == other.end

    def indices(self, length: Int) -> Tuple[Int, Int]:
        """Start and end for something of this length, within its bounds."""
        var start = _place(self.start.or_else(0), length, 0, length)
        var end = _place(self.end.or_else(length), length, 0, length)
        return (start, end if end > start else start)

    def write_to(self, mut writer: Some[Writer]):
        """Writes `Slice(1, 2, None)`."""
        writer.write("Slice(", self.start, ", ", self.end, ", None)")


@always_inline
def slice(end: Int) -> Slice:
    """From the start up to `end`.

    Example:

    ```mojo
    print(slice(3))  # Slice(None, 3, None)
    print(slice(1, 3))  # Slice(1, 3, None)
    ```
    """
    return Slice(None, Optional[Int](end), None)


@always_inline
def slice(start: Int, end: Int) -> Slice:
    """From `start` up to `end`."""
    return Slice(start, end)


@always_inline
def slice(start: Optional[Int], end: Optional[Int], step: Optional[Int]) -> Slice:
    """From three parts that may be missing."""
    return Slice(start, end, step)
