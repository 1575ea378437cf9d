"""IntLiteral: whole numbers of any size, known at compile time."""


@nonmaterializable(Int)
struct IntLiteral(Boolable, Comparable, Floatable, Indexer, Intable, TrivialRegisterPassable):
    """An integer written in the source; it becomes an Int where it meets run time.

    Example:

    ```mojo
    comptime big = 2 ** 200  # exact, of any size
    print(big // 2 ** 198)  # 4
    ```
    """

    var value: __mlir_type.`!pop.int_literal`
    """The raw literal."""

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: __mlir_type.`!pop.int_literal`):
        """Wraps a raw literal."""
        self.value = mlir_value

    @always_inline("nodebug")
    def __bool__(self) -> Bool:
        """True when it is not zero."""
        return self != 0

    @always_inline("nodebug")
    def __int__(self) -> Int:
        """The number as an Int."""
        return Int(self)

    @always_inline("nodebug")
    def __index__(self) -> Int:
        """The number as an Int."""
        return Int(self)

    @always_inline("nodebug")
    def __float__(self) -> Float64:
        """The number as a Float64."""
        return Float64(self)

    @always_inline("nodebug")
    def __str__(self) -> String:
        """The digits."""
        return String(Int(self))

    @always_inline("nodebug")
    def __add__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.add`(self.value, rhs.value))

    @always_inline("nodebug")
    def __sub__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.sub`(self.value, rhs.value))

    @always_inline("nodebug")
    def __mul__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.mul`(self.value, rhs.value))

    @always_inline("nodebug")
    def __floordiv__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.floordiv`(self.value, rhs.value))

    @always_inline("nodebug")
    def __mod__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.floormod`(self.value, rhs.value))

    @always_inline("nodebug")
    def __pow__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.pow`(self.value, rhs.value))

    @always_inline("nodebug")
    def __and__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.and`(self.value, rhs.value))

    @always_inline("nodebug")
    def __or__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.or`(self.value, rhs.value))

    @always_inline("nodebug")
    def __xor__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.xor`(self.value, rhs.value))

    @always_inline("nodebug")
    def __lshift__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.shl`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rshift__(self, rhs: Self) -> Self:
        """Exact arithmetic on literals."""
        return Self(mlir_value=__mlir_op.`pop.shr`(self.value, rhs.value))

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

    @always_inline("nodebug")
    def __truediv__(self, rhs: Self) -> FloatLiteral:
        """The exact quotient."""
        return FloatLiteral(self) / FloatLiteral(rhs)

    @always_inline("nodebug")
    def __neg__(self) -> Self:
        """The opposite number."""
        return Self(mlir_value=__mlir_op.`pop.neg`(self.value))

    @always_inline("nodebug")
    def __pos__(self) -> Self:
        """The number itself."""
        return self

    @always_inline("nodebug")
    def __invert__(self) -> Self:
        """`-self - 1`."""
        return -self - 1
