"""What a LayoutTensor does with all its elements: filling, copying, arithmetic."""

from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.tensor_copy import _start_copy

comptime _UNROLLED = 64  # loops over at most so many elements are unrolled


__extension LayoutTensor:
    @always_inline
    def _walk[body: def(Int, Int) capturing -> None](self, other: LayoutTensor):
        # Calls `body` with the offsets of every element and of the other tensor's: few elements without a loop, so that
        # offsets fold; tensors of one shape by nested loops; others by the number of the element.
        comptime same_rank = other.rank == Self.rank and Self.layout.shape.is_flat() and other.layout.shape.is_flat()
        comptime same_shape = same_rank and Self.layout.shape == other.layout.shape and Self.layout.known_shape()
        comptime if Self.layout.known_shape() and Self.layout.size() <= _UNROLLED:
            comptime for i in range(comptime (Self.layout.size())):
                body(self.runtime_layout(i), other.runtime_layout(i))
        elif same_shape:
            self._nested[0, body](other, 0, 0)
        else:
            comptime if same_rank:
                var same = True
                comptime for i in range(Self.rank):
                    same = same and self.dim[i]() == other.dim[i]()
                if same:
                    self._nested[0, body](other, 0, 0)
                    return
            for i in range(self.size()):
                body(self.runtime_layout(i), other.runtime_layout(i))

    @always_inline
    def _nested[
        depth: Int, body: def(Int, Int) capturing -> None
    ](self, other: LayoutTensor, mine: Int, theirs: Int):
        # A loop for each mode; the innermost one is the first where that is contiguous, else the last.
        comptime if depth == Self.rank:
            body(mine, theirs)
        else:
            comptime mode = Self.rank - 1 - depth if Self.layout.stride[0].value() == 1 else depth
            for i in range(self.dim[mode]()):
                self._nested[depth + 1, body](
                    other, mine + i * self.stride[mode](), theirs + i * other.stride[mode]()
                )

    @always_inline
    def fill(self, value: Scalar[Self.dtype]) -> Self:
        """Sets every number."""

        @__parameter
        @always_inline
        def set(place: Int, _same: Int):
            self._store(place, Self.element_type(value))

        self._walk[set](self)
        return self

    @always_inline
    def copy_from(self, other: LayoutTensor[Self.dtype, ...]):
        """Copies the elements of a tensor with as many of them, in the order of the leftmost mode."""
        comptime assert Self.element_size == other.element_size, "the elements must have the same size"

        @__parameter
        @always_inline
        def copy(mine: Int, theirs: Int):
            self._store(mine, other._load(theirs))

        self._walk[copy](other)

    @always_inline
    def copy_from_async(self, other: LayoutTensor[Self.dtype, ...]):
        """Starts copying the elements of a tensor in global memory to this one in shared memory."""
        comptime assert Self.element_size == other.element_size, "the elements must have the same size"
        comptime assert Self._contiguous_element and other._contiguous_element, "elements must lie in a row"
        comptime assert Self.mut, "the elements of this tensor may not be changed"

        @__parameter
        @always_inline
        def copy(mine: Int, theirs: Int):
            _start_copy[Self.element_size](self.ptr + mine, other.ptr + theirs)

        self._walk[copy](other)

    @always_inline
    def _stack_copy(
        self,
    ) -> LayoutTensor[Self.dtype, Layout.row_major(Self.layout.shape), MutAnyOrigin, element_layout = Self.element_layout]:
        # A copy in memory of the calling function, which this is inlined into.
        comptime packed = Layout.row_major(Self.layout.shape)
        comptime assert Self.layout.known_shape(), "only a tensor of known size can be copied to the stack"
        comptime assert Self.element_size == 1, "only a tensor of numbers can be copied to the stack"
        var result = LayoutTensor[Self.dtype, packed, MutAnyOrigin].stack_allocation()
        result.copy_from(self)
        return result

    @always_inline
    def _combine[
        op: def(Self.element_type, Self.element_type) thin -> Self.element_type
    ](self, other: LayoutTensor[Self.dtype, ...]):
        # Every element becomes what `op` makes of it and the other tensor's.

        @__parameter
        @always_inline
        def change(mine: Int, theirs: Int):
            var element = rebind[Self.element_type](other._load(theirs))
            self._store(mine, op(self._load(mine), element))

        self._walk[change](other)

    @always_inline
    def _combine[
        op: def(Self.element_type, Self.element_type) thin -> Self.element_type
    ](self, value: Scalar[Self.dtype]):
        # Every element becomes what `op` makes of it and a number.

        @__parameter
        @always_inline
        def change(place: Int, _same: Int):
            self._store(place, op(self._load(place), Self.element_type(value)))

        self._walk[change](self)

    @always_inline
    def __iadd__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Adds the elements of another tensor."""
        self._combine[_add](other)

    @always_inline
    def __iadd__(mut self, value: Scalar[Self.dtype]):
        """Adds a number to every element."""
        self._combine[_add](value)

    @always_inline
    def __isub__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Subtracts the elements of another tensor."""
        self._combine[_sub](other)

    @always_inline
    def __isub__(mut self, value: Scalar[Self.dtype]):
        """Subtracts a number from every element."""
        self._combine[_sub](value)

    @always_inline
    def __imul__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Multiplies with the elements of another tensor."""
        self._combine[_mul](other)

    @always_inline
    def __imul__(mut self, value: Scalar[Self.dtype]):
        """Multiplies every element with a number."""
        self._combine[_mul](value)

    @always_inline
    def __itruediv__(mut self, other: LayoutTensor[Self.dtype, ...]):
        """Divides by the elements of another tensor."""
        self._combine[_div](other)

    @always_inline
    def __itruediv__(mut self, value: Scalar[Self.dtype]):
        """Divides every element by a number."""
        self._combine[_div](value)

    @always_inline
    def __add__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The sums, on the stack of the calling function."""
        var result = self._stack_copy()
        result += other
        return result

    @always_inline
    def __add__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The sums with a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result += value
        return result

    @always_inline
    def __sub__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The differences, on the stack of the calling function."""
        var result = self._stack_copy()
        result -= other
        return result

    @always_inline
    def __sub__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The differences to a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result -= value
        return result

    @always_inline
    def __mul__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The products, on the stack of the calling function."""
        var result = self._stack_copy()
        result *= other
        return result

    @always_inline
    def __mul__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The products with a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result *= value
        return result

    @always_inline
    def __truediv__(self, other: LayoutTensor[Self.dtype, ...]) -> type_of(self._stack_copy()):
        """The quotients, on the stack of the calling function."""
        var result = self._stack_copy()
        result /= other
        return result

    @always_inline
    def __truediv__(self, value: Scalar[Self.dtype]) -> type_of(self._stack_copy()):
        """The quotients by a number, on the stack of the calling function."""
        var result = self._stack_copy()
        result /= value
        return result


@always_inline
def _add[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a + b


@always_inline
def _sub[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a - b


@always_inline
def _mul[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a * b


@always_inline
def _div[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
    return a / b
