"""Rounding, signs, closeness."""

from std.utils.numerics import isnan


@always_inline
def floor[T: Floorable](value: T) -> T:
    """Rounded down.

    Example:

    ```mojo
    from std.math import floor

    print(floor(2.5), floor(-2.5))  # 2.0 -3.0
    ```
    """
    return value.__floor__()


@always_inline
def ceil[T: Ceilable](value: T) -> T:
    """Rounded up.

    Example:

    ```mojo
    from std.math import ceil

    print(ceil(2.5), ceil(-2.5))  # 3.0 -2.0
    ```
    """
    return value.__ceil__()


@always_inline
def trunc[T: Truncable](value: T) -> T:
    """Rounded toward zero.

    Example:

    ```mojo
    from std.math import trunc

    print(trunc(2.5), trunc(-2.5))  # 2.0 -2.0
    ```
    """
    return value.__trunc__()


@always_inline
def clamp[
    dtype: DType, length: SIMDLength, //
](val: SIMD[dtype, length], lower_bound: SIMD[dtype, length], upper_bound: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The nearest value within the bounds.

    Example:

    ```mojo
    from std.math import clamp

    print(clamp(7, 0, 5), clamp(-1.5, 0.0, 5.0))  # 5 0.0
    ```
    """
    return val.clamp(lower_bound, upper_bound)


@always_inline
def fma[
    dtype: DType, length: SIMDLength, //
](a: SIMD[dtype, length], b: SIMD[dtype, length], c: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`a * b + c`, rounded once.

    Example:

    ```mojo
    from std.math import fma

    print(fma(2.0, 3.0, 1.0))  # 7.0
    ```
    """
    return a.fma(b, c)


@always_inline
def recip[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """One over `x`.

    Example:

    ```mojo
    from std.math import recip

    print(recip(4.0))  # 0.25
    ```
    """
    return SIMD[dtype, length](1) / x


@always_inline
def sign[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """-1, 0 or 1.

    Example:

    ```mojo
    from std.math import sign

    print(sign(-2.5), sign(0), sign(7))  # -1.0 0 1
    ```
    """
    comptime Vector = SIMD[dtype, length]
    return x.lt(Vector(0)).select(Vector(-1), x.gt(Vector(0)).select(Vector(1), Vector(0)))


@always_inline
def copysign[
    dtype: DType, length: SIMDLength, //
](magnitude: SIMD[dtype, length], sign: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The magnitude of one number with the sign of another.

    Example:

    ```mojo
    from std.math import copysign

    print(copysign(2.0, -1.0))  # -2.0
    ```
    """
    from std.sys.intrinsics import _vector_intrinsic

    comptime if dtype.is_floating_point():
        return _vector_intrinsic["llvm.copysign"](magnitude, sign)
    else:
        var positive = abs(magnitude)
        return sign.lt(SIMD[dtype, length](0)).select(-positive, positive)


@always_inline
def isclose[
    dtype: DType, width: SIMDLength, //, *, symmetrical: Bool = True
](
    a: SIMD[dtype, width],
    b: SIMD[dtype, width],
    *,
    atol: Float64 = 1e-08,
    rtol: Float64 = 1e-05,
    equal_nan: Bool = False,
) -> SIMD[DType.bool, width]:
    """Which lanes are equal up to a tolerance.

    Example:

    ```mojo
    from std.math import isclose

    print(isclose(0.1 + 0.2, 0.3), isclose(1.0, 1.1))  # True False
    ```
    """
    comptime if dtype.is_floating_point():
        comptime Vector = SIMD[dtype, width]
        var scale = abs(b)
        comptime if symmetrical:
            scale = max(abs(a), abs(b))
        var limit = max(Vector(Scalar[dtype](atol)), Vector(Scalar[dtype](rtol)) * scale)
        var difference = abs(a - b)
        var close = a.eq(b) | (difference.le(limit) & difference.lt(Vector.MAX))
        if equal_nan:
            close |= isnan(a) & isnan(b)
        return close
    else:
        return a.eq(b)
