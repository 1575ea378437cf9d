"""Parts and stretched tensors whose bounds are computed."""

import extensibility
from extensibility import InputTensor, _FusedInputTensor, _FusedOutputTensor
from nn._loops import for_places
from std.gpu.host import DeviceContext
from std.sys.info import simd_width_of
from std.utils.index import IndexList


def _bound(value: Int, size: Int) -> Int:
    # Negative bounds count from the end; what is outside is cut off.
    return min(max(value + size if value < 0 else value, 0), size)


@extensibility.register_shape_function("mo.slice.dynamic")
def _slice_shape(
    x: InputTensor,
    starts: InputTensor[rank=1, ...],
    stops: InputTensor[rank=1, ...],
    steps: InputTensor[rank=1, ...],
) raises -> IndexList[x.rank]:
    var shape = IndexList[x.rank]()
    comptime for i in range(x.rank):
        var size = x.dim_size[i]()
        var step = Int(steps[i])
        if step < 1:
            raise Error("the step of a slice is a positive number, not ", step)
        var count = _bound(Int(stops[i]), size) - _bound(Int(starts[i]), size)
        shape[i] = max(0, (count + step - 1) // step)
    return shape


@extensibility.register("mo.slice.dynamic")
struct _SliceDynamic:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        starts: InputTensor[rank=1, ...],
        stops: InputTensor[rank=1, ...],
        steps: InputTensor[rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        comptime rank = output.rank
        var first = IndexList[rank]()
        var by = IndexList[rank]()
        comptime for i in range(rank):
            first[i] = _bound(Int(starts[i]), x.dim_size[i]())
            by[i] = Int(steps[i])
            if first[i] + (output.dim_size[i]() - 1) * by[i] >= x.dim_size[i]() and output.dim_size[i]() > 0:
                raise Error("the index ", Int(starts[i]), " is out of range for an axis of ", x.dim_size[i]())

        @__parameter
        @always_inline
        def one[width: Int](place: IndexList[rank]):
            var source = IndexList[rank]()
            comptime for i in range(rank):
                source[i] = first[i] + place[i] * by[i]
            output._fused_store[width](place, x.load[width](source))

        for_places[one, 1, target](output.shape(), ctx)


@extensibility.register_shape_function("mo.broadcast_to")
def _stretched_shape[rank: Int](x: InputTensor, shape: IndexList[rank]) -> IndexList[rank]:
    return shape


@extensibility.register("mo.broadcast_to")
struct _BroadcastTo:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, ...],
        shape: InputTensor[rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        comptime new = output.rank - x.rank
        comptime for i in range(output.rank):
            if Int(shape[i]) != output.dim_size[i]():
                raise Error("axis ", i, " is stretched to ", Int(shape[i]), ", the result has ", output.dim_size[i]())
        comptime for i in range(x.rank):
            if x.dim_size[i]() != 1 and x.dim_size[i]() != output.dim_size[new + i]():
                raise Error("axis ", i, " of ", x.dim_size[i](), " cannot be stretched to ", output.dim_size[new + i]())

        @__parameter
        @always_inline
        def one[width: Int](place: IndexList[output.rank]):
            var source = IndexList[x.rank]()
            comptime for i in range(x.rank):
                source[i] = place[new + i] if x.dim_size[i]() != 1 else 0
            output._fused_store[width](place, x.load[width](source))

        for_places[one, 1, target](output.shape(), ctx)
