"""Lanes of a warp vote, and find out which of them agree."""

from std.gpu._registers import Predicated
from std.gpu._target import requires_nvidia
from std.gpu.warp.shuffle import _FULL_MASK
from std.memory import bitcast
from std.sys.info import is_amd_gpu, is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic


@always_inline("nodebug")
def vote[ret_type: DType = DType.uint32](val: Bool) -> Scalar[ret_type]:
    """A mask of the lanes whose value is True.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.vote(thread_idx.x < 3)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    comptime if is_nvidia_gpu():
        comptime assert ret_type == DType.uint32, "a warp of 32 lanes votes with a UInt32"
        return rebind[Scalar[ret_type]](llvm_intrinsic["llvm.nvvm.vote.ballot.sync", UInt32](_FULL_MASK, val))
    elif is_amd_gpu():
        comptime suffix = ".i64" if ret_type == DType.uint64 else ".i32"
        return llvm_intrinsic["llvm.amdgcn.ballot" + suffix, Scalar[ret_type]](val)
    else:
        comptime assert False, "warps exist in kernels only; this is code for the host"
        return 0


@always_inline("nodebug")
def ballot(val: Bool, mask: UInt32 = _FULL_MASK) -> UInt32:
    """A mask of the lanes, among those of `mask`, whose value is True.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.ballot(thread_idx.x < 3)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    requires_nvidia["ballot"]()
    return llvm_intrinsic["llvm.nvvm.vote.ballot.sync", UInt32](mask, val)


@always_inline("nodebug")
def any_true(val: Bool, mask: UInt32 = _FULL_MASK) -> Bool:
    """Whether the value is True in any lane of the mask.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(warp.any_true(thread_idx.x == 3))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    requires_nvidia["any_true"]()
    return llvm_intrinsic["llvm.nvvm.vote.any.sync", Bool](mask, val)


@always_inline("nodebug")
def all_true(val: Bool, mask: UInt32 = _FULL_MASK) -> Bool:
    """Whether the value is True in all lanes of the mask.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(warp.all_true(thread_idx.x == 3))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    requires_nvidia["all_true"]()
    return llvm_intrinsic["llvm.nvvm.vote.all.sync", Bool](mask, val)


@always_inline("nodebug")
def is_uniform(val: Bool, mask: UInt32 = _FULL_MASK) -> Bool:
    """Whether the value is the same in all lanes of the mask.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(warp.is_uniform(thread_idx.x < 40))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    requires_nvidia["is_uniform"]()
    return llvm_intrinsic["llvm.nvvm.vote.uni.sync", Bool](mask, val)


@always_inline("nodebug")
def match_any(val: UInt32, mask: UInt32 = _FULL_MASK) -> UInt32:
    """The lanes of the mask that have this lane's value.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.match_any(UInt32(thread_idx.x) % 16)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 2097184
    ```
    """
    requires_nvidia["match_any"]()
    return llvm_intrinsic["llvm.nvvm.match.any.sync.i32", UInt32](mask, val)


@always_inline("nodebug")
def match_any[dtype: DType, //](val: Scalar[dtype], mask: UInt32 = _FULL_MASK) -> UInt32:
    """The lanes of the mask that have this lane's value, bit for bit."""
    requires_nvidia["match_any"]()
    comptime if dtype.size_of() == 8:
        return llvm_intrinsic["llvm.nvvm.match.any.sync.i64", UInt32](mask, bitcast[DType.uint64, 1](val))
    else:
        return match_any(_word(val), mask)


@always_inline("nodebug")
def match_all[dtype: DType, //](val: Scalar[dtype], mask: UInt32 = _FULL_MASK) -> Bool:
    """Whether all lanes of the mask have the same value, bit for bit."""
    requires_nvidia["match_all"]()
    comptime if dtype.size_of() == 8:
        return llvm_intrinsic["llvm.nvvm.match.all.sync.i64p", Predicated[DType.uint32]](
            mask, bitcast[DType.uint64, 1](val)
        ).flag
    else:
        return match_all(_word(val), mask)


@always_inline
def _word[dtype: DType](val: Scalar[dtype]) -> UInt32:
    # The bits of a number of at most four bytes.
    comptime if dtype == DType.bool:
        return UInt32(1) if val else UInt32(0)
    elif dtype.size_of() == 1:
        return UInt32(bitcast[DType.uint8, 1](val))
    elif dtype.size_of() == 2:
        return UInt32(bitcast[DType.uint16, 1](val))
    else:
        return bitcast[DType.uint32, 1](val)


@always_inline("nodebug")
def match_all(val: UInt32, mask: UInt32 = _FULL_MASK) -> Bool:
    """Whether all lanes of the mask have the same value.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(warp.match_all(UInt32(7)))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    requires_nvidia["match_all"]()
    return llvm_intrinsic["llvm.nvvm.match.all.sync.i32p", Predicated[DType.uint32]](mask, val).flag


@always_inline("nodebug")
def active_mask() -> UInt32:
    """The lanes that execute this together.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.active_mask()

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 4294967295
    ```
    """
    requires_nvidia["active_mask"]()
    return llvm_intrinsic["llvm.nvvm.activemask", UInt32]()
