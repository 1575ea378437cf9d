"""Attention of one token a sequence over a cache in pages: how many blocks of a processor suit which batch and context.

    ember run bench/gpu/decode_attention.mojo

A line has the heads, the batch, the context, the blocks, microseconds, and how much of the cache is read a second.
"""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from kv_cache._batch import Pages
from kv_cache._device_shared_keys import attend_sharing_keys
from numbers import numbers
from std.utils.index import IndexList
from timing import BATCH, median_ms

comptime BF16 = DType.bfloat16
comptime PAGE = 128


def bench[
    heads: Int, key_heads: Int, size: Int, together: Int, resident: Int
](batch: Int, length: Int, context: DeviceContext) raises:
    var width = length // PAGE + 1
    var layers = max(1, min(BATCH, (1 << 31) // (batch * width * 2 * PAGE * key_heads * size * 2)))
    var kv = numbers[BF16](batch * width * 2 * layers * PAGE * key_heads * size, 3, context)
    var queries = numbers[DType.float32](batch * heads * size, 5, context)
    var result = context.enqueue_create_buffer[BF16](batch * heads * size)
    var table = context.enqueue_create_buffer[DType.uint32](batch * width)
    var offsets = context.enqueue_create_buffer[DType.uint32](batch + 1)
    var lengths = context.enqueue_create_buffer[DType.uint32](batch)
    with table.map_to_host() as host:
        for i in range(batch * width):
            host[i] = UInt32(i)
    with offsets.map_to_host() as host:
        for i in range(batch + 1):
            host[i] = UInt32(i)
    context.enqueue_fill(lengths, UInt32(length))
    comptime rows = IndexList[3](-1, heads, size)
    comptime row = IndexList[1](-1)
    var y = OutputTensor[static_spec = StaticTensorSpec[BF16, 3].row_major(rows)](
        result.unsafe_ptr(), IndexList[3](batch, heads, size)
    )
    var q = InputTensor[static_spec = StaticTensorSpec[DType.float32, 3].row_major(rows)](
        queries.unsafe_ptr(), IndexList[3](batch, heads, size)
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
        attend_sharing_keys[0, True, size, together, resident](y, q, pages, starts, cached, 0.1, 0, context)

    var us = median_ms[launch, warm_up=0.1, runs=15](context) * 1000
    print(heads, key_heads, size, "batch", batch, "context", length, "resident", resident, end=" ")
    print(us, "us", Float64(batch * length * 2 * key_heads * size * 2) / us / 1e6, "TB/s")
    _ = (kv^, queries^, table^, offsets^, lengths^)


def all[resident: Int](context: DeviceContext) raises:
    for batch in [1, 32]:
        bench[9, 3, 64, 3, resident](batch, 512, context)
        bench[32, 8, 128, 4, resident](batch, 512, context)
    bench[32, 8, 128, 4, resident](1, 8192, context)
    bench[32, 8, 128, 4, resident](32, 2048, context)
    bench[32, 8, 128, 4, resident](32, 8192, context)


def main() raises:
    var context = DeviceContext()
    all[3](context)
    all[4](context)
    all[6](context)
