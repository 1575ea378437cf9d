"""ManagedTensorSlice: a tensor as a kernel gets it. It owns nothing.

What a kernel reads or writes may be fused with its neighbours: `_with_input_lambda` and its kind give a slice that calls a
function where the kernel reads or writes an element. The function is part of the slice and its type part of the slice's type.
"""

from std.builtin.value import _DeviceView
from std.extensibility.io_spec import (
    IO,
    FusedInput,
    FusedOutput,
    Input,
    IOSpec,
    IOUnknown,
    MutableInput,
    Output,
    _FusedComputeOutput,
)
from std.extensibility.tensor_spec import RuntimeTensorSpec, StaticTensorSpec, row_major_strides
from std.gpu.host import DeviceBuffer, DeviceContext
from std.layout.layout_tensor import LayoutTensor
from std.layout.runtime_layout import RuntimeLayout
from std.layout.tile_layout import Layout as TileLayout
from std.layout.tile_tensor import TileTensor
from std.sys.info import is_gpu
from std.utils.coord import *
from std.utils.index import IndexList


struct NoFusion(Defaultable, TrivialRegisterPassable):
    """In place of a function: nothing is fused.

    Example:

    ```mojo
    from extensibility.managed_tensor_slice import NoFusion

    _ = NoFusion()
    ```
    """

    @always_inline
    def __init__(out self):
        """Nothing."""
        pass


struct ManagedTensorSlice[
    mut: Bool,
    input: IO,
    dtype: DType,
    rank: Int,
    Fusion: ImplicitlyCopyable, //,
    io_spec: IOSpec[mut, input],
    *,
    static_spec: StaticTensorSpec[dtype, rank],
](DevicePassable, ImplicitlyCopyable, Movable):
    """A tensor of a kernel: an address, a shape, strides.

    Example:

    ```mojo
    from extensibility import InputTensor, StaticTensorSpec
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
    var numbers: List[Float32] = [0, 1, 2, 3, 4, 5]
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 3))
    print(x[1, 2], x.load[2](Index(0, 1)), x.shape(), x.size(), x.rank)  # 5.0 [1.0, 2.0] (2, 3) 6 2
    print(x.dim_size(0), x.dim_size[1](), x.strides(), x.stride_length[0](), x.bytecount())  # 2 3 (3, 1) 3 24
    print(x.spec().shape, x.unsafe_ptr()[4], x.to_tile_tensor()[1, 1], x.to_layout_tensor()[0, 2])  # (2, 3) 4.0 4.0 2.0
    _ = numbers
    ```

    ```mojo
    from extensibility import OutputTensor, StaticTensorSpec
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 2].row_major(Index(2, 2))
    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.float32](4)
    var y = OutputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 2))
    print(len(y.to_device_buffer(context)), y.stride_length(0))  # 4 2
    ```

    ```mojo
    from extensibility import OutputTensor, StaticTensorSpec
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.int32, 1].create_unknown()
    var numbers = List[Int32](length=4, fill=0)
    var y = OutputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(4))
    y[0] = 5
    y.store(Index(2), SIMD[DType.int32, 2](6, 7))
    print(numbers)  # [5, 0, 6, 7]
    ```
    """

    comptime Pointer = UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    """The type of the address of the numbers."""
    comptime kernel_role = _role(Self.mut, Self.input)
    """What a kernel does with it."""
    comptime is_mutable = Self.mut
    """Whether elements may be changed."""
    comptime device_type = Self
    """A kernel gets a copy."""
    comptime _is_fused = not __same_type[Self.Fusion, NoFusion]()
    comptime _computes_input = Self._is_fused and Self.input == IO.FusedInput
    comptime _uses_output = Self._is_fused and Self.input == IO.FusedOutput
    comptime _changes_output = Self._is_fused and Self.input == IO._FusedComputeOutput
    comptime _layout = Self.static_spec.to_layout()

    comptime _With[mut: Bool, input: IO, Fusion: ImplicitlyCopyable, io_spec: IOSpec[mut, input]] = ManagedTensorSlice[
        mut=mut,
        input=input,
        dtype = Self.dtype,
        rank = Self.rank,
        Fusion=Fusion,
        io_spec=io_spec,
        static_spec = Self.static_spec,
    ]

    var _ptr: Self.Pointer
    var _shape: IndexList[Self.rank]
    var _strides: IndexList[Self.rank]
    var _fusion: Self.Fusion

    # -- making ---------------------------------------------------------------------------------

    @always_inline
    def __init__(
        out self: ManagedTensorSlice[
            mut = Self.mut,
            input = Self.input,
            dtype = Self.dtype,
            rank = Self.rank,
            Fusion=NoFusion,
            io_spec = Self.io_spec,
            static_spec = Self.static_spec,
        ],
        ptr: UnsafePointer[Scalar[Self.dtype], _],
        shape: IndexList[Self.rank],
    ):
        """Numbers in a row, the last dimension running fastest."""
        self._ptr = {mlir_value = ptr.address}
        self._shape = shape
        self._strides = row_major_strides(shape)
        self._fusion = NoFusion()

    @always_inline
    def __init__(
        out self: ManagedTensorSlice[
            mut = Self.mut,
            input = Self.input,
            dtype = Self.dtype,
            rank = Self.rank,
            Fusion=NoFusion,
            io_spec = Self.io_spec,
            static_spec = Self.static_spec,
        ],
        ptr: UnsafePointer[Scalar[Self.dtype], _],
        shape: IndexList[Self.rank],
        strides: IndexList[Self.rank],
    ):
        """Numbers by a shape and strides."""
        self._ptr = {mlir_value = ptr.address}
        self._shape = shape
        self._strides = strides
        self._fusion = NoFusion()

    @always_inline
    def __init__(
        out self,
        *,
        _ptr: Self.Pointer,
        shape: IndexList[Self.rank],
        strides: IndexList[Self.rank],
        fusion: Self.Fusion,
    ):
        """All parts."""
        self._ptr = _ptr
        self._shape = shape
        self._strides = strides
        self._fusion = fusion

    @always_inline
    def _with_input_lambda[F: ImplicitlyCopyable](self, function: F) -> Self._With[False, IO.FusedInput, F, FusedInput]:
        """The slice whose elements `function[width](index) -> SIMD` computes."""
        return {_ptr = self._ptr, shape = self._shape, strides = self._strides, fusion = function}

    @always_inline
    def _with_output_lambda[F: ImplicitlyCopyable](self, function: F) -> Self._With[True, IO.FusedOutput, F, FusedOutput]:
        """The slice whose elements go to `function[width](index, value)` instead of memory."""
        return {_ptr = self._ptr, shape = self._shape, strides = self._strides, fusion = function}

    @always_inline
    def _with_compute_lambda[
        F: ImplicitlyCopyable
    ](self, function: F) -> Self._With[True, IO._FusedComputeOutput, F, _FusedComputeOutput]:
        """The slice whose kernel stores `function[width](index, value) -> SIMD` instead of each value."""
        return {_ptr = self._ptr, shape = self._shape, strides = self._strides, fusion = function}

    @always_inline
    def _as[
        mut: Bool, input: IO, //, io_spec: IOSpec[mut, input]
    ](self) -> Self._With[mut, input, Self.Fusion, io_spec]:
        """The same slice in another role."""
        return {_ptr = self._ptr, shape = self._shape, strides = self._strides, fusion = self._fusion}

    # -- sizes ----------------------------------------------------------------------------------

    @always_inline
    def shape(self) -> IndexList[Self.rank]:
        """The dimensions."""
        var result = IndexList[Self.rank]()
        comptime for i in range(Self.rank):
            result[i] = self.dim_size[i]()
        return result

    @always_inline
    def spec(self) -> RuntimeTensorSpec[Self.dtype, Self.rank]:
        """The dimensions."""
        return RuntimeTensorSpec[Self.dtype, Self.rank](self.shape())

    @always_inline
    def dim_size(self, index: Int) -> Int:
        """A dimension."""
        return self._shape[index]

    @always_inline
    def dim_size[index: Int](self) -> Int:
        """A dimension."""
        comptime if Self.static_spec.shape[index] >= 0:
            return Self.static_spec.shape[index]
        else:
            return self._shape[index]

    @always_inline
    def strides(self) -> IndexList[Self.rank]:
        """How far apart neighbours are."""
        var result = IndexList[Self.rank]()
        comptime for i in range(Self.rank):
            result[i] = self.stride_length[i]()
        return result

    @always_inline
    def stride_length(self, index: Int) -> Int:
        """How far apart neighbours in one direction are."""
        return self._strides[index]

    @always_inline
    def stride_length[index: Int](self) -> Int:
        """How far apart neighbours in one direction are."""
        comptime if Self.static_spec.strides[index] >= 0:
            return Self.static_spec.strides[index]
        else:
            return self._strides[index]

    @always_inline
    def size(self) -> Int:
        """How many elements there are."""
        return self.shape().flattened_length()

    @always_inline
    def bytecount(self) -> Int:
        """The bytes of all elements."""
        return self.size() * Self.dtype.size_of()

    # -- elements -------------------------------------------------------------------------------

    @always_inline
    def _offset(self, index: IndexList[Self.rank]) -> Int:
        var offset = 0
        comptime for i in range(Self.rank):
            offset += index[i] * self.stride_length[i]()
        return offset

    @always_inline
    def unsafe_ptr(self) -> Self.Pointer:
        """The address of the first element."""
        comptime assert not Self._computes_input, "the elements of this input are computed, they are not in memory"
        return self._ptr

    @always_inline
    def _is_aligned[width: Int](self) -> Bool:
        # Whether `width` elements along the last direction lie at a multiple of their size, wherever that begins at a multiple of `width`.
        comptime last = Self.rank - 1
        comptime if Self.rank == 0 or width == 1:
            return True
        else:
            var low = (Int(self._ptr) // Self.dtype.size_of()) % width
            comptime for i in range(last):
                low |= self.stride_length[i]() % width
            return low == 0 or self.stride_length[last]() != 1

    @always_inline
    def load[
        width: Int = 1, element_alignment: Int = 1
    ](self, index: IndexList[Self.rank]) -> SIMD[Self.dtype, width]:
        """`width` elements along the last direction; a prologue that is fused in computes them."""
        comptime if Self._computes_input:
            return self._lambda_load[width, element_alignment](index)
        else:
            return self._memory_load[width, element_alignment](index)

    @always_inline
    def _memory_load[
        width: Int, element_alignment: Int
    ](self, index: IndexList[Self.rank]) -> SIMD[Self.dtype, width]:
        comptime last = Self.rank - 1
        comptime alignment = element_alignment * Self.dtype.size_of()
        var place = self._ptr + self._offset(index)
        comptime if width == 1 or Self.rank == 0:
            return place.load[width=width]()
        elif Self.static_spec.strides[last] == 1:
            return _load_line[width, alignment](place)
        elif Self.static_spec.strides[last] == 0:
            return SIMD[Self.dtype, width](place[])
        else:
            var stride = self.stride_length[last]()
            if stride == 1:
                return _load_line[width, alignment](place)
            if stride == 0:
                return SIMD[Self.dtype, width](place[])
            var result = SIMD[Self.dtype, width]()
            comptime for i in range(width):
                result[i] = place[i * stride]
            return result

    @always_inline
    def store[
        width: Int = 1, element_alignment: Int = 1
    ](self, index: IndexList[Self.rank], value: SIMD[Self.dtype, width]):
        """Sets `width` elements along the last direction; an epilogue that is fused in gets them instead."""
        comptime if Self._uses_output:
            self._lambda_store[width, element_alignment](index, value)
        else:
            self._memory_store[width, element_alignment](index, value)

    @always_inline
    def _memory_store[
        width: Int, element_alignment: Int
    ](self, index: IndexList[Self.rank], value: SIMD[Self.dtype, width]):
        comptime assert Self.mut, "the elements of an input may not be changed"
        comptime last = Self.rank - 1
        comptime alignment = element_alignment * Self.dtype.size_of()
        var place = self._ptr + self._offset(index)
        comptime if width == 1 or Self.rank == 0:
            place.store[width=width](0, value)
        elif Self.static_spec.strides[last] == 1:
            _store_line[alignment](place, value)
        else:
            var stride = self.stride_length[last]()
            if stride == 1:
                _store_line[alignment](place, value)
            else:
                comptime for i in range(width):
                    place[i * stride] = value[i]

    @always_inline
    def _lambda_load[
        width: Int, element_alignment: Int = 1
    ](self, index: IndexList[Self.rank]) -> SIMD[Self.dtype, width]:
        """What the fused prologue computes; there must be one."""
        comptime assert Self._computes_input, "no prologue is fused into this input"
        return self._fusion[width](index)

    @always_inline
    def _fused_load[
        width: Int, element_alignment: Int = 1
    ](self, index: IndexList[Self.rank]) -> SIMD[Self.dtype, width]:
        """What the fused prologue computes, if there is one, else what is in memory."""
        return self.load[width, element_alignment](index)

    @always_inline
    def _lambda_store[
        width: Int, element_alignment: Int = 1
    ](self, index: IndexList[Self.rank], value: SIMD[Self.dtype, width]):
        """Gives the value to the fused epilogue; there must be one."""
        comptime assert Self._uses_output, "no epilogue is fused into this output"
        self._fusion[width](index, value)

    @always_inline
    def _fused_store[
        width: Int, element_alignment: Int = 1
    ](self, index: IndexList[Self.rank], value: SIMD[Self.dtype, width]):
        """Gives the value to the fused epilogue, if there is one, else to memory."""
        comptime if Self._changes_output:
            self.store[width, element_alignment](index, self._fused_compute_output_lambda[width](index, value))
        else:
            self.store[width, element_alignment](index, value)

    @always_inline
    def _fused_compute_output_lambda[
        width: Int, element_alignment: Int = 1
    ](self, index: IndexList[Self.rank], value: SIMD[Self.dtype, width]) -> SIMD[Self.dtype, width]:
        """What the fused epilogue makes of a value, for the kernel to store; without one, the value."""
        comptime if Self._changes_output:
            return self._fusion[width](index, value)
        else:
            return value

    @always_inline
    def __getitem__(self, *indices: Int) -> Scalar[Self.dtype]:
        """An element."""
        return self.load[1](_index[Self.rank](indices))

    @always_inline
    def __getitem__(self, index: IndexList[Self.rank]) -> Scalar[Self.dtype]:
        """An element."""
        return self.load[1](index)

    @always_inline
    def __setitem__(self, index: IndexList[Self.rank], value: Scalar[Self.dtype]):
        """Sets an element."""
        self.store[1](index, value)

    @always_inline
    def __setitem__(self, i: Int, value: Scalar[Self.dtype]):
        """Sets an element."""
        comptime assert Self.rank == 1, "an element has as many indices as the tensor has dimensions"
        self.store[1](rebind[IndexList[Self.rank]](IndexList[1](i)), value)

    @always_inline
    def __setitem__(self, i: Int, j: Int, value: Scalar[Self.dtype]):
        """Sets an element."""
        comptime assert Self.rank == 2, "an element has as many indices as the tensor has dimensions"
        self.store[1](rebind[IndexList[Self.rank]](IndexList[2](i, j)), value)

    @always_inline
    def __setitem__(self, i: Int, j: Int, k: Int, value: Scalar[Self.dtype]):
        """Sets an element."""
        comptime assert Self.rank == 3, "an element has as many indices as the tensor has dimensions"
        self.store[1](rebind[IndexList[Self.rank]](IndexList[3](i, j, k)), value)

    @always_inline
    def __setitem__(self, i: Int, j: Int, k: Int, l: Int, value: Scalar[Self.dtype]):
        """Sets an element."""
        comptime assert Self.rank == 4, "an element has as many indices as the tensor has dimensions"
        self.store[1](rebind[IndexList[Self.rank]](IndexList[4](i, j, k, l)), value)

    # -- other views ----------------------------------------------------------------------------

    @always_inline
    def _runtime_layout(self) -> RuntimeLayout[Self._layout]:
        var result = RuntimeLayout[Self._layout]()
        comptime for i in range(Self.rank):
            result.shape.set_leaf[i](self._shape[i])
            result.stride.set_leaf[i](self._strides[i])
        return result

    @always_inline
    def to_layout_tensor(self) -> LayoutTensor[Self.dtype, Self._layout, MutAnyOrigin]:
        """The numbers as a LayoutTensor."""
        return {self.unsafe_ptr(), self._runtime_layout()}

    @always_inline
    def to_tile_tensor[
        coord_dtype: DType = DType.int64
    ](self) -> TileTensor[Self.dtype, TileLayout[Self._layout], MutAnyOrigin]:
        """The numbers as a TileTensor."""
        return {self.unsafe_ptr(), TileLayout[Self._layout](self._runtime_layout())}

    def to_device_buffer(self, ctx: DeviceContext) -> DeviceBuffer[Self.dtype]:
        """The numbers as a buffer, which does not own them."""
        return DeviceBuffer[Self.dtype](ctx, self.unsafe_ptr(), self.size(), owning=False)

    def _to_device_type(self, target: UnsafePointer[NoneType, MutAnyOrigin]):
        target.bitcast[Self]().init_pointee_copy(self)


def _role(mut: Bool, input: IO) -> StaticString:
    if input == IO.FusedInput:
        return "input fused"
    if input == IO.FusedOutput:
        return "output mutable fused"
    if input == IO._FusedComputeOutput:
        return "output mutable fused computing"
    if input == IO.Output:
        return "output mutable"
    if input == IO.Input:
        return "input mutable" if mut else "input"
    return "tensor mutable" if mut else "tensor"


@always_inline
def _index[rank: Int](indices: VariadicList[Int]) -> IndexList[rank]:
    var result = IndexList[rank]()
    comptime for i in range(rank):
        result[i] = indices[i]
    return result


comptime InputTensor = ManagedTensorSlice[io_spec=Input]
"""A tensor that a kernel reads: `InputTensor[dtype=DType.float32, rank=2, ...]`.

Example:

```mojo
from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from std.utils import Index, IndexList

def double(result: OutputTensor, x: InputTensor[dtype = result.dtype, rank = result.rank, ...]):
    for i in range(x.size()):
        result.store(IndexList[result.rank](i), x.load(IndexList[result.rank](i)) * 2)

def main():
    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    var numbers: List[Float32] = [1, 2]
    var doubled: List[Float32] = [0, 0]
    double(
        OutputTensor[static_spec=spec](doubled.unsafe_ptr(), Index(2)),
        InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2)),
    )
    print(doubled)  # [2.0, 4.0]
    _ = numbers
```
"""
comptime OutputTensor = ManagedTensorSlice[io_spec=Output]
"""A tensor that a kernel writes."""
comptime MutableInputTensor = ManagedTensorSlice[io_spec=MutableInput]
"""A tensor that a kernel reads and changes."""
comptime FusedInputTensor = ManagedTensorSlice[io_spec=FusedInput]
"""A tensor that a kernel reads; what computes it may be fused into the kernel."""
comptime FusedOutputTensor = ManagedTensorSlice[io_spec=FusedOutput]
"""A tensor that a kernel writes; what uses it may be fused into the kernel."""
comptime _MutableInputTensor = MutableInputTensor
comptime _FusedInputTensor = FusedInputTensor
comptime _FusedOutputTensor = FusedOutputTensor
comptime _FusedComputeOutputTensor = ManagedTensorSlice[io_spec=_FusedComputeOutput]
comptime DynamicTensor[dtype: DType, rank: Int] = ManagedTensorSlice[
    io_spec=IOUnknown, Fusion=NoFusion, static_spec = StaticTensorSpec[dtype, rank].create_unknown()
]
"""A tensor of which only type and rank are known."""


# -- vectors of neighbours ------------------------------------------------------------------------------------------

comptime _GPU_VECTOR = 16  # bytes that a thread reads or writes at once, if they lie at a multiple of as many


@always_inline
def _is_worth_asking[bytes: Int, alignment: Int]() -> Bool:
    # GPUs split vectors that may lie anywhere into elements: they are asked where they lie.
    return is_gpu() and alignment < bytes and bytes <= _GPU_VECTOR


@always_inline
def _load_line[
    dtype: DType, //, width: Int, alignment: Int
](place: UnsafePointer[Scalar[dtype], _]) -> SIMD[dtype, width]:
    comptime bytes = width * dtype.size_of()
    comptime if _is_worth_asking[bytes, alignment]():
        if Int(place) % bytes == 0:
            return place.load[width=width, alignment=bytes]()
        var line = SIMD[dtype, width]()  # a vector here would be taken for the one above, and both split
        comptime for i in range(width):
            line[i] = place[i]
        return line
    else:
        return place.load[width=width, alignment=alignment]()


@always_inline
def _store_line[
    dtype: DType, width: SIMDLength, //, alignment: Int
](place: UnsafePointer[mut=True, Scalar[dtype], _], value: SIMD[dtype, width]):
    comptime bytes = Int(width) * dtype.size_of()
    comptime if _is_worth_asking[bytes, alignment]():
        if Int(place) % bytes == 0:
            place.store[alignment=bytes](0, value)
            return
    place.store[alignment=alignment](0, value)
