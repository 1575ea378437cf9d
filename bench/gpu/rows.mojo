"""Softmax and RMSNorm over rows of 8192 bfloat16 numbers: one block per row."""

from gpu import barrier, block_idx, thread_idx
from gpu.host import DeviceBuffer, DeviceContext
from gpu.memory import CacheEviction, load
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
comptime MAX_THREADS = "nvvm.maxntid"
comptime MIN_BLOCKS = "nvvm.minctasm"
comptime KEEP = CacheEviction.EVICT_LAST
comptime DROP = CacheEviction.EVICT_FIRST
comptime SOFTMAX_THREADS = 256
comptime NORM_THREADS = 512


@__llvm_metadata(MAX_THREADS=SOFTMAX_THREADS, MIN_BLOCKS=4)
def softmax(x: Numbers, y: Numbers):
    # The row stays in registers. Each warp takes powers relative to its own largest number, so that the block waits only once.
    comptime steps = COLUMNS // (SOFTMAX_THREADS * WIDTH)
    comptime warps = SOFTMAX_THREADS // 32
    var tops = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var totals = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var thread = Int(thread_idx.x)
    var start = Int(block_idx.x) * COLUMNS + thread * WIDTH
    var row = Array[Short, steps](fill=Short(0))
    comptime for i in range(steps):
        row[i] = x.load[width=WIDTH, alignment=16](start + i * SOFTMAX_THREADS * WIDTH)
    var largest = row[0].reduce_max()
    comptime for i in range(1, steps):
        largest = max(largest, row[i].reduce_max())
    var top = warp_max(largest.cast[DType.float32]()) * LOG2_E
    var powers = Array[Vector, steps](fill=Vector(0))
    var total = Float32(0)
    comptime for i in range(steps):
        powers[i] = exp2(row[i].cast[DType.float32]().fma(Vector(LOG2_E), Vector(-top)))
        total += powers[i].reduce_add()
    total = warp_sum(total)
    if thread & 31 == 0:
        tops[thread >> 5] = top
        totals[thread >> 5] = total
    barrier()
    var top_of_row = tops[0]
    comptime for warp in range(1, warps):
        top_of_row = max(top_of_row, tops[warp])
    total = 0
    comptime for warp in range(warps):
        total += totals[warp] * exp2(tops[warp] - top_of_row)
    var scale = exp2(top - top_of_row) / total
    comptime for i in range(steps):
        y.store[alignment=16](start + i * SOFTMAX_THREADS * WIDTH, (powers[i] * scale).cast[DType.bfloat16]())


@__llvm_metadata(MAX_THREADS=NORM_THREADS, MIN_BLOCKS=4)
def rms_norm(x: Numbers, weight: Numbers, y: Numbers):
    # The row is read twice, the second time from the cache, which is told so: that leaves registers for four blocks.
    comptime steps = COLUMNS // (NORM_THREADS * WIDTH)
    comptime warps = NORM_THREADS // 32
    var totals = stack_allocation[warps, Float32, address_space = AddressSpace.SHARED, alignment=16]()
    var thread = Int(thread_idx.x)
    var offset = thread * WIDTH
    var start = Int(block_idx.x) * COLUMNS + offset
    var source = x.address_space_cast[AddressSpace.GLOBAL]() + start
    var weights = weight.address_space_cast[AddressSpace.GLOBAL]() + offset
    var row = Array[Short, steps](fill=Short(0))
    comptime for i in range(steps):
        row[i] = load[WIDTH, eviction_policy=KEEP](source + i * NORM_THREADS * WIDTH)
    var scales = Array[Short, steps](fill=Short(0))
    comptime for i in range(steps):
        scales[i] = load[WIDTH, eviction_policy=KEEP](weights + i * NORM_THREADS * WIDTH)
    var squares = Vector(0)
    comptime for i in range(steps):
        var numbers = row[i].cast[DType.float32]()
        squares = numbers.fma(numbers, squares)
    var total = warp_sum(squares.reduce_add())
    if thread & 31 == 0:
        totals[thread >> 5] = total
    barrier()
    total = 0
    comptime for warp in range(warps):
        total += totals[warp]
    var scale = rsqrt(total * (1.0 / COLUMNS) + EPSILON)
    comptime for i in range(steps):
        row[i] = load[WIDTH, eviction_policy=DROP](source + i * NORM_THREADS * WIDTH)
    comptime for i in range(steps):
        var result = row[i].cast[DType.float32]() * scale * scales[i].cast[DType.float32]()
        y.store[alignment=16](start + i * NORM_THREADS * WIDTH, result.cast[DType.bfloat16]())


def value(i: Int) -> BFloat16:
    return (Float32((i * 2654435761) & 0xFFFF) / 8192 - 4).cast[DType.bfloat16]()


struct Arrays:
    """Several inputs with the same numbers, and outputs, for launches to take turns with."""

    comptime COUNT = 4
    var inputs: List[DeviceBuffer[DType.bfloat16]]
    var outputs: List[DeviceBuffer[DType.bfloat16]]

    def __init__(out self, ctx: DeviceContext) raises:
        self.inputs = List[DeviceBuffer[DType.bfloat16]]()
        self.outputs = List[DeviceBuffer[DType.bfloat16]]()
        for i in range(Self.COUNT):
            self.inputs.append(ctx.enqueue_create_buffer[DType.bfloat16](ROWS * COLUMNS))
            self.outputs.append(ctx.enqueue_create_buffer[DType.bfloat16](ROWS * COLUMNS))
            if i > 0:
                ctx.enqueue_copy(self.inputs[i], self.inputs[0])
                continue
            with self.inputs[0].map_to_host() as host:
                for k in range(ROWS * COLUMNS):
                    host[k] = value(k)


def bench_softmax(ctx: DeviceContext, arrays: Arrays) raises:
    var kernel = ctx.compile_function[softmax]()

    @parameter
    def launch(ctx: DeviceContext, i: Int) raises:
        var k = i % Arrays.COUNT
        ctx.enqueue_function(kernel, arrays.inputs[k], arrays.outputs[k], grid_dim=ROWS, block_dim=SOFTMAX_THREADS)

    var ms = median_ms[launch](ctx)
    var error = Float64(0)
    with arrays.outputs[0].map_to_host() as host:
        for r in range(0, ROWS, 512):
            var total = Float64(0)
            for c in range(COLUMNS):
                total += exp(Float64(value(r * COLUMNS + c)))
            for c in range(COLUMNS):
                var exact = exp(Float64(value(r * COLUMNS + c))) / total
                error = max(error, abs(Float64(host[r * COLUMNS + c]) - exact) / exact)
    report("softmax", ms, error)


def bench_rms_norm(ctx: DeviceContext, arrays: Arrays) raises:
    var weight = ctx.enqueue_create_buffer[DType.bfloat16](COLUMNS)
    with weight.map_to_host() as host:
        for i in range(COLUMNS):
            host[i] = value(3 * i + 1)
    var kernel = ctx.compile_function[rms_norm]()

    @parameter
    def launch(ctx: DeviceContext, i: Int) raises:
        var k = i % Arrays.COUNT
        ctx.enqueue_function(
            kernel, arrays.inputs[k], weight, arrays.outputs[k], grid_dim=ROWS, block_dim=NORM_THREADS
        )

    var ms = median_ms[launch](ctx)
    var error = Float64(0)
    with arrays.outputs[0].map_to_host() as host:
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
    var arrays = Arrays(ctx)  # as the peers, all kernels use the same
    bench_softmax(ctx, arrays)
    bench_rms_norm(ctx, arrays)
