"""Step 2 on a GPU: a block copies tiles of both matrices into memory that its threads share; each number is fetched once a block."""

from gpu import barrier, block_idx, thread_idx
from gpu.host import DeviceContext
from gpu_trials import Floats, try_product_on_device
from std.memory import stack_allocation
from trials import Numbers

comptime SIDE = 32  # of a tile and of a block


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int32):
    var n = Int(side)
    var x = Int(thread_idx.x)
    var y = Int(thread_idx.y)
    var row = Int(block_idx.y) * SIDE + y
    var column = Int(block_idx.x) * SIDE + x
    var left = stack_allocation[SIDE * SIDE, Float32, address_space=AddressSpace.SHARED]()
    var right = stack_allocation[SIDE * SIDE, Float32, address_space=AddressSpace.SHARED]()
    var sum = Float32(0)
    for start in range(0, n, SIDE):
        left[y * SIDE + x] = a[row * n + start + x]
        right[y * SIDE + x] = b[(start + y) * n + column]
        barrier()
        comptime for k in range(SIDE):
            sum += left[y * SIDE + k] * right[k * SIDE + x]
        barrier()
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
