"""Memory of devices: its kinds, how it is cached, asynchronous copies, tiles of tensors (TMA)."""

from std.gpu._streaming import can_stream, load_streaming, store_streaming
from std.gpu._target import is_simulated, requires_nvidia
from std.gpu.sync import fence_async_view_proxy, fence_mbarrier_init
from std.memory.address_space import AddressSpace
from std.sys.info import is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic
from std.utils.index import IndexList

comptime _GlobalPointer[T: AnyType] = UnsafePointer[T, MutAnyOrigin, address_space = AddressSpace.GLOBAL]
comptime _SharedPointer[T: AnyType] = UnsafePointer[T, MutAnyOrigin, address_space = AddressSpace.SHARED]
comptime _ClusterPointer[T: AnyType] = UnsafePointer[T, MutAnyOrigin, address_space = AddressSpace(7)]


struct CacheOperation(Equatable, TrivialRegisterPassable):
    """Which caches keep what is read or written.

    Example:

    ```mojo
    from std.gpu.memory import CacheOperation

    print(CacheOperation.ALWAYS == CacheOperation.STREAMING)  # False
    ```
    """

    var _value: Int

    comptime ALWAYS = CacheOperation(0)
    """All caches."""
    comptime GLOBAL = CacheOperation(1)
    """Only the cache of the device."""
    comptime STREAMING = CacheOperation(2)
    """For data used once."""
    comptime LAST_USE = CacheOperation(3)
    """For data that is not used again."""
    comptime VOLATILE = CacheOperation(4)
    """None: memory is read anew."""
    comptime WRITE_BACK = CacheOperation(5)
    """All caches, written back later."""
    comptime WRITE_THROUGH = CacheOperation(6)
    """All caches, written at once."""
    comptime WORKGROUP = CacheOperation(7)
    """The cache of the block."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same operation."""
        return self._value == other._value


struct CacheEviction(Equatable, TrivialRegisterPassable):
    """What leaves a cache first.

    Example:

    ```mojo
    from std.gpu.memory import CacheEviction

    print(CacheEviction.EVICT_FIRST == CacheEviction.EVICT_LAST)  # False
    ```
    """

    var _value: Int

    comptime EVICT_NORMAL = CacheEviction(0)
    """In the usual order."""
    comptime EVICT_FIRST = CacheEviction(1)
    """This first."""
    comptime EVICT_LAST = CacheEviction(2)
    """This last."""
    comptime EVICT_UNCHANGED = CacheEviction(3)
    """As it was."""
    comptime NO_ALLOCATE = CacheEviction(4)
    """It does not go into the cache."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same priority."""
        return self._value == other._value


struct Fill(Equatable, TrivialRegisterPassable):
    """What asynchronous copies put where nothing is copied.

    Example:

    ```mojo
    from std.gpu.memory import Fill

    print(Fill.ZERO == Fill.NAN)  # False
    ```
    """

    var _value: Int

    comptime NONE = Fill(0)
    """Nothing."""
    comptime ZERO = Fill(1)
    """Zero."""
    comptime NAN = Fill(2)
    """Not a number."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same filling."""
        return self._value == other._value


struct Consistency(Equatable, TrivialRegisterPassable):
    """How strongly an access orders others.

    Example:

    ```mojo
    from std.gpu.memory import Consistency

    print(Consistency.WEAK == Consistency.RELEASE)  # False
    ```
    """

    var _value: Int

    comptime WEAK = Consistency(0)
    """Not at all."""
    comptime RELAXED = Consistency(1)
    """The access itself is in one step."""
    comptime ACQUIRE = Consistency(2)
    """What comes later stays later."""
    comptime RELEASE = Consistency(3)
    """What came earlier stays earlier."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same strength."""
        return self._value == other._value


struct ReduceOp(Equatable, TrivialRegisterPassable):
    """How a copy combines with what is there.

    Example:

    ```mojo
    from std.gpu.memory import ReduceOp

    print(ReduceOp.ADD == ReduceOp.MAX)  # False
    ```
    """

    var _value: Int

    comptime ADD = ReduceOp(0)
    """Adds."""
    comptime MIN = ReduceOp(1)
    """Keeps the smaller."""
    comptime MAX = ReduceOp(2)
    """Keeps the larger."""
    comptime AND = ReduceOp(3)
    """Keeps the bits that both have."""
    comptime OR = ReduceOp(4)
    """Keeps the bits that one has."""
    comptime XOR = ReduceOp(5)
    """Keeps the bits that differ."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same operation."""
        return self._value == other._value


# -- shared memory whose size the launch says -----------------------------------------------------------


@always_inline("nodebug")
def external_memory[
    T: AnyType, *, address_space: AddressSpace, alignment: Int, name: StringLiteral = "extern_ptr_syml"
]() -> UnsafePointer[T, MutAnyOrigin, address_space=address_space]:
    """The block's dynamic shared memory; a launch gives its size as `shared_mem_bytes`.

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.memory import external_memory
    from std.memory import AddressSpace

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        var shared = external_memory[Int32, address_space=AddressSpace.SHARED, alignment=4]()
        shared[thread_idx.x] = Int32(thread_idx.x)
        barrier()
        result[thread_idx.x] = shared[31 - thread_idx.x]

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32, shared_mem_bytes=128)
    with result.map_to_host() as values:
        print(values[5])  # 26
    ```
    """
    comptime assert address_space == AddressSpace.SHARED, "dynamic memory of a block is shared memory"
    comptime if is_simulated():
        from std.gpu._simulator.nvvm import dynamic_shared_memory

        return rebind[UnsafePointer[T, MutAnyOrigin, address_space=address_space]](
            dynamic_shared_memory().bitcast[T]()
        )
    else:
        return UnsafePointer[T, MutAnyOrigin, address_space=address_space](
            mlir_value=__mlir_op.`pop.external_memory`[
                name=name, alignment=alignment, _type = __mlir_type[`!kgen.pointer<none, `, 3, `>`]
            ]()
        )


# -- asynchronous copies to shared memory ---------------------------------------------------------------------


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
def _in_cluster[T: AnyType, //](pointer: UnsafePointer[T, _, address_space = AddressSpace.SHARED]) -> _ClusterPointer[T]:
    # The block's shared memory, as the cluster sees it.
    return _ClusterPointer[T](
        mlir_value=__mlir_op.`pop.pointer.cast`[_type = __mlir_type[`!kgen.pointer<none, `, 7, `>`]](pointer.address)
    )


# -- tiles of tensors -----------------------------------------------------------------------------------------


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


# -- loads with hints -----------------------------------------------------------------------------------------


@always_inline("nodebug")
def load[
    dtype: DType, //,
    width: SIMDLength = 1,
    *,
    read_only: Bool = False,
    prefetch_size: Int = 0,
    cache_policy: CacheOperation = CacheOperation.ALWAYS,
    eviction_policy: CacheEviction = CacheEviction.EVICT_NORMAL,
    alignment: Int = 0,
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_]) -> SIMD[dtype, width]:
    """Reads `width` numbers; streaming reads and those used last are marked so.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import load
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = 7
        result[thread_idx.x] = load(result + thread_idx.x) + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    comptime once = cache_policy == CacheOperation.STREAMING or eviction_policy == CacheEviction.EVICT_FIRST
    comptime least = dtype.size_of() * Int(width) if alignment == 0 else alignment
    comptime if once and is_nvidia_gpu() and can_stream[dtype, width, least, ptr.address_space]():
        return load_streaming[width](ptr)
    else:
        return ptr.load[
            width,
            alignment=least,
            volatile = cache_policy == CacheOperation.VOLATILE,
            invariant=read_only,
            non_temporal=once,
        ]()


@always_inline("nodebug")
def store[
    dtype: DType, width: SIMDLength, //,
    *,
    cache_policy: CacheOperation = CacheOperation.ALWAYS,
    eviction_policy: CacheEviction = CacheEviction.EVICT_NORMAL,
    alignment: Int = 0,
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_], value: SIMD[dtype, width]):
    """Writes numbers; streaming writes, which nobody reads soon, are marked so.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import CacheOperation, store
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        store[cache_policy = CacheOperation.STREAMING](result + thread_idx.x, Int32(thread_idx.x) + 1)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 6
    ```
    """
    comptime once = cache_policy == CacheOperation.STREAMING or eviction_policy == CacheEviction.EVICT_FIRST
    comptime least = dtype.size_of() * Int(width) if alignment == 0 else alignment
    comptime if once and is_nvidia_gpu() and can_stream[dtype, width, least, ptr.address_space]():
        store_streaming(ptr, value)
    else:
        ptr.store[alignment=least, volatile = cache_policy == CacheOperation.VOLATILE, non_temporal=once](value)


@always_inline("nodebug")
def prefetch_global[level: Int = 2](ptr: UnsafePointer[_, _, address_space = AddressSpace.GLOBAL]):
    """Brings global memory into the cache of level 1 or 2.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.memory import prefetch_global
    from std.memory import AddressSpace
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        prefetch_global(result.address_space_cast[AddressSpace.GLOBAL]())
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    comptime if is_nvidia_gpu():
        comptime if level == 1:
            llvm_intrinsic["llvm.nvvm.prefetch.global.L1", NoneType](ptr)
        else:
            llvm_intrinsic["llvm.nvvm.prefetch.global.L2", NoneType](ptr)
