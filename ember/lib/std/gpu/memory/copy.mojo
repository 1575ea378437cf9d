"""Asynchronous copies between global and shared memory: small ones in groups, and bulk ones."""

from std.gpu._target import is_simulated, requires_nvidia
from std.gpu.memory.cache import CacheEviction, Fill
from std.memory.address_space import AddressSpace
from std.sys.intrinsics import llvm_intrinsic

comptime _WAITABLE_GROUPS = Int32(8)  # the instruction's number is part of it: so many are told apart
comptime _ClusterPointer[T: AnyType] = UnsafePointer[T, MutAnyOrigin, address_space = AddressSpace(7)]


@always_inline("nodebug")
def async_copy[
    T: AnyType, //,
    size: Int,
    *,
    fill: Fill = Fill.NONE,
    bypass_L1_16B: Bool = True,
    l2_prefetch: Int = 0,
    eviction_policy: CacheEviction = CacheEviction.EVICT_NORMAL,
](
    src: UnsafePointer[T, _, address_space = AddressSpace.GLOBAL],
    dst: UnsafePointer[T, _, address_space = AddressSpace.SHARED],
    src_size: Int32 = Int32(size),
    predicate: Bool = True,
):
    """Starts copying `size` (4, 8 or 16) bytes to shared memory; beyond `src_size`, and without `predicate`, zeroes.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import async_copy, async_copy_wait_all
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = stack_allocation[32, Int32, alignment=16, address_space=AddressSpace.SHARED]()
        var source = result.address_space_cast[AddressSpace.GLOBAL]()
        source[thread_idx.x] = 7
        async_copy[4](source + thread_idx.x, shared + thread_idx.x)
        async_copy_wait_all()
        result[thread_idx.x] = shared[thread_idx.x] + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    requires_nvidia["async_copy"]()
    comptime assert size == 4 or size == 8 or size == 16, "an asynchronous copy moves 4, 8 or 16 bytes"
    comptime kind = "cg" if size == 16 and bypass_L1_16B else "ca"
    comptime name = "llvm.nvvm.cp.async." + kind + ".shared.global." + _size_text[size]()
    comptime if fill == Fill.NONE:
        if predicate:
            llvm_intrinsic[name + ".s", NoneType](dst, src, UInt32(src_size))
    else:
        llvm_intrinsic[name + ".s", NoneType](dst, src, UInt32(src_size) if predicate else UInt32(0))


def _size_text[size: Int]() -> StringLiteral:
    comptime if size == 4:
        return "4"
    elif size == 8:
        return "8"
    else:
        return "16"


@always_inline("nodebug")
def async_copy_commit_group():
    """Makes a group of this thread's copies since the last group.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import async_copy, async_copy_commit_group, async_copy_wait_group
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = stack_allocation[32, Int32, alignment=16, address_space=AddressSpace.SHARED]()
        var source = result.address_space_cast[AddressSpace.GLOBAL]()
        source[thread_idx.x] = 7
        async_copy[4](source + thread_idx.x, shared + thread_idx.x)
        async_copy_commit_group()
        async_copy_wait_group[0]()
        result[thread_idx.x] = shared[thread_idx.x] + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    requires_nvidia["async_copy_commit_group"]()
    llvm_intrinsic["llvm.nvvm.cp.async.commit.group", NoneType]()


@always_inline("nodebug")
def async_copy_wait_group[n: Int32]():
    """Waits until at most `n` groups of copies are under way.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import async_copy_commit_group, async_copy_wait_group
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        async_copy_commit_group()
        async_copy_wait_group[0]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["async_copy_wait_group"]()
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.cp.async.wait.group", has_side_effects=True](n.value)


@always_inline("nodebug")
def async_copy_wait_group(n: Int32):
    """Waits until at most `n` groups of copies are under way; a number known while compiling costs nothing more."""
    comptime for groups in range(_WAITABLE_GROUPS):
        if n == Int32(groups):
            async_copy_wait_group[Int32(groups)]()
    if n >= _WAITABLE_GROUPS:
        async_copy_wait_group[_WAITABLE_GROUPS]()


@always_inline("nodebug")
def async_copy_wait_all():
    """Waits until all copies of this thread are done.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import async_copy_wait_all
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        async_copy_wait_all()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["async_copy_wait_all"]()
    llvm_intrinsic["llvm.nvvm.cp.async.wait.all", NoneType]()


@always_inline("nodebug")
def cp_async_bulk_shared_global[
    T: AnyType, //
](
    dst: UnsafePointer[T, _, address_space = AddressSpace.SHARED],
    src: UnsafePointer[T, _, address_space = AddressSpace.GLOBAL],
    size_bytes: Int32,
    mem_bar: UnsafePointer[_, _, address_space = AddressSpace.SHARED],
):
    """Starts copying bytes (a multiple of 16) to shared memory; the barrier counts them.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.memory import cp_async_bulk_shared_global
    from std.gpu.sync import mbarrier_arrive_expect_tx_shared, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = stack_allocation[32, Int32, alignment=16, address_space=AddressSpace.SHARED]()
        var source = result.address_space_cast[AddressSpace.GLOBAL]()
        source[thread_idx.x] = 7
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 1)
        barrier()
        if thread_idx.x == 0:
            mbarrier_arrive_expect_tx_shared(arrivals, 128)
            cp_async_bulk_shared_global(shared, source, 128, arrivals)
        mbarrier_wait_parity(arrivals, 0)
        result[thread_idx.x] = shared[thread_idx.x] + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    requires_nvidia["cp_async_bulk_shared_global"]()
    llvm_intrinsic["llvm.nvvm.cp.async.bulk.global.to.shared.cluster", NoneType](
        _in_cluster(dst), mem_bar, src, UInt32(size_bytes), UInt16(0), UInt64(0), False, False
    )


@always_inline("nodebug")
def cp_async_bulk_global_shared[
    T: AnyType, //
](
    dst: UnsafePointer[T, _, address_space = AddressSpace.GLOBAL],
    src: UnsafePointer[T, _, address_space = AddressSpace.SHARED],
    size_bytes: Int32,
):
    """Starts copying bytes (a multiple of 16) from shared memory; groups of copies wait for them.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.memory import cp_async_bulk_global_shared
    from std.gpu.sync import cp_async_bulk_commit_group, cp_async_bulk_wait_group, fence_async_view_proxy
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = stack_allocation[32, Int32, alignment=16, address_space=AddressSpace.SHARED]()
        shared[thread_idx.x] = Int32(thread_idx.x)
        fence_async_view_proxy()
        barrier()
        if thread_idx.x == 0:
            cp_async_bulk_global_shared(result.address_space_cast[AddressSpace.GLOBAL](), shared, 128)
            cp_async_bulk_commit_group()
            cp_async_bulk_wait_group[0]()

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cp_async_bulk_global_shared"]()
    llvm_intrinsic["llvm.nvvm.cp.async.bulk.shared.cta.to.global", NoneType](
        dst, src, UInt32(size_bytes), UInt64(0), False
    )


@always_inline("nodebug")
def cp_async_bulk_shared_cluster_global[
    dst_type: AnyType, src_type: AnyType, mbr_type: AnyType, /, *, eviction_policy: CacheEviction = CacheEviction.EVICT_NORMAL
](
    dst_mem: UnsafePointer[dst_type, _, address_space = AddressSpace.SHARED],
    src_mem: UnsafePointer[src_type, _, address_space=_],
    size: Int32,
    mem_bar: UnsafePointer[mbr_type, _, address_space = AddressSpace.SHARED],
):
    """Starts copying bytes to shared memory, as `cp_async_bulk_shared_global`.

    Example:

    ```mojo
    from std.gpu.memory import cp_async_bulk_shared_cluster_global
    from std.gpu.memory import cp_async_bulk_global_shared_cta, cp_async_bulk_prefetch
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.sync import cp_async_bulk_commit_group, cp_async_bulk_wait_group
    from std.gpu.sync import mbarrier_arrive_expect_tx_shared, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation

    def kernel(source: UnsafePointer[Int32, MutAnyOrigin], result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = stack_allocation[32, Int32, alignment=16, address_space=AddressSpace.SHARED]()
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 1)
            cp_async_bulk_prefetch(source, 128)
        barrier()
        if thread_idx.x == 0:
            mbarrier_arrive_expect_tx_shared(arrivals, 128)
            cp_async_bulk_shared_cluster_global(shared, source, 128, arrivals)
        mbarrier_wait_parity(arrivals, 0)
        if thread_idx.x == 0:
            cp_async_bulk_global_shared_cta(result, shared, 128)
            cp_async_bulk_commit_group()
            cp_async_bulk_wait_group[0]()

    var context = DeviceContext()
    var source = context.enqueue_create_buffer[DType.int32](32)
    source.enqueue_fill(7)
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](source, result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    requires_nvidia["cp_async_bulk_shared_cluster_global"]()
    llvm_intrinsic["llvm.nvvm.cp.async.bulk.global.to.shared.cluster", NoneType](
        _in_cluster(dst_mem), mem_bar, _global(src_mem), UInt32(size), UInt16(0), UInt64(0), False, False
    )


@always_inline("nodebug")
def cp_async_bulk_global_shared_cta[
    dst_type: AnyType, src_type: AnyType, /, *, eviction_policy: CacheEviction = CacheEviction.EVICT_NORMAL
](
    dst_mem: UnsafePointer[dst_type, _, address_space=_],
    src_mem: UnsafePointer[src_type, _, address_space = AddressSpace.SHARED],
    size: Int32,
):
    """Starts copying bytes from shared memory, as `cp_async_bulk_global_shared`.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.memory import cp_async_bulk_global_shared_cta
    from std.memory import AddressSpace, stack_allocation

    def kernel(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = stack_allocation[32, Int32, alignment=16, address_space=AddressSpace.SHARED]()
        cp_async_bulk_global_shared_cta(numbers, shared, 128)

    print("cp.async.bulk" in String(compile_info[kernel, target=H100.target()]().asm))  # True
    ```
    """
    requires_nvidia["cp_async_bulk_global_shared_cta"]()
    llvm_intrinsic["llvm.nvvm.cp.async.bulk.shared.cta.to.global", NoneType](
        _global(dst_mem), src_mem, UInt32(size), UInt64(0), False
    )


@always_inline("nodebug")
def cp_async_bulk_prefetch[
    src_type: AnyType, /, *, eviction_policy: CacheEviction = CacheEviction.EVICT_NORMAL
](src_mem: UnsafePointer[src_type, _, address_space=_], size: Int32):
    """Asks for bytes (a multiple of 16) to be brought into the device's cache.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.memory import cp_async_bulk_prefetch

    def kernel(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        cp_async_bulk_prefetch(numbers, 128)

    print("cp.async.bulk" in String(compile_info[kernel, target=H100.target()]().asm))  # True
    ```
    """
    requires_nvidia["cp_async_bulk_prefetch"]()
    comptime if not is_simulated():
        llvm_intrinsic["llvm.nvvm.cp.async.bulk.prefetch.L2", NoneType](
            _global(src_mem), UInt32(size), UInt64(0), False
        )


@always_inline("nodebug")
def _global[
    T: AnyType, //
](pointer: UnsafePointer[T, _, address_space=_]) -> UnsafePointer[T, MutAnyOrigin, address_space = AddressSpace.GLOBAL]:
    return {mlir_value = pointer.address_space_cast[AddressSpace.GLOBAL]().address}


@always_inline("nodebug")
def _in_cluster[T: AnyType, //](pointer: UnsafePointer[T, _, address_space = AddressSpace.SHARED]) -> _ClusterPointer[T]:
    # The block's shared memory, as the cluster sees it.
    return _ClusterPointer[T](
        mlir_value=__mlir_op.`pop.pointer.cast`[_type = __mlir_type[`!kgen.pointer<none, `, 7, `>`]](pointer.address)
    )
