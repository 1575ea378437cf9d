"""Bool: the two truth values."""

from std.builtin.value import _PythonValue


struct Bool(
    Boolable,
    Comparable,
    Defaultable,
    Floatable,
    Hashable,
    Indexer,
    Intable,
    Representable,
    Stringable,
    TrivialRegisterPassable,
    Writable,
):
    """True or False.

    Example:

    ```mojo
    var ready = True
    print(ready and not False, Int(ready))  # True 1
    ```
    """

    comptime MIN = Bool(mlir_value=__mlir_attr.`false`)
    """The smaller value: False."""
    comptime MAX = Bool(mlir_value=__mlir_attr.`true`)
    """The larger value: True."""

    var value: __mlir_type.i1
    """The raw bit."""

    @always_inline("nodebug")
    def __init__(out self):
        """Makes False."""
        self.value = __mlir_attr.`false`

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: __mlir_type.i1):
        """Wraps a raw bit."""
        self.value = mlir_value

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: Scalar[DType.bool]):
        """The truth value of a one-lane mask."""
        self.value = __mlir_op.`pop.cast`[_type = __mlir_type.i1](value.value)

    @always_inline("nodebug")
    def __init__[T: Boolable](out self, value: T):
        """The truth value of anything that has one."""
        self = value.__bool__()

    def __init__[T: _PythonValue, //](out self, *, py: T) raises:
        """Python's idea of an object's truth; raises when Python cannot tell."""
        self = py._to_bool()

    @always_inline("nodebug")
    def __bool__(self) -> Bool:
        """The value itself."""
        return self

    @always_inline("nodebug")
    def __int__(self) -> Int:
        """1 or 0."""
        return Int(mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](self.value))

    @always_inline("nodebug")
    def __index__(self) -> Int:
        """1 or 0."""
        return self.__int__()

    @always_inline("nodebug")
    def __float__(self) -> Float64:
        """1.0 or 0.0."""
        return Float64(self.__int__())

    @always_inline("nodebug")
    def __eq__(self, rhs: Bool) -> Bool:
        """True when both are the same."""
        return ~(self ^ rhs)

    @always_inline("nodebug")
    def __ne__(self, rhs: Bool) -> Bool:
        """True when they differ."""
        return self ^ rhs

    @always_inline("nodebug")
    def __lt__(self, rhs: Bool) -> Bool:
        """False comes before True."""
        return ~self & rhs

    @always_inline("nodebug")
    def __le__(self, rhs: Bool) -> Bool:
        """False comes before True."""
        return ~self | rhs

    @always_inline("nodebug")
    def __gt__(self, rhs: Bool) -> Bool:
        """True comes after False."""
        return self & ~rhs

    @always_inline("nodebug")
    def __ge__(self, rhs: Bool) -> Bool:
        """True comes after False."""
        return self | ~rhs

    @always_inline("nodebug")
    def __invert__(self) -> Bool:
        """The other value."""
        return Bool(mlir_value=__mlir_op.`pop.xor`(self.value, __mlir_attr.`true`))

    @always_inline("nodebug")
    def __and__(self, rhs: Bool) -> Bool:
        """True when both are."""
        return Bool(mlir_value=__mlir_op.`pop.and`(self.value, rhs.value))

    @always_inline("nodebug")
    def __or__(self, rhs: Bool) -> Bool:
        """True when one is."""
        return Bool(mlir_value=__mlir_op.`pop.or`(self.value, rhs.value))

    @always_inline("nodebug")
    def __xor__(self, rhs: Bool) -> Bool:
        """True when exactly one is."""
        return Bool(mlir_value=__mlir_op.`pop.xor`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rand__(self, lhs: Bool) -> Bool:
        """True when both are."""
        return lhs & self

    @always_inline("nodebug")
    def __ror__(self, lhs: Bool) -> Bool:
        """True when one is."""
        return lhs | self

    @always_inline("nodebug")
    def __rxor__(self, lhs: Bool) -> Bool:
        """True when exactly one is."""
        return lhs ^ self

    @always_inline("nodebug")
    def __iand__(mut self, rhs: Bool):
        """Keeps True only if `rhs` is."""
        self = self & rhs

    @always_inline("nodebug")
    def __ior__(mut self, rhs: Bool):
        """Becomes True if `rhs` is."""
        self = self | rhs

    @always_inline("nodebug")
    def __ixor__(mut self, rhs: Bool):
        """Flips if `rhs` is True."""
        self = self ^ rhs

    @always_inline("nodebug")
    def __neg__(self) -> Int:
        """-1 or 0."""
        return -self.__int__()

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds 1 or 0."""
        hasher._update_word(UInt64(self.__int__()))

    def write_to(self, mut writer: Some[Writer]):
        """Writes `True` or `False`."""
        if self:
            writer.write_string("True")
        else:
            writer.write_string("False")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `True` or `False`."""
        self.write_to(writer)

    def __str__(self) -> String:
        """`True` or `False`."""
        return "True" if self else "False"

    def __repr__(self) -> String:
        """`True` or `False`."""
        return self.__str__()


def all[T: Iterable](iterable: T) -> Bool:
    """True when every element is true.

    Example:

    ```mojo
    print(all([True, True]), all([True, False]))  # True False
    ```
    """
    for item in iterable:
        if not item:
            return False
    return True


def any[T: Iterable](iterable: T) -> Bool:
    """True when an element is true.

    Example:

    ```mojo
    print(any([False, True]), any([False, False]))  # True False
    ```
    """
    for item in iterable:
        if item:
            return True
    return False


@always_inline
def all(value: SIMD) -> Bool:
    """True when every lane is true."""
    return value.cast[DType.bool]().reduce_and()


@always_inline
def any(value: SIMD) -> Bool:
    """True when a lane is true."""
    return value.cast[DType.bool]().reduce_or()
