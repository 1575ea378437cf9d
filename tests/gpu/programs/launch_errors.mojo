# Launches that fail: each raises an error with the kernel's name and the reason, and the device works afterwards.
from std.gpu import barrier, block_idx, named_barrier, thread_idx
from std.gpu import warp
from std.gpu.cluster import block_rank_in_cluster, cluster_sync, map_shared_rank
from std.gpu.host import ConstantMemoryMapping, DeviceContext, Dim
from std.gpu.mma import WGMMADescriptor, wgmma_async
from std.gpu.sync import mbarrier_init, mbarrier_wait_parity
from std.memory import stack_allocation

comptime Ints = UnsafePointer[Int32, MutAnyOrigin]
comptime MAX_THREADS = "nvvm.maxntid"


def fine(data: Ints):
    data[thread_idx.x] = Int32(thread_idx.x)


def bad_address(data: Ints):
    if block_idx.x == 1 and thread_idx.x == 3:
        UnsafePointer[Int32, MutAnyOrigin](unsafe_from_address=64)[] = 1


def stuck(data: Ints):
    if thread_idx.x < 3:
        named_barrier[128, 1]()
    barrier()


def lost_lanes(data: Ints):
    if thread_idx.x == 5:
        data[0] = warp.shuffle_idx(Int32(1), 0)
    else:
        barrier()


def diverged(data: Ints):
    if thread_idx.x % 2 == 0:
        data[0] = warp.shuffle_idx(Int32(1), 0)
    else:
        data[1] = Int32(warp.vote(True))


def wrong_mask(data: Ints):
    data[thread_idx.x] = Int32(warp.ballot(True, 0xFF))


def waits_forever(data: Ints):
    var never = stack_allocation[1, UInt64, alignment=8, address_space = AddressSpace.SHARED]()
    if thread_idx.x == 0:
        mbarrier_init(never, 2)
    barrier()
    mbarrier_wait_parity(never, 0)


def deep(data: Ints, n: Int) -> Int32:
    var room = InlineArray[Int32, 256](fill=Int32(n))
    if n == 0:
        return room[3]
    return deep(data, n - 1) + room[Int(data[0]) & 15]


def overflow(data: Ints):
    data[1] = deep(data, 1000000)


def wrong_rank(data: Ints):
    var own = stack_allocation[1, Int32, address_space = AddressSpace.SHARED]()
    map_shared_rank(own, 2)[0] = 1


def stuck_cluster(data: Ints):
    if block_rank_in_cluster() == 0 or thread_idx.x < 3:
        cluster_sync()
    else:
        barrier()


def half_a_group(data: Ints):
    var tile = stack_allocation[1024, BFloat16, alignment=128, address_space = AddressSpace.SHARED]()
    if thread_idx.x < 64:
        var place = WGMMADescriptor[DType.bfloat16].create[256, 128](tile)
        data[0] = Int32(wgmma_async[64, 8, 16](place, place, SIMD[DType.float32, 4](0))[0])


@__llvm_metadata(MAX_THREADS=64)
def small_blocks(data: Ints):
    data[thread_idx.x] = 1


def large_arrays(data: Ints):
    var room = stack_allocation[10000, Int32, address_space = AddressSpace.SHARED]()
    room[thread_idx.x] = data[thread_idx.x]
    barrier()
    data[thread_idx.x] = room[thread_idx.x ^ 1]


def report[
    F: AnyType, //, kernel: F
](ctx: DeviceContext, grid: Int, block: Int, shared: Int = 0, cluster: Int = 1) raises:
    var data = ctx.enqueue_create_buffer[DType.int32](2048)
    _ = data.enqueue_fill(0)
    try:
        ctx.enqueue_function[kernel](
            data, grid_dim=grid, block_dim=block, cluster_dim=Dim(cluster), shared_mem_bytes=shared
        )
        print("it worked")
    except e:
        print(e)


def main() raises:
    var ctx = DeviceContext()
    report[bad_address](ctx, 2, 32)
    report[stuck](ctx, 1, 32)
    report[lost_lanes](ctx, 1, 8)
    report[diverged](ctx, 1, 32)
    report[wrong_mask](ctx, 1, 32)
    report[waits_forever](ctx, 1, 4)
    report[overflow](ctx, 1, 1)
    report[fine](ctx, 1, 2000)
    report[fine](ctx, 0, 32)
    report[fine](ctx, 1, 32, 300000)
    report[large_arrays](ctx, 1, 32, 200000)
    report[small_blocks](ctx, 1, 65)
    report[fine](ctx, 3, 32, cluster=2)
    report[fine](ctx, 9, 32, cluster=9)
    report[wrong_rank](ctx, 2, 1, cluster=2)
    report[stuck_cluster](ctx, 4, 32, cluster=2)
    report[half_a_group](ctx, 1, 128)
    report[half_a_group](ctx, 1, 96)
    try:
        _ = ctx.enqueue_create_buffer[DType.float32](1 << 50)
    except e:
        print(String(e)[byte=0:24])
    var bytes: List[UInt8] = [1, 2]
    try:
        var data = ctx.enqueue_create_buffer[DType.int32](32)
        var table = ConstantMemoryMapping("table", bytes.unsafe_ptr(), 2)
        ctx.enqueue_function[fine](data, grid_dim=1, block_dim=32, constant_memory=[table])
    except e:
        print(e)
    try:
        _ = DeviceContext(7)
    except e:
        print(e)
    report[fine](ctx, 1, 32)
