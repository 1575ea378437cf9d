"""Dim and DimList: dimensions that may be unknown at compile time."""

from std.utils.index import IndexList

comptime _UNKNOWN = -1


struct Dim(Boolable, Defaultable, Equatable, ImplicitlyCopyable, Intable, TrivialRegisterPassable, Writable):
    """A dimension, known or not.

    Example:

    ```mojo
    from std.buffer import Dim

    print(Dim(8), Dim().is_dynamic(), Dim(8).has_value(), Dim(8).get())  # 8 True True 8
    print(Dim(8).is_multiple[4](), Dim().or_else(5), Dim(8) * Dim(2), Int(Dim(3)))  # True 5 16 3
    ```
    """

    var _value: Int

    @always_inline
    def __init__(out self):
        """An unknown dimension."""
        self._value = _UNKNOWN

    @always_inline
    @implicit
    def __init__(out self, value: Int):
        """A known dimension."""
        self._value = value

    def __bool__(self) -> Bool:
        """Whether it is known."""
        return self._value != _UNKNOWN

    def has_value(self) -> Bool:
        """Whether it is known."""
        return self._value != _UNKNOWN

    def is_dynamic(self) -> Bool:
        """Whether it is unknown."""
        return self._value == _UNKNOWN

    def get(self) -> Int:
        """The dimension; -1 if it is unknown."""
        return self._value

    def __int__(self) -> Int:
        """The dimension; -1 if it is unknown."""
        return self._value

    def or_else(self, default: Int) -> Int:
        """The dimension, or another number if it is unknown."""
        return self._value if self else default

    def is_multiple[alignment: Int](self) -> Bool:
        """Whether it is known and a multiple of a number."""
        return self.has_value() and self._value % alignment == 0

    def __mul__(self, other: Dim) -> Dim:
        """The product, unknown if a factor is."""
        return Dim(self._value * other._value) if self and other else Dim()

    def __eq__(self, other: Dim) -> Bool:
        """Whether both are unknown or the same."""
        return self._value == other._value

    def write_to(self, mut writer: Some[Writer]):
        """Writes the number, or `?`."""
        if self:
            writer.write(self._value)
        else:
            writer.write("?")


struct DimList(Equatable, ImplicitlyCopyable, Movable, Sized, Writable):
    """Dimensions.

    Example:

    ```mojo
    from std.buffer import Dim, DimList

    print(DimList(4, 6), len(DimList(4, 6)), DimList(4, Dim())[1])  # [4, 6] 2 ?
    print(DimList.create_unknown[2]().all_known[2](), DimList(4, 6).product[2](), DimList(4, 6).at[1]())  # False 24 6
    print(DimList(4, 6).get[0](), DimList(4, 6).has_value[0](), DimList(4, 6).into_index_list[2]())  # 4 True (4, 6)
    ```
    """

    var _sizes: List[Int]

    def __init__(out self, *sizes: Dim):
        """The given dimensions."""
        self._sizes = List[Int](capacity=len(sizes))
        for i in range(len(sizes)):
            self._sizes.append(sizes[i]._value)

    def __init__[size: Int](out self, sizes: IndexList[size]):
        """The dimensions of a shape."""
        self._sizes = List[Int](capacity=size)
        for i in range(size):
            self._sizes.append(sizes[i])

    @staticmethod
    def create_unknown[length: Int]() -> Self:
        """Unknown dimensions."""
        return DimList(IndexList[length](fill=_UNKNOWN))

    def __len__(self) -> Int:
        """How many there are."""
        return len(self._sizes)

    def __getitem__(self, i: Int) -> Dim:
        """One of them."""
        return Dim(self._sizes[i])

    def at[i: Int](self) -> Dim:
        """One of them."""
        return Dim(self._sizes[i])

    def get[i: Int](self) -> Int:
        """One of them; -1 if it is unknown."""
        return self._sizes[i]

    def has_value[i: Int](self) -> Bool:
        """Whether one is known."""
        return self._sizes[i] != _UNKNOWN

    def all_known[count: Int](self) -> Bool:
        """Whether the first ones are known."""
        for i in range(count):
            if self._sizes[i] == _UNKNOWN:
                return False
        return True

    def product[count: Int](self) -> Dim:
        """The product of the first ones."""
        var result = Dim(1)
        for i in range(count):
            result = result * self[i]
        return result

    def product(self) -> Dim:
        """The product of all."""
        var result = Dim(1)
        for i in range(len(self)):
            result = result * self[i]
        return result

    def into_index_list[rank: Int](self) -> IndexList[rank]:
        """The dimensions as an index."""
        var result = IndexList[rank]()
        for i in range(rank):
            result[i] = self._sizes[i]
        return result

    def __eq__(self, other: Self) -> Bool:
        """Whether all dimensions are the same."""
        return self._sizes == other._sizes

    def write_to(self, mut writer: Some[Writer]):
        """Writes `[4, ?]`."""
        writer.write("[")
        for i in range(len(self)):
            if i > 0:
                writer.write(", ")
            writer.write(self[i])
        writer.write("]")
