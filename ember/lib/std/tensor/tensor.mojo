"""Tensor: a block of numbers whose shape is known when the program runs."""

from std.builtin.debug_assert import debug_assert
from std.random.random import rand, randn
from std.sys.info import size_of
from std.tensor.shape import TensorShape, TensorSpec
from std.utils.index import IndexList


struct Tensor[type: DType](Copyable, Equatable, ImplicitlyCopyable, Movable, Stringable, Writable):
    """Numbers of one type, the last direction in a row.

    Parameters:
        type: The type of the numbers.

    Example:

    ```mojo
    from std.tensor import Tensor

    var x = Tensor[DType.float32](2, 2)
    x[0, 1] = 3
    x[3] = 4
    print(x + 1)
    # prints: Tensor([[1.0, 4.0],
    # prints: [1.0, 5.0]], dtype=float32, shape=2x2)
    print(x.argmax()[0], x.argmin()[1], x.num_elements(), x.bytecount())  # 1 0 4 16
    print(x.rank(), x.dim(0), x.shape(), x.spec(), x.dtype())  # 2 2 2x2 2x2xfloat32 float32
    ```

    ```mojo
    from std.tensor import Tensor, TensorShape

    var x = Tensor[DType.int32](TensorShape(2, 3), 1, 2, 3, 4, 5, 6)
    x.store(4, SIMD[DType.int32, 2](50, 60))
    print(x.load[2](3), x.unsafe_ptr()[4], x.data()[5])  # [4, 50] 50 60
    print(x.astype[DType.float64]()[1], x.clip(2, 4)[5])  # 2.0 4
    print(x.reshape(TensorShape(6)))  # Tensor([1, 2, 3, 4, 50, 60], dtype=int32, shape=6)
    x.ireshape(TensorShape(3, 2))
    print(x[2, 1], x.shape())  # 60 3x2
    var uniform = Tensor[DType.float32].rand(TensorShape(3))
    var normal = Tensor[DType.float32].randn(TensorShape(2, 2))
    print(0 <= uniform[0] <= 1, normal.num_elements())  # True 4
    ```
    """

    var _shape: TensorShape
    var _values: List[Scalar[Self.type]]

    def __init__(out self):
        """No numbers."""
        self._shape = TensorShape(0)
        self._values = []

    def __init__(out self, *sizes: Int):
        """Zeros of the given sizes."""
        self._shape = TensorShape()
        for size in sizes:
            self._shape._sizes.append(size)
        self._values = _zeros[Self.type](self._shape)

    def __init__(out self, shape: TensorShape):
        """Zeros of a shape."""
        self._shape = shape
        self._values = _zeros[Self.type](shape)

    def __init__(out self, spec: TensorSpec):
        """Zeros of a shape."""
        self._shape = spec.shape
        self._values = _zeros[Self.type](spec.shape)

    def __init__(out self, shape: TensorShape, value: Scalar[Self.type], *rest: Scalar[Self.type]):
        """Numbers one by one; a single one everywhere."""
        self._shape = shape
        var count = shape.num_elements()
        self._values = List[Scalar[Self.type]](length=count, fill=value)
        for i in range(min(count - 1, len(rest))):
            self._values[i + 1] = rest[i]

    def __init__(out self, shape: TensorShape, values: List[Scalar[Self.type]]):
        """The numbers in a list."""
        self._shape = shape
        self._values = values.copy()

    def __init__(out self, shape: TensorShape, values: UnsafePointer[Scalar[Self.type], _]):
        """Copies of the numbers at an address."""
        self._shape = shape
        self._values = _zeros[Self.type](shape)
        for i in range(len(self._values)):
            self._values[i] = values[i]

    def __init__(out self, values: List[Scalar[Self.type]]):
        """One direction with the numbers in a list."""
        self._shape = TensorShape(len(values))
        self._values = values.copy()

    @staticmethod
    def rand(shape: TensorShape) -> Self:
        """Random numbers from 0 up to 1."""
        var result = Self(shape)
        rand(result._values.unsafe_ptr(), len(result._values))
        return result^

    @staticmethod
    def rand(*sizes: Int) -> Self:
        """Random numbers from 0 up to 1."""
        var shape = TensorShape()
        for size in sizes:
            shape._sizes.append(size)
        return Self.rand(shape)

    @staticmethod
    def randn(shape: TensorShape, mean: Float64 = 0, variance: Float64 = 1) -> Self:
        """Random numbers of a normal distribution."""
        var result = Self(shape)
        randn(result._values.unsafe_ptr(), len(result._values), mean, variance)
        return result^

    def dtype(self) -> DType:
        """The type of the numbers."""
        return Self.type

    def rank(self) -> Int:
        """How many directions there are."""
        return self._shape.rank()

    def shape(self) -> TensorShape:
        """The sizes."""
        return self._shape

    def spec(self) -> TensorSpec:
        """The sizes and the type."""
        return TensorSpec(Self.type, self._shape)

    def dim(self, axis: Int) -> Int:
        """The size in a direction."""
        return self._shape[axis]

    def num_elements(self) -> Int:
        """How many numbers there are."""
        return len(self._values)

    def bytecount(self) -> Int:
        """How many bytes the numbers take."""
        return len(self._values) * size_of[Self.type]()

    def unsafe_ptr(self) -> UnsafePointer[Scalar[Self.type], MutAnyOrigin]:
        """Where the numbers are."""
        return self._values._data

    def data(self) -> UnsafePointer[Scalar[Self.type], MutAnyOrigin]:
        """Where the numbers are."""
        return self._values._data

    def _offset(self, indices: VariadicList[Int]) -> Int:
        var offset = 0
        for i in range(len(indices)):
            offset = offset * self._shape[i] + indices[i]
        return offset

    def _offset(self, indices: IndexList) -> Int:
        var offset = 0
        for i in range(len(indices)):
            offset = offset * self._shape[i] + Int(indices[i])
        return offset

    def __getitem__(self, index: Int) -> Scalar[Self.type]:
        """A number, counted from the first."""
        return self._values[index]

    def __getitem__(self, *indices: Int) -> Scalar[Self.type]:
        """A number by its place in every direction."""
        return self._values[self._offset(indices)]

    def __getitem__(self, indices: IndexList) -> Scalar[Self.type]:
        """A number by its place in every direction."""
        return self._values[self._offset(indices)]

    def __setitem__(mut self, index: Int, value: Scalar[Self.type]):
        """Sets a number, counted from the first."""
        self._values[index] = value

    def __setitem__(mut self, first: Int, second: Int, value: Scalar[Self.type]):
        """Sets a number of a matrix."""
        self._values[first * self._shape[1] + second] = value

    def __setitem__(mut self, first: Int, second: Int, third: Int, value: Scalar[Self.type]):
        """Sets a number of a block."""
        self._values[(first * self._shape[1] + second) * self._shape[2] + third] = value

    def __setitem__(mut self, indices: IndexList, value: Scalar[Self.type]):
        """Sets a number by its place in every direction."""
        self._values[self._offset(indices)] = value

    def load[width: Int = 1](self, index: Int) -> SIMD[Self.type, width]:
        """Numbers in a row, counted from the first."""
        return self.unsafe_ptr().load[width=width](index)

    def load[width: Int = 1](self, *indices: Int) -> SIMD[Self.type, width]:
        """Numbers in a row from a place on."""
        return self.unsafe_ptr().load[width=width](self._offset(indices))

    def load[width: Int = 1](self, indices: IndexList) -> SIMD[Self.type, width]:
        """Numbers in a row from a place on."""
        return self.unsafe_ptr().load[width=width](self._offset(indices))

    def store[width: Int = 1](mut self, index: Int, value: SIMD[Self.type, width]):
        """Sets numbers in a row, counted from the first."""
        self.unsafe_ptr().store(index, value)

    def store[width: Int = 1](mut self, indices: IndexList, value: SIMD[Self.type, width]):
        """Sets numbers in a row from a place on."""
        self.unsafe_ptr().store(self._offset(indices), value)

    def reshape(self, shape: TensorShape) raises -> Self:
        """The same numbers in another shape."""
        if shape.num_elements() != len(self._values):
            raise Error("Number of elements must match in reshape.")
        return Self(shape, self._values)

    def ireshape(mut self, shape: TensorShape) raises:
        """Changes the shape in place."""
        if shape.num_elements() != len(self._values):
            raise Error("Number of elements must match in reshape.")
        self._shape = shape

    def astype[new_type: DType](self) -> Tensor[new_type]:
        """The numbers as another type."""
        var result = Tensor[new_type](self._shape)
        for i in range(len(self._values)):
            result._values[i] = self._values[i].cast[new_type]()
        return result^

    def clip(self, lower: Scalar[Self.type], upper: Scalar[Self.type]) -> Self:
        """The numbers, kept within bounds."""
        var result = self
        for ref value in result._values:
            value = value.clamp(lower, upper)
        return result^

    def argmax(self) -> Tensor[DType.index]:
        """Where the largest number is, in the last direction."""
        return self._best[True]()

    def argmin(self) -> Tensor[DType.index]:
        """Where the smallest number is, in the last direction."""
        return self._best[False]()

    def _best[largest: Bool](self) -> Tensor[DType.index]:
        var width = self._shape[-1]
        var sizes = self._shape._sizes.copy()
        sizes[len(sizes) - 1] = 1
        var result = Tensor[DType.index](TensorShape(sizes))
        for row in range(result.num_elements()):
            var best = 0
            for i in range(1, width):
                var here = self._values[row * width + i]
                var there = self._values[row * width + best]
                if (here > there) if largest else (here < there):
                    best = i
            result._values[row] = Scalar[DType.index](best)
        return result^

    def _combined[function: def(Scalar[Self.type], Scalar[Self.type]) thin -> Scalar[Self.type]](
        self, other: Self
    ) -> Self:
        debug_assert(self._shape == other._shape, "the tensors have different shapes")
        var result = self
        for i in range(len(self._values)):
            result._values[i] = function(self._values[i], other._values[i])
        return result^

    def _filled(self, value: Scalar[Self.type]) -> Self:
        return Self(self._shape, value)

    def __add__(self, other: Self) -> Self:
        """The sums."""
        return self._combined[_sum[Self.type]](other)

    def __add__(self, value: Scalar[Self.type]) -> Self:
        """A number added to all."""
        return self + self._filled(value)

    def __radd__(self, value: Scalar[Self.type]) -> Self:
        """A number added to all."""
        return self._filled(value) + self

    def __sub__(self, other: Self) -> Self:
        """The differences."""
        return self._combined[_difference[Self.type]](other)

    def __sub__(self, value: Scalar[Self.type]) -> Self:
        """A number subtracted from all."""
        return self - self._filled(value)

    def __rsub__(self, value: Scalar[Self.type]) -> Self:
        """All subtracted from a number."""
        return self._filled(value) - self

    def __mul__(self, other: Self) -> Self:
        """The products, number by number."""
        return self._combined[_product[Self.type]](other)

    def __mul__(self, value: Scalar[Self.type]) -> Self:
        """All times a number."""
        return self * self._filled(value)

    def __rmul__(self, value: Scalar[Self.type]) -> Self:
        """All times a number."""
        return self._filled(value) * self

    def __truediv__(self, other: Self) -> Self:
        """The quotients."""
        return self._combined[_quotient[Self.type]](other)

    def __truediv__(self, value: Scalar[Self.type]) -> Self:
        """All divided by a number."""
        return self / self._filled(value)

    def __rtruediv__(self, value: Scalar[Self.type]) -> Self:
        """A number divided by all."""
        return self._filled(value) / self

    def __pow__(self, exponent: Int) -> Self:
        """The powers."""
        var result = self
        for ref value in result._values:
            value = value**exponent
        return result^

    def __neg__(self) -> Self:
        """All with the other sign."""
        return self._filled(0) - self

    def __eq__(self, other: Self) -> Bool:
        """True when shapes and numbers are the same."""
        return self._shape == other._shape and self._values == other._values

    def write_to(self, mut writer: Some[Writer]):
        """Writes the numbers with brackets around rows, the type and the shape."""
        writer.write("Tensor(")
        var position = 0
        self._write_part(writer, 0, position)
        writer.write(", dtype=", Self.type, ", shape=", self._shape, ")")

    def _write_part(self, mut writer: Some[Writer], axis: Int, mut position: Int):
        if axis == self.rank():
            writer.write(self._values[position])
            position += 1
            return
        writer.write("[")
        var is_row = axis == self.rank() - 1
        for i in range(self._shape[axis]):
            if i > 0:
                writer.write(", " if is_row else ",\n")
            self._write_part(writer, axis + 1, position)
        writer.write("]")

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String(self)


def _zeros[type: DType](shape: TensorShape) -> List[Scalar[type]]:
    return List[Scalar[type]](length=shape.num_elements(), fill=0)


def _sum[type: DType](a: Scalar[type], b: Scalar[type]) -> Scalar[type]:
    return a + b


def _difference[type: DType](a: Scalar[type], b: Scalar[type]) -> Scalar[type]:
    return a - b


def _product[type: DType](a: Scalar[type], b: Scalar[type]) -> Scalar[type]:
    return a * b


def _quotient[type: DType](a: Scalar[type], b: Scalar[type]) -> Scalar[type]:
    return a / b
