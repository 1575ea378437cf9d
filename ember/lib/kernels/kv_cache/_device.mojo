"""Attention on devices: a block for each token and head, a thread for each key, then one for each element of the result."""

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
    result: ManagedTensorSlice[dtype=dtype, rank=3, ...],
    queries: ManagedTensorSlice[dtype=dtype, rank=3, ...],
    pages: Pages[cache],
    row_offsets: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    cache_lengths: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    scale: Float32,
    softcap: Float32,
    ctx: DeviceContext,
) raises:
    """softmax(q · kᵀ · scale) · v for each token over its sequence so far, a block of keys after the other."""
    comptime f32 = DType.float32
    comptime lowest = Float32.MIN
    var size = pages.size
    if size > _MOST:
        raise Error("attention: heads of ", size, " elements are too large for the device's kernel, at most ", _MOST)
    comptime alignment = _VECTOR * cache.size_of()
    var whole = size if size % _VECTOR == 0 and Int(pages.data) % alignment == 0 else 0
    var heads = queries.dim_size[1]()
    var group = heads // pages.heads
    var batch = cache_lengths.dim_size[0]()
    if queries.dim_size[0]() == 0:
        return

    @__parameter
    def kernel() {var result, var queries, var pages, var row_offsets, var cache_lengths, var scale, var softcap, var size, var whole, var group, var batch}:
        var query = stack_allocation[_MOST, f32, address_space = AddressSpace.SHARED, alignment=32]()
        var weights = stack_allocation[THREADS, f32, address_space = AddressSpace.SHARED]()
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
        var sum = Float32(0)
        for base in range(first // THREADS * THREADS, end, THREADS):
            var key = base + thread
            var score = lowest
            if first <= key < end:
                var address = pages.address(0, sequence, key, head // group)
                var sums = SIMD[f32, _VECTOR](0)
                for i in range(0, whole, _VECTOR):
                    var numbers = (address + i).load[width=_VECTOR, alignment=alignment]().cast[f32]()
                    sums = numbers.fma((query + i).load[width=_VECTOR](), sums)
                score = sums.reduce_add()
                for i in range(whole, size):
                    score += query[i] * address[i].cast[f32]()
                score *= pages.scale(address)
                if softcap > 0:
                    score = softcap * tanh(score / softcap)
            var before = highest
            highest = max(highest, fold_block[Largest](score))
            var weight = exp(score - highest)
            weights[thread] = weight
            total = total * exp(before - highest) + fold_block[Sum](weight)
            if thread < size:
                sum *= exp(before - highest)
                for i in range(max(first - base, 0), min(THREADS, end - base)):
                    var value = pages.address(1, sequence, base + i, head // group)
                    sum += weights[i] * pages.scale(value) * value[thread].cast[f32]()
            barrier()
        if thread < size:
            result[row, head, thread] = (sum / total).cast[dtype]()

    ctx.enqueue_function[kernel](grid_dim=(queries.dim_size[0](), heads), block_dim=THREADS)
