"""Loops that kernels share: rows along an axis, their places, their distribution over threads."""

from std.algorithm import sync_parallelize
from std.algorithm._device import is_device, run_on_device
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.runtime._asyncrt import parallelism_level
from std.utils.index import IndexList

comptime ENOUGH_FOR_THREADS = 1 << 15
"""Less work than this many elements is not shared among threads."""


@always_inline
def accumulator[dtype: DType]() -> DType:
    """The type to add numbers in: wider than the narrow floating-point types."""
    comptime if dtype == DType.float16 or dtype == DType.bfloat16:
        return DType.float32
    else:
        return dtype


@always_inline
def rows_along[rank: Int, //, axis: Int](shape: IndexList[rank]) -> Int:
    """How many rows lie along an axis: as many as the other axes have places."""
    var rows = 1
    comptime for i in range(rank):
        comptime if i != axis:
            rows *= shape[i]
    return rows


@always_inline
def start_of_row[rank: Int, //, axis: Int](row: Int, shape: IndexList[rank]) -> IndexList[rank]:
    """Where a row along an axis starts; the last of the other axes runs fastest. Without an axis (-1) every place is a row.

    Example:

    ```mojo
    from nn._loops import start_of_row
    from std.utils import Index

    print(start_of_row[1](3, Index(2, 3, 2)), start_of_row[-1](7, Index(2, 3, 2)))  # (1, 0, 1) (1, 0, 1)
    ```
    """
    var place = IndexList[rank]()
    var rest = row
    comptime for k in range(rank):
        comptime i = rank - 1 - k
        comptime if i == (1 if axis == 0 else 0):
            place[i] = rest  # the slowest: no division, which a kernel would wait for
        elif i != axis:
            place[i] = rest % shape[i]
            rest //= shape[i]
    return place


@always_inline
def share[func: def(Int, Int) capturing -> None](count: Int, cost: Int):
    """Calls `func(first, end)` for ranges that cover `count` items, each of which costs as much as `cost` elements.

    Example:

    ```mojo
    from nn._loops import share

    var squares = List[Int](length=4, fill=0)

    @parameter
    def some(first: Int, end: Int):
        for i in range(first, end):
            squares[i] = i * i

    share[some](4, 1)
    print(squares)  # [0, 1, 4, 9]
    ```
    """
    var shares = min(parallelism_level(), count)
    if shares <= 1 or count * cost < ENOUGH_FOR_THREADS:
        func(0, count)
        return
    var each = ceildiv(count, shares)

    @__parameter
    @always_inline
    def one(i: Int):
        func(min(i * each, count), min((i + 1) * each, count))

    sync_parallelize[one](shares)


@always_inline
def for_places[rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None, width: Int](
    shape: IndexList[rank], cost: Int = 1
):
    """Calls `func` for all places of a shape, for `width` along the last axis at a time as far as that fits; each costs as much as `cost` elements."""
    comptime if rank == 0:
        func[1](shape)
    else:
        comptime last = rank - 1
        var columns = shape[last]

        @__parameter
        def rows(first: Int, end: Int):
            for row in range(first, end):
                var place = start_of_row[last](row, shape)
                var column = 0
                while column + width <= columns:
                    place[last] = column
                    func[width](place)
                    column += width
                while column < columns:
                    place[last] = column
                    func[1](place)
                    column += 1

        share[rows](rows_along[last](shape), columns * cost)


@always_inline
def for_places[
    rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None, width: Int, target: StaticString
](shape: IndexList[rank], ctx: DeviceContext, cost: Int = 1) raises:
    """As above, on processors or on a device; what `func` captured is copied there."""
    comptime if is_device(target):
        comptime room = max(rank, 1)
        var places = IndexList[room](fill=1)
        comptime for i in range(rank):
            places[i] = shape[i]

        @__parameter
        @always_inline
        def one[lanes: Int, any_rank: Int](index: IndexList[any_rank]):
            var place = IndexList[rank]()
            comptime for i in range(rank):
                place[i] = index[i]
            func[lanes](place)

        run_on_device[one, width if rank > 0 else 1](places, ctx)
    else:
        comptime assert target == "cpu", "the targets of kernels are cpu and gpu"
        for_places[func, width](shape, cost)
