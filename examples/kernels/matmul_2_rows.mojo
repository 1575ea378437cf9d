"""Step 2: the two inner loops trade places, so that rows of `b` and `c` are read in order, a vector at a time."""

from std.sys import simd_width_of
from trials import Numbers, try_product

comptime WIDTH = simd_width_of[DType.float32]()


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int):
    for i in range(side):
        for j in range(0, side, WIDTH):
            c.store(i * side + j, SIMD[DType.float32, WIDTH](0))
        for k in range(side):
            var factor = SIMD[DType.float32, WIDTH](a[i * side + k])
            for j in range(0, side, WIDTH):
                var sums = c.load[width=WIDTH](i * side + j)
                c.store(i * side + j, factor.fma(b.load[width=WIDTH](k * side + j), sums))


def main() raises:
    try_product[multiply]()
