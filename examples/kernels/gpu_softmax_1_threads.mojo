"""Step 1 on a GPU: a thread for each row. Neighbours read numbers that lie a row apart, so that every load fetches far more than it uses."""

from gpu import block_idx, thread_idx
from gpu.host import DeviceContext
from gpu_trials import Floats, try_softmax_on_device
from std.math import exp
from trials import Numbers

comptime THREADS = 32


def softmax(y: Numbers, x: Numbers, side: Int32):
    var n = Int(side)
    var start = (Int(block_idx.x) * THREADS + Int(thread_idx.x)) * n
    var largest = x[start]
    for i in range(1, n):
        largest = max(largest, x[start + i])
    var total = Float32(0)
    for i in range(n):
        total += exp(x[start + i] - largest)
    for i in range(n):
        y[start + i] = exp(x[start + i] - largest) / total


def launch(y: Floats, x: Floats, side: Int, context: DeviceContext) raises:
    context.enqueue_function[softmax](
        y,
        x,
        Int32(side),
        grid_dim=side // THREADS,
        block_dim=THREADS,
    )


def main() raises:
    try_softmax_on_device[launch]()
