"""Kernels whose result is a rearrangement of the input by place: pad, tile, repeat_interleave, band_part."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, _FusedInputTensor, _FusedOutputTensor
from nn._loops import for_places
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@always_inline
def reflected(index: Int, size: Int) -> Int:
    """A place outside of an axis mirrored at its ends, as often as need be.

    Example:

    ```mojo
    from nn.pad import reflected

    print(reflected(-1, 4), reflected(4, 4), reflected(2, 4))  # 1 2 2
    ```
    """
    if size <= 1:
        return 0
    var period = 2 * (size - 1)
    var i = index % period
    return i if i < size else period - i


@always_inline
def _pad[
    rank: Int, dtype: DType, //, source: def(Int, Int) capturing -> Int, target: StaticString
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    paddings: IndexList[2 * rank],
    ctx: DeviceContext,
) raises:
    # Every element is one of the input: `source(place, size)` says which along each axis.
    var shape = x.shape()

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[rank]):
        var from_place = IndexList[rank]()
        comptime for i in range(rank):
            from_place[i] = source(place[i] - paddings[2 * i], shape[i])
        output._fused_store[1](place, x.load[1](from_place))

    for_places[one, 1, target](output.shape(), ctx)


@extensibility.register("mo.pad.constant")
struct _PadConstant:
    @staticmethod
    def execute[target: StaticString, value: Float64](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        paddings: IndexList[2 * output.rank],
        ctx: DeviceContext,
    ) raises:
        var shape = x.shape()

        @__parameter
        @always_inline
        def one[width: Int](place: IndexList[output.rank]):
            var inside = True
            var source = place
            comptime for i in range(output.rank):
                source[i] -= paddings[2 * i]
                inside = inside and 0 <= source[i] < shape[i]
            output._fused_store[1](place, x.load[1](source) if inside else value.cast[output.dtype]())

        for_places[one, 1, target](output.shape(), ctx)


@extensibility.register("mo.pad.reflect")
struct _PadReflect:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        paddings: IndexList[2 * output.rank],
        ctx: DeviceContext,
    ) raises:

        @__parameter
        @always_inline
        def source(index: Int, size: Int) -> Int:
            return reflected(index, size)

        _pad[source, target](output, x, paddings, ctx)


@extensibility.register("mo.pad.repeat")
struct _PadRepeat:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        paddings: IndexList[2 * output.rank],
        ctx: DeviceContext,
    ) raises:

        @__parameter
        @always_inline
        def source(index: Int, size: Int) -> Int:
            return max(0, min(index, size - 1))

        _pad[source, target](output, x, paddings, ctx)


@extensibility.register("mo.tile")
struct _Tile:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:

        @__parameter
        @always_inline
        def source(index: Int, size: Int) -> Int:
            return index % size

        _pad[source, target](output, x, IndexList[2 * output.rank](), ctx)


@extensibility.register_shape_function("mo.repeat_interleave")
def _repeated_shape[axis: Int](x: InputTensor, repeats: InputTensor[rank=1, ...]) -> IndexList[x.rank]:
    var shape = x.shape()
    var count = 0
    for i in range(x.dim_size[axis]()):
        count += Int(repeats[i if repeats.dim_size[0]() > 1 else 0])
    shape[axis] = count
    return shape


@extensibility.register("mo.repeat_interleave")
struct _RepeatInterleave:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        repeats: InputTensor[rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        comptime if is_device(target):
            _repeat_on_device[axis](output, x, repeats, ctx)
        else:
            _repeat_checked[axis](output, x, repeats)


def _repeat_checked[
    axis: Int
](
    output: ManagedTensorSlice,
    x: ManagedTensorSlice[dtype = output.dtype, rank = output.rank, ...],
    repeats: ManagedTensorSlice[rank=1, ...],
) raises:
    var sources = List[Int](capacity=output.dim_size[axis]())
    for i in range(x.dim_size[axis]()):
        var times = Int(repeats[i if repeats.dim_size[0]() > 1 else 0])
        if times < 0:
            raise Error("repeat_interleave: a place cannot be repeated ", times, " times")
        for _ in range(times):
            sources.append(i)
    if len(sources) != output.dim_size[axis]():
        raise Error("repeat_interleave: repeats give ", len(sources), " places, the result has ", output.dim_size[axis]())
    var places = sources.unsafe_ptr()

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[output.rank]):
        var source = place
        source[axis] = places[place[axis]]
        output._fused_store[width](place, x.load[width](source))

    for_places[one, 1 if axis == output.rank - 1 else simd_width_of[output.dtype]()](output.shape())
    _ = sources^


def _repeat_on_device[
    axis: Int
](
    output: ManagedTensorSlice,
    x: ManagedTensorSlice[dtype = output.dtype, rank = output.rank, ...],
    repeats: ManagedTensorSlice[rank=1, ...],
    ctx: DeviceContext,
) raises:
    # Each element looks for its place by adding up the repeats; they are not checked.
    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[output.rank]):
        var source = place
        var end = 0
        source[axis] = 0
        for i in range(x.dim_size[axis]()):
            end += Int(repeats[i if repeats.dim_size[0]() > 1 else 0])
            if place[axis] < end:
                source[axis] = i
                break
        output._fused_store[1](place, x.load[1](source))

    for_places[one, 1, "gpu"](output.shape(), ctx)


@extensibility.register("mo.linalg.band_part")
struct _BandPart:
    @staticmethod
    def execute[target: StaticString, num_lower: Int, num_upper: Int, exclude: Bool](
        output: _FusedOutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        comptime last = output.rank - 1

        @__parameter
        @always_inline
        def one[width: Int](place: IndexList[output.rank]):
            var lower = place[last - 1] - place[last]
            var is_inside = (num_lower < 0 or lower <= num_lower) and (num_upper < 0 or -lower <= num_upper)
            output._fused_store[1](place, x.load[1](place) if is_inside != exclude else 0)

        for_places[one, 1, target](output.shape(), ctx)
