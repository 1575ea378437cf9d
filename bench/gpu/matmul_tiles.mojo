"""Which tiles of `linalg.hopper` suit which shape: every kind over every shape, bfloat16, on the device.

Each line has the shape, the tiles, milliseconds and TFLOP/s; `run.py` compares the choice that the library makes with its peers.
"""

from gpu.host import DeviceContext
from linalg.hopper import HopperTiles, multiply_on_hopper
from std.algorithm._device import run_on_device
from std.time import perf_counter
from std.utils.index import IndexList

comptime BF16 = DType.bfloat16
comptime WARM_UP = 0.15  # seconds
comptime RUNS = 15
comptime BATCH = 10


def median_ms[work: def(DeviceContext) raises capturing -> None](
    context: DeviceContext
) raises -> Float64:
    @parameter
    def batch(context: DeviceContext) raises:
        for _ in range(BATCH):
            work(context)

    var graph = context.capture_graph[batch]()
    var first = context.create_event()
    var last = context.create_event()
    var times = List[Float64]()
    var start = perf_counter()
    while perf_counter() - start < WARM_UP:
        graph.launch()
        context.synchronize()
    for _ in range(RUNS):
        context.stream().record_event(first)
        graph.launch()
        context.stream().record_event(last)
        last.synchronize()
        times.append(last.elapsed_ms(first) / BATCH)
    sort(times)
    return times[len(times) // 2]


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
        def work(context: DeviceContext) raises:
            multiply_on_hopper[tiles, store, transpose_b=transpose_b](a, b, m, n, k, context)

        var ms = median_ms[work](context)
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
    var a = context.enqueue_create_buffer[BF16](ROOM)
    var b = context.enqueue_create_buffer[BF16](ROOM)
    var c = context.enqueue_create_buffer[BF16](ROOM)
    var some = a.unsafe_ptr()
    var others = b.unsafe_ptr()

    @__parameter
    def fill[width: Int, rank: Int](place: IndexList[rank]):
        # Numbers that differ in all their bits: equal ones need less power, and a device that is cooler is faster.
        comptime for i in range(width):
            var hash = UInt32(place[0] + i) * 2654435761
            some[place[0] + i] = (Float32(hash >> 16) / 32768 - 1).cast[BF16]()
            others[place[0] + i] = (Float32(hash & 0xFFFF) / 32768 - 1).cast[BF16]()

    run_on_device[fill, 4](IndexList[1](ROOM), context)
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
