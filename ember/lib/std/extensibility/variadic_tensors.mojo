"""VariadicTensors: any number of tensors of one type, as one argument of a kernel."""

from std.extensibility.io_spec import IO, FusedInput, FusedOutput, Input, IOSpec, MutableInput, Output
from std.extensibility.managed_tensor_slice import ManagedTensorSlice, NoFusion
from std.extensibility.tensor_spec import StaticTensorSpec
from std.utils.index import IndexList
from std.utils.static_tuple import StaticTuple


struct VariadicTensors[
    mut: Bool,
    input: IO, //,
    dtype: DType,
    rank: Int,
    size: Int,
    io_spec: IOSpec[mut, input],
](ImplicitlyCopyable, Movable, Sized):
    """`size` tensors.

    Example:

    ```mojo
    from extensibility import InputVariadicTensors
    from std.utils import Index, IndexList, StaticTuple

    var a: List[Float32] = [1, 2]
    var b: List[Float32] = [3, 4]
    var tensors = InputVariadicTensors[DType.float32, 1, 2](
        StaticTuple[UnsafePointer[Float32, MutAnyOrigin], 2](a.unsafe_ptr(), b.unsafe_ptr()),
        StaticTuple[IndexList[1], 2](Index(2), Index(2)),
    )
    print(len(tensors), tensors[0][1], tensors[1][0])  # 2 2.0 3.0
    _ = (a^, b^)
    ```
    """

    comptime Tensor = ManagedTensorSlice[
        Fusion=NoFusion, io_spec = Self.io_spec, static_spec = StaticTensorSpec[Self.dtype, Self.rank].create_unknown()
    ]
    """The type of each."""

    comptime kernel_role = _role_of_several(Self.mut, Self.input)
    """What a kernel does with them."""

    comptime Pointer = UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    """The type of the address of the numbers."""

    var _pointers: StaticTuple[Self.Pointer, Self.size]
    var _shapes: StaticTuple[IndexList[Self.rank], Self.size]

    @always_inline
    def __init__(
        out self,
        pointers: StaticTuple[UnsafePointer[Scalar[Self.dtype], MutAnyOrigin], Self.size],
        shapes: StaticTuple[IndexList[Self.rank], Self.size],
    ):
        """Numbers in a row each."""
        self._pointers = pointers
        self._shapes = shapes

    @always_inline
    def __len__(self) -> Int:
        """How many tensors there are."""
        return Self.size

    @always_inline
    def __getitem__[index: Int](self) -> Self.Tensor:
        """One of them."""
        return Self.Tensor(self._pointers[index], self._shapes[index])


def _role_of_several(mut: Bool, input: IO) -> StaticString:
    if input == IO.FusedInput:
        return "input variadic fused"
    if input == IO.FusedOutput:
        return "output variadic mutable fused"
    if input == IO.Output:
        return "output variadic mutable"
    return "input variadic mutable" if mut else "input variadic"


comptime InputVariadicTensors[dtype: DType, rank: Int, size: Int] = VariadicTensors[dtype, rank, size, Input]
"""Tensors that a kernel reads.

Example:

```mojo
from extensibility import InputVariadicTensors

print(InputVariadicTensors[DType.float32, 1, 2].size)  # 2
```
"""
comptime OutputVariadicTensors[dtype: DType, rank: Int, size: Int] = VariadicTensors[dtype, rank, size, Output]
"""Tensors that a kernel writes."""
comptime MutableInputVariadicTensors[dtype: DType, rank: Int, size: Int] = VariadicTensors[
    dtype, rank, size, MutableInput
]
"""Tensors that a kernel reads and changes."""
comptime FusedInputVariadicTensors[dtype: DType, rank: Int, size: Int] = VariadicTensors[dtype, rank, size, FusedInput]
"""Tensors that a kernel reads and that may be computed in it."""
comptime FusedOutputVariadicTensors[dtype: DType, rank: Int, size: Int] = VariadicTensors[
    dtype, rank, size, FusedOutput
]
"""Tensors that a kernel writes and that may be used in it."""
