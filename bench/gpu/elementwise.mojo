"""Vector addition and grayscale: as fast as the memory."""

from gpu import block_idx, thread_idx
from gpu.host import DeviceContext
from timing import median_ms, report

comptime THREADS = 256
comptime WIDTH = 4
comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime MAX_THREADS = "nvvm.maxntid"


@__llvm_metadata(MAX_THREADS=THREADS)
def add(a: Floats, b: Floats, c: Floats, n: Int):
    var i = (Int(block_idx.x) * THREADS + Int(thread_idx.x)) * WIDTH
    if i < n:
        c.store[alignment=16](i, a.load[width=WIDTH, alignment=16](i) + b.load[width=WIDTH, alignment=16](i))


@__llvm_metadata(MAX_THREADS=THREADS)
def grayscale(image: Floats, gray: Floats, pixels: Int):
    var i = (Int(block_idx.x) * THREADS + Int(thread_idx.x)) * WIDTH
    if i < pixels:
        var red = image.load[width=WIDTH, alignment=16](i)
        var green = image.load[width=WIDTH, alignment=16](i + pixels)
        var blue = image.load[width=WIDTH, alignment=16](i + 2 * pixels)
        gray.store[alignment=16](i, red * 0.2989 + green * 0.587 + blue * 0.114)


def fill(data: Floats, n: Int, shift: Int):
    var i = Int(block_idx.x) * THREADS + Int(thread_idx.x)
    if i < n:
        data[i] = value(i + shift)


def value(i: Int) -> Float32:
    return Float32((i * 2654435761) & 0xFFFF) / 65536


def bench_add(ctx: DeviceContext, n: Int) raises:
    var a = ctx.enqueue_create_buffer[DType.float32](n)
    var b = ctx.enqueue_create_buffer[DType.float32](n)
    var c = ctx.enqueue_create_buffer[DType.float32](n)
    ctx.enqueue_function[fill](a, n, 0, grid_dim=n // THREADS, block_dim=THREADS)
    ctx.enqueue_function[fill](b, n, 12345, grid_dim=n // THREADS, block_dim=THREADS)
    var kernel = ctx.compile_function[add]()

    @parameter
    def launch(ctx: DeviceContext, _i: Int) raises:
        ctx.enqueue_function(kernel, a, b, c, n, grid_dim=n // (THREADS * WIDTH), block_dim=THREADS)

    var ms = median_ms[launch](ctx)
    var error = Float64(0)
    with c.map_to_host() as host:
        for i in range(0, n, 7):
            error = max(error, abs(Float64(host[i]) - (Float64(value(i)) + Float64(value(i + 12345)))))
    report("add", ms, error)


def bench_grayscale(ctx: DeviceContext, side: Int) raises:
    var pixels = side * side
    var image = ctx.enqueue_create_buffer[DType.float32](3 * pixels)
    var gray = ctx.enqueue_create_buffer[DType.float32](pixels)
    ctx.enqueue_function[fill](image, 3 * pixels, 0, grid_dim=3 * pixels // THREADS, block_dim=THREADS)
    var kernel = ctx.compile_function[grayscale]()

    @parameter
    def launch(ctx: DeviceContext, _i: Int) raises:
        ctx.enqueue_function(kernel, image, gray, pixels, grid_dim=pixels // (THREADS * WIDTH), block_dim=THREADS)

    var ms = median_ms[launch](ctx)
    var error = Float64(0)
    with gray.map_to_host() as host:
        for i in range(0, pixels, 7):
            var exact = (
                Float64(value(i)) * 0.2989
                + Float64(value(i + pixels)) * 0.587
                + Float64(value(i + 2 * pixels)) * 0.114
            )
            error = max(error, abs(Float64(host[i]) - exact))
    report("grayscale", ms, error)


def main() raises:
    var ctx = DeviceContext()
    bench_add(ctx, 1 << 28)
    bench_grayscale(ctx, 16000)
