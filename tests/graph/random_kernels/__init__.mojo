"""Kernels of a user's own, for random graphs: one of each way of taking part in fusion."""

import extensibility
from extensibility import (
    ElementwiseUnaryOp,
    FusedInputTensor,
    FusedOutputTensor,
    InputTensor,
    OutputTensor,
    _MutableInputTensor,
    foreach,
)
from max.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("random_twice")
struct _Twice(ElementwiseUnaryOp):
    @staticmethod
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        return x + x


@extensibility.register("random_shift")
struct _Shift[by: Int]:
    @staticmethod
    def execute[target: StaticString](
        output: FusedOutputTensor, x: FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        @__parameter
        def shift[width: Int](index: IndexList[output.rank]) -> SIMD[output.dtype, width]:
            return x._fused_load[width](index) + Scalar[output.dtype](Self.by)

        foreach[shift, target=target](output, ctx)


@extensibility.register("random_backwards")
struct _Backwards:
    @staticmethod
    def execute(
        output: OutputTensor[rank=1, ...], x: InputTensor[dtype = output.dtype, rank=1, ...]
    ):
        var last = x.size() - 1
        for i in range(x.size()):
            output[i] = x[last - i]


@extensibility.register("random_negate_buffer")
struct _NegateBuffer:
    @staticmethod
    def execute(x: _MutableInputTensor):
        var numbers = x.unsafe_ptr()
        for i in range(x.size()):
            numbers[i] = -numbers[i]


@fieldwise_init
struct Tally(Movable):
    """A sum and how many numbers it is of, in memory of its own."""

    var sums: List[Float32]


@extensibility.register("random_tally")
struct _MakeTally:
    @staticmethod
    def execute(x: InputTensor[dtype=DType.float32, rank=1, ...]) -> Tally:
        var sums = List[Float32]()
        for i in range(x.size()):
            sums.append(x[i])
        return Tally(sums^)


@extensibility.register("random_tally_more")
struct _AddToTally:
    @staticmethod
    def execute(mut tally: Tally, x: InputTensor[dtype=DType.float32, rank=1, ...]):
        for i in range(x.size()):
            tally.sums.append(x[i])


@extensibility.register("random_tally_read")
struct _ReadTally:
    @staticmethod
    def execute(output: OutputTensor[dtype=DType.float32, rank=1, ...], tally: Tally):
        var total = Float32(0)
        for number in tally.sums:
            total += number
        output[0] = total
        output[1] = Float32(len(tally.sums))
