"""Step 2 on a GPU: a block for each row; neighbours read neighbours, warps add up by shuffles, the block by shared memory."""

from gpu import block_idx, thread_idx
from gpu.host import DeviceContext
from gpu.primitives import block
from gpu_trials import Floats, try_softmax_on_device
from std.math import exp
from trials import Numbers

comptime THREADS = 128


def softmax(y: Numbers, x: Numbers, side: Int32):
    var n = Int(side)
    var start = Int(block_idx.x) * n
    var thread = Int(thread_idx.x)
    var largest = Float32.MIN
    for i in range(thread, n, THREADS):
        largest = max(largest, x[start + i])
    largest = block.max[block_size=THREADS](largest)
    var total = Float32(0)
    for i in range(thread, n, THREADS):
        total += exp(x[start + i] - largest)
    var scale = 1 / block.sum[block_size=THREADS](total)
    for i in range(thread, n, THREADS):
        y[start + i] = exp(x[start + i] - largest) * scale


def launch(y: Floats, x: Floats, side: Int, context: DeviceContext) raises:
    context.enqueue_function[softmax](y, x, Int32(side), grid_dim=side, block_dim=THREADS)


def main() raises:
    try_softmax_on_device[launch]()
