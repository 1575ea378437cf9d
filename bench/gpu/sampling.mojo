"""The next tokens of rows of 128,256 scores: the highest, or drawn from all, from the best 50, from nine tenths of the probability.

    ember run bench/gpu/sampling.mojo

A line has the rows, how tokens are chosen, microseconds, and how many bytes of scores are read a second.
"""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from kv_cache._device_sampling import sample_on_device
from numbers import numbers
from std.utils.index import Index
from timing import median_ms

comptime TOKENS = 128256
comptime Floats = StaticTensorSpec[DType.float32, 1].create_unknown()
comptime Numbers = StaticTensorSpec[DType.int32, 1].create_unknown()
comptime Places = StaticTensorSpec[DType.uint32, 1].create_unknown()
comptime Seeds = StaticTensorSpec[DType.uint64, 1].create_unknown()
comptime Scores = StaticTensorSpec[DType.float32, 2].create_unknown()


def bench(name: String, rows: Int, heat: Float32, top_k: Int32, top_p: Float32, context: DeviceContext) raises:
    comptime copies = 4
    var scores = numbers[DType.float32](copies * rows * TOKENS, 3, context)
    var tokens = context.enqueue_create_buffer[DType.int32](rows)
    var chances = context.enqueue_create_buffer[DType.float32](rows)
    var temperatures = context.enqueue_create_buffer[DType.float32](rows)
    var counts = context.enqueue_create_buffer[DType.int32](rows)
    var shares = context.enqueue_create_buffer[DType.float32](rows)
    var zeros = context.enqueue_create_buffer[DType.float32](rows)
    var seeds = context.enqueue_create_buffer[DType.uint64](rows)
    var places = context.enqueue_create_buffer[DType.uint32](rows + 1)
    context.enqueue_fill(temperatures, heat)
    context.enqueue_fill(counts, top_k)
    context.enqueue_fill(shares, top_p)
    context.enqueue_fill(zeros, 0)
    context.enqueue_fill(seeds, 5)
    context.enqueue_fill(places, 0)

    @parameter
    def launch(context: DeviceContext, i: Int) raises:
        sample_on_device(
            OutputTensor[static_spec=Numbers](tokens.unsafe_ptr(), Index(rows)),
            OutputTensor[static_spec=Floats](chances.unsafe_ptr(), Index(rows)),
            InputTensor[static_spec=Scores](scores.unsafe_ptr() + i % copies * (rows * TOKENS), Index(rows, TOKENS)),
            InputTensor[static_spec=Floats](temperatures.unsafe_ptr(), Index(rows)),
            InputTensor[static_spec=Numbers](counts.unsafe_ptr(), Index(rows)),
            InputTensor[static_spec=Floats](shares.unsafe_ptr(), Index(rows)),
            InputTensor[static_spec=Floats](zeros.unsafe_ptr(), Index(rows)),
            InputTensor[static_spec=Seeds](seeds.unsafe_ptr(), Index(rows)),
            InputTensor[static_spec=Places](places.unsafe_ptr(), Index(rows)),
            InputTensor[static_spec=Places](places.unsafe_ptr(), Index(rows + 1)),
            InputTensor[static_spec=Numbers](counts.unsafe_ptr(), Index(0)),
            InputTensor[static_spec=Floats](zeros.unsafe_ptr(), Index(0)),
            InputTensor[static_spec=Floats](zeros.unsafe_ptr(), Index(0)),
            context,
        )

    var us = median_ms[launch, warm_up=0.1, runs=15](context) * 1000
    print(rows, "rows,", name, us, "us", Float64(rows * TOKENS * 4) / us / 1e6, "TB/s")
    _ = (scores^, tokens^, chances^, temperatures^, counts^, shares^, zeros^, seeds^, places^)


def main() raises:
    var context = DeviceContext()
    for rows in [1, 32, 64]:
        bench("highest", rows, 0, 0, 1, context)
        bench("of all", rows, 1, 0, 1, context)
        bench("of the best 50", rows, 1, 50, 1, context)
        bench("of nine tenths", rows, 1, 0, 0.9, context)
