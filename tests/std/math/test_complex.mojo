"""ComplexSIMD."""

from std.complex import ComplexFloat32, ComplexFloat64, ComplexScalar, ComplexSIMD, abs
from std.testing import TestSuite, assert_equal, assert_true


def test_operations() raises:
    var a = ComplexFloat64(3, 4)
    var b = ComplexFloat64(1, -2)
    assert_equal(a + b, ComplexFloat64(4, 2))
    assert_equal(a - b, ComplexFloat64(2, 6))
    assert_equal(a * b, ComplexFloat64(11, -2))
    assert_equal(a / b, ComplexFloat64(-1, 2))
    assert_equal(-a, ComplexFloat64(-3, -4))
    assert_equal(a.conj(), ComplexFloat64(3, -4))
    assert_equal(a.fma(b, a), ComplexFloat64(14, 2))
    assert_equal(a.squared_add(b), ComplexFloat64(-6, 22))
    assert_equal(a * 2.0, ComplexFloat64(6, 8))
    var c = a
    c += b
    c -= a
    c *= b
    assert_equal(c, b * b)
    assert_true(a != b)


def test_magnitudes() raises:
    assert_equal(ComplexFloat64(3, 4).squared_norm(), 25.0)
    assert_equal(ComplexFloat64(3, 4).norm(), 5.0)
    assert_equal(abs(ComplexFloat32(-3, 4)), 5.0)
    assert_true(ComplexFloat64(3e200, 4e200).norm() < 5.0000001e200)
    assert_equal(ComplexFloat64(2e200, 0) / ComplexFloat64(1e200, 0), ComplexFloat64(2, 0))
    assert_equal(ComplexFloat64(0, 2e-200) / ComplexFloat64(0, 1e-200), ComplexFloat64(2, 0))
    assert_equal(ComplexScalar[DType.float16](300, 400).norm(), 500)
    assert_equal(ComplexScalar[DType.float16](600, 800) / ComplexScalar[DType.float16](600, 800), ComplexScalar[DType.float16](1, 0))


def test_vectors() raises:
    var v = ComplexSIMD[DType.float32, 2](from_interleaved=SIMD[DType.float32, 4](1, 2, 3, 4))
    assert_equal(v.re, SIMD[DType.float32, 2](1, 3))
    assert_equal(v.im, SIMD[DType.float32, 2](2, 4))
    assert_equal((v * v).re, SIMD[DType.float32, 2](-3, -7))
    assert_equal((v / v).re, SIMD[DType.float32, 2](1, 1))


def test_texts() raises:
    assert_equal(String(ComplexFloat64(1, 2)), "1.0 + 2.0i")
    assert_equal(String(ComplexFloat64(1, -2)), "1.0 + -2.0i")
    assert_equal(String(ComplexFloat64(1, 0)), "1.0")
    assert_equal(repr(ComplexFloat32(1, 2)), "ComplexSIMD[float32, 1](1.0 + 2.0i)")
    var v = ComplexSIMD[DType.float32, 2](SIMD[DType.float32, 2](1, 2), SIMD[DType.float32, 2](0, 4))
    assert_equal(String(v), "[1.0, 2.0 + 4.0i]")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
