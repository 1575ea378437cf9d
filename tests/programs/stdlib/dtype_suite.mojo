# DType values as data: lists, sets, text, categories.
from std.sys import size_of
from std.testing import TestSuite, assert_equal, assert_false, assert_true

comptime INTS: List[DType] = [DType.int8, DType.int16, DType.int32, DType.int64]
comptime FLOATS: List[DType] = [DType.float16, DType.float32, DType.float64]
comptime ALL = INTS + FLOATS


def test_text() raises:
    assert_equal(String(DType.bool), "bool")
    assert_equal(String(DType.int), "int")
    assert_equal(String(DType.float32), "float32")
    assert_equal(repr(DType.int8), "DType.int8")


def test_categories() raises:
    comptime for dt in ALL:
        assert_equal(dt.is_integral(), comptime(dt in INTS))
        assert_equal(dt.is_floating_point(), comptime(dt in FLOATS))
        assert_true(dt.is_signed())
    assert_true(DType.uint16.is_unsigned())
    assert_false(DType.bool.is_integral())
    assert_true(DType.bfloat16.is_half_float())


def test_sizes() raises:
    var total = 0
    comptime for dt in ALL:
        total += size_of[dt]()
    assert_equal(total, 15 + 14)


def test_in_collections() raises:
    var s = {DType.bool, DType.int64}
    assert_true(DType.int64 in s)
    assert_false(DType.float32 in s)
    var d: Dict[DType, Int] = {DType.int8: 1}
    assert_equal(d[DType.int8], 1)


def pick[dt: DType](x: Scalar[dt]) -> String:
    comptime if dt == DType.float32:
        return "single"
    elif dt.is_floating_point():
        return "float"
    elif dt.is_unsigned():
        return "unsigned"
    else:
        return "signed"


def test_dispatch() raises:
    assert_equal(pick(Float32(1)), "single")
    assert_equal(pick(Float64(1)), "float")
    assert_equal(pick(UInt8(1)), "unsigned")
    assert_equal(pick(5), "signed")


def test_scalar_dtype() raises:
    assert_equal(Int64.dtype, DType.int64)
    assert_equal(Float32.dtype, DType.float32)
    assert_equal(Int.dtype, DType.int)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
