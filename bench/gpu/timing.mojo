"""Times of kernels by the device's own clock: the median of many batches of launches, after some that warm up.

A batch is a graph: the device is busy from its first kernel to its last, so that a time holds the kernel and not the way to it.
Launches are told their number in the batch, so that they can take turns with arrays: what one left in the cache is of no use
to the next.
"""

from gpu.host import DeviceContext
from std.os import getenv
from std.time import perf_counter

comptime WARM_UP = -1.0  # as many seconds as the environment says
comptime RUNS = 30
comptime BATCH = 10


def median_ms[
    work: def(DeviceContext, Int) raises capturing -> None, *, warm_up: Float64 = WARM_UP, runs: Int = RUNS
](context: DeviceContext) raises -> Float64:
    """Milliseconds of what `work` puts on the stream."""

    @parameter
    def batch(context: DeviceContext) raises:
        for i in range(BATCH):
            work(context, i)

    var graph = context.capture_graph[batch]()
    var first = context.create_event()
    var last = context.create_event()
    var times = List[Float64]()
    # The clocks of an idle device take about three seconds to rise.
    var seconds = warm_up if warm_up >= 0 else atof(getenv("WARM_UP", "3"))
    var start = perf_counter()
    while perf_counter() - start < seconds:
        graph.launch()
        context.synchronize()
    for _ in range(runs):
        context.stream().record_event(first)
        graph.launch()
        context.stream().record_event(last)
        last.synchronize()
        times.append(last.elapsed_ms(first) / BATCH)
    sort(times)
    return times[len(times) // 2]


def report(name: String, ms: Float64, error: Float64):
    """One line for `run.py`: name, milliseconds, largest error."""
    print("result", name, ms, error)
