"""Pools: the largest or the mean of windows, channels last; and fold, which adds windows up."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, _FusedOutputTensor
from nn._loops import accumulator, for_places, share, start_of_row
from nn._windows import Volume, afters, befores, in_space
from nn.reduction import Largest, Reduction, Sum
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@always_inline
def pool[
    rank: Int, dtype: DType, //, R: Reduction, is_mean: Bool, count_boundary: Bool, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    kernel: IndexList[rank - 2],
    strides: IndexList[rank - 2],
    dilations: IndexList[rank - 2],
    paddings: IndexList[2 * (rank - 2)],
    ctx: DeviceContext,
) raises:
    """`R` of the windows of `x`, or their mean, in which the padding counts or does not.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.pool import pool
    from nn.reduction import Largest
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 3].create_unknown()
    var numbers: List[Float32] = [1, 5, 3, 4]
    var result = List[Float32](length=2, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 4, 1))
    var y = OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(1, 2, 1))
    pool[Largest, False, False](y, x, Index(2), Index(2), Index(1), Index(0, 0), DeviceContext())
    print(result)  # [5.0, 4.0]
    _ = numbers
    ```
    """
    comptime spatial = rank - 2
    comptime acc = accumulator[dtype]()
    var given = Volume(x.shape())
    var made = Volume(output.shape())
    var window = in_space[spatial](kernel, 1)
    var step = in_space[spatial](strides, 1)
    var apart = in_space[spatial](dilations, 1)
    var before = befores[spatial](paddings)
    var edge = given.sizes + afters[spatial](paddings)
    var data = x.unsafe_ptr()

    @__parameter
    @always_inline
    def block[width: Int](n: Int, place: IndexList[3], channel: Int):
        var result = SIMD[acc, width](R.first[acc]())
        var count = 0
        for a in range(window[0]):
            for b in range(window[1]):
                for c in range(window[2]):
                    var source = place * step + IndexList[3](a, b, c) * apart - before
                    if source[0] >= edge[0] or source[1] >= edge[1] or source[2] >= edge[2]:
                        continue
                    if given.contains(source):
                        var values = (data + given.offset(n, source) + channel).load[width=width]()
                        result = R.combine(result, values.cast[acc]())
                        count += 1
                    elif count_boundary:
                        count += 1
        comptime if is_mean:
            result /= SIMD[acc, width](count)
        var at = start_of_row[-1](made.offset(n, place) + channel, output.shape())
        output._fused_store[width](at, result.cast[dtype]())

    @__parameter
    @always_inline
    def element[width: Int](at: IndexList[rank]):
        block[1](at[0], in_space[spatial](at, 0, 1), at[rank - 1])

    @__parameter
    def some(begin: Int, end: Int):
        comptime width = simd_width_of[dtype]()
        for i in range(begin, end):
            var n = i // made.places()
            var place = made.place(i % made.places())
            var channel = 0
            while channel + width <= made.channels:
                block[width](n, place, channel)
                channel += width
            while channel < made.channels:
                block[1](n, place, channel)
                channel += 1

    comptime if is_device(target):
        for_places[element, 1, target](output.shape(), ctx)
    else:
        share[some](made.batch * made.places(), window[0] * window[1] * window[2] * made.channels)


@extensibility.register("mo.max_pool")
struct _MaxPool:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        kernel: IndexList[output.rank - 2],
        strides: IndexList[output.rank - 2],
        dilations: IndexList[output.rank - 2],
        paddings: IndexList[2 * (output.rank - 2)],
        ctx: DeviceContext,
    ) raises:
        pool[Largest, False, False, target](output, x, kernel, strides, dilations, paddings, ctx)


@extensibility.register("mo.avg_pool")
struct _AvgPool:
    @staticmethod
    def execute[target: StaticString, count_boundary: Bool](
        output: _FusedOutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        kernel: IndexList[output.rank - 2],
        strides: IndexList[output.rank - 2],
        dilations: IndexList[output.rank - 2],
        paddings: IndexList[2 * (output.rank - 2)],
        ctx: DeviceContext,
    ) raises:
        pool[Sum, True, count_boundary, target](output, x, kernel, strides, dilations, paddings, ctx)


@extensibility.register("mo.fold")
struct _Fold:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor[rank=4, ...],
        x: InputTensor[dtype = output.dtype, rank=3, ...],
        kernel_size: IndexList[2],
        strides: IndexList[2],
        dilations: IndexList[2],
        paddings: IndexList[4],
        ctx: DeviceContext,
    ) raises:
        comptime acc = accumulator[output.dtype]()
        var shape = output.shape()
        var columns = (shape[3] + paddings[2] + paddings[3] - dilations[1] * (kernel_size[1] - 1) - 1) // strides[1] + 1
        var rows = x.dim_size[2]() // max(columns, 1)

        @__parameter
        @always_inline
        def one[width: Int](place: IndexList[4]):
            var sum = Scalar[acc](0)
            for a in range(kernel_size[0]):
                for b in range(kernel_size[1]):
                    var h = place[2] + paddings[0] - a * dilations[0]
                    var w = place[3] + paddings[2] - b * dilations[1]
                    if h < 0 or w < 0 or h % strides[0] != 0 or w % strides[1] != 0:
                        continue
                    h //= strides[0]
                    w //= strides[1]
                    if h < rows and w < columns:
                        var row = (place[1] * kernel_size[0] + a) * kernel_size[1] + b
                        sum += x[place[0], row, h * columns + w].cast[acc]()
            output._fused_store[1](place, sum.cast[output.dtype]())

        for_places[one, 1, target](shape, ctx, kernel_size[0] * kernel_size[1] * 4)
