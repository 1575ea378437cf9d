"""Floats of 8 bits: what is too large for them, not-a-number, and operations that are computed in Float32."""

from std.memory import bitcast
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils.numerics import inf, isinf, isnan, nan


@no_inline
def code[dtype: DType](value: Float32) -> Int:
    return Int(bitcast[DType.uint8](value.cast[dtype]()))


def check_saturation[dtype: DType, largest: Int, not_a_number: Int]() raises:
    comptime sign = 128
    for value in [Float32(1e6), 70000.0, 1e30, inf[DType.float32]()]:
        assert_equal(code[dtype](value), largest)
        assert_equal(code[dtype](-value), largest + sign)
        assert_equal(Int(bitcast[DType.uint8](Float64(value).cast[dtype]())), largest)
    assert_equal(code[dtype](nan[DType.float32]()), not_a_number)
    assert_equal(Int(bitcast[DType.uint8](Scalar[dtype](100000))), largest)
    comptime known = code[dtype](1e6)
    comptime known_infinity = code[dtype](-inf[DType.float32]())
    comptime known_nan = code[dtype](nan[DType.float32]())
    assert_equal(known, largest)
    assert_equal(known_infinity, largest + sign)
    assert_equal(known_nan, not_a_number)


def test_conversions_saturate() raises:
    check_saturation[DType.float8_e5m2, 0x7B, 0x7F]()
    check_saturation[DType.float8_e4m3fn, 0x7E, 0x7F]()
    check_saturation[DType.float8_e5m2fnuz, 0x7F, 0x80]()
    check_saturation[DType.float8_e4m3fnuz, 0x7F, 0x80]()


def test_vectors_saturate() raises:
    var v = SIMD[DType.float32, 4](1e6, -1e6, 3.3, 1e-4).cast[DType.float8_e5m2]()
    assert_equal(String(v), "[57344.0, -57344.0, 3.5, 0.0001068115234375]")


def test_infinity_of_e5m2() raises:
    comptime Small = Scalar[DType.float8_e5m2]
    var infinite = inf[DType.float8_e5m2]()
    assert_true(isinf(infinite))
    assert_true(isinf(-infinite))
    assert_equal(String(infinite + infinite, " ", abs(-infinite), " ", round(infinite)), "inf inf inf")
    assert_false(isinf(Small(57344.0)))
    assert_true(isnan(infinite - infinite))
    assert_false(isinf(Scalar[DType.float8_e4m3fn](448.0)))


def check_rounding[dtype: DType]() raises:
    for i in range(256):
        var x = bitcast[dtype](UInt8(i))
        var wide = x.cast[DType.float64]()
        assert_equal(String(abs(x)), String(abs(wide)))
        assert_equal(String(round(x)), String(round(wide)))
        assert_equal(String(x.__floor__()), String(wide.__floor__()))
        assert_equal(String(x.__trunc__()), String(wide.__trunc__()))


def test_rounding_without_loss() raises:
    check_rounding[DType.float8_e4m3fn]()
    check_rounding[DType.float8_e5m2]()


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
