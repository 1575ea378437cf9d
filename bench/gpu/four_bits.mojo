"""Products of few rows with weights of 4 bits (GPTQ with groups of 128, and Q4_0), 14336 by 4096 and 4096 by 14336, that are not in the cache.

    ember run bench/gpu/four_bits.mojo

A line has the encoding, the sizes, microseconds, and how many bytes of weights are read a second.
"""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from numbers import numbers
from quantization._device_groups import FourBits, multiply_groups_on_device
from std.utils.index import Index
from timing import median_ms

comptime BF16 = DType.bfloat16
comptime COPIES = 5


def bench[encoding: StaticString](m: Int, n: Int, k: Int, context: DeviceContext) raises:
    comptime bits = FourBits.of(encoding)
    var row = k // bits.size * bits.bytes()
    var a = numbers[BF16](m * k, 0, context)
    var b = context.enqueue_create_buffer[DType.uint8](COPIES * n * row)
    var c = context.enqueue_create_buffer[BF16](m * n)
    context.enqueue_fill(b, 0x29)
    comptime rows = StaticTensorSpec[BF16, 2].create_unknown()
    comptime bytes = StaticTensorSpec[DType.uint8, 2].create_unknown()

    @parameter
    def launch(context: DeviceContext, i: Int) raises:
        multiply_groups_on_device[bits](
            OutputTensor[static_spec=rows](c.unsafe_ptr(), Index(m, n)),
            InputTensor[static_spec=rows](a.unsafe_ptr(), Index(m, k)),
            InputTensor[static_spec=bytes](b.unsafe_ptr() + i % COPIES * (n * row), Index(n, row)),
            context,
        )

    var us = median_ms[launch, warm_up=0.1, runs=15](context) * 1000
    print(encoding, m, n, k, us, "us", Float64(n * row) / us / 1e6, "TB/s")
    _ = (a^, b^, c^)


def main() raises:
    var context = DeviceContext()
    for m in [1, 8, 32, 512]:
        bench["gptq_128"](m, 14336, 4096, context)
        bench["gptq_128"](m, 4096, 14336, context)
        bench["q4_0"](m, 14336, 4096, context)
