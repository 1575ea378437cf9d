"""std.sys: the target, sizes, arguments, definitions."""

from std.sys import (
    CompilationTarget,
    align_of,
    argv,
    bit_width_of,
    is_defined,
    get_defined_bool,
    get_defined_int,
    get_defined_string,
    num_logical_cores,
    num_physical_cores,
    simd_byte_width,
    simd_width_of,
    size_of,
)
from std.sys.info import is_64bit
from std.testing import TestSuite, assert_equal, assert_false, assert_true


@fieldwise_init
struct Mixed:
    var a: UInt8
    var b: Int32
    var c: UInt16


@fieldwise_init
struct Padded:
    var a: Int64
    var b: Bool


def test_sizes() raises:
    assert_equal(size_of[Int](), 8)
    assert_equal(size_of[Int128](), 16)
    assert_equal(size_of[Float16](), 2)
    assert_equal(size_of[SIMD[DType.float32, 4]](), 16)
    assert_equal(size_of[Bool](), 1)
    assert_equal(size_of[Mixed](), 12)
    assert_equal(align_of[Mixed](), 4)
    assert_equal(size_of[Padded](), 16)
    assert_equal(size_of[Array[UInt8, 7]](), 7)
    assert_equal(size_of[Tuple[UInt8, Int64]](), 16)
    assert_equal(size_of[DType.uint32](), 4)
    assert_equal(align_of[Float64](), 8)
    assert_equal(bit_width_of[Int32](), 32)
    assert_equal(bit_width_of[DType.float64](), 64)


def test_vector_widths() raises:
    assert_equal(simd_width_of[DType.float32]() * 4, simd_byte_width())
    assert_equal(simd_width_of[DType.int8](), simd_byte_width())
    assert_equal(simd_width_of[DType.float64]() * 2, simd_width_of[DType.float32]())


def test_target() raises:
    assert_true(is_64bit())
    assert_true(CompilationTarget.is_linux() != CompilationTarget.is_macos())
    assert_true(num_physical_cores() >= 1)
    assert_true(num_logical_cores() >= num_physical_cores())


def test_arguments() raises:
    var arguments = argv()
    assert_equal(len(arguments), 1)
    assert_true(String(arguments[0]).byte_length() > 0)


def test_definitions() raises:
    assert_false(is_defined["EMBER_NOT_DEFINED"]())
    assert_equal(get_defined_int["EMBER_NOT_DEFINED", 5](), 5)
    assert_equal(get_defined_string["EMBER_NOT_DEFINED", "other"](), "other")
    assert_true(get_defined_bool["EMBER_NOT_DEFINED", True]())


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
