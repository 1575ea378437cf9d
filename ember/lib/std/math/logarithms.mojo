"""Logarithms, powers and inverse hyperbolic functions, lane by lane."""

from std.math._bits import integer_like, power_of_two, split
from std.math._pair import Pair, polynomial, short_ln2, square_root, times, with_sign
from std.math.exponentials import _Exponential, _is_computed
from std.utils.numerics import inf, nan

# ln x = e ln 2 + ln m, and ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m - 1) / (m + 1).


@always_inline
def _ln2[dtype: DType, length: SIMDLength]() -> Pair[dtype, length]:
    return Pair[dtype, length].constant[0.6931471805599453, 2.3190468138462996e-17]()


@always_inline
def _tail[dtype: DType, length: SIMDLength, //](z: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # (ln m - 2 s) / s³ with z = s²
    comptime if dtype == DType.float64:
        return polynomial[
            0.6666666666666666, 0.4000000000000719, 0.2857142856878522, 0.22222222691894872, 0.18181772072338714,
            0.153872471747818, 0.1324660695508599, 0.1328311250465552,
        ](z)
    else:
        return polynomial[0.6666678322130838, 0.3997661253126631, 0.2989865009685484](z)


@always_inline
def _rest[
    dtype: DType, length: SIMDLength, //
](f: SIMD[dtype, length], s: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # ln (1 + f) - f = -f²/2 + s (f²/2 + s² tail) with s = f / (2 + f)
    var z = times(s, s)
    var half = times(times(f, -0.5), f)
    return (-s).fma((-z).fma(_tail(z), half), half)


@always_inline
def _of_fraction[
    dtype: DType, length: SIMDLength, //, is_exact: Bool
](less: Pair[dtype, length], exponent: SIMD[integer_like[dtype](), length]) -> Pair[dtype, length]:
    # ln (2^exponent (1 + less)), with 1 + less from √½ to √2, as a number and a smaller one: some 3 bits more than one
    # float holds. What is low in `less` counts 1 / (1 + less) ≈ 1 - 2s + 2s², unless all of it is in the high part.
    comptime Two = Pair[dtype, length]
    comptime ln2 = short_ln2[dtype]()
    var e = exponent.cast[dtype]()
    var s = less.high / (less.high + 2)
    var rest = e.fma(SIMD[dtype, length](ln2.low), _rest(less.high, s))
    comptime if not is_exact:
        rest = less.low.fma(s.fma(-2.0, times(s, s).fma(2.0, 1.0)), rest)
    var whole = Two.ordered_sum(times(e, SIMD[dtype, length](ln2.high)), less.high)
    return Two(whole.high, whole.low + rest)


@always_inline
def _pair_of_fraction[
    dtype: DType, length: SIMDLength, //
](less: Pair[dtype, length], exponent: SIMD[integer_like[dtype](), length]) -> Pair[dtype, length]:
    # The same to a dozen bits more, for powers.
    comptime Two = Pair[dtype, length]
    var sum = Two.ordered_sum(2.0, less.high)
    var s = less / Two(sum.high, sum.low + less.low)
    var z = s * s
    var far = SIMD[dtype, length]()
    comptime if dtype == DType.float64:
        far = polynomial[
            0.2, 0.14285714285714254, 0.11111111111128903, 0.09090909086725417, 0.07692308219498027,
            0.06666627327500346, 0.05884145512029532, 0.05214269777458506, 0.05489214744841392,
        ](z.high)
    else:
        far = polynomial[0.2, 0.14285804396963886, 0.11098576804705233, 0.09645041459519119](z.high)
    var near = Two.constant[0.3333333333333333, 1.850371707708594e-17]().plus_smaller(z * far)
    var fraction = s.plus_smaller(s * (z * near))
    return (_ln2[dtype, length]() * exponent.cast[dtype]()).plus_smaller(fraction.scaled(2.0))


@always_inline
def _log_pair[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> Pair[dtype, length]:
    """The logarithm of a positive finite number, to a dozen bits more than one float holds."""
    var parts = split(x)
    return _pair_of_fraction(Pair(parts[0] - 1, SIMD[dtype, length](0.0)), parts[1])


@always_inline
def _special_cases[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], result: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Of 0, infinity, negative numbers and NaN.
    comptime Vector = SIMD[dtype, length]
    var finite = x.lt(Vector(inf[dtype]())).select(result, x)
    var positive = x.gt(0.0).select(finite, Vector(nan[dtype]()))
    return x.eq(0.0).select(Vector(-inf[dtype]()), positive)


@always_inline
def _log_in_one_piece[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # ln (1 + f) = f - f²/2 + f³ p(f): without a division, for Float32.
    var parts = split(x)
    var f = parts[0] - 1
    var e = parts[1].cast[dtype]()
    var p = polynomial[
        -0.5, 0.33333309894940893, -0.24999985039812786, 0.20002269052208596, -0.1666936841820719,
        0.1421779155836784, -0.12381662732513918, 0.11877290931445451, -0.1180841624252889, 0.06927780744335102,
    ](f)
    var rest = e.fma(_ln2[dtype, length]().low, times(times(f, f), p))
    var whole = Pair[dtype, length].ordered_sum(times(e, _ln2[dtype, length]().high), f)
    var lost = e.fma(_ln2[dtype, length]().high, -times(e, _ln2[dtype, length]().high))
    return whole.high + (whole.low + (lost + rest))


@always_inline
def log[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The natural logarithm.

    At most 1 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import log

    print(log(1.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return log(x.cast[DType.float32]()).cast[dtype]()
    elif dtype == DType.float32:
        return _special_cases(x, _log_in_one_piece(x))
    else:
        var parts = split(x)
        return _special_cases(x, _of_fraction[True](Pair(parts[0] - 1, 0.0), parts[1]).value())


def log2[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The logarithm to base 2.

    At most 1 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import log2

    print(log2(8.0))  # 3.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return log2(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime factor = Two.constant[1.4426950408889634, 2.0355273740931033e-17]()
        var parts = split(x)
        var f = parts[0] - 1
        var product = Two.product(f, Vector(factor.high))
        var sum = Two.ordered_sum(parts[1].cast[dtype](), product.high)
        var low = _rest(f, f / (f + 2)).fma(factor.high, f.fma(factor.low, product.low))
        return _special_cases(x, sum.high + (sum.low + low))


def log10[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The logarithm to base 10.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import log10

    print(log10(1000.0))  # 3.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return log10(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Two = Pair[dtype, length]
        var parts = split(x)
        var result = _of_fraction[True](Two(parts[0] - 1, 0.0), parts[1])
        result = result * Two.constant[0.4342944819032518, 1.098319650216765e-17]()
        return _special_cases(x, result.value())


@always_inline
def _log_of_sum[
    dtype: DType, length: SIMDLength, //
](x: Pair[dtype, length]) -> Pair[dtype, length]:
    """ln (1 + x) of a finite x above -1."""
    comptime Two = Pair[dtype, length]
    var sum = Two.sum(1.0, x.high)
    var parts = split(sum.high)
    # What does not fit into 1 + x is taken along, scaled like the sum.
    comptime most = 1000 if dtype == DType.float64 else 120
    var exponent = parts[1].gt(most).select(type_of(parts[1])(most), parts[1])
    var low = times(sum.low + x.low, power_of_two[dtype](-exponent))
    return _of_fraction[False](Two.ordered_sum(parts[0] - 1, low), parts[1])


def log1p[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`log(1 + x)`, precise near 0.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import log1p

    print(log1p(1e-20))  # 1e-20
    ```
    """
    comptime if not _is_computed[dtype]():
        return log1p(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime tiny = 1e-18 if dtype == DType.float64 else 1e-9
        var result = _special_cases(1 + x, _log_of_sum(Pair(x, 0.0)).value())
        return abs(x).lt(tiny).select(x, result)


@always_inline
def _log_or_doubled[
    dtype: DType, length: SIMDLength, //
](x: Pair[dtype, length], y: SIMD[dtype, length], is_huge: SIMD[DType.bool, length]) -> SIMD[dtype, length]:
    # ln (1 + x), or ln 2y of a huge y
    comptime Two = Pair[dtype, length]
    var zero = SIMD[dtype, length](0.0)
    var log = _log_of_sum(Two(is_huge.select(y, x.high), is_huge.select(zero, x.low)))
    var sum = Two.ordered_sum(log.high, is_huge.select(_ln2[dtype, length]().high, zero))
    return sum.high + (sum.low + (log.low + is_huge.select(_ln2[dtype, length]().low, zero)))


def asinh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The inverse hyperbolic sine.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import asinh

    print(asinh(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return asinh(x.cast[DType.float32]()).cast[dtype]()
    else:
        # ln (1 + a + a² / (1 + √(1 + a²))); of large numbers ln 2a, and of small ones a polynomial.
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime huge = 1e18 if dtype == DType.float64 else 1e9
        var a = abs(x)
        var z = times(a, a)
        var tail = Vector()
        comptime if dtype == DType.float64:
            tail = polynomial[
                -0.1666666666666661, 0.074999999999844, -0.04464285712782753, 0.030381943716738212,
                -0.022372138377038945, 0.017352387366096997, -0.01396023730776802, 0.011513022303045127,
                -0.009534324661960483, 0.0074661332105342305, -0.004748391154130185, 0.0017187078420590014,
            ](z)
        else:
            tail = polynomial[
                -0.1666664332151413, 0.07498638331890106, -0.04438239708542824, 0.028157003223896027,
                -0.01321446243673563,
            ](z)
        var near = times(a, z).fma(tail, a)
        var b = a.gt(huge).select(Vector(1.0), a)
        var more = Two.product(b, b) / Two.ordered_sum(square_root(b.fma(b, 1.0)), 1.0)
        var sum = Two.ordered_sum(b, more.high)
        var far = _log_or_doubled(Two(sum.high, sum.low + more.low), a, a.gt(huge))
        return with_sign(a.lt(inf[dtype]()).select(a.lt(0.5).select(near, far), a), x)


def acosh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The inverse hyperbolic cosine.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import acosh

    print(acosh(1.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return acosh(x.cast[DType.float32]()).cast[dtype]()
    else:
        # ln (1 + t + √(t (t + 2))) with t = x - 1; of large numbers ln 2x.
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime huge = 1e18 if dtype == DType.float64 else 1e9
        var t = x.gt(huge).select(Vector(1.0), x - 1)
        var square = Two.product(t, t) + Two(t + t, 0.0)
        var result = _log_or_doubled(square.root() + t, x, x.gt(huge))
        result = x.eq(1.0).select(Vector(0.0), x.eq(inf[dtype]()).select(x, result))
        return x.ge(1.0).select(result, Vector(nan[dtype]()))


def atanh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The inverse hyperbolic tangent.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import atanh

    print(atanh(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return atanh(x.cast[DType.float32]()).cast[dtype]()
    else:
        # ln (1 + 2a / (1 - a)) / 2
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime tiny = 1e-9 if dtype == DType.float64 else 1e-5
        var a = abs(x)
        var inside = a.lt(1.0).select(a, Vector(0.0))
        var result = _log_of_sum(Two(inside + inside, 0.0) / Two.sum(1.0, -inside)).scaled(0.5).value()
        result = a.eq(1.0).select(Vector(inf[dtype]()), result)
        result = a.le(1.0).select(result, Vector(nan[dtype]()))
        return with_sign(a.lt(tiny).select(a, result), x)


def _power[
    dtype: DType, length: SIMDLength, //
](base: SIMD[dtype, length], exponent: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`base` to the power of `exponent`."""
    comptime if not _is_computed[dtype]():
        return _power(base.cast[DType.float32](), exponent.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime limit = 800.0 if dtype == DType.float64 else 120.0
        comptime infinite = Vector(inf[dtype]())
        var size = abs(base)
        var product = _log_pair(size) * exponent
        # Beyond the limits the result is 0 or infinite, whatever the low digits.
        var is_large = product.high.gt(limit)
        var is_small = product.high.lt(-limit)
        var inside = (is_large | is_small).select(Vector(0.0), product.high)
        var result = _Exponential(inside, product.low).value()
        result = is_large.select(infinite, is_small.select(Vector(0.0), result))
        # Of 0 and infinity
        var grows = size.gt(1.0).select(exponent, -exponent).gt(0.0)
        var is_border = size.eq(0.0) | size.eq(infinite) | abs(exponent).eq(infinite)
        result = is_border.select(grows.select(infinite, Vector(0.0)), result)
        result = (base.ne(base) | exponent.ne(exponent)).select(base + exponent, result)
        # The sign, and negative numbers to broken powers
        var is_whole = exponent.__trunc__().eq(exponent)
        var half = times(exponent, 0.5)
        var is_odd = is_whole & half.__trunc__().ne(half)
        result = is_odd.select(with_sign(result, base), result)
        var is_broken = base.lt(0.0) & base.ne(-infinite) & exponent.eq(exponent) & ~is_whole
        result = is_broken.select(Vector(nan[dtype]()), result)
        var is_one = size.eq(1.0) & (base.gt(0.0) | abs(exponent).eq(infinite))
        return (is_one | exponent.eq(0.0)).select(Vector(1.0), result)


@always_inline
def pow[dtype: DType, length: SIMDLength, //](base: SIMD[dtype, length], exp: SIMD[dtype, length]) -> SIMD[dtype, length] where dtype.is_floating_point():
    """`base` to the power of `exp`.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import pow

    print(pow(2.0, 3.0))  # 8.0
    ```
    """
    return _power(base, exp)


@always_inline
def pow[dtype: DType, length: SIMDLength, //](base: SIMD[dtype, length], exp: Int) -> SIMD[dtype, length]:
    """`base` to an integer power."""
    return base**exp
