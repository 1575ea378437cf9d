"""Reductions over the threads of a block."""

from std.gpu import warp
from std.gpu.globals import WARP_SIZE
from std.gpu.id import _lane, _linear_thread
from std.gpu.sync import barrier
from std.memory import stack_allocation


@always_inline
def _reduce[
    dtype: DType, //, op: StringLiteral, block_size: Int, broadcast: Bool
](val: Scalar[dtype], neutral: Scalar[dtype]) -> Scalar[dtype]:
    comptime warps = (block_size + WARP_SIZE - 1) // WARP_SIZE
    comptime if warps == 1:
        return _in_warp[op](val)
    var partial = stack_allocation[warps + 1, dtype, address_space = AddressSpace.SHARED]()
    var thread = Int(_linear_thread())
    var mine = _in_warp[op](val)
    if thread % WARP_SIZE == 0:
        partial[thread // WARP_SIZE] = mine
    barrier()
    var result = neutral
    if thread < WARP_SIZE:
        result = _in_warp[op](partial[thread] if thread < warps else neutral)
        if thread == 0:
            partial[warps] = result
    barrier()
    comptime if broadcast:
        result = partial[warps]
        barrier()
    return result


@always_inline
def _in_warp[dtype: DType, //, op: StringLiteral](val: Scalar[dtype]) -> Scalar[dtype]:
    comptime if op == "sum":
        return warp.sum(val)
    elif op == "max":
        return warp.max(val)
    else:
        return warp.min(val)


@always_inline
def sum[
    dtype: DType, width: SIMDLength, //, *, block_size: Int, broadcast: Bool = True
](val: SIMD[dtype, width]) -> Scalar[dtype]:
    """The sum over the block; in all threads, or only in the first warp.

    Example:

    ```mojo
    from std.gpu import block, thread_idx
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = block.sum[block_size=32](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 496
    ```
    """
    return _reduce["sum", block_size, broadcast](val.reduce_add(), Scalar[dtype](0))


@always_inline
def sum[
    dtype: DType, width: SIMDLength, //,
    *,
    block_dim_x: Int,
    block_dim_y: Int,
    block_dim_z: Int = 1,
    broadcast: Bool = True,
](val: SIMD[dtype, width]) -> Scalar[dtype]:
    """The sum of a block with several dimensions."""
    return sum[block_size = block_dim_x * block_dim_y * block_dim_z, broadcast=broadcast](val)


@always_inline
def max[
    dtype: DType, width: SIMDLength, //, *, block_size: Int, broadcast: Bool = True
](val: SIMD[dtype, width]) -> Scalar[dtype]:
    """The largest value of the block; in all threads, or only in the first warp.

    Example:

    ```mojo
    from std.gpu import block, thread_idx
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = block.max[block_size=32](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 31
    ```
    """
    return _reduce["max", block_size, broadcast](val.reduce_max(), Scalar[dtype].MIN)


@always_inline
def max[
    dtype: DType, width: SIMDLength, //,
    *,
    block_dim_x: Int,
    block_dim_y: Int,
    block_dim_z: Int = 1,
    broadcast: Bool = True,
](val: SIMD[dtype, width]) -> Scalar[dtype]:
    """The largest value of a block with several dimensions."""
    return max[block_size = block_dim_x * block_dim_y * block_dim_z, broadcast=broadcast](val)


@always_inline
def min[
    dtype: DType, width: SIMDLength, //, *, block_size: Int, broadcast: Bool = True
](val: SIMD[dtype, width]) -> Scalar[dtype]:
    """The smallest value of the block; in all threads, or only in the first warp.

    Example:

    ```mojo
    from std.gpu import block, thread_idx
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = block.min[block_size=32](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 0
    ```
    """
    return _reduce["min", block_size, broadcast](val.reduce_min(), Scalar[dtype].MAX)


@always_inline
def min[
    dtype: DType, width: SIMDLength, //,
    *,
    block_dim_x: Int,
    block_dim_y: Int,
    block_dim_z: Int = 1,
    broadcast: Bool = True,
](val: SIMD[dtype, width]) -> Scalar[dtype]:
    """The smallest value of a block with several dimensions."""
    return min[block_size = block_dim_x * block_dim_y * block_dim_z, broadcast=broadcast](val)


@always_inline
def broadcast[
    dtype: DType, width: SIMDLength, //, *, block_size: Int, I: Intable = Int
](val: SIMD[dtype, width], src_thread: I = 0) -> SIMD[dtype, width]:
    """The value of one thread, in all threads of the block.

    Example:

    ```mojo
    from std.gpu import block, thread_idx
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = block.broadcast[block_size=32](Int32(thread_idx.x), 7)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    var shared = stack_allocation[Int(width), dtype, address_space = AddressSpace.SHARED]()
    if Int(_linear_thread()) == Int(src_thread):
        shared.store(val)
    barrier()
    var result = shared.load[width]()
    barrier()
    return result


@always_inline
def broadcast[
    dtype: DType, width: SIMDLength, //, *, block_dim_x: Int, block_dim_y: Int, block_dim_z: Int = 1, I: Intable = Int
](val: SIMD[dtype, width], src_thread: I = 0) -> SIMD[dtype, width]:
    """The value of one thread of a block with several dimensions, in all its threads."""
    return broadcast[block_size = block_dim_x * block_dim_y * block_dim_z](val, src_thread)


@always_inline
def prefix_sum[
    dtype: DType, //, *, block_dim_x: Int, block_dim_y: Int, block_dim_z: Int = 1, exclusive: Bool = False
](val: Scalar[dtype]) -> Scalar[dtype]:
    """The sum of the values of this thread and those before it, in a block with several dimensions."""
    return prefix_sum[block_size = block_dim_x * block_dim_y * block_dim_z, exclusive=exclusive](val)


@always_inline
def prefix_sum[
    dtype: DType, //, *, block_size: Int, exclusive: Bool = False
](val: Scalar[dtype]) -> Scalar[dtype]:
    """The sum of the values of this thread and those before it; `exclusive`: only of those before it.

    Example:

    ```mojo
    from std.gpu import block, thread_idx
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = block.prefix_sum[block_size=32](Int32(thread_idx.x))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 15
    ```
    """
    comptime warps = (block_size + WARP_SIZE - 1) // WARP_SIZE
    var totals = stack_allocation[warps + 1, dtype, address_space = AddressSpace.SHARED]()
    var thread = Int(_linear_thread())
    var mine = warp.prefix_sum(val)
    if thread % WARP_SIZE == WARP_SIZE - 1:
        totals[thread // WARP_SIZE] = mine
    barrier()
    var before = Scalar[dtype](0)
    for i in range(thread // WARP_SIZE):
        before += totals[i]
    barrier()
    comptime if exclusive:
        return before + mine - val
    else:
        return before + mine
