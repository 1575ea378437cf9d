"""Step 3 on a GPU: a thread computes a tile of 8 by 8, so that a number from shared memory is used eight times; `a` is turned on the way."""

from gpu import barrier, block_idx, thread_idx
from gpu.host import DeviceContext
from gpu_trials import Floats, try_product_on_device
from std.memory import stack_allocation
from trials import Numbers

comptime BLOCK = 128  # rows and columns of a block's tile
comptime DEPTH = 8  # of what is copied at a time
comptime PART = 4  # numbers of a vector: a thread has two of them in each direction, half a block apart
comptime HALF = BLOCK // 2
comptime THREADS = 256
comptime Vector = SIMD[DType.float32, PART]


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int32):
    var n = Int(side)
    var thread = Int(thread_idx.x)
    var x = thread % 16 * PART
    var y = thread // 16 * PART
    var rows = a + Int(block_idx.y) * BLOCK * n
    var columns = b + Int(block_idx.x) * BLOCK
    var left = stack_allocation[
        DEPTH * BLOCK,
        Float32,
        address_space=AddressSpace.SHARED,
        alignment=16,
    ]()
    var right = stack_allocation[
        DEPTH * BLOCK,
        Float32,
        address_space=AddressSpace.SHARED,
        alignment=16,
    ]()
    var sums = Array[Vector, 16](fill=Vector(0))
    # What a thread copies: a vector of four in a row of `a`, and one in a row of `b`.
    var a_row = thread // 2
    var a_depth = thread % 2 * PART
    var b_depth = thread // 32
    var b_column = thread % 32 * PART
    for start in range(0, n, DEPTH):
        var from_a = rows.load[width=PART, alignment=16](a_row * n + start + a_depth)
        comptime for i in range(PART):
            left[(a_depth + i) * BLOCK + a_row] = from_a[i]
        right.store[alignment=16](
            b_depth * BLOCK + b_column,
            columns.load[width=PART, alignment=16]((start + b_depth) * n + b_column),
        )
        barrier()
        comptime for k in range(DEPTH):
            comptime for half_row in range(2):
                var factors = left.load[width=PART, alignment=16](k * BLOCK + half_row * HALF + y)
                comptime for half_column in range(2):
                    var others = right.load[width=PART, alignment=16](
                        k * BLOCK + half_column * HALF + x
                    )
                    comptime for i in range(PART):
                        comptime at = (half_row * PART + i) * 2 + half_column
                        sums[at] = Vector(factors[i]).fma(others, sums[at])
        barrier()
    var target = c + Int(block_idx.y) * BLOCK * n + Int(block_idx.x) * BLOCK
    comptime for half_row in range(2):
        comptime for i in range(PART):
            comptime for half_column in range(2):
                var place = (half_row * HALF + y + i) * n + half_column * HALF + x
                target.store[alignment=16](place, sums[(half_row * PART + i) * 2 + half_column])


def launch(c: Floats, a: Floats, b: Floats, side: Int, context: DeviceContext) raises:
    context.enqueue_function[multiply](
        c,
        a,
        b,
        Int32(side),
        grid_dim= (side // BLOCK, side // BLOCK),
        block_dim=THREADS,
    )


def main() raises:
    try_product_on_device[launch]()
