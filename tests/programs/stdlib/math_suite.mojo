# math functions against known values.
from std.math import acos, asin, atan, atan2, ceil, copysign, cos, cosh, e, erf, exp, exp2, expm1, factorial, floor, gcd, hypot, isclose, lcm, log, log10, log1p, log2, pi, sin, sinh, sqrt, tan, tanh, trunc
from std.testing import TestSuite, assert_almost_equal, assert_equal, assert_true
from std.utils.numerics import inf, isinf, isnan, max_finite, nan


def test_rounding() raises:
    assert_equal(floor(-2.5), -3.0)
    assert_equal(ceil(-2.5), -2.0)
    assert_equal(trunc(-2.5), -2.0)
    assert_equal(round(0.5), 0.0)
    assert_equal(round(1.5), 2.0)


def test_powers() raises:
    assert_equal(sqrt(25.0), 5.0)
    assert_equal(exp2(10.0), 1024.0)
    assert_almost_equal(exp(1.0), e, atol=1e-9)
    assert_almost_equal(log(10.0), 2.302585092994046, atol=1e-9)
    assert_almost_equal(log2(10.0), 3.321928094887362, atol=1e-9)
    assert_almost_equal(log10(2.0), 0.3010299956639812, atol=1e-9)
    assert_almost_equal(expm1(1e-5), 1.00000500001666e-05, atol=1e-12)
    assert_almost_equal(log1p(1e-5), 9.99995000033333e-06, atol=1e-12)


def test_trigonometry() raises:
    assert_almost_equal(sin(pi / 6), 0.5, atol=1e-9)
    assert_almost_equal(cos(pi / 3), 0.5, atol=1e-9)
    assert_almost_equal(tan(pi / 4), 1.0, atol=1e-9)
    assert_almost_equal(atan2(1.0, 1.0), pi / 4, atol=1e-9)
    assert_almost_equal(tanh(0.5), 0.46211715726000975, atol=1e-6)
    assert_almost_equal(erf(0.5), 0.5204998778130465, atol=1e-6)


def test_integers() raises:
    assert_equal(gcd(54, 24), 6)
    assert_equal(lcm(4, 6), 12)
    assert_equal(factorial(5), 120)


def test_special() raises:
    assert_true(isnan(nan[DType.float64]()))
    assert_true(isinf(inf[DType.float32]()))
    assert_true(isclose(1.0, 1.0 + 1e-10))
    assert_equal(copysign(3.0, -0.0), -3.0)
    assert_equal(hypot(5.0, 12.0), 13.0)
    assert_equal(max_finite[DType.int8](), 127)


def test_vectors() raises:
    var v = SIMD[DType.float32, 4](0, 1, 4, 9)
    assert_equal(sqrt(v), [0, 1, 2, 3])
    assert_almost_equal(exp(SIMD[DType.float32, 2](0, 1)), SIMD[DType.float32, 2](1, 2.7182817), atol=1e-5)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
