"""Softmax and its logarithm along an axis."""

import extensibility
from extensibility import ManagedTensorSlice, _FusedComputeOutputTensor, _FusedInputTensor
from nn._device import each_row_on_device, fold_row_in_block, for_row_in_block
from nn._device_held import HeldRow, lanes, on_held_rows
from nn._loops import accumulator, for_places, rows_along, share, start_of_row
from nn.reduction import Largest, Sum, fold_row, lanes_for
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import exp, log
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@always_inline
def softmax[
    rank: Int, dtype: DType, //, axis: Int, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    """exp(x) divided by its sum along an axis.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.softmax import softmax
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    var numbers: List[Float32] = [0, 0, 0, 0]
    var result = List[Float32](length=4, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(4))
    softmax[0](OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(4)), x, DeviceContext())
    print(result)  # [0.25, 0.25, 0.25, 0.25]
    _ = numbers
    ```
    """
    _softmax[False, axis, target](output, x, ctx)


@always_inline
def logsoftmax[
    rank: Int, dtype: DType, //, axis: Int, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    """The logarithm of `softmax`, without computing that.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.softmax import logsoftmax
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float64, 1].create_unknown()
    var numbers: List[Float64] = [7, 7]
    var result = List[Float64](length=2, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2))
    logsoftmax[0](OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2)), x, DeviceContext())
    print(result[0] + 0.6931471805599453 < 1e-15)  # True
    _ = numbers
    ```
    """
    _softmax[True, axis, target](output, x, ctx)


@always_inline
def _softmax[
    rank: Int, dtype: DType, //, is_log: Bool, axis: Int, target: StaticString
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    comptime if axis != rank - 1:
        _across[is_log, axis, target](output, x, ctx)
    elif is_device(target):
        _along_last_on_device[is_log](output, x, ctx)
    else:
        comptime assert target == "cpu", "the targets of softmax are cpu and gpu"
        _along_last[is_log](output, x)


@always_inline
def _along_last[
    rank: Int, dtype: DType, //, is_log: Bool
](output: ManagedTensorSlice[dtype=dtype, rank=rank, ...], x: ManagedTensorSlice[dtype=dtype, rank=rank, ...]):
    # What is computed where it is read is computed once: it goes to the result first. What is fused behind it gets the last values alone.
    comptime axis = rank - 1
    comptime width = lanes_for[dtype, x._computes_input]()
    comptime acc = accumulator[dtype]()
    var shape = x.shape()
    var length = shape[axis]

    @__parameter
    def some(first: Int, end: Int):
        for row in range(first, end):
            var start = start_of_row[axis](row, shape)
            comptime if x._computes_input:
                _copy_row[axis](output, x, start, length)
                _finish_row[is_log, axis](
                    output, output, start, length, fold_row[Largest, axis, acc, width * 4](output, start, 0, length)
                )
            else:
                _finish_row[is_log, axis](
                    output, x, start, length, fold_row[Largest, axis, acc, width](x, start, 0, length)
                )

    share[some](rows_along[axis](shape), length * 4)


def _along_last_on_device[
    rank: Int, dtype: DType, //, is_log: Bool
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    comptime acc = accumulator[dtype]()
    comptime axis = rank - 1
    comptime Part = SIMD[acc, lanes[dtype]()]
    var length = x.dim_size[axis]()

    @__parameter
    @always_inline
    def held[steps: Int, is_whole: Bool](mut row: HeldRow[acc, lanes[dtype](), steps, is_whole]):
        comptime if is_log:
            @__parameter
            @always_inline
            def same(part: Part) -> Part:
                return part

            var most = row.fold[Largest, same]()

            @__parameter
            @always_inline
            def power(part: Part) -> Part:
                return exp(part - most)

            var last = log(row.fold[Sum, power]())

            @__parameter
            @always_inline
            def less[step: Int](part: Part) -> Part:
                return part - most - last

            row.change[less]()
        else:
            var scale = row.raise_all()

            @__parameter
            @always_inline
            def scaled[step: Int](part: Part) -> Part:
                return part * scale

            row.change[scaled]()

    if on_held_rows[acc, held](output, x, ctx):
        return

    @__parameter
    @always_inline
    def one(start: IndexList[rank]):
        @__parameter
        @always_inline
        def value(i: Int) -> Scalar[acc]:
            var place = start
            place[axis] = i
            return x.load[1](place).cast[acc]()

        var most = fold_row_in_block[Largest, value](length)

        @__parameter
        @always_inline
        def power(i: Int) -> Scalar[acc]:
            return exp(value(i) - most)

        var sum = fold_row_in_block[Sum, power](length)
        var last = log(sum) if is_log else 1 / sum

        @__parameter
        @always_inline
        def finish(i: Int):
            var place = start
            place[axis] = i
            output._fused_store[1](place, _last[is_log, False, 1](output, x, place, most, last))

        for_row_in_block[finish](length)

    each_row_on_device[axis, one](x.shape(), ctx)


@always_inline
def _copy_row[
    rank: Int, dtype: DType, //, axis: Int
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    start: IndexList[rank],
    length: Int,
):
    comptime width = simd_width_of[dtype]()
    var place = start
    var i = 0
    while i + width <= length:
        place[axis] = i
        output.store[width](place, x.load[width](place))
        i += width
    while i < length:
        place[axis] = i
        output.store[1](place, x.load[1](place))
        i += 1


@always_inline
def _finish_row[
    rank: Int, dtype: DType, acc: DType, //, is_log: Bool, axis: Int
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    start: IndexList[rank],
    length: Int,
    most: Scalar[acc],
):
    # Powers that are stored with all their digits need not be computed twice.
    comptime keeps = dtype == acc and not is_log
    comptime width = simd_width_of[dtype]() * 2
    var lanes = SIMD[acc, width](0)
    var place = start
    var i = 0
    while i + width <= length:
        place[axis] = i
        var power = exp(x.load[width](place).cast[acc]() - most)
        lanes += power
        comptime if keeps:
            output.store[width](place, power.cast[dtype]())
        i += width
    var sum = lanes.reduce_add()
    while i < length:
        place[axis] = i
        var power = exp(x.load[1](place).cast[acc]() - most)
        sum += power
        comptime if keeps:
            output.store[1](place, power.cast[dtype]())
        i += 1
    var last = log(sum) if is_log else 1 / sum
    i = 0
    while i + width <= length:
        place[axis] = i
        output._fused_store[width](place, _last[is_log, keeps, width](output, x, place, most, last))
        i += width
    while i < length:
        place[axis] = i
        output._fused_store[1](place, _last[is_log, keeps, 1](output, x, place, most, last))
        i += 1


@always_inline
def _last[
    rank: Int, dtype: DType, acc: DType, //, is_log: Bool, keeps: Bool, width: Int
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    place: IndexList[rank],
    most: SIMD[acc, width],
    last: SIMD[acc, width],
) -> SIMD[dtype, width]:
    comptime if keeps:
        return (output.load[width](place).cast[acc]() * last).cast[dtype]()
    else:
        var value = x.load[width](place).cast[acc]()
        comptime if is_log:
            return (value - most - last).cast[dtype]()
        else:
            return (exp(value - most) * last).cast[dtype]()


@always_inline
def _across[
    rank: Int, dtype: DType, //, is_log: Bool, axis: Int, target: StaticString
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    comptime acc = accumulator[dtype]()
    comptime keeps = dtype == acc and not is_log
    var length = x.shape()[axis]
    var across = x.shape()
    across[axis] = 1

    @__parameter
    @always_inline
    def one[width: Int](start: IndexList[rank]):
        var place = start
        var most = SIMD[acc, width](Scalar[acc].MIN)
        for i in range(length):
            place[axis] = i
            most = Largest.combine(most, x.load[width](place).cast[acc]())
        var sum = SIMD[acc, width](0)
        for i in range(length):
            place[axis] = i
            var power = exp(x.load[width](place).cast[acc]() - most)
            sum += power
            comptime if keeps:
                output.store[width](place, power.cast[dtype]())
        var last = log(sum) if is_log else 1 / sum
        for i in range(length):
            place[axis] = i
            output._fused_store[width](place, _last[is_log, keeps, width](output, x, place, most, last))

    for_places[one, lanes_for[dtype, x._computes_input, target](), target](across, ctx, length * 4)


@extensibility.register("mo.softmax")
struct _Softmax:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedComputeOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        softmax[axis, target](output, x, ctx)


@extensibility.register("mo.logsoftmax")
struct _Logsoftmax:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedComputeOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        logsoftmax[axis, target](output, x, ctx)
