"""Softmax and RMSNorm over rows of 8192 bfloat16 numbers: one block per row, the row in registers."""

from gpu import barrier, block_idx, thread_idx
from gpu.host import DeviceContext
from gpu.memory import CacheOperation, load, store
from gpu.warp import max as warp_max
from gpu.warp import sum as warp_sum
from std.math import exp, exp2, rsqrt, sqrt
from std.memory import stack_allocation
from timing import median_ms, report

comptime ROWS = 8192
comptime COLUMNS = 8192
comptime WIDTH = 8
comptime Numbers = UnsafePointer[BFloat16, MutAnyOrigin]
comptime Short = SIMD[DType.bfloat16, WIDTH]
comptime Vector = SIMD[DType.float32, WIDTH]
comptime LOG2_E = Float32(1.4426950408889634)
comptime EPSILON = Float32(1e-6)
comptime ONCE = CacheOperation.STREAMING
comptime MAX_THREADS = "nvvm.maxntid"
comptime SOFTMAX_THREADS = 512
comptime NORM_THREADS = 512


@always_inline
def across_block[warps: Int, combine: def(Float32, Float32) thin -> Float32](of_warp: Float32) -> Float32:
    # What the warps of the block found, combined.
    var parts = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED]()
    var thread = Int(thread_idx.x)
    if thread & 31 == 0:
        parts[thread >> 5] = of_warp
    barrier()
    var all = parts[0]
    comptime for warp in range(1, warps):
        all = combine(all, parts[warp])
    return all


@always_inline
def larger(a: Float32, b: Float32) -> Float32:
    return max(a, b)


@always_inline
def together(a: Float32, b: Float32) -> Float32:
    return a + b


@always_inline
def part_of_row[threads: Int, steps: Int](x: Numbers, start: Int) -> Array[Short, steps]:
    # What this thread has of a row: a vector of each `threads` vectors. It stays as short as it is in memory.
    var row = Array[Short, steps](fill=Short(0))
    comptime for i in range(steps):
        row[i] = load[width=WIDTH, cache_policy=ONCE](x + start + i * threads * WIDTH)
    return row


@__llvm_metadata(MAX_THREADS=threads)
def softmax[threads: Int](x: Numbers, y: Numbers):
    comptime steps = COLUMNS // (threads * WIDTH)
    comptime warps = threads // 32
    var start = Int(block_idx.x) * COLUMNS + Int(thread_idx.x) * WIDTH
    var row = part_of_row[threads, steps](x, start)
    var top = row[0].reduce_max()
    comptime for i in range(1, steps):
        top = max(top, row[i].reduce_max())
    var limit = -across_block[warps, larger](warp_max(top.cast[DType.float32]())) * LOG2_E
    var powers = Array[Vector, steps](fill=Vector(0))
    var total = Float32(0)
    comptime for i in range(steps):
        powers[i] = exp2(row[i].cast[DType.float32]().fma(Vector(LOG2_E), Vector(limit)))
        total += powers[i].reduce_add()
    var scale = 1 / across_block[warps, together](warp_sum(total))
    comptime for i in range(steps):
        store[cache_policy=ONCE](y + start + i * threads * WIDTH, (powers[i] * scale).cast[DType.bfloat16]())


@__llvm_metadata(MAX_THREADS=threads)
def rms_norm[threads: Int](x: Numbers, weight: Numbers, y: Numbers):
    comptime steps = COLUMNS // (threads * WIDTH)
    var offset = Int(thread_idx.x) * WIDTH
    var start = Int(block_idx.x) * COLUMNS + offset
    var row = part_of_row[threads, steps](x, start)
    var total = Float32(0)
    comptime for i in range(steps):
        var wide = row[i].cast[DType.float32]()
        total += (wide * wide).reduce_add()
    total = across_block[threads // 32, together](warp_sum(total))
    var scale = rsqrt(total * (1.0 / COLUMNS) + EPSILON)
    comptime for i in range(steps):
        var w = weight.load[width=WIDTH, alignment=16](offset + i * threads * WIDTH).cast[DType.float32]()
        var normal = row[i].cast[DType.float32]() * scale * w
        store[cache_policy=ONCE](y + start + i * threads * WIDTH, normal.cast[DType.bfloat16]())


def value(i: Int) -> BFloat16:
    return (Float32((i * 2654435761) & 0xFFFF) / 8192 - 4).cast[DType.bfloat16]()


def bench_softmax(ctx: DeviceContext) raises:
    var x = ctx.enqueue_create_buffer[DType.bfloat16](ROWS * COLUMNS)
    var y = ctx.enqueue_create_buffer[DType.bfloat16](ROWS * COLUMNS)
    with x.map_to_host() as host:
        for i in range(ROWS * COLUMNS):
            host[i] = value(i)
    var kernel = ctx.compile_function[softmax[SOFTMAX_THREADS]]()

    @parameter
    def launch(ctx: DeviceContext) raises:
        ctx.enqueue_function(kernel, x, y, grid_dim=ROWS, block_dim=SOFTMAX_THREADS)

    var ms = median_ms[launch](ctx)
    var error = Float64(0)
    with y.map_to_host() as host:
        for r in range(0, ROWS, 512):
            var total = Float64(0)
            for c in range(COLUMNS):
                total += exp(Float64(value(r * COLUMNS + c)))
            for c in range(COLUMNS):
                var exact = exp(Float64(value(r * COLUMNS + c))) / total
                error = max(error, abs(Float64(host[r * COLUMNS + c]) - exact) / exact)
    report("softmax", ms, error)


def bench_rms_norm(ctx: DeviceContext) raises:
    var x = ctx.enqueue_create_buffer[DType.bfloat16](ROWS * COLUMNS)
    var y = ctx.enqueue_create_buffer[DType.bfloat16](ROWS * COLUMNS)
    var weight = ctx.enqueue_create_buffer[DType.bfloat16](COLUMNS)
    with x.map_to_host() as host:
        for i in range(ROWS * COLUMNS):
            host[i] = value(i)
    with weight.map_to_host() as host:
        for i in range(COLUMNS):
            host[i] = value(3 * i + 1)
    var kernel = ctx.compile_function[rms_norm[NORM_THREADS]]()

    @parameter
    def launch(ctx: DeviceContext) raises:
        ctx.enqueue_function(kernel, x, weight, y, grid_dim=ROWS, block_dim=NORM_THREADS)

    var ms = median_ms[launch](ctx)
    var error = Float64(0)
    with y.map_to_host() as host:
        for r in range(0, ROWS, 512):
            var total = Float64(0)
            for c in range(COLUMNS):
                total += Float64(value(r * COLUMNS + c)) ** 2
            var scale = 1 / sqrt(total / COLUMNS + Float64(EPSILON))
            for c in range(COLUMNS):
                var exact = Float64(value(r * COLUMNS + c)) * scale * Float64(value(3 * c + 1))
                if exact != 0:
                    error = max(error, abs(Float64(host[r * COLUMNS + c]) - exact) / abs(exact))
    report("rms_norm", ms, error)


def main() raises:
    var ctx = DeviceContext()
    bench_softmax(ctx)
    bench_rms_norm(ctx)
