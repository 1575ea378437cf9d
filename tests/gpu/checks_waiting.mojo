"""Kernels that wait, copy and communicate wrongly, and what the checks of the simulated device say."""

from std.gpu import barrier, block_idx, global_idx, named_barrier, thread_idx, warp
from std.gpu.host import DeviceContext
from std.gpu.memory import async_copy, async_copy_commit_group, async_copy_wait_all, cp_async_bulk_shared_global
from std.gpu.mma import ld_matrix
from std.gpu.sync import mbarrier_arrive, mbarrier_arrive_expect_tx_shared, mbarrier_init, mbarrier_wait_parity
from std.memory import stack_allocation
from std.os.atomic import Atomic

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Ints = UnsafePointer[Int32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED


def right_copies(data: Floats, count: Ints):
    # Copies that are waited for, and blocks that an atomic counter orders.
    var tile = stack_allocation[32, Float32, alignment=16, address_space=Shared]()
    var t = thread_idx.x
    async_copy[4](data.address_space_cast[AddressSpace.GLOBAL]() + t, tile + t)
    async_copy_wait_all()
    barrier()
    data[64 + block_idx.x * 32 + t] = tile[31 - t]
    barrier()
    if t == 0 and Atomic[DType.int32].fetch_add(count, 1) == 1:
        data[128] = data[64] + data[96]
        count[0] = 0


def two_barriers(data: Floats, count: Ints):
    if thread_idx.x < 16:
        barrier()
    else:
        named_barrier[32, 1]()


def some_lanes(data: Floats, count: Ints):
    if thread_idx.x < 16:
        data[thread_idx.x] = warp.shuffle_down(Float32(1), 1)
    else:
        barrier()


def lane_that_left(data: Floats, count: Ints):
    if thread_idx.x >= 16:
        return
    data[thread_idx.x] = warp.shuffle_idx(Float32(1), 20)


def lane_out_of_mask(data: Floats, count: Ints):
    if thread_idx.x < 16:
        data[thread_idx.x] = warp.shuffle_idx(0xFFFF, Float32(1), 20)


def copy_not_waited_for(data: Floats, count: Ints):
    var tile = stack_allocation[32, Float32, alignment=16, address_space=Shared]()
    async_copy[4](data.address_space_cast[AddressSpace.GLOBAL]() + thread_idx.x, tile + thread_idx.x)
    async_copy_commit_group()
    barrier()
    data[64 + thread_idx.x] = tile[thread_idx.x]


def bulk_copy_not_waited_for(data: Floats, count: Ints):
    var tile = stack_allocation[32, Float32, alignment=16, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    if thread_idx.x == 0:
        mbarrier_init(arrived, 1)
        mbarrier_arrive_expect_tx_shared(arrived, 128)
        cp_async_bulk_shared_global(tile, data.address_space_cast[AddressSpace.GLOBAL](), 128, arrived)
    barrier()
    data[64 + thread_idx.x] = tile[thread_idx.x]


def never_complete(data: Floats, count: Ints):
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    if thread_idx.x == 0:
        mbarrier_init(arrived, 2)
        _ = mbarrier_arrive(arrived)
    barrier()
    mbarrier_wait_parity(arrived, 0)


def not_initialized(data: Floats, count: Ints):
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    _ = mbarrier_arrive(arrived)


def flag_nobody_sets(data: Floats, count: Ints):
    while count[0] == 0:
        pass


def half_atomic(data: Floats, count: Ints):
    if thread_idx.x % 2 == 0:
        _ = Atomic[DType.int32].fetch_add(count, 1)
    else:
        count[0] += 1


def blocks_write(data: Floats, count: Ints):
    data[thread_idx.x] = Float32(block_idx.x)


def blocks_read(data: Floats, count: Ints):
    data[global_idx.x] = data[(global_idx.x + 32) % 64] + 1


def misaligned(data: Floats, count: Ints):
    (data.bitcast[Byte]() + 2).bitcast[Float32]()[0] = 1


def vector_beyond(data: Floats, count: Ints):
    data.store(254, data.load[width=4](thread_idx.x * 4))


def matrix_never_written(data: Floats, count: Ints):
    var tile = stack_allocation[64, BFloat16, alignment=16, address_space=Shared]()
    data[thread_idx.x] = Float32(ld_matrix[2](tile + thread_idx.x % 8 * 8)[0])


def nothing_there(data: Floats, count: Ints):
    Floats(unsafe_from_address=Int(count[0]))[thread_idx.x] = 1


def report[
    F: AnyType, //, kernel: F
](ctx: DeviceContext, grid: Int = 1) raises:
    var data = ctx.enqueue_create_buffer[DType.float32](256)
    var count = ctx.enqueue_create_buffer[DType.int32](1)
    _ = data.enqueue_fill(1)
    _ = count.enqueue_fill(0)
    try:
        ctx.enqueue_function[kernel](data, count, grid_dim=grid, block_dim=32)
        print("nothing was found")
    except e:
        print(e)


def main() raises:
    var ctx = DeviceContext()
    report[right_copies](ctx, 2)
    report[two_barriers](ctx)
    report[some_lanes](ctx)
    report[lane_that_left](ctx)
    report[lane_out_of_mask](ctx)
    report[copy_not_waited_for](ctx)
    report[bulk_copy_not_waited_for](ctx)
    report[never_complete](ctx)
    report[not_initialized](ctx)
    report[flag_nobody_sets](ctx)
    report[half_atomic](ctx)
    report[blocks_write](ctx, 2)
    report[blocks_read](ctx, 2)
    report[misaligned](ctx)
    report[vector_beyond](ctx)
    report[matrix_never_written](ctx)
    report[nothing_there](ctx)
    var gone = ctx.enqueue_create_buffer[DType.float32](256)
    var address = gone.unsafe_ptr()
    _ = gone^
    var count = ctx.enqueue_create_buffer[DType.int32](1)
    try:
        ctx.enqueue_function[blocks_write](address, count, grid_dim=1, block_dim=32)
    except e:
        print(e)
    report[right_copies](ctx, 2)
