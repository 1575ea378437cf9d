"""Step 3 on a GPU: vectors of four, and one walk for the largest number and the sum: a sum is scaled when a larger number turns up."""

from gpu import block_idx, thread_idx
from gpu.host import DeviceContext
from gpu.primitives import block
from gpu_trials import Floats, try_softmax_on_device
from std.math import exp
from trials import Numbers

comptime THREADS = 256
comptime WIDTH = 4
comptime Vector = SIMD[DType.float32, WIDTH]


def softmax(y: Numbers, x: Numbers, side: Int32):
    var n = Int(side)
    var start = Int(block_idx.x) * n
    var first = Int(thread_idx.x) * WIDTH
    var top = Float32.MIN
    var total = Float32(0)
    for i in range(first, n, THREADS * WIDTH):
        var numbers = x.load[width=WIDTH, alignment=16](start + i)
        var larger = max(top, numbers.reduce_max())
        total = total * exp(top - larger) + exp(numbers - larger).reduce_add()
        top = larger
    var largest = block.max[block_size=THREADS](top)
    var scale = 1 / block.sum[block_size=THREADS](total * exp(top - largest))
    for i in range(first, n, THREADS * WIDTH):
        var powers = exp(x.load[width=WIDTH, alignment=16](start + i) - largest)
        y.store[alignment=16](start + i, powers * scale)


def launch(y: Floats, x: Floats, side: Int, context: DeviceContext) raises:
    context.enqueue_function[softmax](y, x, Int32(side), grid_dim=side, block_dim=THREADS)


def main() raises:
    try_softmax_on_device[launch]()
