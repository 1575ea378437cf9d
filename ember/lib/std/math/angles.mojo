"""Functions of angles and their inverses, lane by lane."""

from std.math._bits import integer_like
from std.math._pair import Pair, polynomial, square_root, times, with_sign
from std.math._reduction import Angle
from std.math.exponentials import _is_computed
from std.utils.numerics import inf, nan


@always_inline
def _sine[dtype: DType, length: SIMDLength, //](r: Pair[dtype, length]) -> Pair[dtype, length]:
    # Of an angle of at most an eighth of a turn.
    var z = times(r.high, r.high)
    var tail = SIMD[dtype, length]()
    comptime if dtype == DType.float64:
        tail = polynomial[
            -0.16666666666666666, 0.008333333333333321, -0.00019841269841252798, 2.755731921300462e-06,
            -2.505210460086651e-08, 1.6058326853009084e-10, -7.576718815659267e-13,
        ](z)
    else:
        tail = polynomial[
            -0.16666666638492544, 0.008333329021133934, -0.00019839217534882574, 2.7171964344179015e-06,
        ](z)
    var lost = times(z, -0.5).fma(r.low, r.low)
    return Pair[dtype, length].ordered_sum(r.high, times(times(r.high, z), tail) + lost)


@always_inline
def _cosine[dtype: DType, length: SIMDLength, //](r: Pair[dtype, length]) -> Pair[dtype, length]:
    # Of an angle of at most an eighth of a turn.
    var z = times(r.high, r.high)
    var tail = SIMD[dtype, length]()
    comptime if dtype == DType.float64:
        tail = polynomial[
            0.041666666666666664, -0.0013888888888888872, 2.4801587301569033e-05, -2.7557319214318177e-07,
            2.0876754128195957e-09, -1.147026630672825e-11, 4.73689554972703e-14,
        ](z)
    else:
        tail = polynomial[0.041666645037204894, -0.0013887275314028755, 2.4427635648768215e-05](z)
    # r² is rounded; half of what is lost is r.high.fma(r.high, -z) / 2.
    var sum = Pair[dtype, length].ordered_sum(1.0, times(z, -0.5))
    var lost = r.high.fma(r.low, times(r.high.fma(r.high, -z), 0.5))
    return Pair[dtype, length].ordered_sum(sum.high, times(z, z).fma(tail, sum.low - lost))


@always_inline
def _sine_from[
    dtype: DType, length: SIMDLength, //, quarter: Int
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # The sine `quarter` quarters of a turn on.
    comptime Whole = SIMD[integer_like[dtype](), length]
    var angle = Angle(x)
    var turn = angle.quarters + Whole(quarter)
    var size = (turn & Whole(1)).eq(Whole(0)).select(_sine(angle.rest).value(), _cosine(angle.rest).value())
    return (turn & Whole(2)).eq(Whole(0)).select(size, -size)


@always_inline
def sin[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The sine of an angle in radians.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import sin

    print(sin(0.0), sin(SIMD[DType.float64, 2](0)))  # 0.0 [0.0, 0.0]
    ```
    """
    comptime if not _is_computed[dtype]():
        return sin(x.cast[DType.float32]()).cast[dtype]()
    else:
        return x.eq(0.0).select(x, _sine_from[0](x))


@always_inline
def cos[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The cosine of an angle in radians.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import cos

    print(cos(0.0))  # 1.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return cos(x.cast[DType.float32]()).cast[dtype]()
    else:
        return _sine_from[1](x)


def tan[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The tangent of an angle in radians.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import tan

    print(tan(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return tan(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Two = Pair[dtype, length]
        comptime Whole = SIMD[integer_like[dtype](), length]
        var angle = Angle(x)
        var is_even = (angle.quarters & Whole(1)).eq(Whole(0))
        var sine = _sine(angle.rest)
        var cosine = _cosine(angle.rest)
        var numerator = Two(is_even.select(sine.high, -cosine.high), is_even.select(sine.low, -cosine.low))
        var denominator = Two(is_even.select(cosine.high, sine.high), is_even.select(cosine.low, sine.low))
        var result = (numerator / denominator).value()
        comptime tiny = 1e-9 if dtype == DType.float64 else 1e-5
        return abs(x).lt(tiny).select(x, result)


# An angle is that of a fraction n/d: atan (n/d) = turn + atan q with q = n/d, (n - d)/(n + d) or -d/n, at most √2 - 1.


@always_inline
def _angle_of_fraction[
    dtype: DType, length: SIMDLength, //
](n: SIMD[dtype, length], d: SIMD[dtype, length]) -> Pair[dtype, length]:
    # The angle of a fraction, both parts positive and neither very large nor very small.
    comptime Vector = SIMD[dtype, length]
    comptime Two = Pair[dtype, length]
    var is_small = n.le(times(d, 0.41421356237309503))
    var is_large = times(n, 0.41421356237309503).gt(d)
    var difference = Two.sum(n, -d)
    var sum = Two.sum(n, d)
    var zero = Vector(0.0)
    var numerator = Two(
        is_small.select(n, is_large.select(-d, difference.high)),
        (is_small | is_large).select(zero, difference.low),
    )
    var denominator = Two(
        is_small.select(d, is_large.select(n, sum.high)),
        (is_small | is_large).select(zero, sum.low),
    )
    var q = numerator / denominator
    var z = times(q.high, q.high)
    var tail = Vector()
    comptime if dtype == DType.float64:
        tail = polynomial[
            -0.33333333333333326, 0.1999999999999718, -0.1428571428532713, 0.11111111084401754, -0.09090908009038574,
            0.07692279713358155, -0.06666182068676507, 0.05876586996905268, -0.05215623618923079, 0.04492315575421269,
            -0.03321461169913721, 0.01493294427186131,
        ](z)
    else:
        tail = polynomial[
            -0.3333331380525475, 0.19998377288060842, -0.14241601022848513, 0.10578549697190594, -0.06037365102770109,
        ](z)
    comptime quarter = Two.constant[1.5707963267948966, 6.123233995736766e-17]()
    comptime eighth = Two.constant[0.7853981633974483, 3.061616997868383e-17]()
    var turn = is_small.select(zero, is_large.select(quarter.high, eighth.high))
    var rest = is_small.select(zero, is_large.select(quarter.low, eighth.low)) + q.low
    var result = Two.ordered_sum(turn, q.high)
    return Two.ordered_sum(result.high, result.low + times(times(q.high, z), tail) + rest)


@always_inline
def _arctangent_tail[dtype: DType, length: SIMDLength, //](z: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # (atan q - q) / q³ with z = q², q at most 4/7
    comptime if dtype == DType.float64:
        return polynomial[
            -0.3333333333333291, 0.19999999999895238, -0.14285714276653438, 0.11111110715714083, -0.09090898884837725,
            0.07692137692370643, -0.06664741889430566, 0.05867068703095309, -0.05176560194662543, 0.04409562228242532,
            -0.03320478392931957, 0.018681734588122317, -0.005561039228665202,
        ](z)
    else:
        return polynomial[
            -0.3333330750465393, 0.1999840885400772, -0.14252793788909912, 0.107921302318573, -0.07465387135744095,
            0.032021764665842056,
        ](z)


def atan[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle with a tangent.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import atan

    print(atan(1.0) * 4)  # 3.141592653589793
    ```
    """
    comptime if not _is_computed[dtype]():
        return atan(x.cast[DType.float32]()).cast[dtype]()
    else:
        # atan a = n π/4 + atan q, with q = a, (a - 1)/(a + 1) or -1/a, so that a - 1 is exact and q is at most 4/7.
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime eighth = Two.constant[0.7853981633974483, 3.061616997868383e-17]()
        var a = abs(x)
        var is_small = a.lt(0.5625)
        var is_large = a.gt(1.75)
        var numerator = is_small.select(a, is_large.select(Vector(-1.0), a - 1))
        var q = numerator / is_small.select(Vector(1.0), is_large.select(a, a + 1))
        var z = times(q, q)
        var n = is_small.select(Vector(0.0), is_large.select(Vector(2.0), Vector(1.0)))
        var sum = Two.ordered_sum(times(n, eighth.high), q)
        return with_sign(sum.high + times(q, z).fma(_arctangent_tail(z), n.fma(eighth.low, sum.low)), x)


def atan2[
    dtype: DType, length: SIMDLength, //
](y: SIMD[dtype, length], x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle of the point (x, y).

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import atan2

    print(atan2(0.0, 1.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return atan2(y.cast[DType.float32](), x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime whole = integer_like[dtype]()
        comptime infinite = Vector(inf[dtype]())
        # Powers of two that keep sums and remainders of divisions in range: 2^1000 and 2^±200; 2^100 and 2^±40.
        comptime large = 1.0715086071862673e301 if dtype == DType.float64 else 1.2676506002282294e30
        comptime down = 6.223015277861142e-61 if dtype == DType.float64 else 9.094947017729282e-13
        comptime up = 1.6069380442589903e60 if dtype == DType.float64 else 1099511627776.0
        var n = abs(y)
        var d = abs(x)
        var most = n.gt(d).select(n, d)
        var factor = most.gt(large).select(Vector(down), most.lt(1.0).select(Vector(up), Vector(1.0)))
        var is_infinite = most.eq(infinite)
        n = is_infinite.select(n.eq(infinite).select(Vector(1.0), Vector(0.0)), times(n, factor))
        d = is_infinite.select(d.eq(infinite).select(Vector(1.0), Vector(0.0)), times(d, factor))
        d = most.eq(0.0).select(Vector(1.0), d)
        var angle = _angle_of_fraction(n, d)
        var opposite = Two.constant[3.141592653589793, 1.2246467991473532e-16]() - angle
        var is_left = x.to_bits[whole]().lt(0)
        var result = with_sign(is_left.select(opposite.value(), angle.value()), y)
        return (x.ne(x) | y.ne(y)).select(x + y, result)


@always_inline
def _arcsine_tail[dtype: DType, length: SIMDLength, //](z: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # (asin s - s) / s³ with z = s², s at most 1/2
    comptime if dtype == DType.float64:
        return polynomial[
            0.16666666666666777, 0.07499999999965798, 0.04464285717959048, 0.030381942459923737, 0.022372222201744608,
            0.017351478631697143, 0.013982461539772506, 0.011385164916708634, 0.010858997618441609,
            0.0034029038119497935, 0.022460007066443678, -0.022083218167748157, 0.03331817262828799,
        ](z)
    else:
        return polynomial[
            0.16666753590106964, 0.07495252788066864, 0.045475929975509644, 0.024152614176273346,
            0.042211029678583145,
        ](z)


def asin[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle with a sine.

    At most 1.25 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import asin

    print(asin(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return asin(x.cast[DType.float32]()).cast[dtype]()
    else:
        # asin a = π/2 - 2 asin √((1 - a) / 2) for large a, with the sign taken from x; beyond 1 the root is NaN.
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime quarter = Two.constant[1.5707963267948966, 6.123233995736766e-17]()
        var a = abs(x)
        var is_near = a.le(0.5)
        var z = is_near.select(times(a, a), a.fma(-0.5, 0.5))
        var s = is_near.select(x, square_root(a.fma(-2.0, 2.0)))
        var sum = Two.ordered_sum(is_near.select(Vector(0.0), -quarter.high), s)
        var low = sum.low - is_near.select(Vector(0.0), quarter.low)
        return with_sign(sum.high + times(s, z).fma(_arcsine_tail(z), low), x)


def acos[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle with a cosine.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import acos

    print(acos(1.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return acos(x.cast[DType.float32]()).cast[dtype]()
    else:
        # k π/2 and asin s, with k = 1 and s = -x, or, for large numbers, k = 0 or 2 and half of s = ±√((1 - a) / 2).
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime quarter = Two.constant[1.5707963267948966, 6.123233995736766e-17]()
        var a = abs(x)
        var is_near = a.le(0.5)
        var z = is_near.select(times(a, a), a.fma(-0.5, 0.5))
        var rest = a.fma(-2.0, 2.0)
        var root = square_root(rest)
        var s = is_near.select(-x, with_sign(root, x))
        var k = is_near.select(Vector(1.0), x.lt(0.0).select(Vector(2.0), Vector(0.0)))
        var sum = Two.ordered_sum(times(k, quarter.high), s)
        var low = k.fma(quarter.low, sum.low)
        # The digits that the root loses; that of 0 is exact.
        var lost = (-root).fma(root, rest) / with_sign(root + root, x)
        low += (is_near | root.eq(0.0)).select(Vector(0.0), lost)
        return sum.high + times(s, z).fma(_arcsine_tail(z), low)


@always_inline
def _half_turn_sine[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> Pair[dtype, length]:
    """sin (πx) of a number that is not negative, 0 for whole numbers."""
    comptime Vector = SIMD[dtype, length]
    comptime Two = Pair[dtype, length]
    var whole = x.__floor__()
    var part = x - whole
    # sin (π part), from 0 to 1 and back; beyond an eighth of a turn it is the cosine of the rest.
    var folded = part.gt(0.5).select(1 - part, part)
    var is_cosine = folded.gt(0.25)
    var angle = Two.constant[3.141592653589793, 1.2246467991473532e-16]() * is_cosine.select(0.5 - folded, folded)
    var sine = _sine(angle)
    var cosine = _cosine(angle)
    var high = is_cosine.select(cosine.high, sine.high)
    var low = is_cosine.select(cosine.low, sine.low)
    var half = times(whole, 0.5)
    var is_odd = half.__floor__().ne(half)
    return Two(is_odd.select(-high, high), is_odd.select(-low, low))
