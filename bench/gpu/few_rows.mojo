"""Products of few rows with the weight of a model, 14336 by 4096 and 4096 by 14336 numbers, that is not in the cache."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from linalg.device import matmul_on_device
from numbers import numbers, value
from std.utils.index import Index
from timing import median_ms, report

comptime BF16 = DType.bfloat16
comptime COPIES = 5


def bench[n: Int, k: Int](m: Int, context: DeviceContext) raises:
    var a = numbers[BF16](m * k, 0, context)
    var b = numbers[BF16](COPIES * n * k, 7, context)
    var c = context.enqueue_create_buffer[BF16](m * n)
    comptime rows = StaticTensorSpec[BF16, 2].row_major(Index(-1, k))
    comptime weights = StaticTensorSpec[BF16, 2].row_major(Index(n, k))
    comptime results = StaticTensorSpec[BF16, 2].row_major(Index(-1, n))
    var x = InputTensor[static_spec=rows](a.unsafe_ptr(), Index(m, k))
    var y = OutputTensor[static_spec=results](c.unsafe_ptr(), Index(m, n))

    @parameter
    def launch(context: DeviceContext, i: Int) raises:
        var w = InputTensor[static_spec=weights](b.unsafe_ptr() + i % COPIES * (n * k), Index(n, k))
        matmul_on_device[transpose_b=True, b_is_constant=True](y, x, w, context)

    var ms = median_ms[launch](context)
    var error = Float64(0)
    with c.map_to_host() as host:
        for column in range(0, n, 997):
            var exact = Float64(0)
            for i in range(k):
                var at = (COPIES - 1) * n * k + column * k + i + 7
                exact += Float64(value[BF16]((m - 1) * k + i)) * Float64(value[BF16](at))
            error = max(error, abs(Float64(host[(m - 1) * n + column]) - exact))
    report("few_" + String(m) + "x" + String(n) + "x" + String(k), ms, error)
    _ = (a^, b^)


def main() raises:
    var context = DeviceContext()
    for m in [1, 2, 4, 8, 16, 32, 64]:
        bench[14336, 4096](m, context)
        bench[4096, 14336](m, context)
