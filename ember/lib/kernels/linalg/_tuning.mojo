"""How long products of few rows with a weight take when it is cut in this way or that: what `ember tune` runs."""

from linalg._tensor_cores import cut_of_rank
from linalg.hopper import HopperTiles, multiply_on_hopper
from std.gpu.host import DeviceContext
from std.gpu.host.info import uses_simulator
from std.time import perf_counter

comptime _BATCH = 1 if uses_simulator() else 10
comptime _RUNS = 1 if uses_simulator() else 15
comptime _ROOM = 1 << 29  # bytes of weights that take turns, so that none is found in the cache


def print_cuts[n: Int, k: Int, count: Int](rows: List[Int]) raises:
    """Prints a line for each of the `count` cuts that should be the best: its numbers, and microseconds for all these numbers of rows together."""
    var context = DeviceContext()
    var copies = max(1, min(_BATCH, _ROOM // (2 * n * k)))
    var most = 1
    for m in rows:
        most = max(most, m)
    var a = context.enqueue_create_buffer[DType.bfloat16](most * k)
    var b = context.enqueue_create_buffer[DType.bfloat16](copies * n * k)
    var c = context.enqueue_create_buffer[DType.bfloat16](most * n)
    context.enqueue_fill(a, 1)
    context.enqueue_fill(b, 1)
    comptime for i in range(count):
        comptime tiles = cut_of_rank(n, k, i)
        var microseconds = Float64(0)
        for m in rows:
            var left = a.unsafe_ptr()
            var weights = b.unsafe_ptr()
            var target = c.unsafe_ptr()

            @__parameter
            def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
                target.store[alignment=2 * width](row * n + column, numbers.cast[DType.bfloat16]())

            @parameter
            def batch(context: DeviceContext) raises:
                for number in range(_BATCH):
                    multiply_on_hopper[tiles, store, transpose_b=True, b_is_constant=True](
                        left, weights + number % copies * (n * k), m, n, k, context
                    )

            microseconds += _median_of[batch](context)
        print(tiles.columns, tiles.stages, tiles.spread, tiles.groups, microseconds)
    _ = (a^, b^, c^)


def _median_of[batch: def(DeviceContext) raises capturing -> None](context: DeviceContext) raises -> Float64:
    # Microseconds of a launch, when a batch of them is one graph.
    var graph = context.capture_graph[batch]()
    graph.launch()
    context.synchronize()
    var times = List[Float64]()
    for _ in range(_RUNS):
        var start = perf_counter()
        graph.launch()
        context.synchronize()
        times.append((perf_counter() - start) * 1e6 / Float64(_BATCH))
    sort(times)
    return times[len(times) // 2]
