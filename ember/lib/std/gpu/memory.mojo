"""Memory of devices: its kinds, how it is cached, asynchronous copies, tiles of tensors (TMA)."""

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
    """Which caches keep what is read or written."""

    var _value: Int

    comptime ALWAYS = CacheOperation(0)
    comptime GLOBAL = CacheOperation(1)
    comptime STREAMING = CacheOperation(2)
    comptime LAST_USE = CacheOperation(3)
    comptime VOLATILE = CacheOperation(4)
    comptime WRITE_BACK = CacheOperation(5)
    comptime WRITE_THROUGH = CacheOperation(6)
    comptime WORKGROUP = CacheOperation(7)

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same operation."""
        return self._value == other._value


struct CacheEviction(Equatable, TrivialRegisterPassable):
    """What leaves a cache first."""

    var _value: Int

    comptime EVICT_NORMAL = CacheEviction(0)
    comptime EVICT_FIRST = CacheEviction(1)
    comptime EVICT_LAST = CacheEviction(2)
    comptime EVICT_UNCHANGED = CacheEviction(3)
    comptime NO_ALLOCATE = CacheEviction(4)

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same priority."""
        return self._value == other._value


struct Fill(Equatable, TrivialRegisterPassable):
    """What asynchronous copies put where nothing is copied."""

    var _value: Int

    comptime NONE = Fill(0)
    comptime ZERO = Fill(1)
    comptime NAN = Fill(2)

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same filling."""
        return self._value == other._value


struct Consistency(Equatable, TrivialRegisterPassable):
    """How strongly an access orders others."""

    var _value: Int

    comptime WEAK = Consistency(0)
    comptime RELAXED = Consistency(1)
    comptime ACQUIRE = Consistency(2)
    comptime RELEASE = Consistency(3)

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same strength."""
        return self._value == other._value


struct ReduceOp(Equatable, TrivialRegisterPassable):
    """How a copy combines with what is there."""

    var _value: Int

    comptime ADD = ReduceOp(0)
    comptime MIN = ReduceOp(1)
    comptime MAX = ReduceOp(2)
    comptime AND = ReduceOp(3)
    comptime OR = ReduceOp(4)
    comptime XOR = ReduceOp(5)

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
    """The block's dynamic shared memory; a launch gives its size as `shared_mem_bytes`."""
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
    """Starts copying `size` (4, 8 or 16) bytes to shared memory; beyond `src_size`, and without `predicate`, zeroes."""
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
    """Makes a group of this thread's copies since the last group."""
    requires_nvidia["async_copy_commit_group"]()
    llvm_intrinsic["llvm.nvvm.cp.async.commit.group", NoneType]()


@always_inline("nodebug")
def async_copy_wait_group[n: Int32]():
    """Waits until at most `n` groups of copies are under way."""
    requires_nvidia["async_copy_wait_group"]()
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.cp.async.wait.group", has_side_effects=True](n.value)


@always_inline("nodebug")
def async_copy_wait_all():
    """Waits until all copies of this thread are done."""
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
    """Starts copying bytes (a multiple of 16) to shared memory; the barrier counts them."""
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
    """Starts copying bytes (a multiple of 16) from shared memory; groups of copies wait for them."""
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
    """Starts copying the tile at `coords` (innermost first) to shared memory; the barrier counts its bytes."""
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
    """As `cp_async_bulk_tensor_shared_cluster_global`, into the shared memory of all blocks of the mask."""
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
    """Starts copying shared memory to the tile at `coords` (innermost first); groups of copies wait for it."""
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
    """Starts combining shared memory with the tile at `coords` (innermost first)."""
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
    """Brings a tensor's description into the cache."""
    requires_nvidia["prefetch_tensor_map"]()
    llvm_intrinsic["llvm.nvvm.prefetch.tensormap", NoneType](tma_descriptor)


@always_inline("nodebug")
def fence_proxy_tensormap_generic_sys_acquire[
    T: AnyType, //
](gmem_ptr: UnsafePointer[T, _], size: Int32):
    """Makes a tensor's description written by others usable; `size` must be 128."""
    requires_nvidia["fence_proxy_tensormap_generic_sys_acquire"]()
    llvm_intrinsic["llvm.nvvm.fence.proxy.tensormap_generic.acquire.sys", NoneType](gmem_ptr, UInt32(128))


@always_inline("nodebug")
def fence_proxy_tensormap_generic_sys_release():
    """Makes a tensor's description written here usable by others."""
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
    """Reads `width` numbers; streaming reads and those used last are marked so."""
    comptime once = cache_policy == CacheOperation.STREAMING or eviction_policy == CacheEviction.EVICT_FIRST
    comptime least = dtype.size_of() * Int(width) if alignment == 0 else alignment
    return ptr.load[
        width,
        alignment=least,
        volatile = cache_policy == CacheOperation.VOLATILE,
        invariant=read_only,
        non_temporal=once,
    ]()


@always_inline("nodebug")
def prefetch_global[level: Int = 2](ptr: UnsafePointer[_, _, address_space = AddressSpace.GLOBAL]):
    """Brings global memory into the cache of level 1 or 2."""
    comptime if is_nvidia_gpu():
        comptime if level == 1:
            llvm_intrinsic["llvm.nvvm.prefetch.global.L1", NoneType](ptr)
        else:
            llvm_intrinsic["llvm.nvvm.prefetch.global.L2", NoneType](ptr)
