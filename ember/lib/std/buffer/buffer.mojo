"""NDBuffer and Buffer: views of numbers in memory, by a shape that may be known at compile time."""

from std.buffer.dimlist import Dim, DimList
from std.memory import stack_allocation
from std.utils.index import IndexList


struct NDBuffer[
    type: DType,
    rank: Int,
    shape: DimList = DimList.create_unknown[rank](),
    strides: DimList = DimList.create_unknown[rank](),
](ImplicitlyCopyable, Sized, Stringable, TrivialRegisterPassable, Writable):
    """Numbers in a row, the last dimension running fastest.

    Example:

    ```mojo
    from std.buffer import DimList, NDBuffer
    from std.utils import Index

    var numbers = List[Float32](length=6, fill=0)
    var matrix = NDBuffer[DType.float32, 2, DimList(2, 3)](numbers.unsafe_ptr())
    matrix[1, 2] = 5
    matrix[Index(0, 1)] = 7
    matrix.store(Index(0, 1), SIMD[DType.float32, 2](8, 9))
    print(matrix[1, 2], matrix.load[width=2](0, 1), matrix.dim[1](), matrix.dim(0))  # 5.0 [8.0, 9.0] 3 2
    print(matrix.num_elements(), matrix.size(), len(matrix), matrix.get_shape(), matrix.bytecount())  # 6 6 6 (2, 3) 24
    print(matrix.stride(0), matrix.get_rank(), matrix.get_strides(), matrix.unsafe_ptr()[5])  # 3 2 (3, 1) 5.0
    matrix.fill(2)
    print(matrix)  # NDBuffer([[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]], dtype=float32, shape=2x3)
    matrix.zero()
    print(numbers[5])  # 0.0
    ```

    ```mojo
    from std.buffer import DimList, NDBuffer
    from std.utils import Index

    var rows = NDBuffer[DType.int32, 2, DimList(2, 2)].stack_allocation()
    rows.fill(3)
    var numbers = List[Int32](length=4, fill=1)
    var open = NDBuffer[DType.int32, 2](numbers.unsafe_ptr(), Index(2, 2))
    print(rows[1, 1], open.dim(1), open[0, 0], rows.flatten().dim(0))  # 3 2 1 4
    _ = numbers
    ```
    """

    var data: UnsafePointer[Scalar[Self.type], MutAnyOrigin]
    """Where the first number is."""
    var dynamic_shape: IndexList[Self.rank]
    """The dimensions."""
    var dynamic_stride: IndexList[Self.rank]
    """How far apart neighbours are."""

    @always_inline
    def __init__(out self, ptr: UnsafePointer[Scalar[Self.type], _]):
        """The numbers from a pointer on; the shape is known at compile time."""
        comptime assert Self.shape.all_known[Self.rank](), "the shape of this NDBuffer must be given"
        self = Self(ptr, materialize[Self.shape.into_index_list[Self.rank]()]())

    @always_inline
    def __init__(out self, ptr: UnsafePointer[Scalar[Self.type], _], dynamic_shape: IndexList[Self.rank]):
        """The numbers from a pointer on, with their dimensions."""
        self.data = {mlir_value = ptr.address}
        self.dynamic_shape = dynamic_shape
        self.dynamic_stride = IndexList[Self.rank]()
        var step = 1
        comptime for k in range(Self.rank):
            comptime i = Self.rank - 1 - k
            self.dynamic_stride[i] = step
            step *= dynamic_shape[i]

    @staticmethod
    @always_inline
    def stack_allocation[*, alignment: Int = Self.type.size_of()]() -> Self:
        """Numbers in memory of the function."""
        comptime count = Self.shape.product[Self.rank]().get()
        return Self(stack_allocation[count, Self.type, alignment=alignment]())

    @always_inline
    def dim[i: Int](self) -> Int:
        """A dimension."""
        comptime if Self.shape.has_value[i]():
            return Self.shape.get[i]()
        else:
            return self.dynamic_shape[i]

    @always_inline
    def dim(self, i: Int) -> Int:
        """A dimension."""
        return self.dynamic_shape[i]

    @always_inline
    def stride(self, i: Int) -> Int:
        """How far apart neighbours in one direction are."""
        return self.dynamic_stride[i]

    @always_inline
    def get_rank(self) -> Int:
        """How many dimensions there are."""
        return Self.rank

    @always_inline
    def get_shape(self) -> IndexList[Self.rank]:
        """The dimensions."""
        return self.dynamic_shape

    @always_inline
    def get_strides(self) -> IndexList[Self.rank]:
        """How far apart neighbours are."""
        return self.dynamic_stride

    @always_inline
    def num_elements(self) -> Int:
        """How many numbers there are."""
        var result = 1
        comptime for i in range(Self.rank):
            result *= self.dim[i]()
        return result

    @always_inline
    def size(self) -> Int:
        """How many numbers there are."""
        return self.num_elements()

    @always_inline
    def __len__(self) -> Int:
        """How many numbers there are."""
        return self.num_elements()

    @always_inline
    def bytecount(self) -> Int:
        """The bytes of all numbers."""
        return self.num_elements() * Self.type.size_of()

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Scalar[Self.type], MutAnyOrigin]:
        """Where the first number is."""
        return self.data

    @always_inline
    def _offset(self, index: IndexList[Self.rank]) -> UnsafePointer[Scalar[Self.type], MutAnyOrigin]:
        var offset = 0
        comptime for i in range(Self.rank):
            offset += index[i] * self.dynamic_stride[i]
        return self.data + offset

    @always_inline
    def __getitem__(self, *index: Int) -> Scalar[Self.type]:
        """A number."""
        return self._offset(_index[Self.rank](index))[]

    @always_inline
    def __getitem__(self, index: IndexList[Self.rank]) -> Scalar[Self.type]:
        """A number."""
        return self._offset(index)[]

    @always_inline
    def __setitem__(self, index: IndexList[Self.rank], value: Scalar[Self.type]):
        """Sets a number."""
        self._offset(index)[] = value

    @always_inline
    def __setitem__(self, i: Int, value: Scalar[Self.type]):
        """Sets a number."""
        comptime assert Self.rank == 1, "a number has as many indices as there are dimensions"
        self._offset(rebind[IndexList[Self.rank]](IndexList[1](i)))[] = value

    @always_inline
    def __setitem__(self, i: Int, j: Int, value: Scalar[Self.type]):
        """Sets a number."""
        comptime assert Self.rank == 2, "a number has as many indices as there are dimensions"
        self._offset(rebind[IndexList[Self.rank]](IndexList[2](i, j)))[] = value

    @always_inline
    def __setitem__(self, i: Int, j: Int, k: Int, value: Scalar[Self.type]):
        """Sets a number."""
        comptime assert Self.rank == 3, "a number has as many indices as there are dimensions"
        self._offset(rebind[IndexList[Self.rank]](IndexList[3](i, j, k)))[] = value

    @always_inline
    def load[*, width: Int = 1](self, *index: Int) -> SIMD[Self.type, width]:
        """`width` numbers in a row."""
        return self._offset(_index[Self.rank](index)).load[width=width]()

    @always_inline
    def load[*, width: Int = 1](self, index: IndexList[Self.rank]) -> SIMD[Self.type, width]:
        """`width` numbers in a row."""
        return self._offset(index).load[width=width]()

    @always_inline
    def store[width: Int](self, index: IndexList[Self.rank], value: SIMD[Self.type, width]):
        """Sets `width` numbers in a row."""
        self._offset(index).store(0, value)

    @always_inline
    def flatten(self) -> NDBuffer[Self.type, 1]:
        """The same numbers in one direction."""
        return {self.data, IndexList[1](self.num_elements())}

    @always_inline
    def fill(self, value: Scalar[Self.type]):
        """Sets all numbers."""
        for i in range(self.num_elements()):
            self.data[i] = value

    @always_inline
    def zero(self):
        """Sets all numbers to 0."""
        self.fill(0)

    def _write_part(self, mut writer: Some[Writer], direction: Int, start: Int):
        if direction == Self.rank:
            writer.write(self.data[start])
            return
        writer.write("[")
        for i in range(self.dynamic_shape[direction]):
            if i > 0:
                writer.write(", ")
            self._write_part(writer, direction + 1, start + i * self.dynamic_stride[direction])
        writer.write("]")

    def write_to(self, mut writer: Some[Writer]):
        """Writes the numbers, their type and their shape."""
        writer.write("NDBuffer(")
        self._write_part(writer, 0, 0)
        writer.write(", dtype=", Self.type, ", shape=")
        for i in range(Self.rank):
            if i > 0:
                writer.write("x")
            writer.write(self.dynamic_shape[i])
        writer.write(")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


struct Buffer[type: DType, size: Dim = Dim()](ImplicitlyCopyable, Sized, TrivialRegisterPassable):
    """Numbers in a row.

    Example:

    ```mojo
    from std.buffer import Buffer

    var numbers = List[Int32](length=4, fill=0)
    var row = Buffer[DType.int32, 4](numbers.unsafe_ptr())
    row[1] = 7
    row.store(2, SIMD[DType.int32, 2](8, 9))
    print(row[1], row.load[width=2](2), len(row), row.bytecount(), row.unsafe_ptr()[3])  # 7 [8, 9] 4 16 9
    row.fill(1)
    row.zero()
    print(numbers, len(Buffer[DType.int32](numbers.unsafe_ptr(), 3)))  # [0, 0, 0, 0] 3
    print(Buffer[DType.int32, 2].stack_allocation().bytecount())  # 8
    ```
    """

    var data: UnsafePointer[Scalar[Self.type], MutAnyOrigin]
    """Where the first number is."""
    var dynamic_size: Int
    """How many there are."""

    @always_inline
    def __init__(out self, ptr: UnsafePointer[Scalar[Self.type], _]):
        """The numbers from a pointer on."""
        comptime assert Self.size.has_value(), "the size of this Buffer must be given"
        self.data = {mlir_value = ptr.address}
        self.dynamic_size = Self.size.get()

    @always_inline
    def __init__(out self, ptr: UnsafePointer[Scalar[Self.type], _], size: Int):
        """`size` numbers from a pointer on."""
        self.data = {mlir_value = ptr.address}
        self.dynamic_size = size

    @staticmethod
    @always_inline
    def stack_allocation[*, alignment: Int = Self.type.size_of()]() -> Self:
        """Numbers in memory of the function."""
        return Self(stack_allocation[Self.size.get(), Self.type, alignment=alignment]())

    @always_inline
    def __len__(self) -> Int:
        """How many numbers there are."""
        return self.dynamic_size

    @always_inline
    def bytecount(self) -> Int:
        """The bytes of all numbers."""
        return self.dynamic_size * Self.type.size_of()

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Scalar[Self.type], MutAnyOrigin]:
        """Where the first number is."""
        return self.data

    @always_inline
    def __getitem__(self, i: Int) -> Scalar[Self.type]:
        """A number."""
        return self.data[i]

    @always_inline
    def __setitem__(self, i: Int, value: Scalar[Self.type]):
        """Sets a number."""
        self.data[i] = value

    @always_inline
    def load[*, width: Int = 1](self, i: Int) -> SIMD[Self.type, width]:
        """`width` numbers in a row."""
        return self.data.load[width=width](i)

    @always_inline
    def store[width: Int](self, i: Int, value: SIMD[Self.type, width]):
        """Sets `width` numbers in a row."""
        self.data.store(i, value)

    @always_inline
    def fill(self, value: Scalar[Self.type]):
        """Sets all numbers."""
        for i in range(self.dynamic_size):
            self.data[i] = value

    @always_inline
    def zero(self):
        """Sets all numbers to 0."""
        self.fill(0)


@always_inline
def _index[rank: Int](index: VariadicList[Int]) -> IndexList[rank]:
    var result = IndexList[rank]()
    comptime for i in range(rank):
        result[i] = index[i]
    return result
