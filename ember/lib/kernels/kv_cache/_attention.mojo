"""`mo.mha.ragged.paged`: attention of a ragged batch over keys and values in pages."""

import extensibility
from extensibility import InputTensor, OutputTensor, _MutableInputTensor
from std.algorithm import sync_parallelize
from std.gpu.host import DeviceContext
from std.math import exp, tanh
from std.sys import simd_width_of

from kv_cache._batch import Pages, sequence_of

comptime _Numbers = UnsafePointer[Float32, MutAnyOrigin]


@extensibility.register("mo.mha.ragged.paged")
struct AttentionRaggedPaged[window: Int, causal: Bool]:
    """softmax(q · kᵀ · scale) · v for each token over its sequence so far. The keys of the step's own tokens are in the pages already.

    `window`: how many tokens back one sees, 0 all. `softcap`: scores become `cap · tanh(score / cap)`, 0 not.
    """

    @staticmethod
    def execute[
        dtype: DType, cache: DType, //, target: StaticString
    ](
        result: OutputTensor[dtype=dtype, rank=3, ...],
        queries: InputTensor[dtype=dtype, rank=3, ...],
        kv: _MutableInputTensor[dtype=cache, rank=6, ...],
        row_offsets: InputTensor[dtype = DType.uint32, rank=1, ...],
        cache_lengths: InputTensor[dtype = DType.uint32, rank=1, ...],
        page_table: InputTensor[dtype = DType.uint32, rank=2, ...],
        layer: Scalar[DType.uint32],
        scale: Scalar[DType.float32],
        softcap: Scalar[DType.float32],
        ctx: DeviceContext,
    ) raises:
        """A piece of work is a token and a head of keys, with all heads of queries that share it."""
        var pages = Pages[cache](
            rebind[UnsafePointer[Scalar[cache], MutAnyOrigin]](kv.unsafe_ptr()),
            rebind[UnsafePointer[UInt32, ImmAnyOrigin]](page_table.unsafe_ptr()),
            page_table.dim_size[1](),
            kv.dim_size[2](),
            Int(layer),
            kv.dim_size[3](),
            kv.dim_size[4](),
            kv.dim_size[5](),
        )
        var batch = cache_lengths.dim_size[0]()
        var heads = queries.dim_size[1]()
        var group = heads // pages.heads
        var size = pages.size
        var source = queries.unsafe_ptr()
        var sink = result.unsafe_ptr()

        @__parameter
        def attend(item: Int):
            var row = item // pages.heads
            var head = item % pages.heads
            var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, row)
            var start = Int(row_offsets[sequence])
            var position = row - start + Int(cache_lengths[sequence])
            var end = position + 1
            comptime if not Self.causal:
                end = Int(row_offsets[sequence + 1]) - start + Int(cache_lengths[sequence])
            var first = 0
            comptime if Self.window > 0:
                first = max(0, position + 1 - Self.window)
            var work = List[Float32](length=group * (end - first + 2 * size), fill=0)
            var scores = rebind[_Numbers](work.unsafe_ptr())
            var query = scores + group * (end - first)
            var sums = query + group * size
            for i in range(group * size):
                query[i] = source[(row * heads + head * group) * size + i].cast[DType.float32]() * scale
            for key in range(first, end):
                var address = pages.address(0, sequence, key, head)
                for member in range(group):
                    var score = _dot(query + member * size, address, size)
                    if softcap > 0:
                        score = softcap * tanh(score / softcap)
                    scores[member * (end - first) + key - first] = score
            for member in range(group):
                _softmax(scores + member * (end - first), end - first)
            for key in range(first, end):
                var address = pages.address(1, sequence, key, head)
                for member in range(group):
                    _add_scaled(sums + member * size, address, scores[member * (end - first) + key - first], size)
            for i in range(group * size):
                sink[(row * heads + head * group) * size + i] = sums[i].cast[dtype]()

        sync_parallelize[attend](queries.dim_size[0]() * pages.heads)


def _dot[dtype: DType](a: _Numbers, b: UnsafePointer[Scalar[dtype], MutAnyOrigin], size: Int) -> Float32:
    comptime width = 2 * simd_width_of[DType.float32]()
    var sum = SIMD[DType.float32, width](0)
    var at = 0
    while at + width <= size:
        sum = a.load[width=width](at).fma(b.load[width=width](at).cast[DType.float32](), sum)
        at += width
    var total = sum.reduce_add()
    while at < size:
        total += a[at] * b[at].cast[DType.float32]()
        at += 1
    return total


def _add_scaled[dtype: DType](
    sums: _Numbers, values: UnsafePointer[Scalar[dtype], MutAnyOrigin], factor: Float32, size: Int
):
    comptime width = 2 * simd_width_of[DType.float32]()
    var factors = SIMD[DType.float32, width](factor)
    var at = 0
    while at + width <= size:
        var value = values.load[width=width](at).cast[DType.float32]()
        sums.store(at, value.fma(factors, sums.load[width=width](at)))
        at += width
    while at < size:
        sums[at] += values[at].cast[DType.float32]() * factor
        at += 1


def _softmax(scores: _Numbers, count: Int):
    var largest = scores[0]
    for i in range(1, count):
        largest = max(largest, scores[i])
    var sum = Float32(0)
    for i in range(count):
        scores[i] = exp(scores[i] - largest)
        sum += scores[i]
    for i in range(count):
        scores[i] /= sum
