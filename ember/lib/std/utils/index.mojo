"""IndexList: a few integers that say where something is or how large it is."""

from std.utils.static_tuple import StaticTuple

comptime StaticIntTuple = IndexList
"""An older name of `IndexList`.

Example:

```mojo
from std.utils.index import StaticIntTuple

print(StaticIntTuple[2](3, 4))  # (3, 4)
```
"""


@always_inline
def Index[
    *Ts: Intable, dtype: DType = DType.int64
](*args: *Ts) -> IndexList[Ts.__len__(), element_type=dtype]:
    """An index of as many dimensions as there are arguments.

    Example:

    ```mojo
    from std.utils import Index

    print(Index(2, 3))  # (2, 3)
    ```
    """
    var result = IndexList[Ts.__len__(), element_type=dtype]()
    comptime for i in range(Ts.__len__()):
        result[i] = Int(args[i])
    return result


struct IndexList[size: Int, *, element_type: DType = DType.int64](
    Comparable, Defaultable, Equatable, Hashable, ImplicitlyCopyable, Sized, Stringable, TrivialRegisterPassable, Writable
):
    """`size` integers.

    Example:

    ```mojo
    from std.utils import IndexList

    var shape = IndexList[3](2, 3, 4)
    print(shape[1], shape + shape)  # 3 (4, 6, 8)
    ```

    ```mojo
    from std.utils import IndexList

    var a = IndexList[2](5, 7)
    var b = IndexList[2](3, 8)
    print(a.min(b), a.max(b), a.remu(b), a.flattened_length())  # (3, 7) (5, 8) (2, 7) 35
    print(a.cast[DType.int32](), a.as_tuple()[1])  # (5, 7) 7
    print(a.cast[DType.int32]().canonicalize() == a)  # True
    ```

    ```mojo
    from std.utils import IndexList

    var shape = IndexList[3](2, 3, 4)
    print(shape.get[1](), shape.reverse(), shape.get_row_major_strides())  # 3 (4, 3, 2) (12, 4, 1)
    ```
    """

    comptime _Storage = __mlir_type[`!pop.array<`, Self.size, `, `, Scalar[Self.element_type], `>`]

    var data: Self._Storage
    """The integers."""

    @always_inline
    def __init__(out self):
        """Zeros."""
        self = Self(fill=0)

    @always_inline
    def __init__(out self, *, fill: Int):
        """The same integer everywhere."""
        self.data = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.size):
            self[i] = fill

    @always_inline
    def __init__(out self, *elems: Int, __list_literal__: NoneType = None):
        """The given integers; one integer goes everywhere."""
        self.data = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.size):
            self[i] = elems[i if elems.__len__() > 1 else 0]

    @always_inline
    @implicit
    def __init__[*Ts: AnyType](out self, elems: Tuple[*Ts]):
        """The integers of a tuple."""
        comptime assert Ts.__len__() == Self.size, "the tuple has another length"
        self.data = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.size):
            self[i] = elems[i]

    @always_inline
    def _place(ref self) -> UnsafePointer[Scalar[Self.element_type], MutAnyOrigin]:
        return UnsafePointer[Scalar[Self.element_type], MutAnyOrigin](mlir_value=__address_of(self.data))

    @always_inline
    def __len__(self) -> Int:
        """How many integers there are."""
        return Self.size

    @always_inline
    def __getitem__(self, idx: Int) -> Int:
        """The integer at a position."""
        return Int(UnsafePointer[Scalar[Self.element_type], MutAnyOrigin](mlir_value=__address_of(self.data))[idx])

    @always_inline
    def __setitem__(mut self, idx: Int, val: Int):
        """Replaces the integer at a position."""
        UnsafePointer[Scalar[Self.element_type], MutAnyOrigin](mlir_value=__address_of(self.data))[idx] = Scalar[
            Self.element_type
        ](val)

    @always_inline
    def flattened_length(self) -> Int:
        """The product of all integers."""
        var total = 1
        comptime for i in range(Self.size):
            total *= self[i]
        return total

    @always_inline
    def __add__(self, rhs: Self) -> Self:
        """Sums."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = self[i] + rhs[i]
        return result

    @always_inline
    def __sub__(self, rhs: Self) -> Self:
        """Differences."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = self[i] - rhs[i]
        return result

    @always_inline
    def __mul__(self, rhs: Self) -> Self:
        """Products."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = self[i] * rhs[i]
        return result

    @always_inline
    def __floordiv__(self, rhs: Self) -> Self:
        """Quotients rounded down."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = self[i] // rhs[i]
        return result

    @always_inline
    def remu(self, rhs: Self) -> Self:
        """Remainders."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = self[i] % rhs[i]
        return result

    @always_inline
    def min(self, rhs: Self) -> Self:
        """The smaller integers."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = min(self[i], rhs[i])
        return result

    @always_inline
    def max(self, rhs: Self) -> Self:
        """The larger integers."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = max(self[i], rhs[i])
        return result

    @always_inline
    def __eq__(self, rhs: Self) -> Bool:
        """True when all are equal."""
        comptime for i in range(Self.size):
            if self[i] != rhs[i]:
                return False
        return True

    @always_inline
    def __ne__(self, rhs: Self) -> Bool:
        """True when one differs."""
        return not (self == rhs)

    @always_inline
    def __lt__(self, rhs: Self) -> Bool:
        """True when all are less."""
        comptime for i in range(Self.size):
            if not (self[i] < rhs[i]):
                return False
        return True

    @always_inline
    def __le__(self, rhs: Self) -> Bool:
        """True when all are at most."""
        comptime for i in range(Self.size):
            if not (self[i] <= rhs[i]):
                return False
        return True

    @always_inline
    def __gt__(self, rhs: Self) -> Bool:
        """True when all are greater."""
        return rhs < self

    @always_inline
    def __ge__(self, rhs: Self) -> Bool:
        """True when all are at least."""
        return rhs <= self

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds every integer."""
        comptime for i in range(Self.size):
            self[i].__hash__(hasher)

    def cast[dtype: DType](self) -> IndexList[Self.size, element_type=dtype]:
        """The same integers in another format."""
        var result = IndexList[Self.size, element_type=dtype]()
        comptime for i in range(Self.size):
            result[i] = self[i]
        return result

    def canonicalize(self) -> IndexList[Self.size]:
        """The same integers in the usual format."""
        return self.cast[DType.int64]()

    def as_tuple(self) -> StaticTuple[Int, Self.size]:
        """The integers as a StaticTuple."""
        var result = StaticTuple[Int, Self.size]()
        comptime for i in range(Self.size):
            result[i] = self[i]
        return result

    def write_to(self, mut writer: Some[Writer]):
        """Writes `(1, 2)`."""
        writer.write_string("(")
        comptime for i in range(Self.size):
            comptime if i > 0:
                writer.write_string(", ")
            self[i].write_to(writer)
        comptime if Self.size == 1:
            writer.write_string(",")
        writer.write_string(")")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `IndexList[2, int64]((1, 2))`."""
        writer.write("IndexList[", Self.size, ", ", Self.element_type, "](", self, ")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    @always_inline
    def get[idx: Int](self) -> Int:
        """The integer at a position."""
        return self[idx]

    def reverse(self) -> Self:
        """The integers from the last to the first."""
        var result = Self()
        comptime for i in range(Self.size):
            result[i] = self[Self.size - 1 - i]
        return result

    def get_row_major_strides(self) -> Self:
        """The strides of a dense array of this shape, the last index running fastest."""
        var result = Self()
        var stride = 1
        comptime for k in range(Self.size):
            comptime i = Self.size - 1 - k
            result[i] = stride
            stride *= self[i]
        return result

    def __rfloordiv__(self, rhs: Self) -> Self:
        """`rhs` divided by it, rounded down."""
        return rhs // self


def product[size: Int](tuple: IndexList[size, element_type=_], end_idx: Int = size) -> Int:
    """The product of the first integers.

    Example:

    ```mojo
    from std.utils.index import Index, product

    print(product(Index(2, 3, 4)))  # 24
    ```
    """
    return product(tuple, 0, end_idx)


def product[size: Int](tuple: IndexList[size, element_type=_], start_idx: Int, end_idx: Int) -> Int:
    """The product of the integers from one position up to another."""
    var total = 1
    for i in range(start_idx, end_idx):
        total *= tuple[i]
    return total
