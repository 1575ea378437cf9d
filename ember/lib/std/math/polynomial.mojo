"""Polynomials."""


@always_inline
def polynomial_evaluate[
    dtype: DType, length: SIMDLength, //, coefficients: List[Scalar[dtype]]
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The value of a polynomial whose coefficients begin with the constant.

    Example:

    ```mojo
    from std.math.polynomial import polynomial_evaluate

    comptime coefficients: List[Float64] = [1.0, 2.0, 3.0]  # 1 + 2 x + 3 x²
    print(polynomial_evaluate[coefficients](Float64(2)))  # 17.0
    ```
    """
    comptime count = len(coefficients)
    var result = SIMD[dtype, length](coefficients[count - 1])
    comptime for i in range(1, count):
        result = result.fma(x, SIMD[dtype, length](coefficients[count - 1 - i]))
    return result
