from std.complex import ComplexSIMD
from std.sys import simd_width_of

comptime WIDTH = simd_width_of[DType.float64]() * 2
comptime SIZE = 768
comptime MAX_ITERS = 200


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


def main():
    var total: Int64 = 0
    for row in range(SIZE):
        var y = SIMD[DType.float64, WIDTH](-1.5 + 3.0 * Float64(row) / Float64(SIZE))
        for column in range(0, SIZE, WIDTH):
            var x = SIMD[DType.float64, WIDTH]()
            comptime for lane in range(WIDTH):
                x[lane] = -2.0 + 3.0 * Float64(column + lane) / Float64(SIZE)
            total += escape(ComplexSIMD[DType.float64, WIDTH](x, y)).reduce_add()
    print(total)
