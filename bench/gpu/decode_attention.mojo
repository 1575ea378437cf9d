"""Attention of some tokens of each sequence over a cache in pages, for batches and contexts.

    ember run bench/gpu/decode_attention.mojo

A line has the heads, the batch, the tokens of each sequence, what was there before, microseconds, and how much of the cache is read a second.
"""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from kv_cache._batch import Pages
from kv_cache._device_fragments import attend_in_fragments
from numbers import numbers
from std.utils.index import IndexList
from timing import BATCH, median_ms

comptime BF16 = DType.bfloat16
comptime PAGE = 128


def bench[
    heads: Int, key_heads: Int, size: Int
](batch: Int, length: Int, context: DeviceContext, tokens: Int = 1) raises:
    var width = (length + tokens - 1) // PAGE + 1
    var layers = max(1, min(BATCH, (1 << 31) // (batch * width * 2 * PAGE * key_heads * size * 2)))
    var kv = numbers[BF16](batch * width * 2 * layers * PAGE * key_heads * size, 3, context)
    var queries = numbers[DType.float32](batch * tokens * heads * size, 5, context)
    var result = context.enqueue_create_buffer[BF16](batch * tokens * heads * size)
    var table = context.enqueue_create_buffer[DType.uint32](batch * width)
    var offsets = context.enqueue_create_buffer[DType.uint32](batch + 1)
    var lengths = context.enqueue_create_buffer[DType.uint32](batch)
    with table.map_to_host() as host:
        for i in range(batch * width):
            host[i] = UInt32(i)
    with offsets.map_to_host() as host:
        for i in range(batch + 1):
            host[i] = UInt32(i * tokens)
    context.enqueue_fill(lengths, UInt32(length))
    comptime rows = IndexList[3](-1, heads, size)
    comptime row = IndexList[1](-1)
    var y = OutputTensor[static_spec = StaticTensorSpec[BF16, 3].row_major(rows)](
        result.unsafe_ptr(), IndexList[3](batch * tokens, heads, size)
    )
    var q = InputTensor[static_spec = StaticTensorSpec[DType.float32, 3].row_major(rows)](
        queries.unsafe_ptr(), IndexList[3](batch * tokens, heads, size)
    )
    var starts = InputTensor[static_spec = StaticTensorSpec[DType.uint32, 1].row_major(row)](
        offsets.unsafe_ptr(), IndexList[1](batch + 1)
    )
    var cached = InputTensor[static_spec = StaticTensorSpec[DType.uint32, 1].row_major(row)](
        lengths.unsafe_ptr(), IndexList[1](batch)
    )

    @parameter
    def launch(context: DeviceContext, i: Int) raises:
        var pages = Pages[BF16](
            kv.unsafe_ptr(), table.unsafe_ptr(), width, layers, i % layers, PAGE, key_heads, size, size
        )
        attend_in_fragments[0, True, size, heads // key_heads, True](y, q, pages, starts, cached, 0.1, 0, context)

    var us = median_ms[launch, warm_up=0.1, runs=15](context) * 1000
    print(heads, key_heads, size, "batch", batch, "tokens", tokens, "context", length, us, "us", end=" ")
    print(Float64(batch * (length + tokens) * 2 * key_heads * size * 2) / us / 1e6, "TB/s")
    _ = (kv^, queries^, result^, table^, offsets^, lengths^)


def main() raises:
    var context = DeviceContext()
    for batch in [1, 8, 32]:
        bench[9, 3, 64](batch, 512, context)
        bench[32, 8, 128](batch, 512, context)
    bench[32, 8, 128](1, 8192, context)
    bench[32, 8, 128](32, 2048, context)
    bench[32, 8, 128](32, 8192, context)
    bench[9, 3, 64](1, 0, context, tokens=512)
    bench[32, 8, 128](1, 0, context, tokens=512)
    bench[32, 8, 128](32, 0, context, tokens=512)
