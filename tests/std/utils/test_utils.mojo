"""IndexList, StaticTuple, Variant, numerics, locks."""

from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils import Index, IndexList, StaticTuple, Variant
from std.utils.numerics import (
    FPUtils,
    FlushDenormals,
    get_accum_type,
    inf,
    isfinite,
    isinf,
    isnan,
    max_finite,
    max_or_inf,
    min_finite,
    min_or_neg_inf,
    nan,
    neg_inf,
    nextafter,
)


def test_index_list() raises:
    var a = IndexList[3](1, 2, 3)
    assert_equal(len(a), 3)
    assert_equal(a[1], 2)
    a[1] = 20
    assert_equal(String(a), "(1, 20, 3)")
    assert_equal(a.flattened_length(), 60)
    assert_equal(String(IndexList[2](fill=7)), "(7, 7)")
    assert_equal(String(Index(4, 5)), "(4, 5)")
    var t = IndexList[2]((8, 9))
    assert_equal(t[0] + t[1], 17)


def test_index_list_arithmetic() raises:
    var a = Index(7, 8, 9)
    var b = Index(2, 2, 4)
    assert_equal(String(a + b), "(9, 10, 13)")
    assert_equal(String(a - b), "(5, 6, 5)")
    assert_equal(String(a * b), "(14, 16, 36)")
    assert_equal(String(a // b), "(3, 4, 2)")
    assert_true(a == Index(7, 8, 9))
    assert_true(a != b)
    assert_true(b < a)
    assert_true(a >= b)
    assert_true(a == a.canonicalize())


def test_static_tuple() raises:
    var t = StaticTuple[Int, 3](1, 2, 3)
    assert_equal(len(t), 3)
    assert_equal(t[2], 3)
    t[0] = 10
    assert_equal(t[0], 10)
    var filled = StaticTuple[Float32, 4](fill=2.5)
    assert_equal(filled[3], 2.5)


def test_variant() raises:
    comptime Value = Variant[Int, String, Float64]
    var v = Value(5)
    assert_true(v.isa[Int]())
    assert_false(v.isa[String]())
    assert_equal(v[Int], 5)
    v = Value(String("a text that does not fit inside"))
    assert_equal(v[String], "a text that does not fit inside")
    v[String] += "!"
    var copy = v.copy()
    assert_equal(copy[String], "a text that does not fit inside!")
    v.set(Float64(2.5))
    assert_equal(v[Float64], 2.5)
    var old = copy.replace[Int, String](9)
    assert_equal(old, "a text that does not fit inside!")
    assert_equal(copy[Int], 9)
    assert_equal(copy^.unwrap[Int](), 9)
    assert_true(Value.is_type_supported[Float64]())
    assert_false(Value.is_type_supported[Bool]())


def test_variants_in_list() raises:
    var list = List[Variant[Int, String]]()
    for i in range(6):
        if i % 2 == 0:
            list.append(i)
        else:
            list.append(String("a text that does not fit inside ") + String(i))
    var sum = 0
    for v in list:
        if v.isa[Int]():
            sum += v[Int]
        else:
            sum += v[String].byte_length()
    assert_equal(sum, 6 + 3 * 33)


def test_limits() raises:
    assert_equal(max_finite[DType.int8](), 127)
    assert_equal(min_finite[DType.int8](), -128)
    assert_equal(max_finite[DType.uint16](), 65535)
    assert_equal(min_finite[DType.uint16](), 0)
    assert_equal(max_finite[DType.float16](), 65504)
    assert_equal(min_finite[DType.float32](), Float32.MIN_FINITE)
    assert_equal(max_or_inf[DType.int8](), 127)
    assert_true(isinf(max_or_inf[DType.float32]()))
    assert_true(isinf(min_or_neg_inf[DType.float32]()))
    assert_equal(min_or_neg_inf[DType.int32](), Int32.MIN)
    assert_equal(String(max_finite[DType.bfloat16]()), "3.3895314e+38")
    assert_equal(max_finite[DType.float8_e4m3fn]().cast[DType.float32](), 448)
    assert_equal(max_finite[DType.float8_e5m2]().cast[DType.float32](), 57344)


def test_not_numbers() raises:
    assert_true(isnan(nan[DType.float32]()))
    assert_true(isnan(nan[DType.float16]()))
    assert_true(isnan(nan[DType.bfloat16]()))
    assert_false(isnan(Float64(1)))
    assert_true(isinf(inf[DType.float64]()))
    assert_true(neg_inf[DType.float64]() < 0)
    assert_true(isfinite(Float64(1)))
    assert_false(isfinite(nan[DType.float64]()))
    assert_equal(String(isnan(SIMD[DType.float32, 2](1, nan[DType.float32]()))), "[False, True]")
    assert_true(isfinite(Int32(5)))
    assert_false(isnan(Int32(5)))


def test_next_number() raises:
    assert_equal(nextafter(Float64(1), Float64(2)), 1.0000000000000002)
    assert_equal(nextafter(Float64(0), Float64(-1)), -5e-324)
    assert_equal(nextafter(Float32(1), Float32(0)), 0.99999994)
    assert_equal(nextafter(Float64(3), Float64(3)), 3)


def test_parts_of_floats() raises:
    assert_equal(FPUtils[DType.float32].mantissa_width(), 23)
    assert_equal(FPUtils[DType.float64].exponent_width(), 11)
    assert_equal(FPUtils[DType.float16].exponent_bias(), 15)
    assert_equal(Int(FPUtils[DType.float32].get_exponent(Float32(8))), 130)
    assert_equal(FPUtils[DType.float32].pack(False, 127, 0), 1.0)
    assert_equal(Int(FPUtils[DType.float32].get_mantissa(Float32(1.5))), 1 << 22)
    assert_true(FPUtils[DType.float32].get_sign(Float32(-1)))
    assert_equal(get_accum_type[DType.float16](), DType.float32)
    assert_equal(get_accum_type[DType.int8](), DType.int8)
    assert_equal(get_accum_type[DType.float64](), DType.float64)


@no_inline
def halve(mut values: List[Float32]):
    for ref value in values:
        value *= 0.5


def test_flush_denormals() raises:
    var values: List[Float32] = [1.2e-38, 1.0]
    with FlushDenormals():
        halve(values)
    assert_equal(values[0], 0)
    assert_equal(values[1], 0.5)
    values[0] = 1.2e-38
    halve(values)
    assert_true(values[0] > 0)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
