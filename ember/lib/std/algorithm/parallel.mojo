"""parallelize and its relatives: loops whose items are done by several threads."""

from std.algorithm._threads import _run_in_threads, _run_raising_in_threads
from std.sys.info import num_logical_cores
from std.utils.index import IndexList


def parallelize[func: def(Int) capturing -> None](num_work_items: Int, num_workers: Int = 0):
    """Calls `func` with 0 … num_work_items - 1, in several threads, and returns when all are done.

    The threads belong to a pool and are kept; the calling thread works too. Items may themselves call `parallelize`, and
    several threads may call it at the same time. A child of `fork` makes threads of its own. If `func` may raise, the first error that an item raises is raised here, and
    items that nobody has begun are left out.

    Parameters:
        func: What to do for an item.

    Args:
        num_work_items: How many items there are.
        num_workers: How many threads may work, counting this one; as many as there are cores if it is 0.

    Example:

    ```mojo
    from std.algorithm import parallelize

    var squares = List[Int](length=4, fill=0)

    @parameter
    def square(i: Int):
        squares[i] = i * i

    parallelize[square](4)
    print(squares)  # [0, 1, 4, 9]

    @parameter
    def check(i: Int) raises:
        if i == 2:
            raise Error("2 is not allowed")

    try:
        parallelize[check](4)
    except error:
        print(error)  # 2 is not allowed
    ```
    """
    _run_in_threads(func, num_work_items, num_workers)


def parallelize[func: def(Int) raises capturing -> None](
    num_work_items: Int,
    num_workers: Int = 0,
) raises:
    """As above, for a function that may raise."""
    _run_raising_in_threads(func, num_work_items, num_workers)


def parallelize[F: def(Int) -> None, //](num_work_items: Int, func: F, *, num_workers: Int = 0):
    """As above, for a closure."""
    _run_in_threads(func, num_work_items, num_workers)


def parallelize[F: def(Int) raises -> None, //](
    num_work_items: Int,
    func: F,
    *,
    num_workers: Int = 0,
) raises:
    """As above, for a closure that may raise."""
    _run_raising_in_threads(func, num_work_items, num_workers)


def sync_parallelize[func: def(Int) capturing -> None](num_work_items: Int):
    """Calls `func` with 0 … num_work_items - 1, in several threads, and returns when all are done.

    Example:

    ```mojo
    from std.algorithm import sync_parallelize

    var cubes = List[Int](length=3, fill=0)

    @parameter
    def cube(i: Int):
        cubes[i] = i * i * i

    sync_parallelize[cube](3)
    print(cubes)  # [0, 1, 8]
    ```
    """
    _run_in_threads(func, num_work_items, 0)


def sync_parallelize[func: def(Int) raises capturing -> None](num_work_items: Int) raises:
    """As above; raises what the first item that failed raised."""
    _run_raising_in_threads(func, num_work_items, 0)


def sync_parallelize[F: def(Int) -> None, //](num_work_items: Int, func: F):
    """As above, for a closure."""
    _run_in_threads(func, num_work_items, 0)


def sync_parallelize[F: def(Int) raises -> None, //](num_work_items: Int, func: F) raises:
    """As above, for a closure that may raise."""
    _run_raising_in_threads(func, num_work_items, 0)


def parallelize_over_rows[rank: Int, //, func: def(Int, Int) capturing -> None](
    shape: IndexList[rank],
    axis: Int,
    grain_size: Int,
):
    """Calls `func(first, end)` in several threads for ranges that cover all rows of a shape.

    Parameters:
        rank: How many axes the shape has.
        func: What to do for the rows from the first to the end, the end left out.

    Args:
        shape: The shape.
        axis: The axis the rows lie along: there are as many rows as the other axes have places.
        grain_size: How many elements a range has at least.

    Example:

    ```mojo
    from std.algorithm.functional import parallelize_over_rows
    from std.utils import IndexList

    var lengths = List[Int](length=6, fill=0)

    @parameter
    def fill(first: Int, end: Int):
        for row in range(first, end):
            lengths[row] = end - first

    parallelize_over_rows[fill](IndexList[2](6, 10), 1, 60)
    print(lengths)  # [6, 6, 6, 6, 6, 6]
    ```
    """
    var rows = 1
    for i in range(rank):
        if i != axis:
            rows *= shape[i]
    var least = max(1, grain_size // max(1, shape[axis]))
    var size = max(least, (rows + num_logical_cores() - 1) // num_logical_cores())

    @__parameter
    def do_range(i: Int):
        func(i * size, min(rows, (i + 1) * size))

    _run_in_threads(do_range, (rows + size - 1) // size, 0)
