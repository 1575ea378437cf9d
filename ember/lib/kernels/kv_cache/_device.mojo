"""Attention on devices: a block for each token and head, a thread for each key, then a few threads for each value."""

from extensibility import ManagedTensorSlice
from kv_cache._batch import Pages, sequence_of
from nn._device import THREADS, fold_block
from nn.reduction import Largest, Sum
from std.gpu import barrier, block_idx, thread_idx
from std.gpu.host import DeviceContext
from std.math import exp, tanh
from std.memory import stack_allocation

comptime _VECTOR = 8
"""Elements of a key that are read at once."""
comptime _MOST = 256
"""The largest size of a head."""


def attend_on_device[
    dtype: DType, cache: DType, //, window: Int, causal: Bool
](
    result: ManagedTensorSlice[rank=3, ...],
    queries: ManagedTensorSlice[dtype=dtype, rank=3, ...],
    pages: Pages[cache],
    row_offsets: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    cache_lengths: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    scale: Float32,
    softcap: Float32,
    ctx: DeviceContext,
) raises:
    """softmax(q · kᵀ · scale) · v for each token over its sequence so far, a block of keys after the other."""
    var size = pages.size
    if size > _MOST:
        raise Error("attention: heads of ", size, " elements are too large for the device's kernel, at most ", _MOST)
    if queries.dim_size[0]() == 0:
        return
    if size % _VECTOR == 0 and pages.row % _VECTOR == 0 and Int(pages.data) % (_VECTOR * cache.size_of()) == 0:
        _launch[window, causal, _VECTOR](result, queries, pages, row_offsets, cache_lengths, scale, softcap, ctx)
    else:
        _launch[window, causal, 1](result, queries, pages, row_offsets, cache_lengths, scale, softcap, ctx)


def _launch[
    dtype: DType, cache: DType, //, window: Int, causal: Bool, width: Int
](
    result: ManagedTensorSlice[rank=3, ...],
    queries: ManagedTensorSlice[dtype=dtype, rank=3, ...],
    pages: Pages[cache],
    row_offsets: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    cache_lengths: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    scale: Float32,
    softcap: Float32,
    ctx: DeviceContext,
) raises:
    # `width` elements of keys and values are read at once.
    comptime f32 = DType.float32
    comptime lowest = Float32.MIN
    comptime alignment = width * cache.size_of()
    comptime Numbers = SIMD[f32, width]
    var size = pages.size
    var heads = queries.dim_size[1]()
    var group = heads // pages.heads
    var batch = cache_lengths.dim_size[0]()

    @__parameter
    def kernel() {var result, var queries, var pages, var row_offsets, var cache_lengths, var scale, var softcap, var size, var group, var batch}:
        var query = stack_allocation[_MOST, f32, address_space = AddressSpace.SHARED, alignment=32]()
        var weights = stack_allocation[THREADS, f32, address_space = AddressSpace.SHARED]()
        var places = stack_allocation[THREADS, DType.int64, address_space = AddressSpace.SHARED]()
        var shares = stack_allocation[THREADS * width, f32, address_space = AddressSpace.SHARED, alignment=32]()
        var thread = Int(thread_idx.x)
        var row = Int(block_idx.x)
        var head = Int(block_idx.y)
        var sequence = sequence_of(row_offsets.unsafe_ptr(), batch, row)
        var start = Int(row_offsets[sequence])
        var position = row - start + Int(cache_lengths[sequence])
        var end = position + 1
        comptime if not causal:
            end = Int(row_offsets[sequence + 1]) - start + Int(cache_lengths[sequence])
        var first = max(0, position + 1 - window) if window > 0 else 0
        if thread < size:
            query[thread] = queries[row, head, thread].cast[f32]() * scale
        barrier()
        var highest = lowest
        var total = Float32(0)
        # A value belongs to as many threads as it has vectors; groups of threads share the values.
        var vectors = size // width
        var groups = THREADS // vectors
        var mine = thread // vectors
        var column = thread % vectors * width
        var sum = Numbers(0)
        for base in range(first // THREADS * THREADS, end, THREADS):
            var key = base + thread
            var score = lowest
            if first <= key < end:
                var address = pages.address(0, sequence, key, head // group)
                var sums = Numbers(0)
                for i in range(0, size // (4 * width) * 4 * width, 4 * width):
                    var numbers = InlineArray[Numbers, 4](fill=Numbers(0))
                    comptime for part in range(4):
                        numbers[part] = (address + i + part * width).load[width=width, alignment=alignment]().cast[f32]()
                    comptime for part in range(4):
                        sums = numbers[part].fma((query + i + part * width).load[width=width](), sums)
                for i in range(size // (4 * width) * 4 * width, size, width):
                    var numbers = (address + i).load[width=width, alignment=alignment]().cast[f32]()
                    sums = numbers.fma((query + i).load[width=width](), sums)
                score = sums.reduce_add()
                score *= pages.scale(address)
                if softcap > 0:
                    score = softcap * tanh(score / softcap)
            var before = highest
            highest = max(highest, fold_block[Largest](score))
            var weight = exp(score - highest)
            weights[thread] = 0
            if first <= key < end:
                var value = pages.address(1, sequence, key, head // group)
                weights[thread] = weight * pages.scale(value)
                places[thread] = Int64(Int(value) - Int(pages.data)) // Int64(cache.size_of())
            total = total * exp(before - highest) + fold_block[Sum](weight)
            sum *= exp(before - highest)
            if mine < groups:
                var last = min(THREADS, end - base)
                var i = max(first - base, 0) + mine
                while i + 3 * groups < last:
                    var numbers = InlineArray[Numbers, 4](fill=Numbers(0))
                    comptime for part in range(4):
                        var value = pages.data + Int(places[i + part * groups]) + column
                        numbers[part] = value.load[width=width, alignment=alignment]().cast[f32]()
                    comptime for part in range(4):
                        sum = numbers[part].fma(Numbers(weights[i + part * groups]), sum)
                    i += 4 * groups
                while i < last:
                    var value = pages.data + Int(places[i]) + column
                    var numbers = value.load[width=width, alignment=alignment]().cast[f32]()
                    sum = numbers.fma(Numbers(weights[i]), sum)
                    i += groups
            barrier()
        (shares + thread * width).store(sum)
        barrier()
        if thread < vectors:
            sum = Numbers(0)
            for i in range(groups):
                sum += (shares + (i * vectors + thread) * width).load[width=width]()
            comptime for lane in range(width):
                result[row, head, column + lane] = (sum[lane] / total).cast[result.dtype]()

    ctx.enqueue_function[kernel](grid_dim=(queries.dim_size[0](), heads), block_dim=THREADS)
