"""The functions of `math`: exact values, formats, widths, and the same bits at compile time."""

from std.math import (
    CeilDivableRaising, acos, acosh, align_down, align_up, asin, asinh, atan, atan2, atanh, cbrt, ceil, ceildiv, clamp, comb,
    copysign, cos, cosh, e, erf, erfc, exp, exp2, expm1, factorial, floor, fma, frexp, gamma, gcd, hypot, inf, iota,
    isclose, isfinite, isinf, isnan, j0, j1, lcm, ldexp, lgamma, log, log10, log1p, log2, logb, modf, nan, nextafter,
    perm, pi, pow, recip, remainder, rsqrt, scalb, sign, sin, sinh, sqrt, tan, tanh, tau, trunc, ulp, y0, y1,
)
from std.testing import TestSuite, assert_almost_equal, assert_equal, assert_false, assert_raises, assert_true


def test_constants() raises:
    assert_equal(Float64(pi), 3.141592653589793)
    assert_equal(Float64(e), 2.718281828459045)
    assert_equal(Float64(tau), 6.283185307179586)


def test_exact_values() raises:
    assert_equal(exp(0.0), 1.0)
    assert_equal(exp(1.0), 2.718281828459045)
    assert_equal(exp2(10.0), 1024.0)
    assert_equal(expm1(0.0), 0.0)
    assert_equal(log(1.0), 0.0)
    for i in range(-1074, 1024):
        assert_equal(log2(ldexp(Float64(1), Int32(i))), Float64(i))
        assert_equal(exp2(Float64(i)), ldexp(Float64(1), Int32(i)))
    var power = 1.0
    for i in range(23):
        assert_equal(log10(power), Float64(i))
        power *= 10
    assert_equal(log1p(0.0), 0.0)
    assert_equal(pow(3.0, 4.0), 81.0)
    assert_equal(Float64(2) ** 0.5, 1.4142135623730951)
    assert_equal(pow(Float32(2), 10), 1024.0)
    assert_equal(pow(3, 4), 81)


def test_angles() raises:
    assert_equal(sin(0.0), 0.0)
    assert_equal(cos(0.0), 1.0)
    assert_equal(sin(Float64(pi)), 1.2246467991473532e-16)
    assert_equal(cos(Float64(pi)), -1.0)
    assert_equal(sin(1e22), -0.8522008497671888)
    assert_equal(tan(1e300), 1.4214488238747245)
    assert_equal(asin(1.0) * 2, Float64(pi))
    assert_equal(acos(-1.0), Float64(pi))
    assert_equal(atan(1.0) * 4, Float64(pi))
    assert_equal(atan2(-1.0, -1.0), -2.356194490192345)


def test_hyperbolic() raises:
    assert_equal(sinh(1.0), 1.1752011936438014)
    assert_equal(cosh(1.0), 1.5430806348152437)
    assert_equal(tanh(1.0), 0.7615941559557649)
    assert_equal(asinh(1.1752011936438014), 1.0)
    assert_almost_equal(acosh(1.5430806348152437), 1.0, atol=2e-16)
    assert_equal(atanh(0.5), 0.5493061443340549)
    assert_equal(cosh(710.0), 1.1169973830808555e308)


def test_roots() raises:
    for i in range(1, 200):
        var x = Float64(i)
        assert_equal(sqrt(x * x), x)
        assert_equal(cbrt(x * x * x), x)
        assert_equal(cbrt(-x * x * x), -x)
        assert_equal(sqrt(i * i), i)
        assert_equal(sqrt(i * i + 2 * i), i)
    assert_equal(hypot(3.0, 4.0), 5.0)
    assert_equal(hypot(ldexp(Float64(3), Int32(700)), ldexp(Float64(4), Int32(700))), ldexp(Float64(5), Int32(700)))
    assert_equal(rsqrt(4.0), 0.5)
    assert_equal(recip(4.0), 0.25)
    assert_equal(sqrt(Int64.MAX), Int64(3037000499))


def test_special_functions() raises:
    assert_equal(erf(0.5), 0.5204998778130465)
    assert_equal(erfc(10.0) > 2.0884875e-45, True)
    var product = 1.0
    for i in range(1, 20):
        assert_equal(gamma(Float64(i)), product)
        product *= Float64(i)
    assert_equal(lgamma(1.0), 0.0)
    assert_equal(lgamma(2.0), 0.0)
    assert_almost_equal(lgamma(0.5), 0.5723649429247001, atol=1e-15)
    assert_almost_equal(j0(2.404825557695773), 0.0, atol=1e-15)
    assert_almost_equal(j1(3.831705970207512), 0.0, atol=1e-15)
    assert_almost_equal(y0(0.8935769662791675), 0.0, atol=1e-15)
    assert_almost_equal(y1(2.197141326031017), 0.0, atol=1e-15)


def test_parts() raises:
    var parts = frexp(Float64(-10))
    assert_equal(parts[0], -0.625)
    assert_equal(parts[1], 4)
    var tiny = frexp(Float64(5e-324))
    assert_equal(tiny[0], 0.5)
    assert_equal(tiny[1], -1073)
    assert_equal(logb(Float32(1e-45)), -149.0)
    assert_equal(ldexp(Float64(1.5), Int32(-1074)), 1e-323)
    assert_equal(ldexp(Float64(5e-324), Int32(2000)), 5.67251933470834e278)
    assert_true(isinf(ldexp(Float64(1), Int32(2147483647))))
    assert_equal(scalb(1.5, 3.0), 12.0)
    assert_equal(scalb(1.0, 0.5), 1.4142135623730951)
    var whole, part = modf(Float64(-2.75))
    assert_equal(whole, -2.0)
    assert_equal(part, -0.75)
    var count, nothing = modf(Int32(-5))
    assert_equal(count, -5)
    assert_equal(nothing, 0)
    var endless, rest = modf(inf[DType.float64]())
    assert_true(isinf(endless))
    assert_equal(rest, 0.0)
    assert_equal(remainder(10.0, 3.0), 1.0)
    assert_equal(remainder(11.0, 3.0), -1.0)
    assert_equal(remainder(1e300, 7.0), 1.0)


def test_rounding() raises:
    assert_equal(floor(-2.5), -3.0)
    assert_equal(ceil(-2.5), -2.0)
    assert_equal(trunc(-2.5), -2.0)
    assert_equal(round(2.5), 2.0)
    assert_equal(copysign(2.0, -0.0), -2.0)
    assert_equal(sign(-3.5), -1.0)
    assert_equal(clamp(5.0, 0.0, 1.0), 1.0)
    assert_equal(fma(2.0, 3.0, 4.0), 10.0)
    assert_true(isclose(1.0, 1.0 + 1e-9).reduce_and())
    assert_false(isclose(1.0, 1.1).reduce_and())
    assert_equal(ulp(1.0), 2.220446049250313e-16)
    assert_equal(nextafter(1.0, 2.0), 1.0000000000000002)
    assert_true(isnan(nan[DType.float32]()) and isfinite(Float32(1)))


@fieldwise_init
struct Pages(CeilDivableRaising, ImplicitlyCopyable):
    var count: Int

    def __ceildiv__(self, denominator: Self) raises -> Self:
        if denominator.count == 0:
            raise Error("no pages")
        return Pages(ceildiv(self.count, denominator.count))


def test_divisions_that_round_up() raises:
    assert_equal(ceildiv(UInt8(7), UInt8(2)), UInt8(4))
    assert_equal(ceildiv(Int32(-7), Int32(2)), Int32(-3))
    assert_equal(ceildiv(SIMD[DType.int32, 2](7, 8), 4), SIMD[DType.int32, 2](2, 2))
    assert_equal(ceildiv(Pages(7), Pages(2)).count, 4)
    with assert_raises(contains="no pages"):
        _ = ceildiv(Pages(7), Pages(0))


def test_whole_numbers() raises:
    assert_equal(gcd(-12, 18), 6)
    assert_equal(gcd(12, 18, 8), 2)
    assert_equal(lcm(4, 6), 12)
    assert_equal(lcm(2, 3, 5), 30)
    assert_equal(factorial(10), 3628800)
    assert_equal(comb(10, 3), 120)
    assert_equal(perm(10, 3), 720)
    assert_equal(ceildiv(7, 2), 4)
    assert_equal(ceildiv(-7, 2), -3)
    assert_equal(align_up(13, 8), 16)
    assert_equal(align_down(13, 8), 8)
    assert_equal(iota[DType.int32, 4](5), SIMD[DType.int32, 4](5, 6, 7, 8))


def test_widths_and_formats() raises:
    var x = iota[DType.float32, 16]() / 4 - 2
    var sines = sin(x)
    var powers = exp(x)
    for i in range(16):
        assert_equal(sines[i], sin(x[i]))
        assert_equal(powers[i], exp(x[i]))
    var narrow = x.cast[DType.float16]()
    var brain = x.cast[DType.bfloat16]()
    for i in range(16):
        assert_equal(exp(narrow)[i], exp(Float64(narrow[i])).cast[DType.float16]())
        assert_equal(tanh(brain)[i], tanh(Float64(brain[i])).cast[DType.bfloat16]())


@always_inline
def _some[dtype: DType](x: Scalar[dtype]) -> SIMD[dtype, 32]:
    # All functions of a number between 0 and 1.
    var all = SIMD[dtype, 32](0)
    var big = 1 / x
    all[0] = exp(x)
    all[1] = exp2(x)
    all[2] = expm1(x)
    all[3] = log(x)
    all[4] = log2(x)
    all[5] = log10(x)
    all[6] = log1p(x)
    all[7] = sin(x * 50)
    all[8] = cos(x)
    all[9] = tan(x)
    all[10] = asin(x)
    all[11] = acos(x)
    all[12] = atan(x)
    all[13] = sinh(x)
    all[14] = cosh(x)
    all[15] = tanh(x)
    all[16] = asinh(x)
    all[17] = acosh(big)
    all[18] = atanh(x)
    all[19] = erf(x)
    all[20] = erfc(big)
    all[21] = gamma(big)
    all[22] = lgamma(x)
    all[23] = cbrt(x)
    all[24] = hypot(x, big)
    all[25] = pow(big, x)
    all[26] = atan2(x, -big)
    all[27] = sin(x * 100000000000)
    all[28] = j0(big)
    all[29] = y1(big)
    all[30] = remainder(big, x)
    all[31] = rsqrt(x)
    return all


@no_inline
def _hidden[dtype: DType](x: Scalar[dtype]) -> Scalar[dtype]:
    var list = [x]
    return list[0]


def test_compile_time_gives_the_same_bits() raises:
    comptime first = _some(Float64(0.3))
    comptime second = _some(Float32(0.7))
    comptime third = _some(Float32(0.061))
    assert_equal(_some(_hidden(Float64(0.3))), first)
    assert_equal(_some(_hidden(Float32(0.7))), second)
    assert_equal(_some(_hidden(Float32(0.061))), third)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
