"""Clusters: blocks that run at the same time and reach each other's shared memory."""

from std.gpu._registers import Predicated
from std.gpu._target import requires_nvidia
from std.gpu.id import _linear_thread
from std.sys.intrinsics import llvm_intrinsic


@always_inline("nodebug")
def block_rank_in_cluster() -> UInt32:
    """The number of the block in its cluster.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import block_rank_in_cluster
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = block_rank_in_cluster()

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    requires_nvidia["block_rank_in_cluster"]()
    return llvm_intrinsic[
        "llvm.nvvm.read.ptx.sreg.cluster.ctarank",
        UInt32,
        has_side_effect=False,
    ]()


@always_inline("nodebug")
def block_count_in_cluster() -> UInt32:
    """How many blocks the cluster has.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import block_count_in_cluster
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = block_count_in_cluster()

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    requires_nvidia["block_count_in_cluster"]()
    return llvm_intrinsic[
        "llvm.nvvm.read.ptx.sreg.cluster.nctarank",
        UInt32,
        has_side_effect=False,
    ]()


@always_inline("nodebug")
def cluster_arrive_relaxed():
    """Arrives at the cluster's barrier without ordering memory.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import cluster_arrive_relaxed, cluster_wait
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cluster_arrive_relaxed()
        cluster_wait()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cluster_arrive_relaxed"]()
    llvm_intrinsic["llvm.nvvm.barrier.cluster.arrive.relaxed.aligned", NoneType]()


@always_inline("nodebug")
def cluster_arrive():
    """Arrives at the cluster's barrier.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import cluster_arrive, cluster_wait
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cluster_arrive()
        cluster_wait()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cluster_arrive"]()
    llvm_intrinsic["llvm.nvvm.barrier.cluster.arrive.aligned", NoneType]()


@always_inline("nodebug")
def cluster_wait():
    """Waits until all threads of the cluster have arrived.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import cluster_arrive, cluster_wait
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cluster_arrive()
        cluster_wait()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cluster_wait"]()
    llvm_intrinsic["llvm.nvvm.barrier.cluster.wait.aligned", NoneType]()


@always_inline("nodebug")
def cluster_sync():
    """Waits until all threads of the cluster are here.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import cluster_sync
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cluster_sync()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    cluster_arrive()
    cluster_wait()


@always_inline("nodebug")
def cluster_sync_relaxed():
    """Waits until all threads of the cluster are here, without ordering memory.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import cluster_sync_relaxed
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cluster_sync_relaxed()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    cluster_arrive_relaxed()
    cluster_wait()


@always_inline("nodebug")
def cluster_sync_acquire():
    """Orders what other blocks of the cluster wrote before what follows.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import cluster_sync_acquire
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cluster_sync_acquire()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cluster_sync_acquire"]()
    llvm_intrinsic["llvm.nvvm.fence.acquire.sync_restrict.space.cluster.scope.cluster", NoneType]()


@always_inline("nodebug")
def cluster_sync_release():
    """Orders what was written before what other blocks of the cluster read after they synchronise.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import cluster_sync_release
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cluster_sync_release()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cluster_sync_release"]()
    llvm_intrinsic["llvm.nvvm.fence.release.sync_restrict.space.cta.scope.cluster", NoneType]()


@always_inline("nodebug")
def elect_one_sync() -> Bool:
    """True in exactly one lane of the warp.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import elect_one_sync
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(elect_one_sync())

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    return elect_one_sync_with_mask(0xFFFFFFFF)


@always_inline("nodebug")
def elect_one_sync_with_mask(mask: UInt32 = 0xFFFFFFFF) -> Bool:
    """True in exactly one of the lanes of the mask.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import elect_one_sync_with_mask
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(elect_one_sync_with_mask())

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    requires_nvidia["elect_one_sync"]()
    return llvm_intrinsic["llvm.nvvm.elect.sync", Predicated[DType.uint32]](mask).flag


@always_inline("nodebug")
def cluster_mask_base[cluster_shape_x: Int, cluster_shape_y: Int](row_wise: Bool = True) -> UInt16:
    """The mask of the blocks in the first row, or column, of a cluster.

    Example:

    ```mojo
    from std.gpu.cluster import cluster_mask_base

    print(cluster_mask_base[2, 2](row_wise=False))  # 5
    ```
    """
    comptime row = (1 << cluster_shape_x) - 1
    if row_wise:
        return UInt16(row)
    var mask = UInt16(0)
    comptime for y in range(cluster_shape_y):
        mask |= UInt16(1 << (y * cluster_shape_x))
    return mask


@always_inline("nodebug")
def map_shared_rank[T: AnyType, //](
    ptr: UnsafePointer[T, _, address_space=AddressSpace.SHARED],
    rank: UInt32,
) -> UnsafePointer[T, MutAnyOrigin, address_space=AddressSpace(7)]:
    """The same place in the shared memory of another block of the cluster.

    Example:

    ```mojo no-run
    from std.gpu.cluster import map_shared_rank
    from std.memory import AddressSpace, stack_allocation

    def kernel():
        var own = stack_allocation[4, Int32, address_space=AddressSpace.SHARED]()
        map_shared_rank(own, 1)[0] = 7
    ```
    """
    requires_nvidia["map_shared_rank"]()
    return llvm_intrinsic[
        "llvm.nvvm.mapa.shared.cluster",
        UnsafePointer[T, MutAnyOrigin, address_space=AddressSpace(7)],
        has_side_effect=False,
    ](ptr, rank)


@always_inline("nodebug")
def mbarrier_arrive_cluster[T: AnyType, //, *, relaxed: Bool = False](
    shared_mem: UnsafePointer[T, _, address_space=AddressSpace.SHARED],
    rank: UInt32,
    count: UInt32 = 1,
):
    """Arrives `count` times at the barrier in the shared memory of another block of the cluster.

    What the thread wrote before is seen by those who wait, which takes the device a microsecond; a `relaxed` arrival, by one who
    has only read, promises nothing and costs nothing.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import block_rank_in_cluster, cluster_sync, mbarrier_arrive_cluster
    from std.gpu.host import DeviceContext, Dim
    from std.gpu.sync import mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 1)
        cluster_sync()
        if thread_idx.x == 0:
            mbarrier_arrive_cluster(arrivals, 1 - block_rank_in_cluster())
        mbarrier_wait_parity(arrivals, 0)
        result[Int(block_rank_in_cluster())] = 5

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](2)
    context.enqueue_function[kernel](result, grid_dim=2, block_dim=32, cluster_dim=Dim(2))
    with result.map_to_host() as values:
        print(values[1])  # 5
    ```
    """
    comptime order = "relaxed." if relaxed else ""
    llvm_intrinsic["llvm.nvvm.mbarrier.arrive." + order + "scope.cluster.space.cluster", NoneType](
        map_shared_rank(shared_mem, rank),
        count,
    )


@always_inline
def load_cluster_smem[
    dtype: DType, width: Int
](local_ptr: UnsafePointer[Scalar[dtype], _, address_space = AddressSpace.SHARED], peer_rank: UInt32) -> SIMD[dtype, width]:
    """Numbers at the same place in the shared memory of another block of the cluster.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import block_rank_in_cluster, cluster_sync, load_cluster_smem
    from std.gpu.host import DeviceContext, Dim
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var own = stack_allocation[1, Int32, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            own[0] = Int32(block_rank_in_cluster()) + 5
        cluster_sync()
        if thread_idx.x == 0:
            var peer = 1 - block_rank_in_cluster()
            result[Int(block_rank_in_cluster())] = load_cluster_smem[DType.int32, 1](own, peer)
        cluster_sync()

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](2)
    context.enqueue_function[kernel](result, grid_dim=2, block_dim=32, cluster_dim=Dim(2))
    with result.map_to_host() as values:
        print(values[0], values[1])  # 6 5
    ```
    """
    var place = map_shared_rank(local_ptr, peer_rank)
    var result = SIMD[dtype, width]()
    comptime for i in range(width):
        result[i] = place[i]
    return result


@always_inline
def store_cluster_smem[
    dtype: DType, width: Int
](
    local_ptr: UnsafePointer[mut=True, Scalar[dtype], _, address_space = AddressSpace.SHARED],
    peer_rank: UInt32,
    val: SIMD[dtype, width],
):
    """Puts numbers at the same place into the shared memory of another block of the cluster.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import block_rank_in_cluster, cluster_sync, store_cluster_smem
    from std.gpu.host import DeviceContext, Dim
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var own = stack_allocation[1, Int32, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            var rank = block_rank_in_cluster()
            store_cluster_smem[DType.int32, 1](own, 1 - rank, Int32(rank) + 5)
        cluster_sync()
        if thread_idx.x == 0:
            result[Int(block_rank_in_cluster())] = own[0]

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](2)
    context.enqueue_function[kernel](result, grid_dim=2, block_dim=32, cluster_dim=Dim(2))
    with result.map_to_host() as values:
        print(values[0], values[1])  # 6 5
    ```
    """
    var place = map_shared_rank(local_ptr, peer_rank)
    comptime for i in range(width):
        place[i] = val[i]


@always_inline
def cluster_allreduce[
    dtype: DType,
    width: Int,
    //,
    combine_fn: def[dtype: DType, width: Int](SIMD[dtype, width], SIMD[dtype, width]) capturing -> SIMD[dtype, width],
    cluster_size: Int,
    need_tail_sync: Bool = True,
](
    slot: UnsafePointer[mut=True, Scalar[dtype], _, address_space = AddressSpace.SHARED], vals: SIMD[dtype, width]
) -> SIMD[dtype, width]:
    """Combines what all blocks of the cluster give, in every block; `slot` has room for `width` numbers.

    Without `need_tail_sync`, the caller waits for the cluster before the slot is used again.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.cluster import block_rank_in_cluster, cluster_allreduce
    from std.gpu.host import DeviceContext, Dim
    from std.memory import AddressSpace, stack_allocation

    def add[dtype: DType, width: Int](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        return a + b

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var slot = stack_allocation[1, Int32, address_space=AddressSpace.SHARED]()
        var sum = cluster_allreduce[add, 2](slot, Int32(block_rank_in_cluster()) + 5)
        if thread_idx.x == 0:
            result[Int(block_rank_in_cluster())] = sum

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](2)
    context.enqueue_function[kernel](result, grid_dim=2, block_dim=32, cluster_dim=Dim(2))
    with result.map_to_host() as values:
        print(values[0], values[1])  # 11 11
    ```
    """
    if _linear_thread() == 0:
        comptime for i in range(width):
            slot[i] = vals[i]
    cluster_sync()
    var result = load_cluster_smem[dtype, width](slot, 0)
    comptime for rank in range(1, cluster_size):
        result = combine_fn(result, load_cluster_smem[dtype, width](slot, UInt32(rank)))
    comptime if need_tail_sync:
        cluster_sync()
    return result
