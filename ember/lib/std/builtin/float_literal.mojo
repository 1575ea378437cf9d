"""FloatLiteral: exact fractions, known at compile time."""


@nonmaterializable(Float64)
struct FloatLiteral(Boolable, Comparable, Floatable, TrivialRegisterPassable):
    """A number with a point or exponent written in the source; it becomes a Float64 where it meets run time.

    Example:

    ```mojo
    comptime third = 1.0 / 3.0  # exact until it is used
    print(third * 3.0 == 1.0)  # True
    ```

    ```mojo
    print(FloatLiteral.nan.is_nan(), FloatLiteral.negative_zero.is_neg_zero())  # True True
    ```
    """

    comptime nan = Self(0) / Self(0)
    """Not a number."""
    comptime infinity = Self(1) / Self(0)
    """Larger than all numbers."""
    comptime negative_infinity = Self(-1) / Self(0)
    """Smaller than all numbers."""
    comptime negative_zero = Self(1) / Self.negative_infinity
    """Zero with a sign."""

    var value: __mlir_type.`!pop.float_literal`
    """The raw literal."""

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: __mlir_type.`!pop.float_literal`):
        """Wraps a raw literal."""
        self.value = mlir_value

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: IntLiteral):
        """A whole number."""
        self.value = __mlir_op.`pop.cast`[_type = __mlir_type.`!pop.float_literal`](value.value)

    @always_inline("nodebug")
    def __bool__(self) -> Bool:
        """True when it is not zero."""
        return self != 0

    @always_inline("nodebug")
    def is_nan(self) -> Bool:
        """True for no number."""
        return self != self

    @always_inline("nodebug")
    def is_neg_zero(self) -> Bool:
        """True for -0.0."""
        return (self == 0) & (Self(1) / self < 0)

    @always_inline("nodebug")
    def __float__(self) -> Float64:
        """The nearest Float64."""
        return Float64(self)

    @always_inline("nodebug")
    def __int_literal__(self) -> IntLiteral:
        """Truncated to a whole number."""
        return IntLiteral(mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.int_literal`](self.value))

    @always_inline("nodebug")
    def __int__(self) -> Int:
        """Truncated to an Int."""
        return Int(self.__int_literal__())

    @always_inline("nodebug")
    def __add__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.add`(self.value, rhs.value))

    @always_inline("nodebug")
    def __radd__(self, lhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.add`(lhs.value, self.value))

    @always_inline("nodebug")
    def __sub__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.sub`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rsub__(self, lhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.sub`(lhs.value, self.value))

    @always_inline("nodebug")
    def __mul__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.mul`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rmul__(self, lhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.mul`(lhs.value, self.value))

    @always_inline("nodebug")
    def __truediv__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.div`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rtruediv__(self, lhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.div`(lhs.value, self.value))

    @always_inline("nodebug")
    def __floordiv__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.floordiv`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rfloordiv__(self, lhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.floordiv`(lhs.value, self.value))

    @always_inline("nodebug")
    def __mod__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.floormod`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rmod__(self, lhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.floormod`(lhs.value, self.value))

    @always_inline("nodebug")
    def __eq__(self, rhs: Self) -> Bool:
        """Compares literals."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __ne__(self, rhs: Self) -> Bool:
        """Compares literals."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __lt__(self, rhs: Self) -> Bool:
        """Compares literals."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"lt"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __le__(self, rhs: Self) -> Bool:
        """Compares literals."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"le"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __gt__(self, rhs: Self) -> Bool:
        """Compares literals."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"gt"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __ge__(self, rhs: Self) -> Bool:
        """Compares literals."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ge"`](self.value, rhs.value))

    @always_inline
    def __pow__(self, rhs: IntLiteral) -> Float64:
        """The number to a whole power."""
        return Float64(self) ** Int(rhs)

    @always_inline
    def __pow__(self, rhs: FloatLiteral) -> Float64:
        """The number to a power."""
        return Float64(self) ** Float64(rhs)

    @always_inline("nodebug")
    def __neg__(self) -> Self:
        """The opposite number."""
        return Self(mlir_value=__mlir_op.`pop.neg`(self.value))

    @always_inline("nodebug")
    def __pos__(self) -> Self:
        """The number itself."""
        return self
