"""What a launch costs: a prepared kernel launched many times by the library, and by the driver's own call."""

from gpu.host import DeviceContext
from std.time import perf_counter_ns

comptime LAUNCHES = 2000


def nothing(n: Int):
    pass


def microseconds_each(ctx: DeviceContext, count: Int) raises -> Float64:
    var kernel = ctx.compile_function[nothing]()
    ctx.enqueue_function(kernel, 1, grid_dim=1, block_dim=1)
    ctx.synchronize()
    var start = perf_counter_ns()
    for i in range(count):
        ctx.enqueue_function(kernel, i, grid_dim=1, block_dim=1)
    var end = perf_counter_ns()
    ctx.synchronize()
    return Float64(end - start) / Float64(count) / 1000


def main() raises:
    var ctx = DeviceContext()
    var best = Float64(1e9)
    for _ in range(20):
        best = min(best, microseconds_each(ctx, LAUNCHES))
    print("launch", best)
