# SIMD: construction, casts, comparisons, reductions, shuffles, named aliases.
from std.testing import TestSuite, assert_equal, assert_false, assert_true


def test_splat_and_display() raises:
    var a = SIMD[DType.int32, 4](5)
    assert_equal(a, [5, 5, 5, 5])
    var b: SIMD[DType.float32, 2] = [1.5, 2.5]
    assert_equal(b[1], 2.5)


def test_casts() raises:
    assert_equal(Float32(2.9).cast[DType.int32](), 2)
    assert_equal(Int32(-1).cast[DType.uint8](), 255)
    assert_equal(SIMD[DType.bool, 2](True, False).cast[DType.int8](), [1, 0])


def test_integer_ops() raises:
    var a = SIMD[DType.int32, 4](7, -7, 7, -7)
    var b = SIMD[DType.int32, 4](2, 2, -2, -2)
    assert_equal(a // b, [3, -4, -4, 3])
    assert_equal(a % b, [1, 1, -1, -1])
    assert_equal(a & 3, [3, 1, 3, 1])
    assert_equal(abs(a), [7, 7, 7, 7])


def test_shift() raises:
    var a = SIMD[DType.uint8, 4](1, 2, 4, 8)
    assert_equal(a << 1, [2, 4, 8, 16])
    assert_equal(a >> 1, [0, 1, 2, 4])


def test_lanewise_compare() raises:
    var a = SIMD[DType.int32, 4](1, 2, 3, 4)
    assert_equal(a.gt(2), [False, False, True, True])
    assert_true(all(a.gt(0)))
    assert_true(any(a.eq(4)))
    assert_equal(a.ge(3).select(a, 0), [0, 0, 3, 4])


def test_reductions() raises:
    var a = SIMD[DType.int32, 8](3, 1, 4, 1, 5, 9, 2, 6)
    assert_equal(a.reduce_add(), 31)
    assert_equal(a.reduce_max(), 9)
    assert_equal(a.reduce_and(), 0)
    assert_equal(a.reduce_or(), 15)
    assert_equal(a.reduce_add[2](), SIMD[DType.int32, 2](14, 17))


def test_rearranging() raises:
    var a = SIMD[DType.int32, 4](1, 2, 3, 4)
    assert_equal(a.rotate_left[1](), [2, 3, 4, 1])
    assert_equal(a.reversed(), [4, 3, 2, 1])
    assert_equal(a.slice[2, offset=1](), SIMD[DType.int32, 2](2, 3))
    var lo, hi = a.split()
    assert_equal(lo[1], 2)
    assert_equal(hi[0], 3)
    var ev, od = a.deinterleave()
    assert_equal(ev[1], 3)
    assert_equal(od[1], 4)


def test_float_ops() raises:
    var a = SIMD[DType.float64, 2](1.5, -2.5)
    assert_equal(a.__floor__(), [1.0, -3.0])
    assert_equal(a.__ceil__(), [2.0, -2.0])
    assert_equal(a * a, [2.25, 6.25])
    assert_equal(-a, [-1.5, 2.5])


def test_text() raises:
    assert_equal(String(SIMD[DType.int32, 2](1, 2)), "[1, 2]")
    assert_equal(repr(SIMD[DType.int32, 2](1, 2)), "SIMD[DType.int32, 2](1, 2)")
    assert_equal(repr(Int8(-3)), "Int8(-3)")
    assert_equal(String(Float32(1.5)), "1.5")


def test_limits() raises:
    assert_equal(UInt8.MAX, 255)
    assert_equal(Int16.MIN, -32768)
    assert_true(Float32.MAX > Float32.MAX_FINITE)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
