"""Synchronisation: barriers of a block, of a warp and in shared memory; fences."""

from std.gpu._registers import Predicated
from std.gpu._target import requires_nvidia
from std.sys.info import is_amd_gpu, is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic

comptime _MemoryBarrier[T: AnyType, origin: MutOrigin] = UnsafePointer[T, origin, address_space = AddressSpace.SHARED]


# -- threads of a block ---------------------------------------------------------------------------------


@always_inline("nodebug")
def barrier():
    """Waits until all threads of the block are here; what they wrote to memory is visible to each other then.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = stack_allocation[32, Int32, address_space=AddressSpace.SHARED]()
        shared[thread_idx.x] = Int32(thread_idx.x)
        barrier()
        result[thread_idx.x] = shared[31 - thread_idx.x]

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 26
    ```
    """
    comptime if is_nvidia_gpu():
        llvm_intrinsic["llvm.nvvm.barrier.cta.sync.aligned.all", NoneType](UInt32(0))
    elif is_amd_gpu():
        __mlir_op.`pop.fence`[ordering="release", scope="workgroup"]()
        llvm_intrinsic["llvm.amdgcn.s.barrier", NoneType]()
        __mlir_op.`pop.fence`[ordering="acquire", scope="workgroup"]()
    else:
        comptime assert False, "'barrier' has a meaning in kernels only; this is code for the host"


@always_inline("nodebug")
def named_barrier[num_threads: Int32, id: Int32 = 0]():
    """Waits until `num_threads` threads are at the barrier with this number (0 to 15).

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import named_barrier
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        named_barrier[32, 1]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["named_barrier"]()
    llvm_intrinsic["llvm.nvvm.barrier.cta.sync.aligned.count", NoneType](UInt32(id), UInt32(num_threads))


@always_inline("nodebug")
def named_barrier(num_threads: Int32, id: Int32 = 0):
    """Waits until `num_threads` threads are at the barrier with this number (0 to 15)."""
    requires_nvidia["named_barrier"]()
    llvm_intrinsic["llvm.nvvm.barrier.cta.sync.aligned.count", NoneType](UInt32(id), UInt32(num_threads))


@always_inline("nodebug")
def named_barrier_arrive[num_threads: Int32, id: Int32 = 0]():
    """Counts as one of `num_threads` threads at the barrier with this number, without waiting.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import named_barrier, named_barrier_arrive
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        if thread_idx.x < 32:
            named_barrier_arrive[64, 1]()
        else:
            named_barrier[64, 1]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](64)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=64)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["named_barrier_arrive"]()
    llvm_intrinsic["llvm.nvvm.barrier.cta.arrive.aligned.count", NoneType](UInt32(id), UInt32(num_threads))


@always_inline("nodebug")
def barrier_count(predicate: Bool) -> Int:
    """A barrier that tells how many threads of the block brought True.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import barrier_count
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(barrier_count(thread_idx.x < 3))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 3
    ```
    """
    requires_nvidia["barrier_count"]()
    return Int(
        llvm_intrinsic["llvm.nvvm.barrier.cta.red.popc.aligned.all", UInt32](UInt32(0), predicate)
    )


@always_inline("nodebug")
def barrier_any(predicate: Bool) -> Bool:
    """A barrier that tells whether any thread of the block brought True.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import barrier_any
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(barrier_any(thread_idx.x == 3))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    requires_nvidia["barrier_any"]()
    return llvm_intrinsic["llvm.nvvm.barrier.cta.red.or.aligned.all", Bool](UInt32(0), predicate)


@always_inline("nodebug")
def barrier_all(predicate: Bool) -> Bool:
    """A barrier that tells whether all threads of the block brought True.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import barrier_all
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(barrier_all(thread_idx.x == 3))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    requires_nvidia["barrier_all"]()
    return llvm_intrinsic["llvm.nvvm.barrier.cta.red.and.aligned.all", Bool](UInt32(0), predicate)


@always_inline("nodebug")
def syncwarp(mask: Int = -1):
    """Waits until all lanes of the mask are here.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import syncwarp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        syncwarp()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    comptime if is_nvidia_gpu():
        llvm_intrinsic["llvm.nvvm.bar.warp.sync", NoneType](UInt32(mask & 0xFFFFFFFF))
    elif is_amd_gpu():
        llvm_intrinsic["llvm.amdgcn.wave.barrier", NoneType]()
    else:
        comptime assert False, "'syncwarp' has a meaning in kernels only; this is code for the host"


# -- barriers in shared memory ------------------------------------------------------------------------------


@always_inline("nodebug")
def mbarrier_init[T: AnyType, //](shared_mem: _MemoryBarrier[T, _], num_threads: Int32):
    """Makes a barrier of 8 bytes in shared memory that `num_threads` arrivals complete.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_arrive, mbarrier_init, mbarrier_test_wait
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        var state = mbarrier_arrive(arrivals)
        while not mbarrier_test_wait(arrivals, state):
            pass
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["mbarrier_init"]()
    llvm_intrinsic["llvm.nvvm.mbarrier.init.shared", NoneType](shared_mem, UInt32(num_threads))


@always_inline("nodebug")
def mbarrier_inval[T: AnyType, //](shared_mem: _MemoryBarrier[T, _]):
    """Ends a barrier, so that its memory can be used for something else.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_init, mbarrier_inval
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        if thread_idx.x == 0:
            mbarrier_inval(arrivals)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["mbarrier_inval"]()
    llvm_intrinsic["llvm.nvvm.mbarrier.inval.shared", NoneType](shared_mem)


@always_inline("nodebug")
def mbarrier_arrive[T: AnyType, //](shared_mem: _MemoryBarrier[T, _]) -> Int:
    """Arrives without waiting; gives the state to wait for.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_arrive, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        _ = mbarrier_arrive(arrivals)
        mbarrier_wait_parity(arrivals, 0)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["mbarrier_arrive"]()
    return Int(llvm_intrinsic["llvm.nvvm.mbarrier.arrive.shared", UInt64](shared_mem))


@always_inline("nodebug")
def mbarrier_arrive_expect_tx_shared[T: AnyType, //](shared_mem: _MemoryBarrier[T, _], tx_count: Int32):
    """Arrives and announces `tx_count` bytes of asynchronous copies that belong to the phase.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_arrive_expect_tx_shared, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        mbarrier_arrive_expect_tx_shared(arrivals, 0)
        mbarrier_wait_parity(arrivals, 0)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["mbarrier_arrive_expect_tx_shared"]()
    _ = llvm_intrinsic["llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta", UInt64](shared_mem, UInt32(tx_count))


@always_inline("nodebug")
def mbarrier_expect_tx[T: AnyType, //](shared_mem: _MemoryBarrier[T, _], tx_count: Int32):
    """Announces `tx_count` bytes of asynchronous copies that belong to the phase.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_arrive, mbarrier_expect_tx, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        mbarrier_expect_tx(arrivals, 0)
        _ = mbarrier_arrive(arrivals)
        mbarrier_wait_parity(arrivals, 0)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["mbarrier_expect_tx"]()
    llvm_intrinsic["llvm.nvvm.mbarrier.expect.tx.scope.cta.space.cta", NoneType](shared_mem, UInt32(tx_count))


@always_inline("nodebug")
def mbarrier_test_wait[T: AnyType, //](shared_mem: _MemoryBarrier[T, _], state: Int) -> Bool:
    """Whether the phase of a state is complete.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_arrive, mbarrier_init, mbarrier_test_wait
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        var state = mbarrier_arrive(arrivals)
        while not mbarrier_test_wait(arrivals, state):
            pass
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["mbarrier_test_wait"]()
    return llvm_intrinsic["llvm.nvvm.mbarrier.test.wait.shared", Bool](shared_mem, UInt64(state))


@always_inline("nodebug")
def mbarrier_try_wait_parity_shared[T: AnyType, //](
    shared_mem: _MemoryBarrier[T, _], phase: Int32, ticks: Int32 = 0
) -> Bool:
    """Waits a while for the phase with this parity; whether it is complete.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_arrive, mbarrier_init, mbarrier_try_wait_parity_shared
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        _ = mbarrier_arrive(arrivals)
        while not mbarrier_try_wait_parity_shared(arrivals, 0):
            pass
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["mbarrier_try_wait_parity_shared"]()
    return llvm_intrinsic["llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta", Bool](shared_mem, UInt32(phase))


@always_inline("nodebug")
def mbarrier_wait_parity[T: AnyType, //](shared_mem: _MemoryBarrier[T, _], phase: Int32):
    """Waits for the phase with this parity.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import mbarrier_arrive, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        _ = mbarrier_arrive(arrivals)
        mbarrier_wait_parity(arrivals, 0)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    while not mbarrier_try_wait_parity_shared(shared_mem, phase):
        pass


@always_inline("nodebug")
def async_copy_arrive[T: AnyType, //](shared_mem: _MemoryBarrier[T, _]):
    """The barrier is arrived at when all earlier asynchronous copies of this thread are done.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import async_copy_arrive, mbarrier_arrive, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        async_copy_arrive(arrivals)
        _ = mbarrier_arrive(arrivals)
        mbarrier_wait_parity(arrivals, 0)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["async_copy_arrive"]()
    llvm_intrinsic["llvm.nvvm.cp.async.mbarrier.arrive.shared", NoneType](shared_mem)


@always_inline("nodebug")
def async_copy_arrive_noinc[T: AnyType, //](shared_mem: _MemoryBarrier[T, _]):
    """As `async_copy_arrive`, and the arrival counts as one of those the barrier expects.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.sync import async_copy_arrive_noinc, mbarrier_init, mbarrier_wait_parity
    from std.memory import AddressSpace, stack_allocation
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var arrivals = stack_allocation[1, Int64, address_space=AddressSpace.SHARED]()
        if thread_idx.x == 0:
            mbarrier_init(arrivals, 32)
        barrier()
        async_copy_arrive_noinc(arrivals)
        mbarrier_wait_parity(arrivals, 0)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["async_copy_arrive_noinc"]()
    llvm_intrinsic["llvm.nvvm.cp.async.mbarrier.arrive.noinc.shared", NoneType](shared_mem)


# -- bulk copies --------------------------------------------------------------------------------------------


@always_inline("nodebug")
def cp_async_bulk_commit_group():
    """Makes a group of this thread's bulk copies since the last group.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import cp_async_bulk_commit_group, cp_async_bulk_wait_group
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group[0]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cp_async_bulk_commit_group"]()
    llvm_intrinsic["llvm.nvvm.cp.async.bulk.commit.group", NoneType]()


@always_inline("nodebug")
def cp_async_bulk_wait_group[n: Int32, read: Bool = True]():
    """Waits until at most `n` groups of bulk copies are under way; `read`: until their sources have been read.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import cp_async_bulk_commit_group, cp_async_bulk_wait_group
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        cp_async_bulk_commit_group()
        cp_async_bulk_wait_group[0]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["cp_async_bulk_wait_group"]()
    comptime if read:
        __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.cp.async.bulk.wait.group.read", has_side_effects=True](
            n.value
        )
    else:
        __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.cp.async.bulk.wait.group", has_side_effects=True](n.value)


# -- fences ---------------------------------------------------------------------------------------------------


@always_inline("nodebug")
def fence_mbarrier_init():
    """Makes barriers just made in shared memory visible to the cluster.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import fence_mbarrier_init
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        fence_mbarrier_init()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["fence_mbarrier_init"]()
    llvm_intrinsic["llvm.nvvm.fence.mbarrier_init.release.cluster", NoneType]()


@always_inline("nodebug")
def fence_async_view_proxy():
    """Orders plain writes to shared memory before asynchronous reads of it.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import fence_async_view_proxy
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        fence_async_view_proxy()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["fence_async_view_proxy"]()
    llvm_intrinsic["llvm.nvvm.fence.proxy.async.shared_cta", NoneType]()


# -- hints to the scheduler of AMD GPUs -----------------------------------------------------------------------


struct AMDScheduleBarrierMask(TrivialRegisterPassable):
    """Which instructions may cross a scheduling barrier.

    Example:

    ```mojo
    from std.gpu.sync import AMDScheduleBarrierMask

    comptime mask = AMDScheduleBarrierMask.MFMA
    ```
    """

    var _value: Int32

    comptime NONE = AMDScheduleBarrierMask(0)
    """None."""
    comptime ALL_ALU = AMDScheduleBarrierMask(1)
    """Arithmetic."""
    comptime VALU = AMDScheduleBarrierMask(2)
    """Arithmetic of vectors."""
    comptime SALU = AMDScheduleBarrierMask(4)
    """Arithmetic of scalars."""
    comptime MFMA = AMDScheduleBarrierMask(8)
    """Arithmetic of matrices."""
    comptime ALL_VMEM = AMDScheduleBarrierMask(16)
    """Accesses of device memory."""
    comptime VMEM_READ = AMDScheduleBarrierMask(32)
    """Reads of device memory."""
    comptime VMEM_WRITE = AMDScheduleBarrierMask(64)
    """Writes of device memory."""
    comptime ALL_DS = AMDScheduleBarrierMask(128)
    """Accesses of shared memory."""
    comptime DS_READ = AMDScheduleBarrierMask(256)
    """Reads of shared memory."""
    comptime DS_WRITE = AMDScheduleBarrierMask(512)
    """Writes of shared memory."""
    comptime TRANS = AMDScheduleBarrierMask(1024)
    """Transcendental functions."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = Int32(value)

    @always_inline("nodebug")
    def __or__(self, other: Self) -> Self:
        """Either of the two."""
        return Self(Int(self._value | other._value))


@always_inline("nodebug")
def schedule_barrier[mask: AMDScheduleBarrierMask = AMDScheduleBarrierMask.NONE]():
    """Keeps the compiler from moving instructions across; nothing on other GPUs than AMD's.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import schedule_barrier
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        schedule_barrier()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    comptime if is_amd_gpu():
        __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.amdgcn.sched.barrier", has_side_effects=True](mask._value.value)


@always_inline("nodebug")
def schedule_group_barrier[mask: AMDScheduleBarrierMask, size: Int32, sync_id: Int32]():
    """Asks for a group of `size` instructions of a kind here; nothing on other GPUs than AMD's.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.sync import AMDScheduleBarrierMask, schedule_group_barrier
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        schedule_group_barrier[AMDScheduleBarrierMask.MFMA, 1, 0]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    comptime if is_amd_gpu():
        __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.amdgcn.sched.group.barrier", has_side_effects=True](
            mask._value.value, size.value, sync_id.value
        )
