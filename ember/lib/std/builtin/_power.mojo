"""Powers and decimal rounding of numbers."""

from std.sys.intrinsics import _vector_intrinsic


def _integer_power[dtype: DType, length: SIMDLength](base: SIMD[dtype, length], exponent: Int) -> SIMD[dtype, length]:
    # Square and multiply. A negative exponent gives the reciprocal of a float and 0 for an integer.
    var result = SIMD[dtype, length](1)
    var factor = base
    var n = exponent
    if n < 0:
        comptime if dtype.is_floating_point():
            factor = SIMD[dtype, length](1) / base
            n = -n
        else:
            return _reciprocal_power(base, n)
    while n > 0:
        if n & 1 != 0:
            result *= factor
        n >>= 1
        if n > 0:
            factor *= factor
    return result


def _reciprocal_power[
    dtype: DType, length: SIMDLength
](base: SIMD[dtype, length], exponent: Int) -> SIMD[dtype, length]:
    # A negative power of integers: only 1 and -1 have reciprocals, all others become 0.
    comptime Vector = SIMD[dtype, length]
    var result = base.eq(Vector(1)).select(Vector(1), Vector(0))
    comptime if dtype.is_signed():
        var sign = Vector(-1) if exponent & 1 != 0 else Vector(1)
        result = base.eq(Vector(-1)).select(sign, result)
    return result


def _integer_powers[
    dtype: DType, length: SIMDLength
](base: SIMD[dtype, length], exponent: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # As above, each lane with its own exponent: a lane takes part as long as its exponent has digits.
    comptime Vector = SIMD[dtype, length]
    var result = Vector(1)
    var factor = base
    var left = exponent
    comptime if dtype.is_signed():
        left = left.lt(Vector(0)).select(Vector(0), left)
    while left.ne(Vector(0)).reduce_or():
        result = (left & Vector(1)).ne(Vector(0)).select(result * factor, result)
        factor *= factor
        left >>= Vector(1)
    comptime if dtype.is_signed():
        var is_odd = (exponent & Vector(1)).ne(Vector(0))
        var sign = is_odd.select(Vector(-1), Vector(1))
        var reciprocal = base.eq(Vector(1)).select(Vector(1), base.eq(Vector(-1)).select(sign, Vector(0)))
        result = exponent.lt(Vector(0)).select(reciprocal, result)
    return result


def _power[
    dtype: DType, length: SIMDLength
](base: SIMD[dtype, length], exponent: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # The module is loaded where a program needs it.
    from std.math.logarithms import _power as _float_power

    return _float_power(base, exponent)


def _round_to_digits[
    dtype: DType, length: SIMDLength
](value: SIMD[dtype, length], digits: Int) -> SIMD[dtype, length]:
    comptime if dtype.is_floating_point():
        var scale = _integer_power(SIMD[dtype, length](10), digits if digits > 0 else -digits)
        if digits >= 0:
            return _vector_intrinsic["llvm.roundeven"](value * scale) / scale
        return _vector_intrinsic["llvm.roundeven"](value / scale) * scale
    else:
        if digits >= 0:
            return value
        var unit = _integer_power(SIMD[dtype, length](10), -digits)
        return value - value % unit
