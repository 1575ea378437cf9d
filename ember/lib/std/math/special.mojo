"""The error function and the gamma function, lane by lane."""

from std.math._bits import integer_like, scale, split
from std.math._pair import Pair, polynomial, times, with_sign
from std.math.angles import _half_turn_sine
from std.math.exponentials import _Exponential, _is_computed, exp
from std.math.logarithms import _log_pair, _of_fraction
from std.utils.numerics import inf, nan


@always_inline
def _error_tail[dtype: DType, length: SIMDLength, //](z: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # erf x / x - 1 with z = x², x at most 1
    comptime if dtype == DType.float64:
        return polynomial[
            0.1283791670955126, -0.3761263890318375, 0.11283791670954858, -0.026866170645072546, 0.0052239776247738,
            -0.0008548326978135569, 0.00012055331007817632, -1.4925592649165164e-05, 1.6460956637023835e-06,
            -1.6349829328521728e-07, 1.4656406749311199e-08, -1.1359401936336288e-09, 5.93375125897281e-11,
        ](z)
    else:
        return polynomial[
            0.1283791658340206, -0.37612626462659526, 0.11283591190957402, -0.026854013527847748,
            0.0051886129467612644, -0.0008011840886792722, 7.856473582108481e-05,
        ](z)


@always_inline
def _far_error[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # 1 - erf x for x from 1/2 up: e^(-x²) / (1 + 2x) times a function of (x - 4) / (x + 4) that is between 1.1 and 1.3.
    comptime Vector = SIMD[dtype, length]
    comptime Two = Pair[dtype, length]
    comptime most = 27.5 if dtype == DType.float64 else 10.25
    var a = x.lt(0.5).select(Vector(0.5), x.gt(most).select(Vector(most), x))
    var t = (a - 4) / (a + 4)
    var factor = Vector()
    comptime if dtype == DType.float64:
        factor = polynomial[
            1.2329951186255526, -0.1396211168405625, 0.015379652102619828, 0.06809705425468891, -0.10103906603630913,
            0.09373283499851562, -0.06633036581211339, 0.03716751553414252, -0.016197734058963163,
            0.005031970015022089, -0.0007577732811101588, -0.0001992569439088902, 0.00015062164814734407,
            -2.4398139929442598e-05, -1.1221979182453002e-05, 5.706693436511597e-06, 2.938021385297066e-07,
            -8.198010449411834e-07, 7.450537119391979e-08, 1.0349724863210833e-07, -1.77246848062051e-08,
            -9.736862054790952e-09, 1.7483772589715667e-09,
        ](t)
    else:
        factor = polynomial[
            1.232995118919863, -0.1396210752069536, 0.015379610042427683, 0.06809462836103414, -0.10103928781496335,
            0.09377190363873542, -0.06630104345623321, 0.0369318953088036, -0.016499695874963523, 0.00547529868679082,
            0.00010740097713089818,
        ](t)
    var square = Two.product(a, a)
    var e = _Exponential(-square.high, -square.low)
    var result = (e.rest + Vector(1.0)) * factor / Two.sum(1.0, a + a)
    return scale(result.value(), e.exponent)


@always_inline
def _rough_far_error[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # 1 - erf x for x from 1 up, to as many digits as are left in the difference of 1 and it: e to a polynomial
    comptime Vector = SIMD[dtype, length]
    var a = x.lt(4.0).select(x, x.eq(x).select(Vector(4.0), x))
    return exp(
        polynomial[
            -0.0003329560221716534, -1.127121365710861, -0.6380955354296293, -0.10314617800044572,
            0.021855415349516762, -0.002951642925423333, 0.0001867521793497487,
        ](a)
    )


def erf[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The error function.

    At most 1 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import erf

    print(erf(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return erf(x.cast[DType.float32]()).cast[dtype]()
    else:
        var a = abs(x)
        var near = a.fma(_error_tail(times(a, a)), a)
        var far = SIMD[dtype, length]()
        comptime if dtype == DType.float64:
            far = 1 - _far_error(a)
        else:
            far = 1 - _rough_far_error(a)
        return with_sign(a.gt(1.0).select(far, near), x)


def erfc[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """One minus the error function.

    At most 4 ULP off for Float64, 4 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import erfc

    print(erfc(0.0))  # 1.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return erfc(x.cast[DType.float32]()).cast[dtype]()
    else:
        var a = abs(x)
        var sum = Pair[dtype, length].sum(1.0, -x)
        var near = sum.high + (-x).fma(_error_tail(times(x, x)), sum.low)
        var far = _far_error(a)
        return a.gt(0.5).select(x.gt(0.0).select(far, 2 - far), near)


# -- the gamma function ------------------------------------------------------------------------------------------


@always_inline
def _steps[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # How many steps of 1 a number up to 8 is above 1.5 … 2.5.
    return x.__round__() - 2


@always_inline
def _product_of_steps[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], steps: SIMD[dtype, length]) -> Pair[dtype, length]:
    # (x - 1) (x - 2) … (x - steps)
    var result = Pair[dtype, length](1.0, 0.0)
    comptime for i in range(1, 7):
        comptime step = Scalar[dtype](i)
        result = result * steps.ge(step).select(x - step, SIMD[dtype, length](1.0))
    return result


@always_inline
def _stirling[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> Pair[dtype, length]:
    # ln Γ(x) for x from 7.5 up: (x - 1/2) ln x - x + ln √(2π) + 1/(12x) - …
    comptime Two = Pair[dtype, length]
    var inverse = 1 / x
    var z = times(inverse, inverse)
    var tail = SIMD[dtype, length]()
    comptime if dtype == DType.float64:
        tail = polynomial[
            0.08333333333333333, -0.002777777777777059, 0.0007936507930758751, -0.0005952378882362266,
            0.0008417111036817501, -0.001913155039456755, 0.006130436972349107, -0.0195258402846408,
        ](z)
    else:
        tail = polynomial[0.08333333298592711, -0.002777620263987539, 0.0007757201681538356](z)
    # The same as (x - 1/2) (ln x - 1) + …, which does not overflow before its sum does.
    var main = (_log_pair(x) + SIMD[dtype, length](-1.0)) * Two.sum(x, -0.5)
    return main + Two.constant[0.4189385332046727, 1.6728209650585413e-17]() + times(tail, inverse)


@always_inline
def _gamma_parts[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length]) -> Tuple[Pair[dtype, length], SIMD[integer_like[dtype](), length]]:
    # Γ(x) of a positive number as a fraction and a power of two
    comptime Vector = SIMD[dtype, length]
    comptime Two = Pair[dtype, length]
    comptime Whole = SIMD[integer_like[dtype](), length]
    comptime most = 190.0 if dtype == DType.float64 else 50.0
    var is_far = x.ge(7.5)
    # Γ(2 + w)
    var near = is_far.select(Vector(2.0), x)
    var steps = _steps(near)
    var w = near - (steps + 2)
    var tail = Vector()
    comptime if dtype == DType.float64:
        tail = polynomial[
            0.42278433509846713, 0.41184033042644036, 0.08157691924708144, 0.07424901075341139,
            -0.00026698206835395653, 0.011154045723793197, -0.0028526458352634773, 0.0021039331877000084,
            -0.0009195735623519742, 0.0004903907822721017, -0.0002409446692429851, 0.0001216524410885915,
            -6.0769345451876774e-05, 3.057336550160385e-05, -1.5342252733393268e-05, 7.222017733532839e-06,
            -3.5168592681031718e-06, 2.621387746787933e-06, -1.3914896507502049e-06,
        ](w)
    else:
        tail = polynomial[
            0.42278432763189105, 0.41184017735477246, 0.08157745737987991, 0.07425497249377089,
            -0.00027700866782206493, 0.011082645477329978, -0.0027783774004689578, 0.0024343540169361006,
            -0.0011531708140053883,
        ](w)
    var base = Two.ordered_sum(1.0, times(w, tail)) * _product_of_steps(near, steps)
    # Γ(x) = Γ(x + 1) / x, once or twice
    var divisor = Two.sum(near, steps.lt(-1.0).select(Vector(1.0), Vector(0.0)))
    divisor = divisor * steps.lt(-1.0).select(near, Vector(1.0))
    var is_divided = steps.lt(0.0)
    base = base / Two(is_divided.select(divisor.high, Vector(1.0)), is_divided.select(divisor.low, Vector(0.0)))
    if not is_far.reduce_or():
        return (base, Whole(0))
    var log = _stirling(is_far.select(x.gt(most).select(Vector(most), x), Vector(8.0)))
    var e = _Exponential(log.high, log.low)
    var far = e.rest + Vector(1.0)
    return (
        Two(is_far.select(far.high, base.high), is_far.select(far.low, base.low)),
        is_far.select(e.exponent, Whole(0)),
    )


def gamma[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The gamma function.

    At most 1 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import gamma

    print(gamma(5.0))  # 24.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return gamma(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime tiny = 1e-17 if dtype == DType.float64 else 1e-8
        comptime most = 190.0 if dtype == DType.float64 else 50.0
        var a = abs(x)
        var is_tiny = a.lt(tiny)
        var limited = is_tiny.select(Vector(1.0), a.gt(most).select(Vector(most), a))
        var parts = _gamma_parts(limited)
        var result = scale(parts[0].value(), parts[1])
        if x.lt(0.0).reduce_or():
            # Γ(-a) = -π / (a sin(πa) Γ(a))
            var sine = _half_turn_sine(a)
            var is_pole = sine.high.eq(0.0)
            sine = Two(is_pole.select(Vector(1.0), sine.high), is_pole.select(Vector(0.0), sine.low))
            var mirrored = Two.constant[-3.141592653589793, -1.2246467991473532e-16]() / (parts[0] * (sine * limited))
            var negative = scale(mirrored.value(), -parts[1])
            negative = a.gt(most).select(with_sign(Vector(0.0), negative), negative)
            negative = a.eq(a.__round__()).select(Vector(nan[dtype]()), negative)
            result = x.lt(0.0).select(negative, result)
        result = x.eq(inf[dtype]()).select(x, result)
        return is_tiny.select(1 / x, x.eq(x).select(result, x))


def lgamma[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The logarithm of the magnitude of the gamma function.

    At most 1.5 ULP off for Float64, 1.5 for Float32 and 0.51 for narrower formats, where
    `x` is positive; where it is negative, as many of the larger of the result and 1.

    Example:

    ```mojo
    from std.math import lgamma

    print(lgamma(1.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return lgamma(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime most = 2.5599833278516383e305 if dtype == DType.float64 else 4.085003e36
        comptime infinite = Vector(inf[dtype]())
        var size = abs(x)
        var is_huge = size.gt(most)
        var a = is_huge.select(Vector(1.0), size)
        var log = _log_of_gamma(a)
        var result = log.value()
        if x.lt(0.0).reduce_or():
            # Γ(-a) = -π / (a sin(πa) Γ(a))
            var divisor = abs((_half_turn_sine(a) * a).value())
            divisor = divisor.eq(0.0).select(Vector(1.0), divisor)
            var mirrored = Two.constant[1.1447298858494002, 1.0265951162707826e-17]() - _log_pair(divisor) - log
            # Of small numbers the sign does not count.
            comptime tiny = -1e-20 if dtype == DType.float64 else -1e-10
            result = x.lt(tiny).select(mirrored.value(), result)
        var is_pole = x.lt(0.0) & size.eq(size.__round__())
        result = (is_pole | size.eq(0.0) | is_huge).select(infinite, result)
        return x.eq(x).select(result, x)


@always_inline
def _log_of_gamma[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> Pair[dtype, length]:
    # Of a positive number, as a number and a smaller one.
    comptime Vector = SIMD[dtype, length]
    comptime Two = Pair[dtype, length]
    var is_far = x.ge(3.5)
    var far = Two(0.0, 0.0)
    if is_far.reduce_or():
        far = _log_of_far_gamma(is_far.select(x, Vector(4.0)))
    var near = Two(0.0, 0.0)
    if not is_far.reduce_and():
        near = _log_of_near_gamma(is_far.select(Vector(2.0), x))
    return Two(is_far.select(far.high, near.high), is_far.select(far.low, near.low))


@always_inline
def _log_of_far_gamma[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> Pair[dtype, length]:
    # As `_stirling` does, for x from 3.5 up, with the digits that the result itself needs.
    comptime Two = Pair[dtype, length]
    var inverse = 1 / x
    var z = times(inverse, inverse)
    var tail = SIMD[dtype, length]()
    comptime if dtype == DType.float64:
        tail = polynomial[
            0.0833333333333247, -0.0027777777741480178, 0.0007936502350590095, -0.0005951940533560106,
            0.0008397045939621591, -0.0018572386176310587, 0.00523242102881894, -0.013666266556541165,
            0.020603423654457713,
        ](z)
    else:
        tail = polynomial[0.08333326131105423, -0.0027733829338103533, 0.0007064875098876655](z)
    var parts = split(x)
    var log = _of_fraction[True](Two(parts[0] - 1, 0.0), parts[1])
    var less = Two.ordered_sum(log.high, -1.0)
    less = Two.ordered_sum(less.high, less.low + log.low)
    var main = less * Two.ordered_sum(x, -0.5)
    return Two(main.high, main.low + tail.fma(inverse, 0.4189385332046727))


@always_inline
def _log_of_near_gamma[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> Pair[dtype, length]:
    # Of a number up to 3.5. Below 1 it is ln Γ(x + 1) - ln x; from 2.5 up, ln Γ(x - 1) + ln (x - 1). Between, with
    # t = x - 1, it is t (t - 1), which is exactly 0 where it must be, times c + v p(v) with v = t - 3/4.
    comptime Vector = SIMD[dtype, length]
    comptime Two = Pair[dtype, length]
    var is_below = x.lt(1.0)
    var is_above = x.ge(2.5)
    var sign = is_below.select(Vector(-1.0), is_above.select(Vector(1.0), Vector(0.0)))
    var t = x - (sign + 1)
    var v = t - 0.75
    comptime constant = Two.constant[0.4501393121092563, 1.4097142567474574e-17]()
    var slope = Vector()
    comptime if dtype == DType.float64:
        slope = polynomial[
            -0.11948158662524275, 0.04452044719850949, -0.019053957830246892, 0.008776370425273352,
            -0.004226194125959277, 0.0020955338793456884, -0.001060566074119431, 0.0005448970010804333,
            -0.00028319064174869645, 0.0001485166533565138, -7.84615654204854e-05, 4.170618102449622e-05,
            -2.228254312302156e-05, 1.1946221427693622e-05, -6.432355989997233e-06, 3.515832813433486e-06,
            -1.9131967385306513e-06, 9.434949051953291e-07, -5.013409715158718e-07, 4.335575757729081e-07,
            -2.5152740238088867e-07, -3.271459396897332e-08, 2.7255382448712303e-08, 9.095012920015428e-08,
            -5.273848282748366e-08,
        ](v)
    else:
        slope = polynomial[
            -0.11948158591985703, 0.04452044144272804, -0.019054150208830833, 0.008776593953371048,
            -0.004223475232720375, 0.002093109069392085, -0.0010767723433673382, 0.0005570044741034508,
            -0.00023744675854686648, 0.00011846487905131653, -0.00013696298992726952, 7.642720447620377e-05,
        ](v)
    var parts = split(is_above.select(x - 1, x))
    var log = _of_fraction[True](Two(parts[0] - 1, 0.0), parts[1])
    var inside = v.fma(slope, constant.high)
    var lost = v.fma(slope, constant.high - inside) + constant.low
    return Two.product(t, t - 1) * Two(inside, lost) + Two(times(sign, log.high), times(sign, log.low))
