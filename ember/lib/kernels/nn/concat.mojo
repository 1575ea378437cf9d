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
from nn._loops import for_places, share, start_of_row
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.memory import memcpy
from std.utils.index import IndexList

comptime _LEAST_RUN = 16
"""Fewer elements in a row are not worth a call."""
comptime _PIECE = 1 << 14
"""Elements that are copied at once."""


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

    comptime if not is_device(target) and not output._is_fused and not x._is_fused:
        if _copy_runs(output, x, to, origin, shape):
            return
    for_places[one, get_kernel_simd_width[dtype, target](), target](shape, ctx)


def _copy_runs[
    rank: Int, dtype: DType, //
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    to: IndexList[rank],
    origin: IndexList[rank],
    shape: IndexList[rank],
) -> Bool:
    """Copies at once what lies in a row in both tensors; False, and nothing is done, if that is little."""
    var run = 1
    var outer = shape
    var rows = 1
    var is_row = True
    comptime for k in range(rank):
        comptime axis = rank - 1 - k
        is_row = is_row and x.stride_length[axis]() == run and output.stride_length[axis]() == run
        if is_row:
            run *= shape[axis]
            outer[axis] = 1
        else:
            rows *= shape[axis]
    if run < _LEAST_RUN:
        return False
    var pieces = ceildiv(run, _PIECE)

    @__parameter
    def some(first: Int, end: Int):
        for i in range(first, end):
            var place = start_of_row[-1](i // pieces, outer)
            var begin = i % pieces * _PIECE
            memcpy(
                dest=output.unsafe_ptr() + _offset(place + to, output.strides()) + begin,
                src=x.unsafe_ptr() + _offset(place + origin, x.strides()) + begin,
                count=min(_PIECE, run - begin),
            )

    share[some](rows * pieces, min(run, _PIECE))
    return True


@always_inline
def _offset[rank: Int, //](place: IndexList[rank], strides: IndexList[rank]) -> Int:
    var sum = 0
    comptime for i in range(rank):
        sum += place[i] * strides[i]
    return sum


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
