"""Operations of a warp: its lanes exchange values, vote and reduce without memory."""

from std.builtin.math import max as _larger, min as _smaller
from std.gpu._registers import Predicated
from std.gpu._target import requires_nvidia
from std.gpu.globals import WARP_SIZE
from std.gpu.id import _lane
from std.memory import bitcast
from std.sys.info import is_amd_gpu, is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic

comptime _FULL_MASK = UInt32(0xFFFFFFFF)
comptime _CLAMP = UInt32(31)
"""The last lane that a shuffle reaches."""


# -- shuffles -------------------------------------------------------------------------------------------


@always_inline("nodebug")
def _shuffle_word[mode: StringLiteral](mask: UInt32, value: UInt32, lane: UInt32) -> UInt32:
    comptime if is_nvidia_gpu():
        comptime clamp = UInt32(0) if mode == "up" else _CLAMP
        return llvm_intrinsic["llvm.nvvm.shfl.sync." + mode + ".i32", UInt32](mask, value, lane, clamp)
    elif is_amd_gpu():
        return _permute[mode](value, lane)
    else:
        comptime assert False, "warps exist in kernels only; this is code for the host"
        return value


@always_inline("nodebug")
def _permute[mode: StringLiteral](value: UInt32, lane: UInt32) -> UInt32:
    # AMD GPUs take a value from any lane; one outside the warp is this lane itself.
    var here = _lane()
    var source = lane
    comptime if mode == "down":
        source = here + lane
    elif mode == "up":
        source = here - lane
    elif mode == "bfly":
        source = here ^ lane
    if source >= UInt32(WARP_SIZE):
        source = here
    return llvm_intrinsic["llvm.amdgcn.ds.bpermute", UInt32](source << 2, value)


@always_inline("nodebug")
def _shuffle[
    mode: StringLiteral, dtype: DType, width: SIMDLength
](mask: UInt32, value: SIMD[dtype, width], lane: UInt32) -> SIMD[dtype, width]:
    # Registers of 32 bits travel; everything else is made of them.
    comptime bits = 8 * dtype.size_of() * Int(width)
    comptime if dtype == DType.float32 and width == SIMDLength(1) and is_nvidia_gpu():
        comptime clamp = UInt32(0) if mode == "up" else _CLAMP
        return rebind[SIMD[dtype, width]](
            llvm_intrinsic["llvm.nvvm.shfl.sync." + mode + ".f32", Float32](
                mask, rebind[Float32](value), lane, clamp
            )
        )
    elif dtype == DType.bool:
        return _shuffle[mode](mask, value.cast[DType.uint8](), lane).cast[dtype]()
    elif bits == 8:
        return bitcast[dtype, width](UInt8(_shuffle_word[mode](mask, UInt32(bitcast[DType.uint8, 1](value)), lane)))
    elif bits == 16:
        return bitcast[dtype, width](UInt16(_shuffle_word[mode](mask, UInt32(bitcast[DType.uint16, 1](value)), lane)))
    else:
        comptime words = bits // 32
        var source = bitcast[DType.uint32, words](value)
        var result = SIMD[DType.uint32, words](0)
        comptime for i in range(words):
            result[i] = _shuffle_word[mode](mask, source[i], lane)
        return bitcast[dtype, width](result)


@always_inline("nodebug")
def shuffle_idx[
    dtype: DType, width: SIMDLength, //
](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of lane `offset`.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_idx(Int32(thread_idx.x), 9)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 9
    ```
    """
    return _shuffle["idx"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_idx[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of lane `offset`, among the lanes of the mask."""
    return _shuffle["idx"](UInt32(mask), val, offset)


@always_inline("nodebug")
def shuffle_up[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` below; lanes without one keep their own.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_up(Int32(thread_idx.x), 1)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 4
    ```
    """
    return _shuffle["up"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_up[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` below, among the lanes of the mask."""
    return _shuffle["up"](UInt32(mask), val, offset)


@always_inline("nodebug")
def shuffle_down[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` above; lanes without one keep their own.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_down(Int32(thread_idx.x), 1)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 6
    ```
    """
    return _shuffle["down"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_down[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` above, among the lanes of the mask."""
    return _shuffle["down"](UInt32(mask), val, offset)


@always_inline("nodebug")
def shuffle_xor[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane whose number differs by the bits of `offset`.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_xor(Int32(thread_idx.x), 1)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 4
    ```
    """
    return _shuffle["bfly"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_xor[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane whose number differs by the bits of `offset`, among the lanes of the mask."""
    return _shuffle["bfly"](UInt32(mask), val, offset)


@always_inline("nodebug")
def broadcast[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """The value of lane 0, in all lanes.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.broadcast(Int32(thread_idx.x) + 7)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    return shuffle_idx(val, 0)


# -- votes ----------------------------------------------------------------------------------------------


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
def match_any(val: UInt64, mask: UInt32 = _FULL_MASK) -> UInt32:
    """The lanes of the mask that have this lane's value."""
    requires_nvidia["match_any"]()
    return llvm_intrinsic["llvm.nvvm.match.any.sync.i64", UInt32](mask, val)


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


# -- reductions -------------------------------------------------------------------------------------------


struct ReductionMethod(Equatable, TrivialRegisterPassable):
    """How a warp reduces.

    Example:

    ```mojo
    from std.gpu.warp import ReductionMethod

    print(ReductionMethod.WARP == ReductionMethod.TENSOR_CORE)  # False
    ```
    """

    var _value: Int

    comptime TENSOR_CORE = ReductionMethod(0)
    """With the matrix units."""
    comptime WARP = ReductionMethod(1)
    """With shuffles."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same method."""
        return self._value == other._value


@always_inline
def lane_group_reduce[
    val_type: DType,
    simd_width: SIMDLength, //,
    shuffle: def[dtype: DType, width: SIMDLength](val: SIMD[dtype, width], offset: UInt32) thin -> SIMD[dtype, width],
    func: def[dtype: DType, width: SIMDLength](SIMD[dtype, width], SIMD[dtype, width]) capturing -> SIMD[dtype, width],
    num_lanes: Int,
    *,
    stride: Int = 1,
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """Combines the values of groups of `num_lanes` lanes that are `stride` apart; with `shuffle_down` the first lane of
    a group has the result, with `shuffle_xor` all have.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def add[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        return a + b

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.lane_group_reduce[warp.shuffle_xor, add, 8](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 28
    ```
    """
    var result = val
    comptime for i in range(_log2(num_lanes)):
        comptime offset = UInt32((num_lanes >> (i + 1)) * stride)
        result = func(result, shuffle(result, offset))
    return result


@always_inline
def reduce[
    val_type: DType,
    simd_width: SIMDLength, //,
    shuffle: def[dtype: DType, width: SIMDLength](val: SIMD[dtype, width], offset: UInt32) thin -> SIMD[dtype, width],
    func: def[dtype: DType, width: SIMDLength](SIMD[dtype, width], SIMD[dtype, width]) capturing -> SIMD[dtype, width],
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """Combines the values of all lanes.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def add[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        return a + b

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.reduce[warp.shuffle_xor, add](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 496
    ```
    """
    return lane_group_reduce[shuffle, func, WARP_SIZE](val)


def _log2(number: Int) -> Int:
    var result = 0
    while (1 << (result + 1)) <= number:
        result += 1
    return result


@always_inline
def _group[
    op: StringLiteral, mode: StringLiteral, num_lanes: Int, stride: Int, dtype: DType, width: SIMDLength
](val: SIMD[dtype, width]) -> SIMD[dtype, width]:
    var result = val
    comptime for i in range(_log2(num_lanes)):
        comptime offset = UInt32((num_lanes >> (i + 1)) * stride)
        var other = _shuffle[mode](_FULL_MASK, result, offset)
        comptime if op == "sum":
            result += other
        elif op == "max":
            result = _larger(result, other)
        else:
            result = _smaller(result, other)
    return result


@always_inline
def lane_group_sum[
    val_type: DType, simd_width: SIMDLength, //, num_lanes: Int, stride: Int = 1
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The sum over groups of `num_lanes` lanes, in the first lane of each.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.lane_group_sum[8](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[0])  # 28
    ```
    """
    return _group["sum", "down", num_lanes, stride](val)


@always_inline
def lane_group_sum_and_broadcast[
    val_type: DType, simd_width: SIMDLength, //, num_lanes: Int, stride: Int = 1
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The sum over groups of `num_lanes` lanes, in all of them.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.lane_group_sum_and_broadcast[8](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 28
    ```
    """
    return _group["sum", "bfly", num_lanes, stride](val)


@always_inline
def lane_group_max[
    val_type: DType, simd_width: SIMDLength, //, num_lanes: Int, stride: Int = 1
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The largest value of groups of `num_lanes` lanes, in the first lane of each.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.lane_group_max[8](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[0])  # 7
    ```
    """
    return _group["max", "down", num_lanes, stride](val)


@always_inline
def lane_group_max_and_broadcast[
    val_type: DType, simd_width: SIMDLength, //, num_lanes: Int, stride: Int = 1
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The largest value of groups of `num_lanes` lanes, in all of them.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.lane_group_max_and_broadcast[8](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    return _group["max", "bfly", num_lanes, stride](val)


@always_inline
def lane_group_min[
    val_type: DType, simd_width: SIMDLength, //, num_lanes: Int, stride: Int = 1
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The smallest value of groups of `num_lanes` lanes, in the first lane of each.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.lane_group_min[8](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[0])  # 0
    ```
    """
    return _group["min", "down", num_lanes, stride](val)


@always_inline
def sum[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The sum over the warp, in all lanes.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.sum(Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 496
    ```
    """
    return _group["sum", "bfly", WARP_SIZE, 1](val)


@always_inline
def max[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The largest value of the warp, in all lanes.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.max(Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 31
    ```
    """
    return _group["max", "bfly", WARP_SIZE, 1](val)


@always_inline
def min[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """The smallest value of the warp, in all lanes.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.min(Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    return _group["min", "bfly", WARP_SIZE, 1](val)


@always_inline
def prefix_sum[
    dtype: DType, //, intermediate_type: DType = dtype, *, output_type: DType = dtype, exclusive: Bool = False
](x: Scalar[dtype]) -> Scalar[output_type]:
    """The sum of the values of this lane and those below; `exclusive`: only of those below.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.prefix_sum(Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 15
    ```
    """
    var total = x.cast[intermediate_type]()
    var lane = _lane()
    comptime for i in range(_log2(WARP_SIZE)):
        var below = shuffle_up(total, UInt32(1 << i))
        if lane >= UInt32(1 << i):
            total += below
    comptime if exclusive:
        var before = shuffle_up(total, 1)
        total = before if lane > 0 else Scalar[intermediate_type](0)
    return total.cast[output_type]()


@always_inline("nodebug")
def reduce_add(val: UInt32, mask: UInt32 = _FULL_MASK) -> UInt32:
    """The sum over the lanes of the mask in one instruction.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.reduce_add(UInt32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 496
    ```
    """
    requires_nvidia["reduce_add"]()
    return llvm_intrinsic["llvm.nvvm.redux.sync.add", UInt32](val, mask)


@always_inline("nodebug")
def reduce_max(val: UInt32, mask: UInt32 = _FULL_MASK) -> UInt32:
    """The largest value of the lanes of the mask in one instruction.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.reduce_max(UInt32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 31
    ```
    """
    requires_nvidia["reduce_max"]()
    return llvm_intrinsic["llvm.nvvm.redux.sync.umax", UInt32](val, mask)


@always_inline("nodebug")
def reduce_min(val: UInt32, mask: UInt32 = _FULL_MASK) -> UInt32:
    """The smallest value of the lanes of the mask in one instruction.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.reduce_min(UInt32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    requires_nvidia["reduce_min"]()
    return llvm_intrinsic["llvm.nvvm.redux.sync.umin", UInt32](val, mask)


@always_inline("nodebug")
def reduce_and(val: UInt32, mask: UInt32 = _FULL_MASK) -> UInt32:
    """The bits that are one in all lanes of the mask.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.reduce_and(UInt32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    requires_nvidia["reduce_and"]()
    return llvm_intrinsic["llvm.nvvm.redux.sync.and", UInt32](val, mask)


@always_inline("nodebug")
def reduce_or(val: UInt32, mask: UInt32 = _FULL_MASK) -> UInt32:
    """The bits that are one in any lane of the mask.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = warp.reduce_or(UInt32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 31
    ```
    """
    requires_nvidia["reduce_or"]()
    return llvm_intrinsic["llvm.nvvm.redux.sync.or", UInt32](val, mask)
