"""Products of a few rows with a large matrix on devices: a warp for each column of the result reads the matrix once, at the speed of memory."""

from extensibility import ManagedTensorSlice
from linalg.matrix import accumulator_of
from std.gpu import block_idx, thread_idx, warp
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.utils.index import Index

comptime MOST_ROWS = 8
"""More rows than these are better multiplied in tiles."""
comptime _WARPS = 8
comptime _BYTES = 16
"""That a thread reads at once."""


@always_inline
def fits_rows(a: ManagedTensorSlice[rank=2, ...], b: ManagedTensorSlice[rank=2, ...]) -> Bool:
    """Whether there are few rows, and both factors lie in whole vectors along the sums."""
    comptime width = max(_BYTES // b.dtype.size_of(), 1)
    return (
        0 < a.dim_size[0]() <= MOST_ROWS
        and b.stride_length[1]() == 1
        and a.stride_length[1]() == 1
        and a.dim_size[1]() % width == 0
        and a._is_aligned[width]()
        and b._is_aligned[width]()
    )


def multiply_rows(
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b.T`. The sums of a row do not depend on how many rows there are."""
    if a.dim_size[0]() == 1:
        _launch[1](c, a, b, context)
    else:
        _launch[MOST_ROWS](c, a, b, context)


def _launch[
    rows: Int
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[rank=2, ...],
    context: DeviceContext,
) raises:
    comptime width = max(_BYTES // b.dtype.size_of(), 1)
    comptime sum_type = accumulator_of(b.dtype)
    comptime step = WARP_SIZE * width

    @__parameter
    def kernel() {var c, var a, var b}:
        var lane = Int(thread_idx.x) % WARP_SIZE
        var column = Int(block_idx.x) * _WARPS + Int(thread_idx.x) // WARP_SIZE
        if column >= c.dim_size[1]():
            return
        var depth = a.dim_size[1]()
        var count = a.dim_size[0]()
        var weights = b.unsafe_ptr() + column * b.stride_length[0]() + lane * width
        var numbers = a.unsafe_ptr() + lane * width
        var sums = InlineArray[SIMD[sum_type, width], rows](fill=SIMD[sum_type, width](0))
        comptime alignment = width * b.dtype.size_of()
        comptime other_alignment = width * a.dtype.size_of()

        @__parameter
        @always_inline
        def add(at: Int):
            var factors = (weights + at).load[width=width, alignment=alignment]().cast[sum_type]()
            comptime for row in range(rows):
                var place = numbers + (min(row, count - 1) * a.stride_length[0]() + at)
                var others = place.load[width=width, alignment=other_alignment]().cast[sum_type]()
                sums[row] = factors.fma(others, sums[row])

        var at = 0
        while at + 4 * step <= depth:
            comptime for part in range(4):
                add(at + part * step)
            at += 4 * step
        while at + lane * width < depth:
            add(at)
            at += step
        comptime for row in range(rows):
            var total = warp.sum(sums[row].reduce_add())
            if lane == 0 and row < count:
                c._fused_store[1](Index(row, column), total.cast[c.dtype]())

    context.enqueue_function[kernel](
        grid_dim=ceildiv(c.dim_size[1](), _WARPS), block_dim=_WARPS * WARP_SIZE
    )
