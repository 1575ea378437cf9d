"""Which tiles of `linalg.hopper` suit which shape: every kind over every shape, bfloat16, on the device.

    ember run bench/gpu/matmul_tiles.mojo [square] [few]

Each line has the shape, how the second factor lies, the tiles, milliseconds and TFLOP/s; `tuning.py` shows the best beside cuBLAS. Launches
take turns with several second factors, as many as there is room for: weights of a model are not in the cache when their turn comes.
"""

from gpu.host import DeviceContext
from linalg.hopper import HopperTiles, multiply_on_hopper
from numbers import numbers
from std.sys import argv
from timing import BATCH, median_ms

comptime BF16 = DType.bfloat16
comptime ROOM = 128256 * 4096
comptime Elements = UnsafePointer[BFloat16, MutAnyOrigin]
comptime Shape = Tuple[Int, Int, Int]


@fieldwise_init
struct Arrays(ImplicitlyCopyable, TrivialRegisterPassable):
    """Both factors and the result."""

    var a: Elements
    var b: Elements
    var c: Elements


def try_tiles[tiles: HopperTiles, transpose_b: Bool](
    arrays: Arrays, shapes: List[Shape], context: DeviceContext
) raises:
    for shape in shapes:
        var m = shape[0]
        var n = shape[1]
        var k = shape[2]
        var copies = min(ROOM // (n * k), BATCH)

        @__parameter
        def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
            arrays.c.store[alignment=2 * width](row * n + column, numbers.cast[BF16]())

        @parameter
        def work(context: DeviceContext, i: Int) raises:
            var b = arrays.b + i % copies * (n * k)
            multiply_on_hopper[tiles, store, transpose_b=transpose_b, b_is_constant=True](
                arrays.a, b, m, n, k, context
            )

        var ms = median_ms[work, warm_up=0.08, runs=11](context)
        var speed = Int(2 * Float64(m) * Float64(n) * Float64(k) / ms / 1e9)
        print(m, n, k, "b.T" if transpose_b else "b", end=" ")
        print(tiles.rows, "x", tiles.columns, "/", tiles.stages, sep="", end=" ")
        print("cluster", tiles.cluster, "band", tiles.band, "parts", tiles.spread, tiles.groups, end=" ")
        print(ms, speed)


def squares[tiles: HopperTiles](arrays: Arrays, sides: List[Int], context: DeviceContext) raises:
    var shapes = List[Shape]()
    for side in sides:
        shapes.append((side, side, side))
    try_tiles[tiles, False](arrays, shapes, context)
    try_tiles[tiles, True](arrays, shapes, context)


def all_squares(arrays: Arrays, context: DeviceContext) raises:
    var small: List[Int] = [1024, 2048]
    var large: List[Int] = [2048, 4096, 8192]
    squares[HopperTiles(128, 256, 4, 2, 8)](arrays, large, context)
    squares[HopperTiles(128, 128, 6, 2, 8)](arrays, small, context)
    squares[HopperTiles(64, 128, 8, 1, 16)](arrays, small, context)
    squares[HopperTiles(64, 128, 8, 2, 8)](arrays, small, context)


def few[tiles: HopperTiles](arrays: Arrays, context: DeviceContext) raises:
    # The products of decoding steps of models in the shape of Llama 3 8B.
    var shapes = List[Shape]()
    for m in [1, 32]:
        for weights in [(4096, 4096), (6144, 4096), (28672, 4096), (4096, 14336), (128256, 4096)]:
            shapes.append((m, weights[0], weights[1]))
    for m in [1, 8, 64]:
        shapes.append((m, 14336, 4096))
    try_tiles[tiles, True](arrays, shapes, context)


def few_small[tiles: HopperTiles](arrays: Arrays, context: DeviceContext) raises:
    # Those of models in the shape of SmolLM2.
    var shapes = List[Shape]()
    for m in [1, 32]:
        for weights in [(960, 576), (576, 576), (3072, 576), (576, 1536), (49152, 576)]:
            shapes.append((m, weights[0], weights[1]))
    try_tiles[tiles, True](arrays, shapes, context)


def spread(columns: Int, stages: Int, blocks: Int, groups: Int = 1) -> HopperTiles:
    return HopperTiles(64, columns, stages, 1, 16, parts=blocks * groups, spread=blocks, groups=groups)


def all_few(arrays: Arrays, context: DeviceContext) raises:
    few[spread(64, 12, 1)](arrays, context)
    few[spread(64, 6, 2)](arrays, context)
    few[spread(64, 12, 2, 2)](arrays, context)
    few[spread(32, 16, 1, 2)](arrays, context)
    few[spread(64, 12, 1, 2)](arrays, context)
    few[spread(128, 8, 1)](arrays, context)
    few[spread(64, 6, 1)](arrays, context)
    few[spread(128, 8, 2)](arrays, context)
    few[spread(128, 8, 2, 2)](arrays, context)
    few[spread(128, 8, 4)](arrays, context)
    few[spread(128, 4, 4)](arrays, context)


def all_small(arrays: Arrays, context: DeviceContext) raises:
    few_small[spread(32, 9, 1)](arrays, context)
    few_small[spread(32, 9, 1, 2)](arrays, context)
    few_small[spread(32, 9, 1, 4)](arrays, context)
    few_small[spread(32, 12, 1, 4)](arrays, context)
    few_small[spread(32, 6, 2, 2)](arrays, context)
    few_small[spread(32, 12, 2, 4)](arrays, context)
    few_small[spread(32, 6, 4)](arrays, context)
    few_small[spread(64, 9, 1, 4)](arrays, context)
    few_small[spread(64, 6, 2, 2)](arrays, context)
    few_small[spread(64, 12, 2, 4)](arrays, context)
    few_small[spread(64, 3, 8)](arrays, context)
    few_small[spread(64, 6, 1)](arrays, context)
    few_small[spread(128, 8, 1)](arrays, context)


def main() raises:
    var context = DeviceContext()
    var a = numbers[BF16](8192 * 8192, 0, context)
    var b = numbers[BF16](ROOM, 7, context)
    var c = context.enqueue_create_buffer[BF16](8192 * 8192)
    var arrays = Arrays(a.unsafe_ptr(), b.unsafe_ptr(), c.unsafe_ptr())
    for word in argv():
        if word == "square":
            all_squares(arrays, context)
        elif word == "few":
            all_few(arrays, context)
            all_small(arrays, context)
    _ = (a^, b^, c^)
