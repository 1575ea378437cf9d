"""Exponentials and hyperbolic functions, lane by lane."""

from std.math._bits import factors_of_sum, integer_bits, integer_like, magic, power_of_two, scale, scaling_magic
from std.math._pair import Pair, polynomial, short_ln2, times, with_sign
from std.sys.info import is_nvidia_gpu
from std.sys.intrinsics import _vector_intrinsic, llvm_intrinsic


@always_inline
def _is_computed[dtype: DType]() -> Bool:
    """Whether functions compute in this format. The narrow formats go through Float32."""
    comptime assert dtype.is_floating_point(), "the type must be floating point"
    return dtype == DType.float32 or dtype == DType.float64


# e^x = 2^n e^r, with r at most half of ln 2.


@always_inline
def _tail[dtype: DType, length: SIMDLength, //](r: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # (e^r - 1 - r) / r², to as many digits as r has
    comptime if dtype == DType.float64:
        return polynomial[
            0.5, 0.16666666666666677, 0.0416666666666667, 0.00833333333332158, 0.0013888888888866676,
            0.0001984126988626204, 2.480158736088537e-05, 2.7557244065079974e-06, 2.7557242473954804e-07,
            2.5109089615125648e-08, 2.092453180615217e-09,
        ](r)
    else:
        return polynomial[
            0.5000000049236846, 0.16666666826148285, 0.0416663421223614, 0.008333270631592105,
            0.001394204646893342, 0.00019915623473860887,
        ](r)


@always_inline
def _short_tail[dtype: DType, length: SIMDLength, //](r: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # The same, to as many digits as 1 + r has
    comptime if dtype == DType.float64:
        return polynomial[
            0.5000000000000012, 0.166666666666667, 0.04166666666651559, 0.008333333333307083, 0.0013888888947010706,
            0.00019841269917691393, 2.4801489917043842e-05, 2.7557216001355487e-06, 2.763129798851331e-07,
            2.5117960441673234e-08,
        ](r)
    else:
        return polynomial[
            0.5, 0.166665181517601, 0.04166619852185249, 0.00836891122162342, 0.0013950815191492438,
        ](r)


@always_inline
def _clamped[
    dtype: DType, length: SIMDLength, //
](x: SIMD[dtype, length], least: SIMD[dtype, length], most: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # NaN stays.
    return _vector_intrinsic["llvm.minimum"](_vector_intrinsic["llvm.maximum"](x, least), most)


@always_inline
def _within_exponents[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Outside, e^x is 0 or infinite.
    comptime if dtype == DType.float64:
        return _clamped(x, -750.0, 712.0)
    else:
        return _clamped(x, -106.0, 90.0)


struct _Exponential[dtype: DType, length: SIMDLength](TrivialRegisterPassable):
    """e^x as `2^exponent (1 + rest)`, with `rest` from √½ - 1 to √2 - 1."""

    comptime Vector = SIMD[Self.dtype, Self.length]
    """The type of the numbers."""

    var rest: Pair[Self.dtype, Self.length]
    """The fraction less 1."""
    var exponent: SIMD[integer_like[Self.dtype](), Self.length]
    """The power of two."""

    @always_inline
    def __init__(out self, high: Self.Vector, low: Self.Vector):
        """Of `high + low`, which is in the range of exponents."""
        comptime ln2 = Pair[Self.dtype, 1].constant[0.6931471805599453, 2.3190468138462996e-17]()
        var shifted = high.fma(1.4426950408889634, Self.Vector(magic[Self.dtype]()))
        var n = shifted - Self.Vector(magic[Self.dtype]())
        var near = (-n).fma(Self.Vector(ln2.high), high)
        var r = (-n).fma(Self.Vector(ln2.low), near)
        var lost = (-n).fma(Self.Vector(ln2.low), near - r) + low
        var sum = Pair[Self.dtype, Self.length].ordered_sum(r, times(times(r, r), _tail(r)))
        self.rest = Pair[Self.dtype, Self.length](sum.high, lost.fma(sum.high, lost) + sum.low)
        self.exponent = integer_bits(shifted)

    @always_inline
    def value(self) -> Self.Vector:
        """The exponential."""
        var sum = Pair[Self.dtype, Self.length].ordered_sum(1.0, self.rest.high)
        return scale(sum.high + (sum.low + self.rest.low), self.exponent)


@always_inline
def _exp2_of_device(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.nvvm.ex2.approx.ftz.f32", Float32, has_side_effect=False](x)


@always_inline
def _exp_on_nvidia[length: SIMDLength, //](x: SIMD[DType.float32, length]) -> SIMD[DType.float32, length]:
    # 2^n 2^r by the instruction for powers of two; the product with log₂ e would be too coarse in one piece.
    var result = SIMD[DType.float32, length]()
    comptime for i in range(Int(length)):
        var y = _within_exponents(x[i])
        var n = (y.fma(1.4426950408889634, magic[DType.float32]()) - magic[DType.float32]())
        var r = y.fma(Float32(1.9259629911266175e-08), y.fma(Float32(1.4426950408889634), -n))
        result[i] = times(_exp2_of_device(n), _exp2_of_device(r))
    return result


@always_inline
def exp[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """e to the power of `x`.

    At most 1 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats;
    on NVIDIA GPUs 2 for Float32, by their instruction.

    Example:

    ```mojo
    from std.math import exp

    print(exp(0.0), exp(1.0))  # 1.0 2.718281828459045
    ```
    """
    comptime if not _is_computed[dtype]():
        return exp(x.cast[DType.float32]()).cast[dtype]()
    elif is_nvidia_gpu() and dtype == DType.float32:
        return rebind[SIMD[dtype, length]](_exp_on_nvidia(rebind[SIMD[DType.float32, length]](x)))
    else:
        comptime Vector = SIMD[dtype, length]
        comptime shift = Vector(scaling_magic[dtype]())
        comptime ln2 = short_ln2[dtype]()
        var y = _within_exponents(x)
        var shifted = y.fma(1.4426950408889634, shift)
        var n = shifted - shift
        var r = n.fma(Vector(-ln2.low), n.fma(Vector(-ln2.high), y))
        var factors = factors_of_sum(shifted)
        comptime if dtype == DType.float64:
            var sum = Pair[dtype, length].ordered_sum(1.0, r)
            return times(times(sum.high + times(r, r).fma(_short_tail(r), sum.low), factors[0]), factors[1])
        else:
            # In one piece: the digits that are lost are less than half a unit in the last place.
            var rest = times(r, r).fma(_short_tail(r), r)
            return times(rest.fma(factors[0], factors[0]), factors[1])


@always_inline
def exp2[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """2 to the power of `x`.

    At most 1 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats;
    on NVIDIA GPUs 2 for Float32, by their instruction.

    Example:

    ```mojo
    from std.math import exp2

    print(exp2(3.0))  # 8.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return exp2(x.cast[DType.float32]()).cast[dtype]()
    elif is_nvidia_gpu() and dtype == DType.float32:
        var result = SIMD[dtype, length]()
        comptime for i in range(Int(length)):
            result[i] = rebind[Scalar[dtype]](_exp2_of_device(rebind[Float32](x[i])))
        return result
    elif dtype == DType.float32:
        comptime shift = SIMD[dtype, length](scaling_magic[dtype]())
        var y = _clamped(x, -160.0, 160.0)
        var shifted = y + shift
        var r = y - (shifted - shift)
        var slope = polynomial[
            0.6931472065508311, 0.24022651353663596, 0.05550327130333677, 0.009618002865275428,
            0.001340053611171411, 0.0001547660115945306,
        ](r)
        var factors = factors_of_sum(shifted)
        return times(times(r, factors[0]).fma(slope, factors[0]), factors[1])
    else:
        comptime Vector = SIMD[dtype, length]
        comptime limit = 1100.0
        comptime shift = Vector(scaling_magic[dtype]())
        comptime ln2 = Pair[dtype, 1].constant[0.6931471805599453, 2.3190468138462996e-17]()
        var y = _clamped(x, -limit, limit)
        var shifted = y + shift
        var part = y - (shifted - shift)
        var r = times(part, Vector(ln2.high))
        var lost = part.fma(Vector(ln2.low), part.fma(Vector(ln2.high), -r))
        var sum = Pair[dtype, length].ordered_sum(1.0, r)
        var factors = factors_of_sum(shifted)
        var fraction = sum.high + times(r, r).fma(_tail(r), sum.low + lost)
        return times(times(fraction, factors[0]), factors[1])


def expm1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`exp(x) - 1`, precise near 0.

    At most 1 ULP off for Float64, 1.25 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import expm1

    print(expm1(1e-20))  # 1e-20
    ```
    """
    comptime if not _is_computed[dtype]():
        return expm1(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime tiny = 1e-18 if dtype == DType.float64 else 1e-9
        var e = _Exponential(_clamped(x, -60.0, 712.0 if dtype == DType.float64 else 90.0), 0.0)
        # 2^n (1 + rest) - 1 = 2^n ((1 - 2^-n) + rest)
        var least = e.exponent.gt(100).select(type_of(e.exponent)(100), e.exponent)
        var sum = Pair[dtype, length].sum(1 - power_of_two[dtype](-least), e.rest.high)
        var result = scale(sum.high + (sum.low + e.rest.low), e.exponent)
        return abs(x).lt(tiny).select(x, result)


def sinh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The hyperbolic sine.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import sinh

    print(sinh(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return sinh(x.cast[DType.float32]()).cast[dtype]()
    else:
        var a = abs(x)
        var square = times(a, a)
        var near = SIMD[dtype, length]()
        comptime if dtype == DType.float64:
            near = polynomial[
                0.16666666666666666, 0.008333333333333333, 0.00019841269841269576, 2.755731922412711e-06,
                2.5052108344021488e-08, 1.6059050914640586e-10, 7.646462488699405e-13, 2.8487699770155175e-15,
            ](square)
        else:
            near = polynomial[
                0.16666666481456371, 0.008333351124289743, 0.0001983596086744429, 2.818063475118913e-06,
            ](square)
        near = times(square, a).fma(near, a)
        return with_sign(a.lt(1.0).select(near, _half_of_difference(a)), x)


def cosh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The hyperbolic cosine.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import cosh

    print(cosh(0.0))  # 1.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return cosh(x.cast[DType.float32]()).cast[dtype]()
    else:
        # (2^n e^r + 2^-n e^-r) / 2, with the parts of e^r - 1 that are even and odd in r
        comptime Vector = SIMD[dtype, length]
        comptime shift = Vector(magic[dtype]())
        comptime ln2 = short_ln2[dtype]()
        var y = _vector_intrinsic["llvm.minimum"](abs(x), Vector(710.5 if dtype == DType.float64 else 89.5))
        var shifted = y.fma(1.4426950408889634, shift)
        var n = shifted - shift
        var r = n.fma(Vector(-ln2.low), n.fma(Vector(-ln2.high), y))
        var z = times(r, r)
        var even = Vector()
        var odd = Vector()
        comptime if dtype == DType.float64:
            even = polynomial[
                0.5000000000000013, 0.04166666666651045, 0.001388888894836188, 2.4801488500728684e-05,
                2.7631811445309255e-07,
            ](z)
            odd = polynomial[
                0.16666666666666685, 0.008333333333315722, 0.00019841269899600918, 2.755723167494897e-06,
                2.5113139561975072e-08,
            ](z)
        else:
            even = polynomial[0.5, 0.041666459292173386, 0.0013935428578406572](z)
            odd = polynomial[0.166665181517601, 0.008368976414203644](z)
        even = times(even, z)
        odd = times(odd, times(r, z))
        # A quarter of the powers; how small the small one is hardly counts.
        var large = power_of_two[dtype](integer_bits(shifted) - 2)
        var limited = _vector_intrinsic["llvm.minimum"](shifted, shift + 60)
        var small = power_of_two[dtype](-2 - integer_bits(limited))
        var sum = Pair[dtype, length].ordered_sum(large, times(large, r))
        var rest = small.fma((even - odd) - r, small)
        return times(sum.high + (sum.low + large.fma(even + odd, rest)), 2.0)


@always_inline
def _half_of_difference[dtype: DType, length: SIMDLength, //](a: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # (e^a - e^-a) / 2 for a ≥ 0
    comptime Whole = SIMD[integer_like[dtype](), length]
    var e = _Exponential(_within_exponents(a), 0.0)
    var sum = Pair[dtype, length].ordered_sum(1.0, e.rest.high)
    sum = Pair[dtype, length].ordered_sum(sum.high, sum.low + e.rest.low)
    var least = e.exponent.gt(50).select(Whole(50), e.exponent)
    var inverse = times(-1 / sum.high, power_of_two[dtype](-(least + least)))
    var total = Pair[dtype, length].ordered_sum(sum.high, inverse)
    var lost = inverse.fma(-sum.low / sum.high, total.low + sum.low)
    return scale(total.high + lost, e.exponent - 1)


@always_inline
def _tanh_in_one_piece[dtype: DType, length: SIMDLength, //](a: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # For Float32. With a = n ln 2 / 2 + r and c = r coth r, e^2a is 2^n (c + r) / (c - r), so that one division does:
    # tanh a = (2^n (c + r) - (c - r)) / (2^n (c + r) + (c - r)).
    comptime Vector = SIMD[dtype, length]
    comptime shift = Vector(magic[dtype]())
    var y = _vector_intrinsic["llvm.minimum"](a, Vector(9.5))
    var shifted = y.fma(2.8853900817779268, shift)
    var r = (shifted - shift).fma(-0.34657359027997264, y)
    var z = times(r, r)
    var less = z.fma(polynomial[0.33333250880241394, -0.022133706137537956](z), 1.0) - r
    var power = power_of_two[dtype](integer_bits(shifted))
    var numerator = power.fma(0.5, -0.5).fma(less, times(power, r))
    return numerator / (numerator + less)


@always_inline
def tanh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The hyperbolic tangent.

    At most 1 ULP off for Float64, 2.25 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import tanh

    print(tanh(0.0))  # 0.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return tanh(x.cast[DType.float32]()).cast[dtype]()
    elif dtype == DType.float32:
        return with_sign(_tanh_in_one_piece(abs(x)), x)
    else:
        # (e^2x - 1) / (e^2x + 1)
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        var a = _clamped(abs(x), 0.0, 22.0)
        var e = _Exponential(a + a, 0.0)
        var inverse = power_of_two[dtype](-e.exponent)
        var less = Two.ordered_sum(1.0, -inverse) + e.rest
        var more = Two.ordered_sum(1.0, inverse) + e.rest
        var quotient = less / more
        return with_sign(a.lt(1e-9).select(a, quotient.value()), x)
