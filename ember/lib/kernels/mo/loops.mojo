"""The loop of kernels that compute every element on its own."""

from std.algorithm.parallel import sync_parallelize
from std.math import ceildiv
from std.runtime._asyncrt import parallelism_level
from std.utils.index import IndexList

comptime _ENOUGH_FOR_THREADS = 1 << 15
"""Fewer elements than these are not shared among threads."""


@always_inline
def for_all[
    rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank]):
    """Calls `func` for all places of a shape, `width` at a time along the last axis.

    Example:

    ```mojo
    from mo.loops import for_all
    from std.utils import IndexList

    var numbers = List[Int](length=6, fill=0)

    @parameter
    def fill[width: Int](index: IndexList[2]):
        for lane in range(width):
            numbers[index[0] * 3 + index[1] + lane] = index[0]

    for_all[fill, 2](IndexList[2](2, 3))
    print(numbers)  # [0, 0, 0, 1, 1, 1]
    ```
    """
    comptime if rank == 0:
        func[1](shape)
    else:
        var columns = shape[rank - 1]
        var rows = 1
        comptime for d in range(rank - 1):
            rows *= shape[d]
        if rows * columns < _ENOUGH_FOR_THREADS:
            _rows[func, width](shape, 0, rows, 0, columns)
            return
        _shared[func, width](shape, rows, columns)


@always_inline
def _shared[
    rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank], rows: Int, columns: Int):
    # Threads share the rows; where there are few, the columns.
    var workers = parallelism_level()
    var by_rows = rows >= workers
    var shares = workers if by_rows else max(1, min(workers, columns // (_ENOUGH_FOR_THREADS // 4)))
    var each_row = ceildiv(rows, shares)
    var each_column = ceildiv(ceildiv(columns, shares), width) * width

    @__parameter
    @always_inline
    def share(i: Int):
        if by_rows:
            _rows[func, width](shape, i * each_row, min((i + 1) * each_row, rows), 0, columns)
        else:
            _rows[func, width](shape, 0, rows, i * each_column, min((i + 1) * each_column, columns))

    sync_parallelize[share](shares)


@always_inline
def _rows[
    rank: Int, //, func: def[width: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank], first: Int, end: Int, left: Int, right: Int):
    comptime last = rank - 1
    var blocks = left + (right - left) // width * width
    for row in range(first, end):
        var place = IndexList[rank]()
        var rest = row
        comptime for k in range(last):
            comptime d = last - 1 - k
            place[d] = rest % shape[d]
            rest //= shape[d]
        for column in range(left, blocks, width):
            place[last] = column
            func[width](place)
        var start = blocks
        comptime if width > 2:
            if start + width // 2 <= right:
                place[last] = start
                func[width // 2](place)
                start += width // 2
        for column in range(start, right):
            place[last] = column
            func[1](place)
