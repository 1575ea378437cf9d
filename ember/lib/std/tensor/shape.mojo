"""TensorShape and TensorSpec: how large a tensor is, and of what."""

from std.utils.index import IndexList


struct TensorShape(Copyable, Equatable, ImplicitlyCopyable, Movable, Stringable, Writable):
    """The size of a tensor in every direction.

    Example:

    ```mojo
    from std.tensor import TensorShape

    var shape = TensorShape(2, 3)
    print(shape, shape.rank(), shape.num_elements(), shape[1])  # 2x3 2 6 3
    ```
    """

    var _sizes: List[Int]

    def __init__(out self):
        """The shape of a single number."""
        self._sizes = List[Int]()

    def __init__(out self, *sizes: Int):
        """The given sizes."""
        self._sizes = List[Int](capacity=len(sizes))
        for size in sizes:
            self._sizes.append(size)

    def __init__(out self, sizes: List[Int]):
        """The sizes in a list."""
        self._sizes = sizes.copy()

    def __init__[rank: Int, //](out self, sizes: IndexList[rank, ...]):
        """The sizes in an index list."""
        self._sizes = List[Int](capacity=rank)
        for i in range(rank):
            self._sizes.append(Int(sizes[i]))

    def __init__(out self, *, copy: Self):
        """A copy."""
        self._sizes = copy._sizes.copy()

    def __getitem__(self, axis: Int) -> Int:
        """The size in a direction; negative ones count from the last."""
        return self._sizes[axis if axis >= 0 else axis + len(self._sizes)]

    def rank(self) -> Int:
        """How many directions there are."""
        return len(self._sizes)

    def num_elements(self) -> Int:
        """How many numbers there are."""
        var count = 1
        for size in self._sizes:
            count *= size
        return count

    def __eq__(self, other: Self) -> Bool:
        """True when all sizes are the same."""
        return self._sizes == other._sizes

    def write_to(self, mut writer: Some[Writer]):
        """Writes `2x3`."""
        for i in range(len(self._sizes)):
            if i > 0:
                writer.write("x")
            writer.write(self._sizes[i])

    def __str__(self) -> String:
        """`2x3`."""
        return String(self)


struct TensorSpec(Copyable, Equatable, ImplicitlyCopyable, Movable, Stringable, Writable):
    """The shape of a tensor and the type of its numbers.

    Example:

    ```mojo
    from std.tensor import TensorSpec

    var spec = TensorSpec(DType.float32, 2, 3)
    print(spec, spec.bytecount(), spec.rank())  # 2x3xfloat32 24 2
    print(spec.dtype(), spec.num_elements(), spec[1])  # float32 6 3
    ```
    """

    var shape: TensorShape
    """The sizes."""
    var _dtype: DType

    def __init__(out self, type: DType, *sizes: Int):
        """The given sizes of a type."""
        self._dtype = type
        self.shape = TensorShape()
        for size in sizes:
            self.shape._sizes.append(size)

    def __init__(out self, type: DType, shape: TensorShape):
        """A shape of a type."""
        self._dtype = type
        self.shape = shape

    def __init__(out self, type: DType, sizes: List[Int]):
        """The sizes in a list, of a type."""
        self._dtype = type
        self.shape = TensorShape(sizes)

    def dtype(self) -> DType:
        """The type of the numbers."""
        return self._dtype

    def rank(self) -> Int:
        """How many directions there are."""
        return self.shape.rank()

    def num_elements(self) -> Int:
        """How many numbers there are."""
        return self.shape.num_elements()

    def bytecount(self) -> Int:
        """How many bytes the numbers take."""
        return self.num_elements() * self._dtype.size_of()

    def __getitem__(self, axis: Int) -> Int:
        """The size in a direction."""
        return self.shape[axis]

    def __eq__(self, other: Self) -> Bool:
        """True when shape and type are the same."""
        return self._dtype == other._dtype and self.shape == other.shape

    def write_to(self, mut writer: Some[Writer]):
        """Writes `2x3xfloat32`."""
        writer.write(self.shape, "x" if self.rank() > 0 else "", self._dtype)

    def __str__(self) -> String:
        """`2x3xfloat32`."""
        return String(self)
