"""Tiles: the part of a product that stays in registers, its size by the machine, and the loop that fills it.

A sum runs over the depth from first to last, one fused multiply-add after the other, whatever the sizes of tiles and blocks are:
an element has the same bits in any product that has its row and its column.
"""

from std.memory import stack_allocation
from std.sys.info import CompilationTarget, simd_width_of
from std.utils.static_tuple import StaticTuple

comptime TILE_ROWS = 12 if CompilationTarget.has_avx512f() else 6
"""Rows of a tile.

Example:

```mojo
from linalg.tiles import TILE_ROWS, tile_columns

print(TILE_ROWS * tile_columns[DType.float32]() >= 48)  # True
```
"""
comptime _LOADED = 16 if TILE_ROWS > 8 else 8
"""Numbers of a panel of rows that are loaded at once: a power of two, no less than the rows of a tile."""


def tile_columns[dtype: DType]() -> Int:
    """Columns of a tile: as many vectors as leave registers for rows, two where there are few or wide ones.

    Example:

    ```mojo
    from linalg.tiles import tile_columns

    print(tile_columns[DType.float32]() == 2 * tile_columns[DType.float64]())  # True
    ```
    """
    return simd_width_of[dtype]() * (4 if CompilationTarget.is_arm() else 2)


@always_inline
def multiply_add[
    dtype: DType, width: Int, //
](x: SIMD[dtype, width], y: SIMD[dtype, width], sum: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """`x * y + sum`, rounded once.

    Example:

    ```mojo
    from linalg.tiles import multiply_add

    print(multiply_add(Float32(2), Float32(3), Float32(4)))  # 10.0
    ```
    """
    comptime if dtype.is_floating_point():
        return x.fma(y, sum)
    else:
        return x * y + sum


def fill_tile[
    dtype: DType, right_dtype: DType, //, rows: Int, woven: Bool, together: Int = rows
](
    tile: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    left: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    left_stride: Int,
    right: UnsafePointer[Scalar[right_dtype], MutAnyOrigin],
    depth: Int,
    is_first: Bool,
):
    """Adds products of `rows` rows and the columns of a tile to it, or sets it.

    Woven rows lie in each other (the first numbers of all, the second of all), `together` of them, of which those behind the first `rows` are left out;
    others lie `left_stride` apart.

    Example:

    ```mojo
    from linalg.tiles import fill_tile, tile_columns

    comptime columns = tile_columns[DType.float32]()
    var left: List[Float32] = [2, 3]
    var right = List[Float32](length=2 * columns, fill=1)
    var tile = List[Float32](length=columns, fill=0)
    fill_tile[1, False](tile.unsafe_ptr(), left.unsafe_ptr(), 2, right.unsafe_ptr(), 2, True)
    print(tile[0])  # 5.0
    _ = (left^, right^)
    ```
    """
    comptime columns = tile_columns[dtype]()
    comptime Vector = SIMD[dtype, columns]
    var sums = StaticTuple[Vector, rows](fill=Vector(0))
    if not is_first:
        comptime for i in range(rows):
            sums[i] = tile.load[width=columns](i * columns)
    var row = left
    var place = right
    var rest = depth
    comptime if not woven and CompilationTarget.is_arm():
        # As many numbers of each row as a vector has: products take a factor out of a vector.
        comptime steps = simd_width_of[dtype]()
        for _ in range(depth // steps):
            var factors = StaticTuple[SIMD[dtype, steps], rows](fill=SIMD[dtype, steps](0))
            comptime for i in range(rows):
                factors[i] = (row + i * left_stride).load[width=steps, alignment=1]()
            comptime for k in range(steps):
                var numbers = (place + k * columns).load[width=columns, alignment=1]().cast[dtype]()
                comptime for i in range(rows):
                    sums[i] = multiply_add(numbers, Vector(factors[i][k]), sums[i])
            row += steps
            place += steps * columns
        rest = depth % steps
    for _ in range(rest):
        var numbers = place.load[width=columns, alignment=1]().cast[dtype]()
        comptime if woven and rows > 1 and CompilationTarget.is_arm():
            var factors = row.load[width=_LOADED, alignment=1]()
            comptime for i in range(rows):
                sums[i] = multiply_add(numbers, Vector(factors[i]), sums[i])
        else:
            comptime for i in range(rows):
                var factor = row[i] if woven else row[i * left_stride]
                sums[i] = multiply_add(numbers, Vector(factor), sums[i])
        row += together if woven else 1
        place += columns
    comptime for i in range(rows):
        tile.store(i * columns, sums[i])
