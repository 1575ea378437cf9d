# Reductions, min, max, clamp, fma.
def main():
    var a = SIMD[DType.int32, 8](3, 1, 4, 1, 5, 9, 2, 6)
    print(a.reduce_add(), a.reduce_mul(), a.reduce_min(), a.reduce_max())
    print(min(a, 4), max(a, 4), a.clamp(2, 5))
    var f = SIMD[DType.float32, 4](1, 2, 3, 4)
    print(f.fma(2, 1), f.reduce_add(), abs(-f))
    print(a.reduce_bit_count())
