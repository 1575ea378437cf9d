"""Matrices in memory."""


@fieldwise_init
struct Matrix[dtype: DType](TrivialRegisterPassable):
    """Numbers in memory by rows and columns; it owns nothing.

    Example:

    ```mojo
    from linalg.matrix import Matrix

    var numbers: List[Float32] = [1, 2, 3, 4, 5, 6]
    var m = Matrix[DType.float32](numbers.unsafe_ptr(), 2, 3, 3, 1)
    print(m[1, 0], m.rows, m.columns)  # 4.0 2 3
    _ = numbers
    ```
    """

    var start: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    """The first number."""
    var rows: Int
    """How many rows there are."""
    var columns: Int
    """How many columns there are."""
    var row_stride: Int
    """How far apart the numbers of a column are."""
    var column_stride: Int
    """How far apart the numbers of a row are."""

    @always_inline
    def __getitem__(self, row: Int, column: Int) -> Scalar[Self.dtype]:
        """A number."""
        return self.start[row * self.row_stride + column * self.column_stride]


def accumulator_of(dtype: DType) -> DType:
    """The type in which products are summed.

    Example:

    ```mojo
    from linalg.matrix import accumulator_of

    print(accumulator_of(DType.bfloat16), accumulator_of(DType.float64))  # float32 float64
    ```
    """
    if dtype.is_floating_point() and dtype.size_of() < 4:
        return DType.float32
    return dtype
