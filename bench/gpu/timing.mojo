"""Times of kernels by the device's own clock: the median of many batches of launches, after some that warm up.

A batch is a graph: the device is busy from its first kernel to its last, so that a time holds the kernel and not the way to it.
"""

from gpu.host import DeviceContext

comptime WARM_UP = 5
comptime RUNS = 30
comptime BATCH = 10


def median_ms[work: def(DeviceContext) raises capturing -> None](context: DeviceContext) raises -> Float64:
    """Milliseconds of what `work` puts on the stream."""

    @parameter
    def batch(context: DeviceContext) raises:
        for _ in range(BATCH):
            work(context)

    var graph = context.capture_graph[batch]()
    var first = context.create_event()
    var last = context.create_event()
    var times = List[Float64]()
    for run in range(WARM_UP + RUNS):
        context.stream().record_event(first)
        graph.launch()
        context.stream().record_event(last)
        last.synchronize()
        if run >= WARM_UP:
            times.append(last.elapsed_ms(first) / BATCH)
    sort(times)
    return times[len(times) // 2]


def report(name: String, ms: Float64, error: Float64):
    """One line for `run.py`: name, milliseconds, largest error."""
    print("result", name, ms, error)
