"""Causal attention of bfloat16 on tensor cores, heads of 128."""

from gpu.host import DeviceContext
from nn.hopper_attention import AttentionShape, attend_on_hopper
from numbers import numbers, value
from std.math import exp, sqrt
from timing import median_ms, report

comptime BF16 = DType.bfloat16
comptime DIM = 128


def largest_error(found: UnsafePointer[BFloat16, MutAnyOrigin], length: Int, heads: Int) -> Float64:
    """Against float64, at some places."""
    var error = Float64(0)
    for place in range(8):
        var head = place * 5 % heads
        var row = place * 997 % length
        var powers = List[Float64]()
        var total = Float64(0)
        for key in range(row + 1):
            var score = Float64(0)
            for d in range(DIM):
                var left = Float64(value[BF16]((head * length + row) * DIM + d))
                score += left * Float64(value[BF16]((head * length + key) * DIM + d + 7))
            powers.append(exp(score / sqrt(Float64(DIM))))
            total += powers[key]
        var sum = Float64(0)
        for key in range(row + 1):
            sum += powers[key] / total * Float64(value[BF16]((head * length + key) * DIM + place + 5))
        error = max(error, abs(sum - Float64(found[(head * length + row) * DIM + place])))
    return error


def bench(name: String, batch: Int, length: Int, context: DeviceContext) raises:
    var shape = AttentionShape(batch=batch, heads=32, key_heads=32, queries=length, keys=length)
    var count = batch * 32 * length * DIM
    var q = numbers[BF16](count, 0, context)
    var k = numbers[BF16](count, 7, context)
    var v = numbers[BF16](count, 5, context)
    var result = context.enqueue_create_buffer[BF16](count)

    @parameter
    def launch(context: DeviceContext, _i: Int) raises:
        attend_on_hopper[DIM](
            result.unsafe_ptr(), q.unsafe_ptr(), k.unsafe_ptr(), v.unsafe_ptr(), shape, 1 / sqrt(Float32(DIM)), context
        )

    var ms = median_ms[launch](context)
    with result.map_to_host() as host:
        report(name, ms, largest_error(host.unsafe_ptr(), length, 32 * batch))
    _ = (q^, k^, v^)


def main() raises:
    var context = DeviceContext()
    bench("attention_1x32x4096", 1, 4096, context)
    bench("attention_4x32x8192", 4, 8192, context)
