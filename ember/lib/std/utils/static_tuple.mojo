"""StaticTuple: a fixed number of register values of one type."""


struct StaticTuple[element_type: TrivialRegisterPassable, size: Int](
    Defaultable,
    Equatable where conforms_to(element_type, Equatable),
    ImplicitlyCopyable,
    Sized,
    TrivialRegisterPassable,
):
    """`size` values of one type.

    Example:

    ```mojo
    from std.utils import StaticTuple

    var corners = StaticTuple[Int, 3](1, 2, 3)
    corners[0] = 7
    print(corners[0], len(corners), corners == corners)  # 7 3 True
    ```

    ```mojo
    from std.utils import StaticTuple

    var pair = StaticTuple[Int, 2](1, 2)
    print(pair.get[1](), pair < StaticTuple[Int, 2](1, 3))  # 2 True
    ```
    """

    comptime _Storage = __mlir_type[`!pop.array<`, Self.size, `, `, Self.element_type, `>`]

    var array: Self._Storage
    """The values."""

    @always_inline
    def __init__(out self):
        """Values that are not set yet."""
        self.array = __mlir_op.`kgen.undefined`[_type = Self._Storage]()

    @always_inline
    def __init__(out self, *, fill: Self.element_type):
        """The same value everywhere."""
        self.array = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.size):
            self._set[i](fill)

    @always_inline
    def __init__(out self, *elems: Self.element_type):
        """The given elems; one value goes everywhere."""
        self.array = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.size):
            self._set[i](elems[i] if elems.__len__() > 1 else elems[0])

    @always_inline
    def _set[i: Int](mut self, value: Self.element_type):
        UnsafePointer[Self.element_type, MutAnyOrigin](mlir_value=__address_of(self.array))[i] = value

    @always_inline
    def __len__(self) -> Int:
        """How many values there are."""
        return Self.size

    @always_inline
    def __getitem__(self, idx: Int) -> Self.element_type:
        """The value at a position."""
        return UnsafePointer[Self.element_type, MutAnyOrigin](mlir_value=__address_of(self.array))[idx]

    @always_inline
    def __setitem__(mut self, idx: Int, val: Self.element_type):
        """Replaces the val at a position."""
        UnsafePointer[Self.element_type, MutAnyOrigin](mlir_value=__address_of(self.array))[idx] = val

    @always_inline
    def __eq__(self, other: Self) -> Bool where conforms_to(Self.element_type, Equatable):
        """True when all values are equal."""
        comptime for i in range(Self.size):
            if self[i] != other[i]:
                return False
        return True

    @always_inline
    def __ne__(self, other: Self) -> Bool:
        """True when some values differ."""
        return not self == other

    @always_inline
    def get[index: Int](self) -> Self.element_type:
        """The value at a position."""
        return self[index]

    def __lt__(self, other: Self) -> Bool where conforms_to(Self.element_type, Comparable):
        """Whether it comes before another: the first values that differ decide."""
        comptime for i in range(Self.size):
            if self[i] != other[i]:
                return self[i] < other[i]
        return False

    def __gt__(self, other: Self) -> Bool where conforms_to(Self.element_type, Comparable):
        """Whether it comes after another."""
        return other < self

    def __le__(self, other: Self) -> Bool where conforms_to(Self.element_type, Comparable):
        """Whether it does not come after another."""
        return not other < self

    def __ge__(self, other: Self) -> Bool where conforms_to(Self.element_type, Comparable):
        """Whether it does not come before another."""
        return not self < other
