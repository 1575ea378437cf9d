"""Exponents, fractions and remainders of floats; numbers in order."""

from std.math._bits import exponent_bias, integer_like, power_of_two, split
from std.math._pair import times, with_sign
from std.math.exponentials import exp2, _is_computed
from std.utils.numerics import inf, nan


@always_inline
def _limited[
    whole: DType, length: SIMDLength, //
](x: SIMD[whole, length], least: Int, most: Int) -> SIMD[whole, length]:
    comptime Whole = SIMD[whole, length]
    var y = x.lt(Whole(least)).select(Whole(least), x)
    return y.gt(Whole(most)).select(Whole(most), y)


@always_inline
def _exactly_scaled[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], exponent: SIMD[integer_like[dtype](), length]) -> SIMD[dtype, length]:
    # x times 2^exponent, rounded once: first to a normal number, which is exact, then the rest.
    comptime bias = exponent_bias[dtype]()
    comptime lowest = -bias + (60 if dtype == DType.float64 else 30)
    var parts = split(abs(x))
    var total = parts[1] + _limited(exponent, -5 * bias, 5 * bias)
    var first = _limited(total, lowest, bias - 20)
    var rest = _limited(total - first, 1 - bias, bias)
    var result = times(times(parts[0], power_of_two[dtype](first)), power_of_two[dtype](rest))
    var is_ordinary = x.ne(0.0) & abs(x).lt(inf[dtype]())
    return is_ordinary.select(with_sign(result, x), x)


def ldexp[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], exp: SIMD[DType.int32, length]) -> SIMD[dtype, length]:
    """`x` times 2 to the power of `exp`, correctly rounded.

    Example:

    ```mojo
    from std.math import ldexp

    print(ldexp(Float64(1.5), Int32(2)))  # 6.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return ldexp(x.cast[DType.float32](), exp).cast[dtype]()
    else:
        return _exactly_scaled(x, exp.cast[integer_like[dtype]()]())


def scalb[
    dtype: DType, length: SIMDLength, //
](arg0: SIMD[dtype, length], arg1: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`arg0` times 2 to the power of `arg1`; correctly rounded if `arg1` is a whole number.

    Example:

    ```mojo
    from std.math import scalb

    print(scalb(1.5, 2.0))  # 6.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return scalb(arg0.cast[DType.float32](), arg1.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime most = Vector(10000.0)
        var limited = abs(arg1).le(most).select(arg1, arg1.eq(arg1).select(with_sign(most, arg1), Vector(0.0)))
        var whole = limited.__floor__()
        var result = _exactly_scaled(arg0, whole.cast[integer_like[dtype]()]())
        result = whole.eq(limited).select(result, times(arg0, exp2(limited)))
        # 0 times infinity
        var is_lost = arg0.eq(0.0) & arg1.eq(inf[dtype]()) | abs(arg0).eq(inf[dtype]()) & arg1.eq(-inf[dtype]())
        return (is_lost | arg1.ne(arg1)).select(Vector(nan[dtype]()), result)


def frexp[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length]) -> InlineArray[SIMD[dtype, length], 2]:
    """A fraction from 0.5 to 1 and a binary exponent; exact.

    0, infinity and NaN are their own fractions, with the exponent 0.

    Example:

    ```mojo
    from std.math import frexp

    var parts = frexp(Float64(6))
    print(parts[0], parts[1])  # 0.75 3.0
    ```
    """
    comptime if not _is_computed[dtype]():
        var wide = frexp(x.cast[DType.float32]())
        return InlineArray[SIMD[dtype, length], 2](wide[0].cast[dtype](), wide[1].cast[dtype]())
    else:
        comptime Vector = SIMD[dtype, length]
        var parts = split(abs(x))
        var is_above = parts[0].ge(1.0)
        var fraction = with_sign(is_above.select(times(parts[0], 0.5), parts[0]), x)
        var exponent = parts[1].cast[dtype]() + is_above.select(Vector(1.0), Vector(0.0))
        var is_ordinary = x.ne(0.0) & abs(x).lt(inf[dtype]())
        return InlineArray[SIMD[dtype, length], 2](
            is_ordinary.select(fraction, x), is_ordinary.select(exponent, Vector(0.0))
        )


def logb[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The binary exponent; exact.

    Example:

    ```mojo
    from std.math import logb

    print(logb(10.0))  # 3.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return logb(x.cast[DType.float32]()).cast[dtype]()
    else:
        var size = abs(x)
        var result = frexp(x)[1] - 1
        result = size.eq(0.0).select(SIMD[dtype, length](-inf[dtype]()), result)
        return size.lt(inf[dtype]()).select(result, size)


def modf[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length]) -> Tuple[SIMD[dtype, length], SIMD[dtype, length]]:
    """The whole part and the fraction, both with the sign of `x`; exact.

    Example:

    ```mojo
    from std.math import modf

    print(modf(Float64(2.25)))  # (2.0, 0.25)
    ```
    """
    comptime Vector = SIMD[dtype, length]
    comptime if dtype.is_integral():
        return (x, Vector(0))
    var whole = x.__trunc__()
    var part = x - whole
    var is_infinite = abs(x).eq(Vector(inf[dtype]()))
    return (whole, with_sign(is_infinite.select(Vector(0), part), x))


def remainder[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], y: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """What is left of `x` after the nearest multiple of `y`, the even one of two; exact.

    Example:

    ```mojo
    from std.math import remainder

    print(remainder(5.0, 3.0))  # -1.0
    ```
    """
    comptime assert dtype.is_floating_point(), "the type must be floating point"
    var result = SIMD[dtype, length]()
    comptime for i in range(Int(length)):
        result[i] = _remainder(x[i].cast[DType.float64](), y[i].cast[DType.float64]()).cast[dtype]()
    return result


def _remainder(x: Float64, y: Float64) -> Float64:
    var a = abs(x)
    var b = abs(y)
    if not (a < inf[DType.float64]()) or not (b > 0):
        return nan[DType.float64]()
    if b == inf[DType.float64]():
        return x
    if b <= 8.98846567431158e307:
        a = _without_multiples(a, b + b)
    if a + a > b:
        a -= b
        if a + a >= b:
            a -= b
    return -a if x.to_bits[DType.int64]() < 0 else a


def _without_multiples(x: Float64, y: Float64) -> Float64:
    # x modulo y, exactly, by subtracting up to 2^50 times y 2^k, again and again.
    var rest = x
    while rest >= y:
        var more = logb(rest) - logb(y) - 50
        var multiple = y if more <= 0 else _exactly_scaled(y, Int64(more))
        rest = (-(rest / multiple).__trunc__()).fma(multiple, rest)
        if rest < 0:
            rest += multiple
    return rest


@always_inline
def iota[dtype: DType, width: SIMDLength](offset: Scalar[dtype] = 0) -> SIMD[dtype, width]:
    """`offset`, `offset + 1`, …

    Example:

    ```mojo
    from std.math import iota

    print(iota[DType.int32, 4](10))  # [10, 11, 12, 13]
    ```
    """
    var result = SIMD[dtype, width]()
    comptime for i in range(Int(width)):
        result[i] = offset + Scalar[dtype](i)
    return result


def iota[dtype: DType, //](buff: UnsafePointer[Scalar[dtype], _], len: Int, offset: Int = 0):
    """Fills memory with `offset`, `offset + 1`, …"""
    for i in range(len):
        buff[i] = Scalar[dtype](offset + i)


def iota[dtype: DType, //](span: Span[mut=True, Scalar[dtype], _], offset: Int = 0):
    """Fills a view with `offset`, `offset + 1`, …"""
    for i in range(len(span)):
        span[i] = Scalar[dtype](offset + i)


def iota[dtype: DType, //](mut v: List[Scalar[dtype]], offset: Int = 0):
    """Fills a list with `offset`, `offset + 1`, …"""
    for i in range(len(v)):
        v[i] = Scalar[dtype](offset + i)
