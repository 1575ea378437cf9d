"""Caches: what they keep, loads with hints, and prefetching."""

from std.gpu._hints import can_hint, has_cache_policies, load_hinted, store_hinted
from std.gpu._target import is_simulated
from std.memory.address_space import AddressSpace
from std.sys.info import is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic


def _takes_hints() -> Bool:
    # Whether there are instructions with hints for the caches.
    return is_nvidia_gpu() and not is_simulated()


def _hint[operation: CacheOperation, eviction: CacheEviction]() -> StringLiteral:
    # The suffix of an instruction; empty where there is nothing to say. Only one of the two can be said.
    comptime if eviction == CacheEviction.EVICT_FIRST:
        return ".L1::evict_first"
    elif eviction == CacheEviction.EVICT_LAST:
        return ".L1::evict_last"
    elif eviction == CacheEviction.EVICT_UNCHANGED:
        return ".L1::evict_unchanged"
    elif eviction == CacheEviction.NO_ALLOCATE:
        return ".L1::no_allocate"
    elif operation == CacheOperation.STREAMING:
        return ".cs"
    else:
        return ""


def _policy[eviction: CacheEviction]() -> StringLiteral:
    # What the device's second cache is told, which knows fewer words.
    comptime if not has_cache_policies():
        return ""
    elif eviction == CacheEviction.EVICT_FIRST:
        return "evict_first"
    elif eviction == CacheEviction.EVICT_LAST:
        return "evict_last"
    else:
        return ""


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
    """Reads `width` numbers, and tells the caches whether they are needed again.

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
    comptime hint = _hint[cache_policy, eviction_policy]()
    comptime if hint != "" and _takes_hints() and can_hint[dtype, width, least, ptr.address_space]():
        return load_hinted[width, hint, _policy[eviction_policy]()](ptr)
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
    """Writes numbers, and tells the caches whether they are needed again.

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
    comptime hint = _hint[cache_policy, eviction_policy]()
    comptime if hint != "" and _takes_hints() and can_hint[dtype, width, least, ptr.address_space]():
        store_hinted[hint, _policy[eviction_policy]()](ptr, value)
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
