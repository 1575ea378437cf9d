# Limits, classification and accumulation types.
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils.numerics import FPUtils, get_accum_type, inf, isfinite, isinf, isnan, max_finite, max_or_inf, min_finite, min_or_neg_inf, nan, neg_inf, nextafter


def wraps[dt: DType]() -> Bool:
    comptime assert dt.is_integral(), "integers only"
    return max_finite[dt]() + 1 < max_finite[dt]()


def test_wrap() raises:
    comptime for dt in [DType.int8, DType.uint8, DType.int32, DType.uint64, DType.int]:
        assert_true(wraps[dt]())


def test_limits() raises:
    assert_equal(max_finite[DType.int16](), 32767)
    assert_equal(min_finite[DType.int16](), -32768)
    assert_equal(max_finite[DType.uint32](), 4294967295)
    assert_equal(min_finite[DType.uint32](), 0)
    assert_true(isinf(max_or_inf[DType.float32]()))
    assert_equal(max_or_inf[DType.int8](), 127)
    assert_true(min_or_neg_inf[DType.float64]() < min_finite[DType.float64]())


def test_classes() raises:
    comptime for dt in [DType.float16, DType.bfloat16, DType.float32, DType.float64]:
        assert_true(isinf(inf[dt]()))
        assert_true(isinf(neg_inf[dt]()))
        assert_true(isnan(nan[dt]()))
        assert_false(isfinite(nan[dt]()))
        assert_true(isfinite(Scalar[dt](1)))


def test_parts() raises:
    comptime U = FPUtils[DType.float64]
    assert_equal(U.mantissa_width(), 52)
    assert_equal(U.exponent_bias(), 1023)
    assert_equal(U.get_exponent(U.set_exponent(1, 2)), 2)
    assert_true(U.get_sign(-1))
    assert_equal(U.get_mantissa(U.pack(True, 6, 12)), 12)


def test_accumulation() raises:
    assert_equal(get_accum_type[DType.bfloat16](), DType.float32)
    assert_equal(get_accum_type[DType.float64](), DType.float64)
    assert_equal(get_accum_type[DType.int8](), DType.int8)


def test_nextafter() raises:
    assert_true(nextafter(Float64(1), Float64(2)) > 1)
    assert_equal(nextafter(Float64(1), Float64(1)), 1)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
