"""Step 1 on a GPU: a thread for each element, which reads a row and a column from far memory."""

from gpu import block_idx, thread_idx
from gpu.host import DeviceContext
from gpu_trials import Floats, try_product_on_device
from trials import Numbers

comptime SIDE = 16  # of a block


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int32):
    var n = Int(side)
    var row = Int(block_idx.y) * SIDE + Int(thread_idx.y)
    var column = Int(block_idx.x) * SIDE + Int(thread_idx.x)
    var sum = Float32(0)
    for k in range(n):
        sum += a[row * n + k] * b[k * n + column]
    c[row * n + column] = sum


def launch(c: Floats, a: Floats, b: Floats, side: Int, context: DeviceContext) raises:
    context.enqueue_function[multiply](
        c,
        a,
        b,
        Int32(side),
        grid_dim= (side // SIDE, side // SIDE),
        block_dim= (SIDE, SIDE),
    )


def main() raises:
    try_product_on_device[launch]()
