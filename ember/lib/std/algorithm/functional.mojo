"""map, vectorize, parallelize, tile, elementwise: loops as functions."""

from std.algorithm.parallel import parallelize, parallelize_over_rows, sync_parallelize
from std.algorithm.stencil import stencil
from std.utils.coord import Coord, CoordLike, coord_to_index_list
from std.utils.index import IndexList


@always_inline
def map[func: def(Int) capturing -> None](size: Int):
    """Calls `func` with 0 … size - 1.

    Example:

    ```mojo
    from std.algorithm.functional import map

    var squares = List[Int](length=3, fill=0)

    @parameter
    def square(i: Int):
        squares[i] = i * i

    map[square](3)
    print(squares)  # [0, 1, 4]
    ```
    """
    for i in range(size):
        func(i)


@always_inline
def map[F: def(Int) -> None, //](size: Int, func: F):
    """Calls a closure with 0 … size - 1."""
    for i in range(size):
        func(i)


@always_inline
def vectorize[
    func: def[width: Int](idx: Int) capturing -> None,
    simd_width: Int,
    /,
    *,
    unroll_factor: Int = 1,
](size: Int):
    """Calls `func` for blocks of `simd_width`, then for the rest one by one.

    Example:

    ```mojo
    from std.algorithm import vectorize

    var numbers = List[Float32](length=10, fill=1)
    var data = numbers.unsafe_ptr()

    @parameter
    def double[width: Int](i: Int):
        data.store(i, data.load[width=width](i) * 2)

    vectorize[double, 4](len(numbers))
    print(numbers[0], numbers[9])  # 2.0 2.0
    ```
    """
    var blocks = size // simd_width * simd_width
    for i in range(0, blocks, simd_width):
        func[simd_width](i)
    for i in range(blocks, size):
        func[1](i)


@always_inline
def vectorize[
    func: def[width: Int](idx: Int) capturing -> None,
    simd_width: Int,
    /,
    *,
    size: Int,
    unroll_factor: Int = 1,
]():
    """As above, with a size known at compile time."""
    comptime blocks = size // simd_width * simd_width
    for i in range(0, blocks, simd_width):
        func[simd_width](i)
    comptime if size > blocks:
        func[size - blocks](blocks)


@always_inline
def vectorize[
    F: def[width: Int](idx: Int) -> None, //, simd_width: Int, /, *, unroll_factor: Int = 1
](size: Int, closure: F):
    """Calls a closure for blocks of `simd_width`, then for the rest one by one."""
    var blocks = size // simd_width * simd_width
    for i in range(0, blocks, simd_width):
        closure[simd_width](i)
    for i in range(blocks, size):
        closure[1](i)


@always_inline
def vectorize[
    F: def[width: Int](idx: Int, evl: Int) -> None, //, simd_width: Int, /, *, unroll_factor: Int = 1
](size: Int, closure: F):
    """Calls a closure for blocks of `simd_width`; it is told how many of them count, which is less in the last block."""
    for i in range(0, size, simd_width):
        closure[simd_width](i, min(simd_width, size - i))


@always_inline
def vectorize[
    F: def[width: Int](idx: Int) -> None, //, simd_width: Int, /, *, size: Int, unroll_factor: Int = 1
](closure: F):
    """As above, with a size known at compile time: the rest is one call."""
    comptime blocks = size // simd_width * simd_width
    for i in range(0, blocks, simd_width):
        closure[simd_width](i)
    comptime if size > blocks:
        closure[size - blocks](blocks)


@always_inline
def tile[workgroup_function: def[tile_size: Int](Int) capturing -> None, tile_size_list: List[Int]](
    offset: Int,
    upperbound: Int,
):
    """Covers a range with tiles, the first size as often as it fits, then the next.

    Example:

    ```mojo
    from std.algorithm import tile

    comptime sizes: List[Int] = [4, 1]

    @parameter
    def show[size: Int](offset: Int):
        print(size, "at", offset)

    tile[show, sizes](0, 6)
    # prints: 4 at 0
    # prints: 1 at 4
    # prints: 1 at 5
    ```
    """
    var position = offset
    comptime for i in range(len(tile_size_list)):
        comptime size = tile_size_list[i]
        while position + size <= upperbound:
            workgroup_function[size](position)
            position += size


@always_inline
def tile[workgroup_function: def(Int, Int) capturing -> None](
    offset: Int,
    upperbound: Int,
    tile_size_list: List[Int],
):
    """Covers a range with tiles, the first size as often as it fits, then the next."""
    var position = offset
    for size in tile_size_list:
        while position + size <= upperbound:
            workgroup_function(position, size)
            position += size


@always_inline
def tile[
    workgroup_function: def[tile_x: Int, tile_y: Int](Int, Int) capturing -> None,
    tile_sizes_x: List[Int],
    tile_sizes_y: List[Int],
](offset_x: Int, offset_y: Int, upperbound_x: Int, upperbound_y: Int):
    """Covers a rectangle with tiles."""
    var y = offset_y
    comptime for j in range(len(tile_sizes_y)):
        comptime height = tile_sizes_y[j]
        while y + height <= upperbound_y:
            var x = offset_x
            comptime for i in range(len(tile_sizes_x)):
                comptime width = tile_sizes_x[i]
                while x + width <= upperbound_x:
                    workgroup_function[width, height](x, y)
                    x += width
            y += height


@always_inline
def tile[
    F: def[tile_size: Int](Int) -> None, //, tile_size_list: List[Int]
](offset: Int, upperbound: Int, workgroup_function: F):
    """Covers a range with tiles, the first size as often as it fits, then the next."""
    var position = offset
    comptime for i in range(len(tile_size_list)):
        comptime size = tile_size_list[i]
        while position + size <= upperbound:
            workgroup_function[size](position)
            position += size


@always_inline
def tile[F: def(Int, Int) -> None, //](offset: Int, upperbound: Int, *tile_size_list: Int, workgroup_function: F):
    """Covers a range with tiles of sizes that are known when the program runs."""
    var position = offset
    for size in tile_size_list:
        while position + size <= upperbound:
            workgroup_function(position, size)
            position += size


@always_inline
def tile[
    F: def[tile_size: Int](Int, Int) -> None, //, secondary_tile_size_list: List[Int], secondary_cleanup_tile: Int
](
    offset: Int, upperbound: Int, *primary_tile_size_list: Int, primary_cleanup_tile: Int, workgroup_function: F
):
    """Covers a range with tiles whose sizes are given twice: as numbers, and as parameters of the function."""
    var position = offset
    comptime for i in range(len(secondary_tile_size_list)):
        comptime secondary = secondary_tile_size_list[i]
        var size = primary_tile_size_list[i]
        while position + size <= upperbound:
            workgroup_function[secondary](position, size)
            position += size
    while position < upperbound:
        workgroup_function[secondary_cleanup_tile](position, primary_cleanup_tile)
        position += primary_cleanup_tile


@always_inline
def tile[
    F: def[tile_x: Int, tile_y: Int](Int, Int) -> None, //, tile_sizes_x: List[Int], tile_sizes_y: List[Int]
](offset_x: Int, offset_y: Int, upperbound_x: Int, upperbound_y: Int, workgroup_function: F):
    """Covers a rectangle with tiles."""
    var y = offset_y
    comptime for j in range(len(tile_sizes_y)):
        comptime height = tile_sizes_y[j]
        while y + height <= upperbound_y:
            var x = offset_x
            comptime for i in range(len(tile_sizes_x)):
                comptime width = tile_sizes_x[i]
                while x + width <= upperbound_x:
                    workgroup_function[width, height](x, y)
                    x += width
            y += height


@always_inline
def tile_and_unswitch[
    F: def[tile_size: Int, flag: Bool](Int, Int) -> None, //, tile_size_list: List[Int]
](offset: Int, upperbound: Int, workgroup_function: F):
    """Covers a range with tiles; the last one, if it is not full, is called with a flag that is `False`.

    Example:

    ```mojo
    from std.algorithm import tile_and_unswitch

    def show[size: Int, full: Bool](offset: Int, end: Int):
        print(size, full, offset, end)

    tile_and_unswitch[[4]](0, 6, show)
    # prints: 4 True 0 6
    # prints: 4 False 4 6
    ```
    """
    var position = offset
    comptime for i in range(len(tile_size_list)):
        comptime size = tile_size_list[i]
        while position + size <= upperbound:
            workgroup_function[size, True](position, upperbound)
            position += size
    comptime last = tile_size_list[len(tile_size_list) - 1]
    if position < upperbound:
        workgroup_function[last, False](position, upperbound)


@always_inline
def tile_and_unswitch[
    F: def[flag: Bool](Int, Int, Int) -> None, //
](offset: Int, upperbound: Int, *tile_size_list: Int, workgroup_function: F):
    """As above, with sizes that are known when the program runs."""
    var position = offset
    var last = 1
    for size in tile_size_list:
        last = size
        while position + size <= upperbound:
            workgroup_function[True](position, upperbound, size)
            position += size
    if position < upperbound:
        workgroup_function[False](position, upperbound, last)


@always_inline
def tile_middle_unswitch_boundaries[
    F: def[tile_size: Int, boundary: Bool](Int) -> None,
    //,
    middle_tile_sizes: List[Int],
    left_tile_size: Int = 1,
    right_tile_size: Int = 1,
](
    left_boundary_start: Int,
    left_boundary_end: Int,
    right_boundary_start: Int,
    right_boundary_end: Int,
    work_fn: F,
):
    """Covers a range with tiles; those at its two ends are called with a flag that is `True`.

    Example:

    ```mojo
    from std.algorithm import tile_middle_unswitch_boundaries

    def show[size: Int, boundary: Bool](offset: Int):
        print(size, boundary, offset)

    tile_middle_unswitch_boundaries[[4]](0, 1, 5, 6, show)
    # prints: 1 True 0
    # prints: 4 False 1
    # prints: 1 True 5
    ```
    """
    var position = left_boundary_start
    while position < left_boundary_end:
        work_fn[left_tile_size, True](position)
        position += left_tile_size
    comptime for i in range(len(middle_tile_sizes)):
        comptime size = middle_tile_sizes[i]
        while position + size <= right_boundary_start:
            work_fn[size, False](position)
            position += size
    while position < right_boundary_end:
        work_fn[right_tile_size, True](position)
        position += right_tile_size


@always_inline
def tile_middle_unswitch_boundaries[
    F: def[tile_size: Int, left: Bool, right: Bool](Int) -> None, //, tile_size: Int, size: Int
](work_fn: F):
    """Covers a range of known size with tiles, with flags for its first and its last."""
    comptime if size <= tile_size:
        work_fn[size, True, True](0)
    elif size <= 2 * tile_size:
        comptime half = size // 2
        work_fn[half, True, False](0)
        work_fn[size - half, False, True](half)
    else:
        work_fn[tile_size, True, False](0)
        comptime full = (size - 2 * tile_size) // tile_size
        comptime for i in range(full):
            work_fn[tile_size, False, False]((i + 1) * tile_size)
        comptime rest = (size - 2 * tile_size) % tile_size
        comptime if rest > 0:
            work_fn[rest, False, False]((full + 1) * tile_size)
        work_fn[tile_size, False, True](size - tile_size)


@always_inline
def unroll[func: def[index: Int]() capturing -> None, count: Int]():
    """Calls `func` with 0 … count - 1 as parameter, without a loop.

    Example:

    ```mojo
    from std.algorithm import unroll

    @parameter
    def show[index: Int]():
        print("step", index)

    unroll[show, 2]()
    # prints: step 0
    # prints: step 1
    ```
    """
    comptime for i in range(count):
        func[i]()


@always_inline
def unroll[func: def[a: Int, b: Int]() capturing -> None, first: Int, second: Int]():
    """Calls `func` with all pairs, the second number changing fastest."""
    comptime for i in range(first):
        comptime for j in range(second):
            func[i, j]()


@always_inline
def unswitch[switched_func: def[flag: Bool]() capturing -> None](dynamic_switch: Bool):
    """Calls the version of a function that fits a flag.

    Example:

    ```mojo
    from std.algorithm import unswitch

    @parameter
    def show[flag: Bool]():
        print("fast" if flag else "safe")

    unswitch[show](True)
    # prints: fast
    ```
    """
    if dynamic_switch:
        switched_func[True]()
    else:
        switched_func[False]()


@always_inline
def unswitch[F: def[flag: Bool]() -> None, //](dynamic_switch: Bool, switched_func: F):
    """Calls the version of a closure that fits a flag."""
    if dynamic_switch:
        switched_func[True]()
    else:
        switched_func[False]()


@always_inline
def unswitch[
    F: def[flag_a: Bool, flag_b: Bool]() -> None, //
](dynamic_switch_a: Bool, dynamic_switch_b: Bool, switched_func: F):
    """Calls the version of a closure that fits two flags."""
    if dynamic_switch_a:
        if dynamic_switch_b:
            switched_func[True, True]()
        else:
            switched_func[True, False]()
    elif dynamic_switch_b:
        switched_func[False, True]()
    else:
        switched_func[False, False]()


@always_inline
def elementwise[
    func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None,
    simd_width: Int,
    /,
    *,
    use_blocking_impl: Bool = False,
    target: StaticString = "cpu",
](shape: Int):
    """Calls `func` for all places of a row, `simd_width` at a time.

    Example:

    ```mojo
    from std.algorithm import elementwise
    from std.utils import IndexList

    var numbers = List[Int](length=5, fill=0)
    var data = numbers.unsafe_ptr()

    @parameter
    def fill[width: Int, rank: Int](at: IndexList[rank]):
        data.store(at[0], SIMD[DType.int, width](7))

    elementwise[fill, 2](5)
    print(numbers)  # [7, 7, 7, 7, 7]
    ```
    """
    comptime if target != "cpu":
        elementwise[func, simd_width, target=target](IndexList[1](shape))
        return
    var blocks = shape // simd_width * simd_width
    for i in range(0, blocks, simd_width):
        func[simd_width, 1](IndexList[1](i))
    for i in range(blocks, shape):
        func[1, 1](IndexList[1](i))


@always_inline
def elementwise[
    rank: Int,
    //,
    func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None,
    simd_width: Int,
    /,
    *,
    use_blocking_impl: Bool = False,
    target: StaticString = "cpu",
](shape: IndexList[rank]):
    """Calls `func` for all places of a shape, `simd_width` at a time along the last axis.

    With `target="gpu"` the calls are made by the threads of a kernel on the first GPU, which has copies of what `func` captured;
    an error there ends the program. With a `DeviceContext` after the shape it is raised.
    """
    comptime if target != "cpu":
        from std.algorithm._device import is_device, run_on_first_device

        comptime assert is_device(target), "the targets of 'elementwise' are cpu and gpu"
        run_on_first_device[func, simd_width](shape)
        return
    comptime last = rank - 1
    var rows = 1
    comptime for d in range(last):
        rows *= shape[d]
    var columns = shape[last]
    var blocks = columns // simd_width * simd_width
    for row in range(rows):
        var place = IndexList[rank]()
        var rest = row
        comptime for k in range(last):
            comptime d = last - 1 - k
            place[d] = rest % shape[d]
            rest //= shape[d]
        for column in range(0, blocks, simd_width):
            place[last] = column
            func[simd_width, rank](place)
        for column in range(blocks, columns):
            place[last] = column
            func[1, rank](place)


@always_inline
def elementwise[
    Context: AnyType,
    //,
    func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None,
    simd_width: Int,
    /,
    *,
    use_blocking_impl: Bool = False,
    target: StaticString = "cpu",
](shape: Int, context: Context) raises:
    """As with an `IndexList` of one number."""
    elementwise[func, simd_width, use_blocking_impl=use_blocking_impl, target=target](IndexList[1](shape), context)


@always_inline
def elementwise[
    rank: Int,
    Context: AnyType,
    //,
    func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None,
    simd_width: Int,
    /,
    *,
    use_blocking_impl: Bool = False,
    target: StaticString = "cpu",
](shape: IndexList[rank], context: Context) raises:
    """As without a `DeviceContext`, but on that device; the work is put on its stream."""
    comptime if target == "cpu":
        elementwise[func, simd_width](shape)
    else:
        from std.algorithm._device import is_device, run_on_device
        from std.gpu.host import DeviceContext

        comptime assert is_device(target), "the targets of 'elementwise' are cpu and gpu"
        run_on_device[func, simd_width](shape, rebind[DeviceContext](context))
        comptime if use_blocking_impl:
            rebind[DeviceContext](context).synchronize()


@always_inline
def elementwise[
    F: AnyType, Shape: CoordLike, Context: AnyType, //, *, simd_width: Int, target: StaticString = "cpu"
](func: F, shape: Shape, context: Context) raises:
    """Calls a closure `func[width](coordinate)` for all places of a shape, on the processor or on a device."""

    @__parameter
    @always_inline
    def one[width: Int, rank: Int](place: IndexList[rank]):
        func[width](Coord(place))

    elementwise[one, simd_width, target=target](coord_to_index_list(shape), context)


@always_inline
def elementwise[
    F: AnyType, Shape: CoordLike, //, *, simd_width: Int, target: StaticString = "cpu"
](func: F, shape: Shape):
    """Calls a closure `func[width](coordinate)` for all places of a shape."""

    @__parameter
    @always_inline
    def one[width: Int, rank: Int](place: IndexList[rank]):
        func[width](Coord(place))

    elementwise[one, simd_width, target=target](coord_to_index_list(shape))
