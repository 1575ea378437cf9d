"""Step 4: panels of `b` are copied so that what one tile reads lies together: it stays in the cache, and loads are in order."""

from std.sys import simd_width_of
from trials import Numbers, try_product

comptime WIDTH = simd_width_of[DType.float32]()
comptime ROWS = 4
comptime VECTORS = 4
comptime COLUMNS = VECTORS * WIDTH
comptime DEPTH = 256  # of a panel: with COLUMNS it fits the first cache
comptime Vector = SIMD[DType.float32, WIDTH]


def pack(panel: Numbers, b: Numbers, depth: Int, side: Int):
    for k in range(depth):
        comptime for j in range(VECTORS):
            panel.store(k * COLUMNS + j * WIDTH, b.load[width=WIDTH](k * side + j * WIDTH))


@always_inline
def add_tile(c: Numbers, a: Numbers, panel: Numbers, depth: Int, side: Int):
    var sums = Array[Vector, ROWS * VECTORS](fill=Vector(0))
    for k in range(depth):
        comptime for i in range(ROWS):
            var factor = Vector(a[i * side + k])
            comptime for j in range(VECTORS):
                var column = panel.load[width=WIDTH](k * COLUMNS + j * WIDTH)
                sums[i * VECTORS + j] = factor.fma(column, sums[i * VECTORS + j])
    comptime for i in range(ROWS):
        comptime for j in range(VECTORS):
            var at = i * side + j * WIDTH
            c.store(at, c.load[width=WIDTH](at) + sums[i * VECTORS + j])


def multiply_columns(c: Numbers, a: Numbers, b: Numbers, side: Int):
    """The product's columns from where `c` and `b` point to, as many as a tile has."""
    var panel = List[Float32](length=DEPTH * COLUMNS, fill=0)
    for i in range(side):
        comptime for j in range(VECTORS):
            c.store(i * side + j * WIDTH, Vector(0))
    for k in range(0, side, DEPTH):
        var depth = min(DEPTH, side - k)
        pack(panel.unsafe_ptr(), b + k * side, depth, side)
        for i in range(0, side, ROWS):
            add_tile(c + i * side, a + i * side + k, panel.unsafe_ptr(), depth, side)


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int):
    for j in range(0, side, COLUMNS):
        multiply_columns(c + j, a, b + j, side)


def main() raises:
    try_product[multiply]()
