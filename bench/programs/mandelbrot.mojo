"""The Mandelbrot set, several points at once: the sum of the iterations of all points of a square."""

from std.complex import ComplexSIMD
from std.sys import argv, simd_width_of

comptime WIDTH = simd_width_of[DType.float64]() * 2
comptime MAX_ITERS = 500


def escape[width: SIMDLength](c: ComplexSIMD[DType.float64, width]) -> SIMD[DType.int64, width]:
    var z = ComplexSIMD[DType.float64, width](0, 0)
    var iters = SIMD[DType.int64, width](0)
    for _ in range(MAX_ITERS):
        var inside = z.squared_norm().le(4)
        if not inside.reduce_or():
            break
        iters = inside.select(iters + 1, iters)
        z = z.squared_add(c)
    return iters


def main() raises:
    var args = argv()
    var size = Int(String(args[1])) if len(args) > 1 else 2048
    var total: Int64 = 0
    for row in range(size):
        var y = SIMD[DType.float64, WIDTH](-1.5 + 3.0 * Float64(row) / Float64(size))
        for column in range(0, size, WIDTH):
            var x = SIMD[DType.float64, WIDTH]()
            comptime for lane in range(WIDTH):
                x[lane] = -2.0 + 3.0 * Float64(column + lane) / Float64(size)
            total += escape(ComplexSIMD[DType.float64, WIDTH](x, y)).reduce_add()
    print(total)
