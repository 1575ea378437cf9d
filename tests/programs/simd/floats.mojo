# Rounding and classification of float vectors and scalars.
from std.math import ceil, floor, trunc


def main():
    var x = SIMD[DType.float64, 4](1.5, -1.5, 2.4, -2.6)
    print(floor(x), ceil(x), trunc(x))
    print(round(x), abs(x))
    print(Float64(7) // 2, Float64(-7) // 2, Float64(7) % 3, Float64(-7.5) % 2)
    print(Float64(2) ** 3, Float32(2) ** 3)
    print(Float32(1) / 3, Float64(1) / 3, Float16(1) / 3, BFloat16(2) / 3)
    print(Float64.MAX, Float32.MAX_FINITE, Float64.MIN_FINITE)
