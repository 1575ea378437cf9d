"""What a launch costs inside a graph of small kernels that depend on each other, and what starting them early saves.

Every kernel adds one to numbers that the one before has written. `early` ones are launched before the one before has ended, and wait for it
themselves; each line has the blocks of a kernel, the way, and microseconds a launch.
"""

from gpu import block_idx, thread_idx
from gpu.grid_controls import launch_dependent_grids, wait_on_dependent_grids
from gpu.host import DeviceContext
from std.gpu.host.device_attribute import LaunchAttribute, LaunchAttributeID
from std.time import perf_counter

comptime THREADS = 256
comptime LAUNCHES = 200
comptime RUNS = 20
comptime Numbers = UnsafePointer[Float32, MutAnyOrigin]


def add_one[early: Bool, tell_first: Bool](numbers: Numbers):
    comptime if early and tell_first:
        launch_dependent_grids()
    comptime if early:
        wait_on_dependent_grids()
    comptime if early and not tell_first:
        launch_dependent_grids()
    var i = Int(block_idx.x) * THREADS + Int(thread_idx.x)
    numbers[i] += 1


def bench[early: Bool, tell_first: Bool](way: String, blocks: Int, context: DeviceContext) raises:
    var numbers = context.enqueue_create_buffer[DType.float32](blocks * THREADS)
    context.enqueue_fill(numbers, 0)

    @parameter
    def batch(context: DeviceContext) raises:
        for _ in range(LAUNCHES):
            var attributes = List[LaunchAttribute]()
            comptime if early:
                attributes.append(LaunchAttribute(LaunchAttributeID.PROGRAMMATIC_STREAM_SERIALIZATION, 1))
            context.enqueue_function[add_one[early, tell_first]](
                numbers.unsafe_ptr(), grid_dim=blocks, block_dim=THREADS, attributes=attributes^
            )

    var graph = context.capture_graph[batch]()
    for _ in range(5):
        graph.launch()
    context.synchronize()
    var start = perf_counter()
    for _ in range(RUNS):
        graph.launch()
    context.synchronize()
    var us = (perf_counter() - start) / (RUNS * LAUNCHES) * 1e6
    var wrong = 0
    with numbers.map_to_host() as host:
        for i in range(blocks * THREADS):
            if host[i] != Float32((RUNS + 5) * LAUNCHES):
                wrong += 1
    print("chain", blocks, "blocks", way, us, "us", wrong, "wrong")


def main() raises:
    var context = DeviceContext()
    for blocks in [1, 16, 132, 1056]:
        bench[False, False]("plain", blocks, context)
        bench[True, False]("early", blocks, context)
        bench[True, True]("early, told before waiting", blocks, context)
