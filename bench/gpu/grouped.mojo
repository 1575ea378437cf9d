"""Products of groups of rows with the matrices of eight experts, 28672 by 4096 and 4096 by 14336 bfloat16 numbers: what a mixture in the shape of Mixtral computes."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from linalg._device_grouped import grouped_matmul_on_device
from numbers import numbers, value
from std.utils.index import Index
from timing import median_ms, report

comptime BF16 = DType.bfloat16
comptime EXPERTS = 8


def bench(m: Int, n: Int, k: Int, context: DeviceContext) raises:
    var a = numbers[BF16](m * k, 0, context)
    var b = numbers[BF16](EXPERTS * n * k, 7, context)
    var c = context.enqueue_create_buffer[BF16](m * n)
    var bounds = context.enqueue_create_buffer[DType.uint32](EXPERTS + 1)
    var experts = context.enqueue_create_buffer[DType.int32](EXPERTS)
    with bounds.map_to_host() as host:
        for i in range(EXPERTS + 1):
            host[i] = UInt32(i * m // EXPERTS)
    with experts.map_to_host() as host:
        for i in range(EXPERTS):
            host[i] = Int32(i)
    comptime rows = StaticTensorSpec[BF16, 2].create_unknown()
    comptime weights = StaticTensorSpec[BF16, 3].create_unknown()
    comptime places = StaticTensorSpec[DType.uint32, 1].create_unknown()
    comptime names = StaticTensorSpec[DType.int32, 1].create_unknown()

    @parameter
    def launch(context: DeviceContext, _i: Int) raises:
        grouped_matmul_on_device(
            OutputTensor[static_spec=rows](c.unsafe_ptr(), Index(m, n)),
            InputTensor[static_spec=rows](a.unsafe_ptr(), Index(m, k)),
            InputTensor[static_spec=weights](b.unsafe_ptr(), Index(EXPERTS, n, k)),
            InputTensor[static_spec=places](bounds.unsafe_ptr(), Index(EXPERTS + 1)),
            InputTensor[static_spec=names](experts.unsafe_ptr(), Index(EXPERTS)),
            context,
        )

    var ms = median_ms[launch](context)
    var error = Float64(0)
    with c.map_to_host() as host:
        for column in range(0, n, 997):
            var exact = Float64(0)
            for i in range(k):
                var at = ((EXPERTS - 1) * n + column) * k + i + 7
                exact += Float64(value[BF16]((m - 1) * k + i)) * Float64(value[BF16](at))
            error = max(error, abs(Float64(host[(m - 1) * n + column]) - exact))
    report("grouped_" + String(m) + "x" + String(n) + "x" + String(k), ms, error)
    _ = (a^, b^, bounds^, experts^)


def main() raises:
    var context = DeviceContext()
    for m in [2, 8, 64, 1024, 8192]:
        bench(m, 28672, 4096, context)
        bench(m, 4096, 14336, context)
