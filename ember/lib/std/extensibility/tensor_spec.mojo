"""What is known of a tensor: at compile time and at run time."""

from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout
from std.utils.index import IndexList


@fieldwise_init
struct StaticTensorSpec[dtype: DType, rank: Int](ImplicitlyCopyable, Movable):
    """What is known at compile time; dimensions and strides that are not are -1.

    Example:

    ```mojo
    from extensibility import StaticTensorSpec
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 2].row_major(Index(-1, 8))
    print(spec.shape, spec.strides, spec.alignment)  # (-1, 8) (8, 1) 4
    print(StaticTensorSpec[DType.float32, 2].create_unknown().shape)  # (-1, -1)
    print(StaticTensorSpec[DType.float32, 2].get_unknown().is_row_major())  # False
    print(spec.to_layout())  # ((-1, 8):(8, 1))
    ```
    """

    var shape: IndexList[Self.rank]
    """The dimensions."""
    var strides: IndexList[Self.rank]
    """How far apart neighbours are."""
    var alignment: Int
    """What the address of the first number is a multiple of."""

    @staticmethod
    def create_unknown() -> Self:
        """Nothing is known."""
        return Self(IndexList[Self.rank](fill=-1), IndexList[Self.rank](fill=-1), Self.dtype.size_of())

    @staticmethod
    def get_unknown() -> Self:
        """Nothing is known."""
        return Self.create_unknown()

    @staticmethod
    def row_major(shape: IndexList[Self.rank], alignment: Int = Self.dtype.size_of()) -> Self:
        """Numbers in a row, the last dimension running fastest."""
        var strides = IndexList[Self.rank](fill=-1)
        var step = 1
        for k in range(Self.rank):
            var i = Self.rank - 1 - k
            strides[i] = step
            step = -1 if step < 0 or shape[i] < 0 else step * shape[i]
        return Self(shape, strides, alignment)

    def is_row_major(self) -> Bool:
        """Whether the strides of all dimensions but the last are known to follow from the shape, and the last is 1."""
        return self.strides == Self.row_major(self.shape).strides and self.strides[Self.rank - 1] == 1

    def to_layout(self) -> Layout:
        """The dimensions and strides as a layout."""
        return Layout(_tuple(self.shape), _tuple(self.strides))


def _tuple[rank: Int](values: IndexList[rank]) -> IntTuple:
    if rank == 1:
        return IntTuple(values[0])
    var result = IntTuple()
    for i in range(rank):
        result.append(values[i])
    return result


struct RuntimeTensorSpec[dtype: DType, rank: Int](ImplicitlyCopyable, TrivialRegisterPassable):
    """The shape of a tensor.

    Example:

    ```mojo
    from extensibility import RuntimeTensorSpec
    from std.utils import Index

    var spec = RuntimeTensorSpec[DType.float32, 2](Index(3, 4))
    print(spec[1], spec.shape, spec.bytecount())  # 4 (3, 4) 48
    ```
    """

    var shape: IndexList[Self.rank]
    """The dimensions."""

    @always_inline
    def __init__(out self, shape: IndexList[Self.rank]):
        """A shape."""
        self.shape = shape

    @always_inline
    def __getitem__(self, i: Int) -> Int:
        """A dimension."""
        return self.shape[i]

    @always_inline
    def bytecount(self) -> Int:
        """The bytes of all numbers."""
        return self.shape.flattened_length() * Self.dtype.size_of()


@always_inline
def row_major_strides[rank: Int, //](shape: IndexList[rank]) -> IndexList[rank]:
    """The strides of numbers in a row.

    Example:

    ```mojo
    from extensibility.tensor_spec import row_major_strides
    from std.utils import Index

    print(row_major_strides(Index(2, 3, 4)))  # (12, 4, 1)
    ```
    """
    var result = IndexList[rank]()
    var step = 1
    comptime for k in range(rank):
        comptime i = rank - 1 - k
        result[i] = step
        step *= shape[i]
    return result
