"""Float16, Float32, Float64, BFloat16 and the 8-bit floats."""

from std.math import copysign
from std.testing import TestSuite, assert_almost_equal, assert_equal, assert_false, assert_raises, assert_true
from std.utils.numerics import inf, isfinite, isinf, isnan, nan


def test_arithmetic() raises:
    var x: Float64 = 7.5
    assert_equal(x + 0.25, 7.75)
    assert_equal(x // 2, 3.0)
    assert_equal(-x // 2, -4.0)
    assert_equal(x % 2, 1.5)
    assert_equal(-x % 2, 0.5)
    assert_equal(x % -2, -0.5)
    assert_equal(x / 2, 3.75)
    assert_equal(Float64(2) ** 10, 1024.0)
    assert_equal(Float64(2) ** -2, 0.25)
    assert_equal(-x, -7.5)
    assert_equal(abs(-x), 7.5)
    assert_equal(Float32(1) / 3, 0.33333334)


def test_special_values() raises:
    var zero: Float64 = 0
    assert_equal(String(1 / zero), "inf")
    assert_equal(String(-1 / zero), "-inf")
    assert_true(isnan(zero / zero))
    assert_equal(String(-zero), "-0.0")
    assert_true(-zero == zero)
    assert_true(isinf(inf[DType.float32]()))
    assert_false(isfinite(inf[DType.float16]()))
    var n = nan[DType.float64]()
    assert_false(n == n)
    assert_true(n != n)
    assert_false(n < 1)
    assert_equal(Float64.MAX, inf[DType.float64]())
    assert_equal(String(Float64.MAX_FINITE), "1.7976931348623157e+308")
    assert_equal(String(Float32.MAX_FINITE), "3.4028235e+38")
    assert_equal(String(Float16.MAX_FINITE), "65504.0")
    assert_equal(String(Float32.MIN_FINITE), "-3.4028235e+38")
    assert_equal(String(Float64.MIN), "-inf")


def test_rounding() raises:
    assert_equal(round(Float64(2.5)), 2.0)
    assert_equal(round(Float64(3.5)), 4.0)
    assert_equal(round(Float64(-2.5)), -2.0)
    assert_equal(round(Float64(2.567), 2), 2.57)
    assert_equal(Int(Float64(3.99)), 3)
    assert_equal(Int(Float64(-3.99)), -3)
    assert_equal(Float64(3.99).__floor__(), 3.0)
    assert_equal(Float64(-3.99).__floor__(), -4.0)
    assert_equal(Float64(3.01).__ceil__(), 4.0)
    assert_equal(Float64(-3.99).__trunc__(), -3.0)


def test_narrow_floats() raises:
    assert_equal(String(Float16(0.1)), "0.099975586")
    assert_equal(String(BFloat16(0.1)), "0.100097656")
    assert_equal(Float16(65504) + 8, 65504)
    assert_true(isinf(Float16(65504) + 32))
    assert_equal(BFloat16(256) + 1, 256)
    assert_equal(BFloat16(1) / 3, 0.33398437)
    assert_equal(Float16(2048) + 1, 2048)
    assert_equal(Float16(2048) + 3, 2052)


def test_eight_bit_floats() raises:
    assert_equal(Float32(0.3).cast[DType.float8_e4m3fn]().cast[DType.float32](), 0.3125)
    assert_equal(Float32(0.3).cast[DType.float8_e5m2]().cast[DType.float32](), 0.3125)
    assert_equal(Float32(448).cast[DType.float8_e4m3fn]().cast[DType.float32](), 448)
    assert_equal(Float32(17).cast[DType.float8_e4m3fn]().cast[DType.float32](), 16)
    assert_equal(Float32(57344).cast[DType.float8_e5m2]().cast[DType.float32](), 57344)
    assert_equal(Float32(1.5).cast[DType.float8_e4m3fn]().to_bits(), 0x3C)
    assert_equal(Float32(-2).cast[DType.float8_e5m2]().to_bits(), 0xC0)
    assert_equal(Float8_e4m3fn(from_bits=UInt8(0x38)).cast[DType.float32](), 1.0)


def test_bits() raises:
    assert_equal(Float32(1).to_bits(), 0x3F800000)
    assert_equal(Float64(-2).to_bits(), 0xC000000000000000)
    assert_equal(Float16(1).to_bits(), 0x3C00)
    assert_equal(BFloat16(1).to_bits(), 0x3F80)
    assert_equal(Float32(from_bits=UInt32(0x40490FDB)), 3.1415927)
    assert_equal(copysign(Float64(3), -0.0), -3)


def test_from_text() raises:
    assert_equal(Float64("2.5"), 2.5)
    assert_equal(Float64("-1e3"), -1000)
    assert_equal(Float64("  7 "), 7)
    assert_equal(atof("1.5e-3"), 0.0015)
    assert_true(isinf(Float64("inf")))
    assert_true(isnan(Float64("nan")))
    for text in [String("abc"), String(""), String("1.2.3"), String("1e"), String("0x1p3")]:
        with assert_raises():
            _ = Float64(text)


def test_texts() raises:
    assert_equal(String(Float64(1e15)), "1000000000000000.0")
    assert_equal(String(Float64(1e16)), "1e+16")
    assert_equal(String(Float64(0.0001)), "0.0001")
    assert_equal(String(Float64(0.00001)), "1e-05")
    assert_equal(String(Float64(5e-324)), "5e-324")
    assert_equal(repr(Float64(2.5)), "Float64(2.5)")
    assert_equal(repr(Float32(2.5)), "Float32(2.5)")
    assert_equal(repr(BFloat16(2.5)), "BFloat16(2.5)")
    assert_equal(String(Float32(16777216)), "16777216.0")


def test_closeness() raises:
    assert_almost_equal(Float64(0.1) + 0.2, 0.3)
    assert_almost_equal(Float32(1), 1.1, atol=0.2)
    assert_almost_equal(Float64(100), 101, rtol=0.02)
    with assert_raises():
        assert_almost_equal(Float64(1), 1.1)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
