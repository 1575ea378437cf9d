"""Products with weights of half precision on processors that compute with halves.

Activations become halves on the way: each 32 of a row with a power of two as their scale, so small that no sum of 32 products overflows. Such sums are
halves, which are added up in single precision. The order depends on the depth alone: a row has the same bits alone and among others.
"""

from linalg.matrix import Matrix
from linalg.packing import pack_columns
from std.algorithm.parallel import sync_parallelize
from std.math import ceildiv
from std.memory import bitcast, stack_allocation
from std.runtime._asyncrt import parallelism_level
from std.sys.info import CompilationTarget, _current_target, _has_feature
from std.utils.static_tuple import StaticTuple

comptime HAS_HALF_SUMS = CompilationTarget.is_arm() and _has_feature["fullfp16", _current_target()]()
"""Whether the machine multiplies and adds halves, twice as many as floats at a time.

Example:

```mojo
from quantization.half_products import HAS_HALF_SUMS
from std.sys.info import CompilationTarget

print(HAS_HALF_SUMS and not CompilationTarget.is_arm())  # False
```
"""
comptime WIDTH = 16
"""Columns of a panel of packed weights."""
comptime _RUN = 32
"""So many products are summed up as halves."""
comptime _SHRINK = 1.0 / 64
"""The largest number of a run is below twice this, so that a run of them cannot overflow."""
comptime _ROWS = 8
"""Rows of activations that pass a panel at once."""
comptime _NEAR = 64
"""Rows of activations that stay near while weights pass."""
comptime _ENOUGH_FOR_THREADS = 1 << 16
"""Fewer products than these are not shared among threads."""
comptime _TASKS_PER_THREAD = 8
comptime _Halves = UnsafePointer[Float16, MutAnyOrigin]
comptime _Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime _Load = def[width: Int](Int, Int) capturing -> SIMD[DType.float32, width]
comptime _Store = def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None


def multiply_halves[
    load: _Load, store: _Store
](rows: Int, depth: Int, weights: Matrix[DType.float16], *, packed: Bool):
    """Gives `store` the products of the rows that `load(row, column)` tells and the columns of `weights`; packed ones went through `pack_halves`.

    Parameters:
        load: Tells activations.
        store: Gets elements of the product: row, column, a vector along the row.

    Args:
        rows: How many rows of activations there are.
        depth: How many numbers a row has.
        weights: A column for each column of the product.
        packed: Whether they lie in panels.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from quantization.half_products import multiply_halves

    var weights: List[Float16] = [1, 2]

    @parameter
    def three[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
        return 3

    @parameter
    def show[width: Int](row: Int, column: Int, value: SIMD[DType.float32, width]):
        print(value)  # 9.0

    multiply_halves[three, show](1, 2, Matrix[DType.float16](weights.unsafe_ptr(), 2, 1, 1, 2), packed=False)
    _ = weights
    ```
    """
    var columns = weights.columns
    if rows == 0 or columns == 0:
        return
    var threads = parallelism_level() if rows * columns * depth >= _ENOUGH_FOR_THREADS else 1
    var activations = _Activations(rows, depth)
    activations.fill[load](threads)
    var panels = ceildiv(columns, WIDTH)
    var tasks = min(panels, threads * _TASKS_PER_THREAD) if threads > 1 else 1
    var each = ceildiv(panels, tasks)

    @__parameter
    def task(index: Int):
        var room = List[Float16](unsafe_uninit_length=WIDTH * depth)
        var woven = _Halves(mlir_value=room.unsafe_ptr().address)

        @__parameter
        @always_inline
        def panel_at(first: Int) -> _Halves:
            # The panel as it lies, or woven into the room.
            var left = columns - first
            if packed and left >= WIDTH:
                return weights.start + first * depth
            if packed:
                var narrow = Matrix[DType.float16](weights.start + first * depth, depth, left, left, 1)
                pack_columns[DType.float16, WIDTH](woven, narrow, 0, 0, depth, WIDTH)
            else:
                pack_columns[DType.float16, WIDTH](woven, weights, first, 0, depth, WIDTH)
            return woven

        for near in range(0, rows, _NEAR):
            for panel in range(index * each, min((index + 1) * each, panels)):
                var column = panel * WIDTH
                _tiles[store](activations, panel_at(column), near, min(near + _NEAR, rows), column, columns)
        _ = room

    if tasks == 1:
        task(0)
    else:
        sync_parallelize[task](tasks)
    _ = activations


@always_inline
def _tiles[
    store: _Store
](activations: _Activations, panel: _Halves, first: Int, end: Int, column: Int, columns: Int):
    # Rows pass by eights, and what is left by fours, by twos and alone, as they are woven.
    var row = first
    while row < end:
        var height = _height(end - row)
        comptime for power in range(4):
            if height == 1 << power:
                _tile[1 << power, store](activations, panel, row, column, columns)
        row += height


@always_inline
def _height(rows: Int) -> Int:
    return 8 if rows >= 8 else 4 if rows >= 4 else 2 if rows >= 2 else 1


def _tile[
    height: Int, store: _Store
](activations: _Activations, panel: _Halves, row: Int, column: Int, columns: Int):
    """Products of some rows with a panel."""
    comptime Half = SIMD[DType.float16, WIDTH]
    comptime Single = SIMD[DType.float32, WIDTH]
    var depth = activations.depth
    var totals = stack_allocation[height, Single]()
    comptime for i in range(height):
        totals[i] = 0
    var numbers = activations.numbers(row)
    var scales = activations.scales(row)
    var runs = ceildiv(depth, _RUN)
    for run in range(runs):
        var sums = StaticTuple[Half, height](fill=Half(0))
        for k in range(run * _RUN, min((run + 1) * _RUN, depth)):
            var factors = (numbers + k * height).load[width=height, alignment=2]()
            var weights = (panel + k * WIDTH).load[width=WIDTH, alignment=1]()
            comptime for i in range(height):
                sums[i] = weights.fma(Half(factors[i]), sums[i])
        comptime for i in range(height):
            totals[i] = sums[i].cast[DType.float32]().fma(Single(scales[i * runs + run]), totals[i])
    comptime for i in range(height):
        if column + WIDTH <= columns:
            store[WIDTH](row + i, column, totals[i])
        else:
            for lane in range(columns - column):
                store[1](row + i, column + lane, totals[i][lane])


struct _Activations(Movable):
    """Rows of halves with scales; those of a tile are woven into each other."""

    var _numbers: List[Float16]
    var _scales: List[Float32]
    var rows: Int
    var depth: Int

    def __init__(out self, rows: Int, depth: Int):
        self.rows = rows
        self.depth = depth
        self._numbers = List[Float16](unsafe_uninit_length=rows * depth)
        self._scales = List[Float32](unsafe_uninit_length=rows * ceildiv(depth, _RUN))

    @always_inline
    def numbers(self, row: Int) -> _Halves:
        """The tile that begins at a row."""
        return {mlir_value = (self._numbers.unsafe_ptr() + row * self.depth).address}

    @always_inline
    def scales(self, row: Int) -> _Floats:
        """The scales of a row; those of the next follow."""
        return {mlir_value = (self._scales.unsafe_ptr() + row * ceildiv(self.depth, _RUN)).address}

    def fill[load: _Load](mut self, threads: Int):
        """Takes what `load(row, column)` gives."""
        var eights = ceildiv(self.rows, _ROWS)

        @__parameter
        def weave(index: Int):
            # The rows of a tile; behind the last eight there may be lower ones.
            var row = index * _ROWS
            var end = min(row + _ROWS, self.rows)
            while row < end:
                var height = _height(end - row)
                for i in range(height):
                    self._fill_row[load](row + i, self.numbers(row) + i, height)
                row += height

        if threads <= 1 or eights == 1:
            for index in range(eights):
                weave(index)
        else:
            sync_parallelize[weave](eights)

    @always_inline
    def _fill_row[load: _Load](self, row: Int, place: _Halves, stride: Int):
        var scales = self.scales(row)
        var whole = self.depth // _RUN
        for run in range(whole):
            scales[run] = _put(load[_RUN](row, run * _RUN), place + run * _RUN * stride, stride)
        if whole * _RUN < self.depth:
            var rest = SIMD[DType.float32, _RUN](0)
            for i in range(self.depth - whole * _RUN):
                rest[i] = load[1](row, whole * _RUN + i)
            var halves = stack_allocation[_RUN, Float16]()
            scales[whole] = _put(rest, halves, 1)
            for i in range(self.depth - whole * _RUN):
                place[(whole * _RUN + i) * stride] = halves[i]


@always_inline
def _put(numbers: SIMD[DType.float32, _RUN], place: _Halves, stride: Int) -> Float32:
    """Stores a run as halves, `stride` apart, and gives what they are to be multiplied with."""
    var largest = abs(numbers).reduce_max()
    var power = bitcast[DType.float32](bitcast[DType.uint32](largest) & 0x7F800000)
    var halves = (numbers * (_SHRINK / power if power > 0 else 0)).cast[DType.float16]()
    if stride == 1:
        place.store[alignment=2](0, halves)
    else:
        for i in range(_RUN):
            place[i * stride] = halves[i]
    return power * (1 / _SHRINK) + (numbers * 0).reduce_add()  # no number if one of them is none
