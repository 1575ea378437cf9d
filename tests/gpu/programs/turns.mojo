# Blocks that take turns through a semaphore; kernels that capture values; names under the modules of 1.x.
from std.gpu import block_idx, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.primitives.id import lane_id
from std.gpu.primitives.warp import sum
from std.gpu.semaphore import Semaphore

comptime Ints = UnsafePointer[Int32, MutAnyOrigin]


def turns(data: Ints, lock: Ints):
    # Each block multiplies what the one before left, and adds its number.
    var semaphore = Semaphore(lock, thread_idx.x)
    semaphore.fetch()
    semaphore.wait(block_idx.x)
    var total = sum(Int32(lane_id()))
    if thread_idx.x == 0:
        data[0] = data[0] * 3 + Int32(block_idx.x)
        data[1] = total
    semaphore.release(Int32(block_idx.x + 1))


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.int32](2)
    var lock = ctx.enqueue_create_buffer[DType.int32](1)
    _ = data.enqueue_fill(1)
    _ = lock.enqueue_fill(0)
    ctx.enqueue_function[turns](data, lock, grid_dim=5, block_dim=32)
    print(data, lock)
    var step = 3
    var base = Int32(10)

    def captures(data: Ints) {var step, var base}:
        data[thread_idx.x] = Int32(thread_idx.x * step) + base

    ctx.enqueue_function[captures](data, grid_dim=1, block_dim=2)
    print(data)
