"""Step 3: a tile of `c` stays in registers while all of `k` passes by: each number that is loaded is used several times."""

from std.sys import simd_width_of
from trials import Numbers, try_product

comptime WIDTH = simd_width_of[DType.float32]()
comptime ROWS = 4  # of a tile
comptime VECTORS = 4  # in a row of a tile
comptime COLUMNS = VECTORS * WIDTH
comptime Vector = SIMD[DType.float32, WIDTH]


@always_inline
def multiply_tile(c: Numbers, a: Numbers, b: Numbers, side: Int):
    var sums = Array[Vector, ROWS * VECTORS](fill=Vector(0))
    for k in range(side):
        comptime for i in range(ROWS):
            var factor = Vector(a[i * side + k])
            comptime for j in range(VECTORS):
                var column = b.load[width=WIDTH](k * side + j * WIDTH)
                sums[i * VECTORS + j] = factor.fma(column, sums[i * VECTORS + j])
    comptime for i in range(ROWS):
        comptime for j in range(VECTORS):
            c.store(i * side + j * WIDTH, sums[i * VECTORS + j])


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int):
    for i in range(0, side, ROWS):
        for j in range(0, side, COLUMNS):
            multiply_tile(c + i * side + j, a + i * side, b + j, side)


def main() raises:
    try_product[multiply]()
