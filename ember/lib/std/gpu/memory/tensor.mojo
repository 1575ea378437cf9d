"""Copies of tiles of tensors (TMA)."""

from std.gpu._target import requires_nvidia
from std.gpu.memory.cache import ReduceOp
from std.gpu.memory.copy import _in_cluster
from std.memory.address_space import AddressSpace
from std.sys.intrinsics import llvm_intrinsic
from std.utils.index import IndexList


@always_inline("nodebug")
def cp_async_bulk_tensor_shared_cluster_global[
    rank: Int, //
](
    dst_mem: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
    tma_descriptor: UnsafePointer[_, _],
    mem_bar: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
    coords: IndexList[rank],
):
    """Starts copying the tile at `coords` (innermost first) to shared memory; the barrier counts its bytes.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
    from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global
    from std.gpu.sync import mbarrier_arrive_expect_tx_shared, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.utils import Index

    def kernel(tensor: TMADescriptor):
        var tile = stack_allocation[32, Int32, alignment=128, address_space=AddressSpace.SHARED]()
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 1)
        barrier()
        if thread_idx.x == 0:
            mbarrier_arrive_expect_tx_shared(arrivals, 128)
            cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=tensor), arrivals, Index(0, 0))
        mbarrier_wait_parity(arrivals, 0)

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_fill(numbers, 7)
    var tensor = create_tma_descriptor(numbers, Index(4, 8), Index(4, 8))
    context.enqueue_function[kernel](tensor, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    requires_nvidia["cp_async_bulk_tensor_shared_cluster_global"]()
    comptime name = "llvm.nvvm.cp.async.bulk.tensor.g2s.tile." + _rank_text[rank]()
    var target = _in_cluster(dst_mem)
    var x = _coordinate[0](coords)
    var y = _coordinate[1](coords)
    var z = _coordinate[2](coords)
    comptime if rank == 1:
        llvm_intrinsic[name, NoneType](
            target, mem_bar, tma_descriptor, x, UInt16(0), UInt64(0), False, False, UInt32(0)
        )
    elif rank == 2:
        llvm_intrinsic[name, NoneType](
            target, mem_bar, tma_descriptor, x, y, UInt16(0), UInt64(0), False, False, UInt32(0)
        )
    elif rank == 3:
        llvm_intrinsic[name, NoneType](
            target, mem_bar, tma_descriptor, x, y, z, UInt16(0), UInt64(0), False, False, UInt32(0)
        )
    elif rank == 4:
        var u = _coordinate[3](coords)
        llvm_intrinsic[name, NoneType](
            target, mem_bar, tma_descriptor, x, y, z, u, UInt16(0), UInt64(0), False, False, UInt32(0)
        )
    else:
        var u = _coordinate[3](coords)
        var v = _coordinate[4](coords)
        llvm_intrinsic[name, NoneType](
            target, mem_bar, tma_descriptor, x, y, z, u, v, UInt16(0), UInt64(0), False, False, UInt32(0)
        )


@always_inline("nodebug")
def cp_async_bulk_tensor_shared_cluster_global_multicast[
    rank: Int, //
](
    dst_mem: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
    tma_descriptor: UnsafePointer[_, _],
    mem_bar: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
    coords: IndexList[rank],
    multicast_mask: UInt16,
):
    """As `cp_async_bulk_tensor_shared_cluster_global`, into the shared memory of all blocks of the mask.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
    from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global_multicast
    from std.gpu.sync import mbarrier_arrive_expect_tx_shared, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.utils import Index

    def kernel(tensor: TMADescriptor):
        var tile = stack_allocation[32, Int32, alignment=128, address_space=AddressSpace.SHARED]()
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 1)
        barrier()
        if thread_idx.x == 0:
            mbarrier_arrive_expect_tx_shared(arrivals, 128)
            cp_async_bulk_tensor_shared_cluster_global_multicast(
                tile, UnsafePointer(to=tensor), arrivals, Index(0, 0), 1
            )
        mbarrier_wait_parity(arrivals, 0)

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_fill(numbers, 7)
    var tensor = create_tma_descriptor(numbers, Index(4, 8), Index(4, 8))
    context.enqueue_function[kernel](tensor, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    requires_nvidia["cp_async_bulk_tensor_shared_cluster_global_multicast"]()
    comptime assert rank == 2 or rank == 3, "multicast copies have two or three dimensions"
    comptime name = "llvm.nvvm.cp.async.bulk.tensor.g2s.tile." + _rank_text[rank]()
    var target = _in_cluster(dst_mem)
    var x = _coordinate[0](coords)
    var y = _coordinate[1](coords)
    comptime if rank == 2:
        llvm_intrinsic[name, NoneType](
            target, mem_bar, tma_descriptor, x, y, multicast_mask, UInt64(0), True, False, UInt32(0)
        )
    else:
        var z = _coordinate[2](coords)
        llvm_intrinsic[name, NoneType](
            target, mem_bar, tma_descriptor, x, y, z, multicast_mask, UInt64(0), True, False, UInt32(0)
        )


@always_inline("nodebug")
def cp_async_bulk_tensor_global_shared_cta[
    rank: Int, //
](
    src_mem: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
    tma_descriptor: UnsafePointer[_, _],
    coords: IndexList[rank],
):
    """Starts copying shared memory to the tile at `coords` (innermost first); groups of copies wait for it.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
    from std.gpu.memory import cp_async_bulk_tensor_global_shared_cta
    from std.gpu.sync import cp_async_bulk_commit_group, cp_async_bulk_wait_group, fence_async_view_proxy
    from std.memory import AddressSpace, stack_allocation
    from std.utils import Index

    def kernel(tensor: TMADescriptor):
        var tile = stack_allocation[32, Int32, alignment=128, address_space=AddressSpace.SHARED]()
        tile[thread_idx.x] = Int32(thread_idx.x)
        fence_async_view_proxy()
        barrier()
        if thread_idx.x == 0:
            cp_async_bulk_tensor_global_shared_cta(tile, UnsafePointer(to=tensor), Index(0, 0))
            cp_async_bulk_commit_group()
            cp_async_bulk_wait_group[0]()

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_fill(numbers, 7)
    var tensor = create_tma_descriptor(numbers, Index(4, 8), Index(4, 8))
    context.enqueue_function[kernel](tensor, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cp_async_bulk_tensor_global_shared_cta"]()
    _store_tile["s2g"](src_mem, tma_descriptor, coords)


@always_inline("nodebug")
def cp_async_bulk_tensor_reduce[
    rank: Int, //, *, reduction_kind: ReduceOp
](
    src_mem: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
    tma_descriptor: UnsafePointer[_, _],
    coords: IndexList[rank],
):
    """Starts combining shared memory with the tile at `coords` (innermost first).

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
    from std.gpu.memory import ReduceOp, cp_async_bulk_tensor_reduce
    from std.gpu.sync import cp_async_bulk_commit_group, cp_async_bulk_wait_group, fence_async_view_proxy
    from std.memory import AddressSpace, stack_allocation
    from std.utils import Index

    def kernel(tensor: TMADescriptor):
        var tile = stack_allocation[32, Int32, alignment=128, address_space=AddressSpace.SHARED]()
        tile[thread_idx.x] = Int32(thread_idx.x)
        fence_async_view_proxy()
        barrier()
        if thread_idx.x == 0:
            cp_async_bulk_tensor_reduce[reduction_kind=ReduceOp.ADD](tile, UnsafePointer(to=tensor), Index(0, 0))
            cp_async_bulk_commit_group()
            cp_async_bulk_wait_group[0]()

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_fill(numbers, 7)
    var tensor = create_tma_descriptor(numbers, Index(4, 8), Index(4, 8))
    context.enqueue_function[kernel](tensor, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[5])  # 12
    ```
    """
    requires_nvidia["cp_async_bulk_tensor_reduce"]()
    comptime if reduction_kind == ReduceOp.ADD:
        _store_tile["reduce.add"](src_mem, tma_descriptor, coords)
    elif reduction_kind == ReduceOp.MIN:
        _store_tile["reduce.min"](src_mem, tma_descriptor, coords)
    elif reduction_kind == ReduceOp.MAX:
        _store_tile["reduce.max"](src_mem, tma_descriptor, coords)
    elif reduction_kind == ReduceOp.AND:
        _store_tile["reduce.and"](src_mem, tma_descriptor, coords)
    elif reduction_kind == ReduceOp.OR:
        _store_tile["reduce.or"](src_mem, tma_descriptor, coords)
    else:
        _store_tile["reduce.xor"](src_mem, tma_descriptor, coords)


@always_inline("nodebug")
def _store_tile[
    kind: StringLiteral, rank: Int
](
    source: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
    descriptor: UnsafePointer[_, _],
    coords: IndexList[rank],
):
    comptime name = "llvm.nvvm.cp.async.bulk.tensor." + kind + ".tile." + _rank_text[rank]()
    var x = _coordinate[0](coords)
    var y = _coordinate[1](coords)
    var z = _coordinate[2](coords)
    comptime if rank == 1:
        llvm_intrinsic[name, NoneType](source, descriptor, x, UInt64(0), False)
    elif rank == 2:
        llvm_intrinsic[name, NoneType](source, descriptor, x, y, UInt64(0), False)
    elif rank == 3:
        llvm_intrinsic[name, NoneType](source, descriptor, x, y, z, UInt64(0), False)
    elif rank == 4:
        llvm_intrinsic[name, NoneType](source, descriptor, x, y, z, _coordinate[3](coords), UInt64(0), False)
    else:
        llvm_intrinsic[name, NoneType](
            source, descriptor, x, y, z, _coordinate[3](coords), _coordinate[4](coords), UInt64(0), False
        )


@always_inline("nodebug")
def _coordinate[i: Int, rank: Int](coords: IndexList[rank]) -> Int32:
    comptime if i < rank:
        return Int32(coords[i])
    else:
        return 0


def _rank_text[rank: Int]() -> StringLiteral:
    comptime assert rank >= 1 and rank <= 5, "tiles have one to five dimensions"
    comptime if rank == 1:
        return "1d"
    elif rank == 2:
        return "2d"
    elif rank == 3:
        return "3d"
    elif rank == 4:
        return "4d"
    else:
        return "5d"


@always_inline("nodebug")
def prefetch_tensor_map(tma_descriptor: UnsafePointer[_, _]):
    """Brings a tensor's description into the cache.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
    from std.gpu.memory import prefetch_tensor_map
    from std.memory import AddressSpace, stack_allocation
    from std.utils import Index

    def kernel(tensor: TMADescriptor):
        var tile = stack_allocation[32, Int32, alignment=128, address_space=AddressSpace.SHARED]()
        prefetch_tensor_map(UnsafePointer(to=tensor))

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_fill(numbers, 7)
    var tensor = create_tma_descriptor(numbers, Index(4, 8), Index(4, 8))
    context.enqueue_function[kernel](tensor, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    requires_nvidia["prefetch_tensor_map"]()
    llvm_intrinsic["llvm.nvvm.prefetch.tensormap.p0", NoneType](tma_descriptor)


@always_inline("nodebug")
def fence_proxy_tensormap_generic_sys_acquire[
    T: AnyType, //
](gmem_ptr: UnsafePointer[T, _], size: Int32):
    """Makes a tensor's description written by others usable; `size` must be 128.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.host.tensor_map import TMADescriptor, create_tma_descriptor
    from std.gpu.memory import fence_proxy_tensormap_generic_sys_acquire
    from std.memory import AddressSpace, stack_allocation
    from std.utils import Index

    def kernel(tensor: TMADescriptor):
        var tile = stack_allocation[32, Int32, alignment=128, address_space=AddressSpace.SHARED]()
        fence_proxy_tensormap_generic_sys_acquire(UnsafePointer(to=tensor), 128)

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_fill(numbers, 7)
    var tensor = create_tma_descriptor(numbers, Index(4, 8), Index(4, 8))
    context.enqueue_function[kernel](tensor, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    requires_nvidia["fence_proxy_tensormap_generic_sys_acquire"]()
    llvm_intrinsic["llvm.nvvm.fence.proxy.tensormap_generic.acquire.sys", NoneType](gmem_ptr, UInt32(128))


@always_inline("nodebug")
def fence_proxy_tensormap_generic_sys_release():
    """Makes a tensor's description written here usable by others.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import fence_proxy_tensormap_generic_sys_release
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        fence_proxy_tensormap_generic_sys_release()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["fence_proxy_tensormap_generic_sys_release"]()
    llvm_intrinsic["llvm.nvvm.fence.proxy.tensormap_generic.release.sys", NoneType]()
