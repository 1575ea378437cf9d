"""Rounding, signs, closeness."""

from std.utils.numerics import isnan


@always_inline
def floor[T: Floorable](value: T) -> T:
    """Rounded down."""
    return value.__floor__()


@always_inline
def ceil[T: Ceilable](value: T) -> T:
    """Rounded up."""
    return value.__ceil__()


@always_inline
def trunc[T: Truncable](value: T) -> T:
    """Rounded toward zero."""
    return value.__trunc__()


@always_inline
def clamp[
    dtype: DType, length: SIMDLength, //
](val: SIMD[dtype, length], lower_bound: SIMD[dtype, length], upper_bound: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The nearest value within the bounds."""
    return val.clamp(lower_bound, upper_bound)


@always_inline
def fma[
    dtype: DType, length: SIMDLength, //
](a: SIMD[dtype, length], b: SIMD[dtype, length], c: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`a * b + c`, rounded once."""
    return a.fma(b, c)


@always_inline
def recip[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """One over `x`."""
    return SIMD[dtype, length](1) / x


@always_inline
def sign[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """-1, 0 or 1."""
    comptime Vector = SIMD[dtype, length]
    return x.lt(Vector(0)).select(Vector(-1), x.gt(Vector(0)).select(Vector(1), Vector(0)))


@always_inline
def copysign[
    dtype: DType, length: SIMDLength, //
](magnitude: SIMD[dtype, length], sign: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The magnitude of one number with the sign of another."""
    from std.sys.intrinsics import _vector_intrinsic

    comptime if dtype.is_floating_point():
        return _vector_intrinsic["llvm.copysign"](magnitude, sign)
    else:
        var positive = abs(magnitude)
        return sign.lt(SIMD[dtype, length](0)).select(-positive, positive)


@always_inline
def isclose[
    dtype: DType, length: SIMDLength, //, *, symmetrical: Bool = True
](
    a: SIMD[dtype, length],
    b: SIMD[dtype, length],
    *,
    atol: Float64 = 1e-08,
    rtol: Float64 = 1e-05,
    equal_nan: Bool = False,
) -> SIMD[DType.bool, length]:
    """Which lanes are equal up to a tolerance."""
    comptime if dtype.is_floating_point():
        comptime Vector = SIMD[dtype, length]
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
