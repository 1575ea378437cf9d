# Asynchronous copies: small ones in groups, bulk ones counted by barriers in shared memory, tiles of tensors.
from std.gpu import barrier, block_idx, named_barrier, named_barrier_arrive, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from std.gpu.memory import (
    Fill,
    ReduceOp,
    async_copy,
    async_copy_commit_group,
    async_copy_wait_all,
    async_copy_wait_group,
    cp_async_bulk_global_shared,
    cp_async_bulk_shared_global,
    cp_async_bulk_tensor_global_shared_cta,
    cp_async_bulk_tensor_reduce,
    cp_async_bulk_tensor_shared_cluster_global,
)
from std.gpu.sync import (
    cp_async_bulk_commit_group,
    cp_async_bulk_wait_group,
    fence_async_view_proxy,
    fence_mbarrier_init,
    mbarrier_arrive,
    mbarrier_arrive_expect_tx_shared,
    mbarrier_init,
    mbarrier_test_wait,
    mbarrier_wait_parity,
)
from std.memory import stack_allocation
from std.utils.index import IndexList

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Global = AddressSpace.GLOBAL
comptime Shared = AddressSpace.SHARED


def groups(input: Floats, output: Floats):
    var tile = stack_allocation[256, Float32, alignment=16, address_space=Shared]()
    var t = thread_idx.x
    var source = input.address_space_cast[Global]()
    async_copy[16](source + t * 4, tile + t * 4)
    async_copy_commit_group()
    async_copy[4, fill = Fill.ZERO](source + 128 + t, tile + 128 + t, predicate=t % 2 == 0)
    async_copy_commit_group()
    async_copy_wait_group[1]()
    async_copy_wait_group(0)
    async_copy_wait_all()
    barrier()
    for i in range(5):
        output[t * 5 + i] = tile[t * 5 + i]


def bulk(input: Floats, output: Floats):
    # One thread copies, all wait for the bytes; then the result goes back in bulk.
    var tile = stack_allocation[128, Float32, alignment=128, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    var t = thread_idx.x
    if t == 0:
        mbarrier_init(arrived, 1)
        fence_mbarrier_init()
    barrier()
    comptime for phase in range(2):
        if t == 0:
            mbarrier_arrive_expect_tx_shared(arrived, 512)
            cp_async_bulk_shared_global(tile, input.address_space_cast[Global]() + phase * 128, 512, arrived)
        mbarrier_wait_parity(arrived, Int32(phase))
        tile[t] *= 2
        fence_async_view_proxy()
        barrier()
        if t == 0:
            cp_async_bulk_global_shared(output.address_space_cast[Global]() + phase * 128, tile, 512)
            cp_async_bulk_commit_group()
            cp_async_bulk_wait_group[0]()
        barrier()


def meetings(output: Floats):
    # All threads arrive at a barrier in shared memory; two halves of the block meet at named barriers.
    var all = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    var box = stack_allocation[2, Float32, address_space=Shared]()
    var t = thread_idx.x
    if t == 0:
        mbarrier_init(all, 128)
        box[0] = 1
    barrier()
    if t < 64:
        if t == 5:
            box[0] = 42
        named_barrier_arrive[128, 1]()
        named_barrier[64, 2]()
    else:
        named_barrier[128, 1]()
        output[t] = box[0]
    var state = mbarrier_arrive(all)
    while not mbarrier_test_wait(all, state):
        pass
    if t < 64:
        output[t] = box[0] + 1


def tiles(source: TMADescriptor, target: TMADescriptor):
    # A tile of 8 rows and 32 columns per block, from one tensor to the other, twice added.
    var tile = stack_allocation[256, Float32, alignment=1024, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    var t = thread_idx.x
    var corner = IndexList[2](32 * block_idx.x, 8 * block_idx.y)
    if t == 0:
        mbarrier_init(arrived, 1)
        fence_mbarrier_init()
    barrier()
    if t == 0:
        mbarrier_arrive_expect_tx_shared(arrived, 1024)
        cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=source), arrived, corner)
    mbarrier_wait_parity(arrived, 0)
    for i in range(8):
        tile[i * 32 + t] += 1
    fence_async_view_proxy()
    barrier()
    if t == 0:
        cp_async_bulk_tensor_global_shared_cta(tile, UnsafePointer(to=target), corner)
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group[0]()
        cp_async_bulk_tensor_reduce[reduction_kind = ReduceOp.ADD](tile, UnsafePointer(to=target), corner)
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group[0, read=False]()


def swizzled(source: TMADescriptor, output: Floats):
    # Rows of 128 bytes; 16-byte piece k of row r lies where piece k xor r would.
    var tile = stack_allocation[256, Float32, alignment=1024, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    var t = thread_idx.x
    if t == 0:
        mbarrier_init(arrived, 1)
        fence_mbarrier_init()
    barrier()
    if t == 0:
        mbarrier_arrive_expect_tx_shared(arrived, 1024)
        cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=source), arrived, IndexList[2](0, 0))
    mbarrier_wait_parity(arrived, 0)
    for i in range(8):
        output[i * 32 + t] = tile[i * 32 + t]


def main() raises:
    var ctx = DeviceContext()
    var input = ctx.enqueue_create_buffer[DType.float32](2048)
    var output = ctx.enqueue_create_buffer[DType.float32](2048)
    with input.map_to_host() as host:
        for i in range(2048):
            host[i] = Float32(i)
    ctx.enqueue_function[groups](input, output, grid_dim=1, block_dim=32)
    with output.map_to_host() as host:
        print("groups:", host[0], host[127], host[128], host[129], host[130])
    ctx.enqueue_function[bulk](input, output, grid_dim=1, block_dim=128)
    with output.map_to_host() as host:
        print("bulk:", host[0], host[1], host[255])
    ctx.enqueue_function[meetings](output, grid_dim=1, block_dim=128)
    with output.map_to_host() as host:
        print("meetings:", host[0], host[63], host[64], host[127])
    # 30 rows of 60 columns: the tiles at the edges hang over.
    var source = create_tma_descriptor[DType.float32, 2](input, IndexList[2](30, 60), IndexList[2](8, 32))
    var target = create_tma_descriptor[DType.float32, 2](output, IndexList[2](30, 60), IndexList[2](8, 32))
    _ = output.enqueue_fill(-1)
    ctx.enqueue_function[tiles](source, target, grid_dim=(2, 4), block_dim=32)
    with output.map_to_host() as host:
        var wrong = 0
        for i in range(1800):
            if host[i] != Float32(2 * (i + 1)):
                wrong += 1
        print("tiles, wrong:", wrong, "beyond:", host[1800], host[2047])
    var turned = create_tma_descriptor[DType.float32, 2, swizzle = TensorMapSwizzle.SWIZZLE_128B](
        input, IndexList[2](8, 32), IndexList[2](8, 32)
    )
    ctx.enqueue_function[swizzled](turned, output, grid_dim=1, block_dim=32)
    with output.map_to_host() as host:
        var wrong = 0
        for i in range(256):
            var row = i // 32
            var piece = (i % 32) // 4
            if host[i] != Float32(row * 32 + (piece ^ row) * 4 + i % 4):
                wrong += 1
        print("swizzled, wrong:", wrong)
    _ = input  # a description does not keep its buffer alive
    _ = output
