# One generic function at several widths and dtypes.
from math import sqrt


fn norm[dt: DType, n: Int](v: SIMD[dt, n]) -> Scalar[dt]:
    return sqrt((v * v).reduce_add())


fn halves[n: Int](x: SIMD[DType.float32, n]) -> SIMD[DType.float32, n]:
    return x * 0.5


fn main():
    print(norm(SIMD[DType.float32, 4](2, 4, 5, 2)))
    print(norm(SIMD[DType.float64, 2](3, 4)))
    print(halves(SIMD[DType.float32, 8](3)))
    print(halves[1](7))
