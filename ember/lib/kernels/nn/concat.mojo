"""Tensors one behind the other, and the parts of one."""

import extensibility
from extensibility import (
    InputVariadicTensors,
    ManagedTensorSlice,
    OutputVariadicTensors,
    _FusedInputTensor,
    _FusedOutputTensor,
    get_kernel_simd_width,
)
from nn._loops import for_places
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@always_inline
def copy_into[
    rank: Int, dtype: DType, //, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    to: IndexList[rank],
    origin: IndexList[rank],
    shape: IndexList[rank],
    ctx: DeviceContext,
) raises:
    """Copies the block of a shape that begins at `origin` to the place `to`.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.concat import copy_into
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    var numbers: List[Float32] = [1, 2, 3]
    var result = List[Float32](length=4, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(3))
    copy_into(OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(4)), x, Index(2), Index(1), Index(2), DeviceContext())
    print(result)  # [0.0, 0.0, 2.0, 3.0]
    _ = numbers
    ```
    """

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[rank]):
        output._fused_store[width](place + to, x.load[width](place + origin))

    for_places[one, get_kernel_simd_width[dtype, target](), target](shape, ctx)


@extensibility.register("mo.concat")
struct _Concat:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor,
        parts: InputVariadicTensors[output.dtype, output.rank, _],
        ctx: DeviceContext,
    ) raises:
        var to = IndexList[output.rank]()
        comptime for i in range(parts.size):
            var part = parts[i]
            copy_into[target](output, part, to, IndexList[output.rank](), part.shape(), ctx)
            to[axis] += part.dim_size[axis]()


@extensibility.register("mo.split")
struct _Split:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        parts: OutputVariadicTensors[_, _, _],
        x: _FusedInputTensor[dtype = parts.dtype, rank = parts.rank, ...],
        ctx: DeviceContext,
    ) raises:
        var origin = IndexList[parts.rank]()
        comptime for i in range(parts.size):
            var part = parts[i]
            copy_into[target](part, x, IndexList[parts.rank](), origin, part.shape(), ctx)
            origin[axis] += part.dim_size[axis]()
