"""multiply: the product of two matrices, into any function.

The depth is cut into blocks whose panels fit into the first cache, the result into regions, one for a thread at a time. For a
block of the depth a region packs some of its columns, goes through their tiles, then packs the next; sums are kept between blocks.
"""

from linalg.matrix import Matrix, accumulator_of
from linalg.packing import MARGIN, pack_columns, pack_panels, pack_rows
from linalg.tiles import TILE_ROWS, fill_tile, multiply_add, tile_columns
from std.algorithm.parallel import sync_parallelize
from std.math import ceildiv
from std.runtime._asyncrt import parallelism_level

comptime Store = def[dtype: DType, width: Int](Int, Int, SIMD[dtype, width]) capturing -> None
"""Gets elements of a product: row, column, a vector along the row.

Example:

```mojo
from linalg.matrix import Matrix
from linalg.multiply import multiply

var numbers: List[Float32] = [1, 2, 3, 4]
var m = Matrix[DType.float32](numbers.unsafe_ptr(), 2, 2, 2, 1)

@parameter
def show[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
    if row == 1 and column == 1:
        print(value)  # 22.0

multiply[show](m, m)
_ = numbers
```
"""
comptime _Numbers[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin]
comptime _DEPTH = 512
"""The most of the depth that a block has."""
comptime _NEAR_PANELS = 40
"""Panels of rows whose block stays in the second cache while the columns of a region pass."""
comptime _TOGETHER = 16
"""Panels of columns that are packed at once, so that more of a row is read at a time, and used before the next."""
comptime _FEW_COLUMNS = 4
"""So few panels of columns do not repay packing rows."""
comptime _PACKED = 1 << 18
"""At least so many numbers of rows are packed at a time,"""
comptime _AGAIN = 4
"""and at least so many times those of the columns, which are packed again each time."""
comptime _ENOUGH_TO_PACK = 1 << 13
"""Fewer numbers than these are not packed by several threads."""
comptime _ENOUGH_FOR_THREADS = 1 << 16
"""Fewer products than these are not shared among threads."""


def multiply[dtype: DType, right_dtype: DType, //, store: Store](a: Matrix[dtype], b: Matrix[right_dtype]):
    """Gives the elements of `a @ b` to `store(row, column, vector along the row)`.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from linalg.multiply import multiply

    var numbers: List[Float32] = [1, 2, 3, 4]
    var m = Matrix[DType.float32](numbers.unsafe_ptr(), 2, 2, 2, 1)

    @parameter
    def show[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
        if row == 0 and column == 1:
            print(value)  # 10.0

    multiply[show](m, m)
    _ = numbers
    ```
    """
    comptime sum_type = accumulator_of(dtype)
    comptime columns = tile_columns[sum_type]()
    if a.rows == 0 or b.columns == 0:
        return
    if a.rows == 1 and b.column_stride == 1:
        _multiply_row[store](a, b)
        return

    @__parameter
    @always_inline
    def prepare(first: Int, count: Int, from_row: Int, end_row: Int, room: _Numbers[sum_type], size: Int):
        pack_panels[sum_type, columns](room, size, b, first, count, from_row, end_row)

    @__parameter
    @always_inline
    def place(index: Int, from_row: Int, room: _Numbers[sum_type]) -> _Numbers[sum_type]:
        return room

    _multiply_panels[sum_type, False, prepare, place, store](a, b.columns)


def multiply_packed[
    dtype: DType, right_dtype: DType, //, store: Store, *, is_woven: Bool = False
](a: Matrix[dtype], packed: _Numbers[right_dtype], columns: Int):
    """The same, where the second matrix went through `pack`.

    Parameters:
        dtype: The type of the first matrix.
        right_dtype: The type of the second.
        store: Gets the elements.
        is_woven: Whether the rows of the first lie as `pack_rows` puts them, one tile after the other, with `MARGIN` numbers behind.

    Args:
        a: The first matrix.
        packed: The second.
        columns: How many columns the second has.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from linalg.multiply import multiply_packed, pack

    var numbers: List[Float32] = [1, 2, 3, 4]
    var m = Matrix[DType.float32](numbers.unsafe_ptr(), 2, 2, 2, 1)
    var packed = List[Float32](length=4, fill=0)
    pack(packed.unsafe_ptr(), m)

    @parameter
    def show[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
        if row == 0 and column == 1:
            print(value)  # 10.0

    multiply_packed[show](m, packed.unsafe_ptr(), 2)
    _ = (numbers^, packed^)
    ```
    """
    comptime sum_type = accumulator_of(dtype)
    comptime width = tile_columns[sum_type]()
    var depth = a.columns
    if a.rows == 0 or columns == 0:
        return

    @__parameter
    @always_inline
    def prepare(first: Int, count: Int, from_row: Int, end_row: Int, room: _Numbers[right_dtype], size: Int):
        # the last panel, if it is narrow
        var start = (first + count - 1) * width
        var left = columns - start
        if left < width:
            pack_columns[right_dtype, width](
                room + (count - 1) * size,
                Matrix[right_dtype](packed + start * depth, depth, left, left, 1),
                0,
                from_row,
                end_row,
                width,
            )

    @__parameter
    @always_inline
    def place(index: Int, from_row: Int, room: _Numbers[right_dtype]) -> _Numbers[right_dtype]:
        if (index + 1) * width > columns:
            return room
        return packed + index * width * depth + from_row * width

    _multiply_panels[right_dtype, True, prepare, place, store, is_woven](a, columns)


def pack[
    dtype: DType, //, sum_type: DType = accumulator_of(dtype)
](target: _Numbers[dtype], b: Matrix[dtype]):
    """Puts a matrix into the order that `multiply_packed` wants: panels of columns; the numbers stay as many.

    Parameters:
        dtype: The type of the numbers.
        sum_type: The type in which products will be summed, which decides how wide panels are.

    Args:
        target: Where to put them.
        b: The matrix.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from linalg.multiply import pack

    var numbers: List[Float32] = [1, 2, 3, 4]
    var packed = List[Float32](length=4, fill=0)
    pack(packed.unsafe_ptr(), Matrix[DType.float32](numbers.unsafe_ptr(), 2, 2, 1, 2))
    print(packed)  # [1.0, 3.0, 2.0, 4.0]
    _ = numbers
    ```
    """
    comptime width = tile_columns[sum_type]()

    @__parameter
    def one(index: Int):
        var first = index * width
        pack_columns[dtype, width](
            target + first * b.rows, b, first, 0, b.rows, min(width, b.columns - first)
        )

    sync_parallelize[one](ceildiv(b.columns, width))


def _multiply_panels[
    dtype: DType, //,
    right_dtype: DType,
    is_packed: Bool,
    prepare: def(Int, Int, Int, Int, _Numbers[right_dtype], Int) capturing -> None,
    place: def(Int, Int, _Numbers[right_dtype]) capturing -> _Numbers[right_dtype],
    store: Store,
    is_woven: Bool = False,
](a: Matrix[dtype], columns: Int):
    # Few columns, or a single row, take the rows as they lie.
    comptime sum_type = accumulator_of(dtype)
    var panels = ceildiv(columns, tile_columns[sum_type]())
    var is_ready = dtype == sum_type and a.column_stride == 1
    var rows = a.start.bitcast[sum_type]()
    comptime if is_woven:
        comptime assert dtype == sum_type, "woven rows are of the type that sums are computed in"
        _multiply_regions[sum_type, right_dtype, TILE_ROWS, True, False, prepare, place, store](
            rows, 0, a.rows, a.columns, columns
        )
        return
    if a.rows == 1:
        var row = List[Scalar[sum_type]](unsafe_uninit_length = 0 if is_ready else a.columns)
        if not is_ready:
            for k in range(a.columns):
                row[k] = a[0, k].cast[sum_type]()
            rows = {mlir_value = row.unsafe_ptr().address}
        _multiply_regions[sum_type, right_dtype, 1, False, is_packed, prepare, place, store](rows, 0, a.rows, a.columns, columns)
        _ = row
    elif is_ready and panels <= _FEW_COLUMNS and a.rows >= TILE_ROWS:
        _multiply_regions[sum_type, right_dtype, TILE_ROWS, False, False, prepare, place, store](
            rows, a.row_stride, a.rows, a.columns, columns
        )
    else:
        # Many rows beside few columns are packed some at a time: fresh memory for all of them would cost more than packing columns again.
        var tiles = ceildiv(a.rows, TILE_ROWS)
        var together = min(tiles, ceildiv(max(_AGAIN * columns, _PACKED // max(a.columns, 1)), TILE_ROWS))
        var packed = List[Scalar[sum_type]](unsafe_uninit_length=together * TILE_ROWS * a.columns + MARGIN)
        rows = {mlir_value = packed.unsafe_ptr().address}
        for tile in range(0, tiles, together):
            var first = tile * TILE_ROWS

            @__parameter
            @always_inline
            def store_below[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
                store[dtype, width](first + row, column, value)

            var count = min(together, tiles - tile)
            _pack_tiles(rows, a, first, count)
            _multiply_regions[sum_type, right_dtype, TILE_ROWS, True, False, prepare, place, store_below](
                rows, 0, min(count * TILE_ROWS, a.rows - first), a.columns, columns
            )
        _ = packed


def _pack_tiles[dtype: DType, to: DType, //](target: _Numbers[to], a: Matrix[dtype], first: Int, count: Int):
    """Panels of rows from the given row on, over the whole depth."""

    @__parameter
    def one(index: Int):
        pack_rows[to](target + index * TILE_ROWS * a.columns, a, first + index * TILE_ROWS)

    if count * TILE_ROWS * a.columns < _ENOUGH_TO_PACK:
        for index in range(count):
            one(index)
    else:
        sync_parallelize[one](count)


def _multiply_regions[
    sum_type: DType,
    right_dtype: DType,
    rows: Int,
    woven: Bool,
    whole: Bool,
    prepare: def(Int, Int, Int, Int, _Numbers[right_dtype], Int) capturing -> None,
    place: def(Int, Int, _Numbers[right_dtype]) capturing -> _Numbers[right_dtype],
    store: Store,
](left: _Numbers[sum_type], left_stride: Int, height: Int, depth: Int, columns: Int):
    """Cuts the result into regions: along the columns, and along the rows where there are few columns.

    With `whole` the depth is one block: a single row uses each number of packed panels once, which are read from end to end.
    """
    comptime width = tile_columns[sum_type]()
    var panels = ceildiv(columns, width)
    var tiles = ceildiv(height, rows)
    var threads = parallelism_level() if height * columns * depth >= _ENOUGH_FOR_THREADS else 1
    var wanted = 2 * threads if threads > 1 else 1
    var across = min(panels, wanted)
    var down = min(tiles, ceildiv(wanted, across))
    var each_across = ceildiv(panels, across)
    var each_down = ceildiv(tiles, down)

    @__parameter
    def region(index: Int):
        var first_panel = index % across * each_across
        var end_panel = min(first_panel + each_across, panels)
        var first_tile = index // across * each_down
        var end_tile = min(first_tile + each_down, tiles)
        if first_panel < end_panel and first_tile < end_tile:
            _multiply_region[sum_type, right_dtype, rows, woven, whole, prepare, place, store](
                left, left_stride, height, depth, columns, first_panel, end_panel, first_tile, end_tile
            )

    if across * down == 1:
        region(0)
    else:
        sync_parallelize[region](across * down)


def _multiply_region[
    sum_type: DType,
    right_dtype: DType,
    rows: Int,
    woven: Bool,
    whole: Bool,
    prepare: def(Int, Int, Int, Int, _Numbers[right_dtype], Int) capturing -> None,
    place: def(Int, Int, _Numbers[right_dtype]) capturing -> _Numbers[right_dtype],
    store: Store,
](
    left: _Numbers[sum_type],
    left_stride: Int,
    height: Int,
    depth: Int,
    columns: Int,
    first_panel: Int,
    end_panel: Int,
    first_tile: Int,
    end_tile: Int,
):
    comptime width = tile_columns[sum_type]()
    comptime size = rows * width
    comptime few = max(1, rows // 3) if woven else rows  # rows of the last tile that are not worth a whole one
    var blocks = 1 if whole else max(1, ceildiv(depth, _DEPTH))
    var block_depth = ceildiv(depth, blocks)
    var count = end_panel - first_panel
    var panel_size = block_depth * width
    var room = List[Scalar[right_dtype]](unsafe_uninit_length=min(count, _TOGETHER) * panel_size)
    var room_start = _Numbers[right_dtype](mlir_value=room.unsafe_ptr().address)
    var kept = count * (end_tile - first_tile) if blocks > 1 else 1
    var sums = List[Scalar[sum_type]](unsafe_uninit_length=kept * size)
    var tiles = _Numbers[sum_type](mlir_value=sums.unsafe_ptr().address)
    for block in range(blocks):
        var from_row = block * block_depth
        var end_row = min(from_row + block_depth, depth)
        for start in range(0, count, _TOGETHER):
            var end = min(start + _TOGETHER, count)
            prepare(first_panel + start, end - start, from_row, end_row, room_start, panel_size)
            for near in range(first_tile, end_tile, _NEAR_PANELS):
                for i in range(start, end):
                    var right = place(first_panel + i, from_row, room_start + (i - start) * panel_size)
                    for t in range(near, min(near + _NEAR_PANELS, end_tile)):
                        var tile = tiles
                        if blocks > 1:
                            tile += (i * (end_tile - first_tile) + t - first_tile) * size
                        # rows that are not packed end where they end: the last tile begins early then
                        var first = t * rows if woven else min(t * rows, height - rows)
                        var row = left + first * (depth if woven else left_stride) + from_row * (rows if woven else 1)
                        if height - first <= few:
                            fill_tile[few, woven, rows](tile, row, left_stride, right, end_row - from_row, block == 0)
                        else:
                            fill_tile[rows, woven](tile, row, left_stride, right, end_row - from_row, block == 0)
                        if block == blocks - 1:
                            _store_tile[rows, width, store](
                                tile, first, t * rows - first, (first_panel + i) * width, height, columns
                            )
    _ = room
    _ = sums


@always_inline
def _store_tile[
    dtype: DType, //, rows: Int, width: Int, store: Store
](tile: _Numbers[dtype], row: Int, skipped: Int, column: Int, height: Int, columns: Int):
    for i in range(skipped, min(rows, height - row)):
        if column + width <= columns:
            store[dtype, width](row + i, column, tile.load[width=width](i * width))
        else:
            for j in range(columns - column):
                store[dtype, 1](row + i, column + j, tile[i * width + j])


comptime _ROWS_AT_ONCE = 4
"""Rows of the second matrix that are read side by side for a product with one row."""


def _multiply_row[dtype: DType, right_dtype: DType, //, store: Store](a: Matrix[dtype], b: Matrix[right_dtype]):
    """One row times a matrix whose rows lie in a row each: reads each row from end to end."""
    comptime sum_type = accumulator_of(dtype)
    comptime width = tile_columns[sum_type]()
    var sums = List[Scalar[sum_type]](length=b.columns, fill=0)
    var row = List[Scalar[sum_type]](length=a.columns + _ROWS_AT_ONCE, fill=0)
    for k in range(a.columns):
        row[k] = a[0, k].cast[sum_type]()
    var threads = parallelism_level() if b.columns * a.columns >= _ENOUGH_FOR_THREADS else 1
    var panels = ceildiv(b.columns, width)
    var each = ceildiv(panels, threads) * width

    @__parameter
    def share(index: Int):
        var first = index * each
        var end = min(first + each, b.columns)
        var start = _Numbers[sum_type](mlir_value=sums.unsafe_ptr().address)
        var factors = _Numbers[sum_type](mlir_value=row.unsafe_ptr().address)
        var k = 0
        while k + _ROWS_AT_ONCE <= a.columns:
            _add_rows[_ROWS_AT_ONCE](start, factors + k, b, k, first, end)
            k += _ROWS_AT_ONCE
        while k < a.columns:
            _add_rows[1](start, factors + k, b, k, first, end)
            k += 1
        var column = first
        while column + width <= end:
            store[sum_type, width](0, column, start.load[width=width](column))
            column += width
        while column < end:
            store[sum_type, 1](0, column, start[column])
            column += 1

    if threads == 1:
        share(0)
    else:
        sync_parallelize[share](threads)
    _ = sums
    _ = row


def _add_rows[
    dtype: DType, right_dtype: DType, //, count: Int
](
    sums: _Numbers[dtype],
    factors: _Numbers[dtype],
    b: Matrix[right_dtype],
    first_row: Int,
    first: Int,
    end: Int,
):
    comptime width = tile_columns[dtype]()
    var start = b.start + first_row * b.row_stride
    var column = first
    while column + width <= end:
        var sum = sums.load[width=width](column)
        comptime for i in range(count):
            var numbers = (start + i * b.row_stride + column).load[width=width, alignment=1]().cast[dtype]()
            sum = multiply_add(numbers, SIMD[dtype, width](factors[i]), sum)
        sums.store(column, sum)
        column += width
    while column < end:
        var sum = sums[column]
        comptime for i in range(count):
            sum = multiply_add(start[i * b.row_stride + column].cast[dtype](), factors[i], sum)
        sums[column] = sum
        column += 1
