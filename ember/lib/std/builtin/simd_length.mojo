"""SIMDLength: a number of lanes. (An Int is itself a vector of one lane, so lanes are counted by another type.)"""


struct SIMDLength(Equatable, TrivialRegisterPassable):
    """A number of lanes.

    Example:

    ```mojo
    def lanes[length: SIMDLength](v: SIMD[DType.int32, length]) -> Int:
        return Int(length)

    print(lanes(SIMD[DType.int32, 8](0)))  # 8
    ```
    """

    var value: __mlir_type.index
    """The raw number."""

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: IntLiteral):
        """From a literal."""
        self.value = __mlir_op.`pop.cast`[_type = __mlir_type.index](value.value)

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: Int):
        """From an Int."""
        self.value = __mlir_op.`pop.cast`[_type = __mlir_type.index](value.value)

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: __mlir_type.index):
        """Wraps a raw index."""
        self.value = mlir_value

    @always_inline("nodebug")
    def __eq__(self, rhs: Self) -> Bool:
        """True when both are the same number."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __ne__(self, rhs: Self) -> Bool:
        """True when they differ."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __lt__(self, rhs: Self) -> Bool:
        """True when it is smaller."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"lt"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __le__(self, rhs: Self) -> Bool:
        """True when it is not larger."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"le"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __gt__(self, rhs: Self) -> Bool:
        """True when it is larger."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"gt"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __ge__(self, rhs: Self) -> Bool:
        """True when it is not smaller."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ge"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __add__(self, rhs: Self) -> Self:
        """Sum."""
        return Self(mlir_value=__mlir_op.`pop.add`(self.value, rhs.value))

    @always_inline("nodebug")
    def __sub__(self, rhs: Self) -> Self:
        """Difference."""
        return Self(mlir_value=__mlir_op.`pop.sub`(self.value, rhs.value))

    @always_inline("nodebug")
    def __mul__(self, rhs: Self) -> Self:
        """Product."""
        return Self(mlir_value=__mlir_op.`pop.mul`(self.value, rhs.value))

    @always_inline("nodebug")
    def __radd__(self, lhs: Self) -> Self:
        """Sum."""
        return lhs + self

    @always_inline("nodebug")
    def __rsub__(self, lhs: Self) -> Self:
        """Difference."""
        return lhs - self

    @always_inline("nodebug")
    def __rmul__(self, lhs: Self) -> Self:
        """Product."""
        return lhs * self

    @always_inline("nodebug")
    def __floordiv__(self, rhs: Self) -> Self:
        """Quotient rounded down."""
        return Self(mlir_value=__mlir_op.`pop.floordiv`(self.value, rhs.value))

    @always_inline("nodebug")
    def __mod__(self, rhs: Self) -> Self:
        """Remainder."""
        return Self(mlir_value=__mlir_op.`pop.floormod`(self.value, rhs.value))

    @always_inline("nodebug")
    def __int__(self) -> Int:
        """The number."""
        return Int(self)

    @always_inline("nodebug")
    def __index__(self) -> Int:
        """The number."""
        return Int(self)
