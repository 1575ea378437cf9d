"""Rows on devices: one block for each, whose threads combine what they have found."""

from nn._loops import rows_along, start_of_row
from nn.reduction import Reduction
from std.gpu import barrier, block_idx, thread_idx, warp
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext
from std.memory import stack_allocation
from std.utils.index import IndexList

comptime THREADS = 256
"""Of a block, where nothing else is said."""
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _TOGETHER = 8
"""Places of a row that a thread looks at before it combines them: so many reads are on their way."""


@always_inline
def fold_block[
    dtype: DType, //, R: Reduction, threads: Int = THREADS
](value: Scalar[dtype]) -> Scalar[dtype]:
    """Combines the values of all threads of the block; all get the result."""
    comptime warps = threads // WARP_SIZE

    @__parameter
    @always_inline
    def combine[kind: DType, width: SIMDLength](a: SIMD[kind, width], b: SIMD[kind, width]) -> SIMD[kind, width]:
        return R.combine(a, b)

    var parts = stack_allocation[warps, dtype, address_space = AddressSpace.SHARED, alignment=16]()
    var thread = Int(thread_idx.x)
    var mine = warp.reduce[warp.shuffle_xor, combine](value)
    if thread % WARP_SIZE == 0:
        parts[thread // WARP_SIZE] = mine
    barrier()
    var result = parts[0]
    comptime for i in range(1, warps):
        result = R.combine(result, parts[i])
    barrier()
    return result


@always_inline
def fold_row_in_block[
    dtype: DType, //, R: Reduction, func: def(Int) capturing -> Scalar[dtype], threads: Int = THREADS
](length: Int) -> Scalar[dtype]:
    """Combines what `func` gives for all places of a row; the threads of the block share them."""
    var mine = R.first[dtype]()
    var i = Int(thread_idx.x)
    while i + (_TOGETHER - 1) * threads < length:
        var some = InlineArray[Scalar[dtype], _TOGETHER](fill=0)
        comptime for k in range(_TOGETHER):
            some[k] = func(i + k * threads)
        comptime for k in range(_TOGETHER):
            mine = R.combine(mine, some[k])
        i += _TOGETHER * threads
    while i < length:
        mine = R.combine(mine, func(i))
        i += threads
    return fold_block[R, threads](mine)


@always_inline
def for_row_in_block[func: def(Int) capturing -> None](length: Int):
    """Calls `func` for all places of a row; the threads of the block share them."""
    var i = Int(thread_idx.x)
    while i < length:
        func(i)
        i += THREADS


@always_inline
def fill_row_in_block[
    dtype: DType, //, func: def(Int) capturing -> Scalar[dtype], threads: Int = THREADS
](target: UnsafePointer[Scalar[dtype], MutAnyOrigin], length: Int):
    """Writes what `func` gives for all places of a row; the threads of the block share them."""
    var i = Int(thread_idx.x)
    while i + (_TOGETHER - 1) * threads < length:
        var some = InlineArray[Scalar[dtype], _TOGETHER](fill=0)
        comptime for k in range(_TOGETHER):
            some[k] = func(i + k * threads)
        comptime for k in range(_TOGETHER):
            target[i + k * threads] = some[k]
        i += _TOGETHER * threads
    while i < length:
        target[i] = func(i)
        i += threads


@always_inline
def each_row_on_device[
    rank: Int,
    //,
    axis: Int,
    func: def(IndexList[rank]) capturing -> None,
    threads: Int = THREADS,
    resident: Int = 1,
](shape: IndexList[rank], ctx: DeviceContext) raises:
    """Calls `func` with the start of every row along an axis, in all threads of a block for it; what it captured is copied to the device.

    So many registers are used that `resident` blocks share a processor.
    """
    var rows = rows_along[axis](shape)
    if rows == 0:
        return

    @__parameter
    @__llvm_metadata(_MAX_THREADS=threads, _MIN_BLOCKS=resident)
    def kernel() {var shape}:
        func(start_of_row[axis](Int(block_idx.x), shape))

    ctx.enqueue_function[kernel](grid_dim=rows, block_dim=threads)
