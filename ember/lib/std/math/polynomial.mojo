"""Polynomials."""


@always_inline
def polynomial_evaluate[
    dtype: DType, length: SIMDLength, //, coefficients: List[Scalar[dtype]]
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The value of a polynomial whose coefficients begin with the constant."""
    comptime count = len(coefficients)
    var result = SIMD[dtype, length](coefficients[count - 1])
    comptime for i in range(1, count):
        result = result.fma(x, SIMD[dtype, length](coefficients[count - 1 - i]))
    return result
