"""The first numbers of rows on devices: a block for each row finds one after the other."""

from extensibility import ManagedTensorSlice
from nn._device import THREADS, each_row_on_device
from std.gpu import barrier, thread_idx
from std.gpu.host import DeviceContext
from std.memory import stack_allocation
from std.utils.index import IndexList


@always_inline
def comes_first[dtype: DType, //, largest: Bool](a: Scalar[dtype], b: Scalar[dtype]) -> Bool:
    """Whether `a` stands before `b` in the order from the largest, or from the smallest; what is not a number counts as the largest."""
    comptime if largest:
        comptime if dtype.is_floating_point():
            return a > b or (a != a and b == b)
        else:
            return a > b
    else:
        comptime if dtype.is_floating_point():
            return a < b or (a == a and b != b)
        else:
            return a < b


@always_inline
def _is_before[
    dtype: DType, //, largest: Bool
](a: Scalar[dtype], a_at: Int, b: Scalar[dtype], b_at: Int) -> Bool:
    # Of equals the one that stands first; nothing (-1) comes last.
    if a_at < 0 or b_at < 0:
        return b_at < 0 and a_at >= 0
    if comes_first[largest](a, b):
        return True
    return a_at < b_at and not comes_first[largest](b, a)


@always_inline
def best_on_device[
    rank: Int, dtype: DType, //,
    axis: Int,
    largest: Bool,
    found: def(IndexList[rank], Scalar[dtype], Int) capturing -> None,
](x: ManagedTensorSlice[dtype=dtype, rank=rank, ...], count: Int, ctx: DeviceContext) raises:
    """Calls `found` with a place of the result, a number and where it was, for the `count` first numbers of each row along an axis."""
    var length = x.dim_size[axis]()

    @__parameter
    @always_inline
    def row(start: IndexList[rank]):
        var numbers = stack_allocation[THREADS, dtype, address_space = AddressSpace.SHARED]()
        var places = stack_allocation[THREADS, DType.int64, address_space = AddressSpace.SHARED]()
        var thread = Int(thread_idx.x)
        var place = start
        var last = Scalar[dtype](0)
        var last_at = -1
        for n in range(count):
            var best = Scalar[dtype](0)
            var best_at = -1
            for i in range(thread, length, THREADS):
                place[axis] = i
                var number = x.load[1](place)
                if (n == 0 or _is_before[largest](last, last_at, number, i)) and _is_before[largest](number, i, best, best_at):
                    best = number
                    best_at = i
            numbers[thread] = best
            places[thread] = Int64(best_at)
            barrier()
            var half = THREADS // 2
            while half > 0:
                if thread < half:
                    var other = numbers[thread + half]
                    var other_at = Int(places[thread + half])
                    if _is_before[largest](other, other_at, numbers[thread], Int(places[thread])):
                        numbers[thread] = other
                        places[thread] = Int64(other_at)
                barrier()
                half //= 2
            last = numbers[0]
            last_at = Int(places[0])
            barrier()
            if thread == 0:
                place[axis] = n
                found(place, last, last_at)

    each_row_on_device[axis, row](x.shape(), ctx)
