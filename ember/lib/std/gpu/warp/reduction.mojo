"""Lanes of a warp add up, find the largest or the smallest of their values."""

from std.builtin.math import max as _larger, min as _smaller
from std.gpu._target import requires_nvidia
from std.gpu.globals import WARP_SIZE
from std.gpu.id import _lane
from std.gpu.warp.shuffle import _FULL_MASK, _shuffle, shuffle_up
from std.sys.intrinsics import llvm_intrinsic


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
    """The sum over groups of `num_lanes` lanes, in all of them.

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
    return _group["sum", "bfly", num_lanes, stride](val)


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
    """The largest value of groups of `num_lanes` lanes, in all of them.

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
    return _group["max", "bfly", num_lanes, stride](val)


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
    """The smallest value of groups of `num_lanes` lanes, in all of them.

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
    return _group["min", "bfly", num_lanes, stride](val)


@always_inline
def sum[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> Scalar[val_type]:
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
    return _group["sum", "bfly", WARP_SIZE, 1](val.reduce_add())


@always_inline
@__only_2025("a vector is reduced, too")
def sum[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """As `sum`, for each element of a vector."""
    return _group["sum", "bfly", WARP_SIZE, 1](val)


@always_inline
def max[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> Scalar[val_type]:
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
    return _group["max", "bfly", WARP_SIZE, 1](val.reduce_max())


@always_inline
@__only_2025("a vector is reduced, too")
def max[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """As `max`, for each element of a vector."""
    return _group["max", "bfly", WARP_SIZE, 1](val)


@always_inline
def min[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> Scalar[val_type]:
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
    return _group["min", "bfly", WARP_SIZE, 1](val.reduce_min())


@always_inline
@__only_2025("a vector is reduced, too")
def min[
    val_type: DType, simd_width: SIMDLength, //
](val: SIMD[val_type, simd_width]) -> SIMD[val_type, simd_width]:
    """As `min`, for each element of a vector."""
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
