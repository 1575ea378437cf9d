"""Which tiles of `linalg.hopper` suit which shape: every kind over every shape, bfloat16, on the device.

Each line has the shape, the tiles, milliseconds and TFLOP/s; `run.py` compares the choice that the library makes with its peers.
"""

from gpu.host import DeviceContext
from linalg.hopper import HopperTiles, multiply_on_hopper
from numbers import numbers
from timing import median_ms

comptime BF16 = DType.bfloat16


def try_tiles[tiles: HopperTiles, transpose_b: Bool](
    name: String,
    a: UnsafePointer[BFloat16, MutAnyOrigin],
    b: UnsafePointer[BFloat16, MutAnyOrigin],
    target: UnsafePointer[BFloat16, MutAnyOrigin],
    shapes: List[Tuple[Int, Int, Int]],
    context: DeviceContext,
) raises:
    for shape in shapes:
        var m = shape[0]
        var n = shape[1]
        var k = shape[2]

        @__parameter
        def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
            target.store[alignment=2 * width](row * n + column, numbers.cast[BF16]())

        @parameter
        def work(context: DeviceContext, _i: Int) raises:
            multiply_on_hopper[tiles, store, transpose_b=transpose_b](a, b, m, n, k, context)

        var ms = median_ms[work, warm_up=0.15, runs=15](context)
        print(
            m,
            n,
            k,
            "b.T" if transpose_b else "b",
            name,
            ms,
            Int(2 * Float64(m) * Float64(n) * Float64(k) / ms / 1e9),
        )


def both[tiles: HopperTiles](name: String, context: DeviceContext) raises:
    comptime ROOM = 8192 * 14336
    var a = numbers[BF16](ROOM, 0, context)
    var b = numbers[BF16](ROOM, 7, context)
    var c = context.enqueue_create_buffer[BF16](ROOM)
    var shapes: List[Tuple[Int, Int, Int]] = [
        (1024, 1024, 1024),
        (2048, 2048, 2048),
        (4096, 4096, 4096),
        (8192, 8192, 8192),
        (64, 14336, 4096),
        (512, 4096, 4096),
        (512, 14336, 4096),
        (512, 4096, 14336),
    ]
    try_tiles[tiles, False](name, a.unsafe_ptr(), b.unsafe_ptr(), c.unsafe_ptr(), shapes, context)
    try_tiles[tiles, True](name, a.unsafe_ptr(), b.unsafe_ptr(), c.unsafe_ptr(), shapes, context)
    _ = (a^, b^)


def main() raises:
    var context = DeviceContext()
    both[HopperTiles(128, 256, 4, 2, 4)]("128x256/4 cluster 2 band 4", context)
    both[HopperTiles(128, 256, 4, 2, 8)]("128x256/4 cluster 2 band 8", context)
    both[HopperTiles(128, 256, 4, 2, 16)]("128x256/4 cluster 2 band 16", context)
    both[HopperTiles(128, 256, 4, 1, 8)]("128x256/4 cluster 1 band 8", context)
    both[HopperTiles(128, 128, 6, 2, 8)]("128x128/6 cluster 2 band 8", context)
    both[HopperTiles(128, 128, 6, 1, 8)]("128x128/6 cluster 1 band 8", context)
    both[HopperTiles(256, 128, 3, 2, 8)]("256x128/3 cluster 2 band 8", context)
    both[HopperTiles(64, 256, 5, 2, 8)]("64x256/5 cluster 2 band 8", context)
    both[HopperTiles(64, 128, 8, 1, 16)]("64x128/8 cluster 1 band 16", context)
    both[HopperTiles(64, 64, 12, 1, 16)]("64x64/12 cluster 1 band 16", context)
