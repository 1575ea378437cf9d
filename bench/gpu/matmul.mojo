"""Products of matrices by the library: bfloat16 and float16 on tensor cores, with and without a fused end, float32 on plain cores."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from linalg._device_tiles import multiply_in_tiles
from linalg._tensor_cores import multiply_on_tensor_cores
from linalg.hopper import HopperTiles, multiply_on_hopper
from numbers import numbers, value
from std.utils.index import Index
from timing import median_ms, report


def largest_error[
    dtype: DType, transpose_b: Bool, fused: Bool
](c: UnsafePointer[Scalar[dtype], MutAnyOrigin], side: Int) -> Float64:
    """Against float64, at some places."""
    var error = Float64(0)
    for place in range(512):
        var row = (place * 1237) % side
        var column = (place * 3469 + 11) % side
        var exact = Float64(0)
        for i in range(side):
            var at = column * side + i if transpose_b else i * side + column
            exact += Float64(value[dtype](row * side + i)) * Float64(value[dtype](at + 7))
        comptime if fused:
            exact = max(exact + Float64(value[dtype](column)), 0)
        error = max(error, abs(Float64(c[row * side + column]) - exact))
    return error


def bench[
    dtype: DType, *, transpose_b: Bool = False, fused: Bool = False
](name: String, side: Int, context: DeviceContext) raises:
    var a = numbers[dtype](side * side, 0, context)
    var b = numbers[dtype](side * side, 7, context)
    var bias = numbers[dtype](side, 0, context)
    var c = context.enqueue_create_buffer[dtype](side * side)
    comptime spec = StaticTensorSpec[dtype, 2].create_unknown()
    var of_a = InputTensor[static_spec=spec](a.unsafe_ptr(), Index(side, side))
    var of_b = InputTensor[static_spec=spec](b.unsafe_ptr(), Index(side, side))
    var plain = OutputTensor[static_spec=spec](c.unsafe_ptr(), Index(side, side))
    var columns = bias.unsafe_ptr()
    var target = c.unsafe_ptr()

    @__parameter
    @always_inline
    def with_bias[width: Int](row: Int, column: Int, sums: SIMD[DType.float32, width]):
        var more = (columns + column).load[width=width, alignment = width * dtype.size_of()]().cast[DType.float32]()
        var result = max(sums + more, SIMD[DType.float32, width](0)).cast[dtype]()
        target.store[alignment = width * dtype.size_of()](row * side + column, result)

    @parameter
    def launch(context: DeviceContext, _i: Int) raises:
        comptime if fused:
            comptime tiles = HopperTiles(rows=128, columns=256, stages=4, cluster=2, band=8)
            multiply_on_hopper[tiles, with_bias, transpose_b=transpose_b](
                a.unsafe_ptr(), b.unsafe_ptr(), side, side, side, context
            )
        elif dtype == DType.float32:
            multiply_in_tiles[transpose_b](plain, of_a, of_b, context)
        else:
            multiply_on_tensor_cores[transpose_b](plain, of_a, of_b, context)

    var ms = median_ms[launch](context)
    with c.map_to_host() as host:
        report(name, ms, largest_error[dtype, transpose_b, fused](host.unsafe_ptr(), side))
    _ = (a^, b^, bias^)


def bench_turned[
    dtype: DType, result: DType
](name: String, side: Int, context: DeviceContext) raises:
    """Types that tensor cores multiply only with the second factor turned; float32 is rounded to TF32."""
    var a = numbers[dtype](side * side, 0, context)
    var b = numbers[dtype](side * side, 7, context)
    var c = context.enqueue_create_buffer[result](side * side)
    var target = c.unsafe_ptr()

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, sums: SIMD[DType.float32, width]):
        target.store[alignment = min(width * result.size_of(), 16)](row * side + column, sums.cast[result]())

    @parameter
    def launch(context: DeviceContext, _i: Int) raises:
        comptime tiles = HopperTiles(rows=128, columns=256, stages=4, cluster=2, band=8)
        multiply_on_hopper[tiles, store, transpose_b=True](a.unsafe_ptr(), b.unsafe_ptr(), side, side, side, context)

    var ms = median_ms[launch](context)
    with c.map_to_host() as host:
        var error = Float64(0)
        for place in range(512):
            var row = (place * 1237) % side
            var column = (place * 3469 + 11) % side
            var exact = Float64(0)
            for i in range(side):
                exact += Float64(value[dtype](row * side + i)) * Float64(value[dtype](column * side + i + 7))
            error = max(error, abs(Float64(host[row * side + column]) - exact))
        report(name, ms, error)
    _ = (a^, b^)


def main() raises:
    var context = DeviceContext()
    bench_turned[DType.float32, DType.float32]("matmul_tf32_4096", 4096, context)
    bench_turned[DType.float8_e4m3fn, DType.bfloat16]("matmul_fp8_4096", 4096, context)
    bench[DType.bfloat16]("matmul_bf16_1024", 1024, context)
    bench[DType.bfloat16]("matmul_bf16_2048", 2048, context)
    bench[DType.bfloat16]("matmul_bf16_4096", 4096, context)
    bench[DType.bfloat16]("matmul_bf16_8192", 8192, context)
    bench[DType.bfloat16, transpose_b=True]("matmul_bf16_turned_4096", 4096, context)
    bench[DType.bfloat16, fused=True]("matmul_bias_relu_4096", 4096, context)
    bench[DType.float16]("matmul_f16_4096", 4096, context)
    bench[DType.float32]("matmul_f32_4096", 4096, context)
