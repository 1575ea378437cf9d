"""Panels: the rows or columns of a tile, put into the order in which the tile's loop reads them."""

from linalg.matrix import Matrix
from linalg.tiles import TILE_ROWS, tile_columns

comptime MARGIN = 16
"""Numbers that a loop over woven rows may read behind the last panel.

Example:

```mojo
from linalg.packing import MARGIN

print(MARGIN)  # 16
```
"""


def pack_rows[
    dtype: DType, //, to: DType
](target: UnsafePointer[Scalar[to], MutAnyOrigin], a: Matrix[dtype], first: Int):
    """Weaves the rows of a tile into each other, from the given row on; rows that `a` does not have are zeros.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from linalg.packing import pack_rows
    from linalg.tiles import TILE_ROWS

    var numbers: List[Float32] = [1, 2, 3, 4]
    var panel = List[Float32](length=2 * TILE_ROWS, fill=9)
    pack_rows[DType.float32](panel.unsafe_ptr(), Matrix[DType.float32](numbers.unsafe_ptr(), 2, 2, 2, 1), 0)
    print(panel[0], panel[1], panel[2], panel[TILE_ROWS])  # 1.0 3.0 0.0 2.0
    _ = numbers
    ```
    """
    var woven = 0
    if a.column_stride == 1 and first + TILE_ROWS <= a.rows:
        woven = a.columns // _FOUR * _FOUR
        for k in range(0, woven, _FOUR):
            var row = a.start + first * a.row_stride + k
            var place = target + k * TILE_ROWS
            comptime for i in range(0, TILE_ROWS // _FOUR * _FOUR, _FOUR):
                _weave[_FOUR](place + i, row + i * a.row_stride, a.row_stride)
            comptime if TILE_ROWS % _FOUR > 0:
                comptime rest = TILE_ROWS % _FOUR
                _weave[rest](place + TILE_ROWS - rest, row + (TILE_ROWS - rest) * a.row_stride, a.row_stride)
    for i in range(TILE_ROWS):
        var place = target + i
        for k in range(woven, a.columns):
            place[k * TILE_ROWS] = a[first + i, k].cast[to]() if first + i < a.rows else 0


comptime _FOUR = 4
"""Numbers of a row that are woven at once, and rows at most."""


@always_inline
def _weave[
    dtype: DType, to: DType, //, rows: Int
](
    target: UnsafePointer[Scalar[to], MutAnyOrigin], start: UnsafePointer[Scalar[dtype], MutAnyOrigin], stride: Int
):
    """Four numbers of each of two or four rows: the first of all, the second of all."""

    @__parameter
    @always_inline
    def row(i: Int) -> SIMD[to, _FOUR]:
        return (start + i * stride).load[width=_FOUR, alignment=1]().cast[to]()

    comptime if rows == 4:
        var all = row(0).interleave(row(2)).interleave(row(1).interleave(row(3)))
        comptime for k in range(_FOUR):
            (target + k * TILE_ROWS).store[alignment=1](0, all.slice[rows, offset = k * rows]())
    else:
        comptime assert rows == 2, "tiles have an even number of rows"
        var both = row(0).interleave(row(1))
        comptime for k in range(_FOUR):
            (target + k * TILE_ROWS).store[alignment=1](0, both.slice[rows, offset = k * rows]())


def pack_panels[
    dtype: DType, //, to: DType, columns: Int
](
    target: UnsafePointer[Scalar[to], MutAnyOrigin],
    size: Int,
    b: Matrix[dtype],
    first: Int,
    count: Int,
    from_row: Int,
    end_row: Int,
):
    """Packs some rows of `count` panels of columns, from the given panel on; each begins `size` numbers after the one before.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from linalg.packing import pack_panels

    var numbers: List[Float32] = [1, 2, 3, 4]
    var panels = List[Float32](length=4, fill=9)
    pack_panels[DType.float32, 1](
        panels.unsafe_ptr(), 2, Matrix[DType.float32](numbers.unsafe_ptr(), 2, 2, 2, 1), 0, 2, 0, 2
    )
    print(panels)  # [1.0, 3.0, 2.0, 4.0]
    _ = numbers
    ```
    """
    var whole = min(count, b.columns // columns - first) if b.column_stride == 1 else 0
    for k in range(from_row, end_row if whole > 0 else from_row):
        var row = b.start + k * b.row_stride + first * columns
        var place = target + (k - from_row) * columns
        for i in range(whole):
            place.store(i * size, (row + i * columns).load[width=columns, alignment=1]().cast[to]())
    for i in range(max(whole, 0), count):
        pack_columns[to, columns](target + i * size, b, (first + i) * columns, from_row, end_row, columns)


def pack_columns[
    dtype: DType, //, to: DType, columns: Int
](target: UnsafePointer[Scalar[to], MutAnyOrigin], b: Matrix[dtype], first: Int, from_row: Int, end_row: Int, stride: Int):
    """Puts some rows of `columns` columns one after the other, `stride` apart, from the given column on; zeros where `b` ends.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from linalg.packing import pack_columns

    var numbers: List[Float32] = [1, 2, 3, 4, 5, 6]
    var panel = List[Float32](length=4, fill=9)
    pack_columns[DType.float32, 2](panel.unsafe_ptr(), Matrix[DType.float32](numbers.unsafe_ptr(), 2, 3, 3, 1), 2, 0, 2, 2)
    print(panel)  # [3.0, 0.0, 6.0, 0.0]
    _ = numbers
    ```
    """
    var width = min(columns, b.columns - first)
    if b.column_stride == 1 and width == columns:
        for k in range(from_row, end_row):
            var place = target + (k - from_row) * stride
            place.store(0, (b.start + k * b.row_stride + first).load[width=columns, alignment=1]().cast[to]())
        return
    for j in range(min(columns, stride)):
        var place = target + j
        if j >= width:
            for k in range(end_row - from_row):
                place[k * stride] = 0
        elif b.row_stride == 1:
            var column = b.start + (first + j) * b.column_stride + from_row
            for k in range(end_row - from_row):
                place[k * stride] = column[k].cast[to]()
        else:
            for k in range(end_row - from_row):
                place[k * stride] = b[from_row + k, first + j].cast[to]()
