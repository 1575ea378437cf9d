# Clusters: blocks that run together, wait for each other and reach each other's shared memory.
from std.gpu import barrier, block_dim, block_idx, cluster_dim, cluster_idx, grid_dim, thread_idx
from std.gpu.cluster import (
    block_count_in_cluster,
    block_rank_in_cluster,
    cluster_arrive,
    cluster_mask_base,
    cluster_sync,
    cluster_wait,
    map_shared_rank,
    mbarrier_arrive_cluster,
)
from std.gpu.host import DeviceContext, Dim, LaunchAttribute
from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
from std.gpu.id import block_id_in_cluster
from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global_multicast, external_memory
from std.gpu.sync import (
    fence_mbarrier_init,
    mbarrier_arrive_expect_tx_shared,
    mbarrier_init,
    mbarrier_wait_parity,
)
from std.memory import stack_allocation
from std.utils.index import IndexList

comptime Ints = UnsafePointer[Int32, MutAnyOrigin]
comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED
comptime CLUSTER_SIZE = "nvvm.cluster_dim"


def places(output: Ints):
    # Where each block of a grid of 4 by 4 stands.
    if thread_idx.x == 0:
        var i = (block_idx.y * grid_dim.x + block_idx.x) * 6
        output[i] = Int32(block_rank_in_cluster())
        output[i + 1] = Int32(cluster_idx.x)
        output[i + 2] = Int32(cluster_idx.y)
        output[i + 3] = Int32(block_id_in_cluster.x)
        output[i + 4] = Int32(block_id_in_cluster.y)
        output[i + 5] = Int32(block_count_in_cluster())


def ring(output: Ints):
    # Every block writes into the shared memory of the next one; 40 threads are one warp and a part of one.
    var box = stack_allocation[64, Int32, address_space=Shared]()
    var rank = block_rank_in_cluster()
    var next = (rank + 1) % block_count_in_cluster()
    cluster_sync()
    map_shared_rank(box, next)[thread_idx.x] = Int32(block_idx.x * 100 + thread_idx.x)
    cluster_sync()
    output[block_idx.x * block_dim.x + thread_idx.x] = box[thread_idx.x]


def total(input: Floats, output: Floats):
    # The blocks of a cluster add up together: each its part, the first one all parts, in dynamic memory.
    var parts = external_memory[Float32, address_space=Shared, alignment=4]()
    var sums = stack_allocation[1, Float32, address_space=Shared]()
    var t = thread_idx.x
    parts[t] = input[block_idx.x * block_dim.x + t]
    barrier()
    if t == 0:
        sums[0] = 0
        for i in range(block_dim.x):
            sums[0] += parts[i]
    cluster_arrive()
    cluster_wait()
    if t == 0 and block_rank_in_cluster() == 0:
        var all = Float32(0)
        for rank in range(block_count_in_cluster()):
            all += map_shared_rank(sums, UInt32(rank))[0]
        output[cluster_idx.x] = all
    cluster_sync()


def signals(output: Ints):
    # The threads of block 1 arrive at a barrier in the memory of block 0, which waits for them.
    var ready = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    var number = stack_allocation[1, Int32, address_space=Shared]()
    if thread_idx.x == 0:
        mbarrier_init(ready, 32)
        fence_mbarrier_init()
    cluster_sync()
    if block_rank_in_cluster() == 1:
        if thread_idx.x == 31:
            map_shared_rank(number, 0)[0] = 77
        mbarrier_arrive_cluster(ready, 0)
    else:
        mbarrier_wait_parity(ready, 0)
    cluster_sync()
    if block_rank_in_cluster() == 0 and thread_idx.x == 0:
        output[0] = number[0]


@__llvm_metadata(CLUSTER_SIZE=2)
def multicast(source: TMADescriptor, output: Floats):
    # The first block copies a tile to both; the size of the cluster is the kernel's own.
    var tile = stack_allocation[64, Float32, alignment=128, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    var t = thread_idx.x
    if t == 0:
        mbarrier_init(arrived, 1)
        fence_mbarrier_init()
    cluster_sync()
    if t == 0:
        mbarrier_arrive_expect_tx_shared(arrived, 256)
        if block_rank_in_cluster() == 0:
            cp_async_bulk_tensor_shared_cluster_global_multicast(
                tile, UnsafePointer(to=source), arrived, IndexList[2](0, 2), cluster_mask_base[2, 1]()
            )
    mbarrier_wait_parity(arrived, 0)
    output[block_idx.x * 64 + t] = tile[t] + Float32(block_rank_in_cluster()) * 1000
    cluster_sync()


def main() raises:
    var ctx = DeviceContext()
    var ints = ctx.enqueue_create_buffer[DType.int32](256)
    ctx.enqueue_function[places](ints, grid_dim=(4, 4), block_dim=32, cluster_dim=Dim(2, 2))
    with ints.map_to_host() as host:
        for block in [0, 1, 4, 5, 6, 15]:
            print("block", block, end=":")
            for i in range(6):
                print("", host[block * 6 + i], end="")
            print()
    ctx.enqueue_function[ring](ints, grid_dim=6, block_dim=40, cluster_dim=Dim(3))
    with ints.map_to_host() as host:
        print("ring:", host[0], host[39], host[40], host[81], host[120], host[239])
    var input = ctx.enqueue_create_buffer[DType.float32](1024)
    var output = ctx.enqueue_create_buffer[DType.float32](256)
    with input.map_to_host() as host:
        for i in range(1024):
            host[i] = Float32(i)
    ctx.enqueue_function[total](
        input, output, grid_dim=8, block_dim=128, shared_mem_bytes=512, attributes=[LaunchAttribute.cluster(4, 1, 1)]
    )
    with output.map_to_host() as host:
        print("totals:", host[0], host[1])
    ctx.enqueue_function[signals](ints, grid_dim=2, block_dim=32, cluster_dim=Dim(2))
    with ints.map_to_host() as host:
        print("signals:", host[0])
    var source = create_tma_descriptor[DType.float32, 2](input, IndexList[2](32, 32), IndexList[2](4, 16))
    ctx.enqueue_function[multicast](source, output, grid_dim=2, block_dim=64)
    with output.map_to_host() as host:
        print("multicast:", host[0], host[17], host[63], host[64], host[127])
    _ = input
