"""Where the largest or smallest number along an axis is: the first of equals; what is not a number comes before all."""

import extensibility
from extensibility import ManagedTensorSlice, _FusedInputTensor, _FusedOutputTensor
from nn._device import each_row_on_device, fold_row_in_block
from nn._loops import accumulator, for_places, rows_along, share, start_of_row
from nn.reduction import Largest, Reduction, Smallest, fold_row, lanes_for
from std.algorithm._device import is_device
from std.gpu import thread_idx
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@always_inline
def arg_extreme[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction, axis: Int, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    """Where `R`, the largest or smallest number, is along an axis, which keeps one place.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.argmaxmin import arg_extreme
    from nn.reduction import Largest
    from std.gpu.host import DeviceContext
    from std.utils import Index

    var numbers: List[Float32] = [1, 7, 3]
    var result = List[Int64](length=1, fill=0)
    arg_extreme[Largest, 0](
        OutputTensor[static_spec = StaticTensorSpec[DType.int64, 1].create_unknown()](result.unsafe_ptr(), Index(1)),
        InputTensor[static_spec = StaticTensorSpec[DType.float32, 1].create_unknown()](numbers.unsafe_ptr(), Index(3)),
        DeviceContext(),
    )
    print(result)  # [1]
    _ = numbers
    ```
    """
    comptime if axis != rank - 1:
        _across[R, axis, target](output, x, ctx)
    elif is_device(target):
        _along_last_on_device[R](output, x, ctx)
    else:
        comptime assert target == "cpu", "the targets of arg_max and arg_min are cpu and gpu"
        _along_last[R](output, x)


@always_inline
def _along_last[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction
](output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...], x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...]):
    comptime acc = accumulator[in_dtype]()
    comptime axis = rank - 1
    comptime width = lanes_for[in_dtype, x._computes_input]()
    var shape = x.shape()
    var length = shape[axis]

    @__parameter
    def some(first: Int, end: Int):
        for row in range(first, end):
            var start = start_of_row[axis](row, shape)
            var best = fold_row[R, axis, acc, width](x, start, 0, length)
            output._fused_store[1](start, Scalar[out_dtype](_find[axis, width](x, start, best.cast[in_dtype](), length)))

    share[some](rows_along[axis](shape), length)


def _along_last_on_device[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction
](
    output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    comptime acc = accumulator[in_dtype]()
    comptime axis = rank - 1
    var length = x.dim_size[axis]()

    @__parameter
    @always_inline
    def one(start: IndexList[rank]):
        @__parameter
        @always_inline
        def value(i: Int) -> Scalar[acc]:
            var place = start
            place[axis] = i
            return x.load[1](place).cast[acc]()

        var best = fold_row_in_block[R, value](length)

        @__parameter
        @always_inline
        def where(i: Int) -> Int32:
            return Int32(i) if _same(value(i), best)[0] else Int32.MAX

        var first = fold_row_in_block[Smallest, where](length)
        if thread_idx.x == 0:
            output._fused_store[1](start, first.cast[out_dtype]())

    each_row_on_device[axis, one](x.shape(), ctx)


@always_inline
def _find[
    rank: Int, dtype: DType, //, axis: Int, width: Int
](x: ManagedTensorSlice[dtype=dtype, rank=rank, ...], start: IndexList[rank], wanted: Scalar[dtype], length: Int) -> Int:
    # The first place with this number; it is not a number only if one of them is not.
    var place = start
    var i = 0
    while i + width <= length:
        place[axis] = i
        if _same(x.load[width](place), SIMD[dtype, width](wanted)).reduce_or():
            break
        i += width
    while i < length:
        place[axis] = i
        if _same(x.load[1](place), wanted)[0]:
            return i
        i += 1
    return 0


@always_inline
def _same[dtype: DType, width: SIMDLength, //](x: SIMD[dtype, width], wanted: SIMD[dtype, width]) -> SIMD[DType.bool, width]:
    comptime if dtype.is_floating_point():
        return x.eq(wanted) | (x.ne(x) & wanted.ne(wanted))
    else:
        return x.eq(wanted)


@always_inline
def _across[
    rank: Int, in_dtype: DType, out_dtype: DType, //, R: Reduction, axis: Int, target: StaticString
](
    output: ManagedTensorSlice[dtype=out_dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=in_dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    comptime acc = accumulator[in_dtype]()
    var length = x.shape()[axis]

    @__parameter
    @always_inline
    def one[width: Int](start: IndexList[rank]):
        var place = start
        var best = x.load[width](place).cast[acc]()
        var where = SIMD[out_dtype, width](0)
        for i in range(1, length):
            place[axis] = i
            var next = R.combine(best, x.load[width](place).cast[acc]())
            where = _same(next, best).select(where, SIMD[out_dtype, width](i))
            best = next
        output._fused_store[width](start, where)

    for_places[one, lanes_for[in_dtype, True, target](), target](output.shape(), ctx, length)


@extensibility.register("mo.reduce.arg_max")
struct _ReduceArgMax:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor, x: _FusedInputTensor[rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        arg_extreme[Largest, axis, target](output, x, ctx)


@extensibility.register("mo.reduce.arg_min")
struct _ReduceArgMin:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor, x: _FusedInputTensor[rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        arg_extreme[Smallest, axis, target](output, x, ctx)
