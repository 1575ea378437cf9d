"""What `print`, `repr` and `format` make of values."""

from std.testing import TestSuite, assert_equal, assert_raises


def test_integers() raises:
    assert_equal(String(0), "0")
    assert_equal(String(-5), "-5")
    assert_equal(String(Int.MAX), "9223372036854775807")
    assert_equal(String(Int.MIN), "-9223372036854775808")
    assert_equal(String(UInt64.MAX), "18446744073709551615")
    assert_equal(String(Int8(-128)), "-128")
    assert_equal(String(UInt8(200)), "200")
    assert_equal(repr(5), "Int(5)")
    assert_equal(repr(UInt8(3)), "UInt8(3)")
    assert_equal(hex(255), "0xff")
    assert_equal(oct(8), "0o10")
    assert_equal(bin(5), "0b101")
    assert_equal(hex(-255), "-0xff")


def test_integers_wrap() raises:
    var small = Int8(127)
    small += 1
    assert_equal(String(small), "-128")
    var byte = UInt8(0)
    byte -= 1
    assert_equal(String(byte), "255")
    var large = Int.MAX
    large += 1
    assert_equal(String(large), "-9223372036854775808")
    assert_equal(String(Int32(2_000_000_000) * 2), "-294967296")


def test_floats() raises:
    assert_equal(String(2.5), "2.5")
    assert_equal(String(1e15), "1000000000000000.0")
    assert_equal(String(1e16), "1e+16")
    assert_equal(String(1e-5), "1e-05")
    assert_equal(String(0.0001), "0.0001")
    assert_equal(String(-0.0), "-0.0")
    var tenth = 0.1
    assert_equal(String(tenth + 0.2), "0.30000000000000004")
    assert_equal(String(Float64.MAX_FINITE), "1.7976931348623157e+308")
    assert_equal(String(Float64.MAX), "inf")
    assert_equal(String(-Float64.MAX), "-inf")
    assert_equal(String(Float32(0.1)), "0.1")
    assert_equal(String(Float32(1) / 3), "0.33333334")
    assert_equal(String(Float32(16777216)), "16777216.0")
    assert_equal(String(Float16(0.1)), "0.099975586")
    assert_equal(String(BFloat16(2) / 3), "0.66796875")
    assert_equal(repr(2.5), "Float64(2.5)")
    assert_equal(repr(Float32(2.5)), "Float32(2.5)")


def test_vectors() raises:
    assert_equal(String(SIMD[DType.int32, 4](1, 2, 3, 4)), "[1, 2, 3, 4]")
    assert_equal(String(SIMD[DType.float32, 2](0.5, 1)), "[0.5, 1.0]")
    assert_equal(repr(SIMD[DType.float32, 2](0.5, 1)), "SIMD[DType.float32, 2](0.5, 1.0)")


def test_quotes() raises:
    assert_equal(repr(String("it's")), "'it\\'s'")
    assert_equal(repr(String("a\nb\tc")), "'a\\nb\\tc'")
    assert_equal(repr(String("back\\slash")), "'back\\\\slash'")
    assert_equal(repr(String("é")), "'é'")


def test_other_values() raises:
    assert_equal(String(True), "True")
    assert_equal(repr(False), "False")
    assert_equal(String(DType.float32), "float32")
    assert_equal(String(Error("made")), "made")


def test_format_fields() raises:
    assert_equal(String("{} and {}").format(1, "two"), "1 and two")
    assert_equal(String("{1} {0} {1}").format("a", "b"), "b a b")
    assert_equal(String("{!r} {!s}").format(String("x"), String("y")), "'x' y")
    assert_equal(String("{{{}}}").format(3), "{3}")
    assert_equal(String("no fields").format(), "no fields")
    assert_equal(String("{}").format(2.5), "2.5")
    assert_equal("{}-{}".format("left", True), "left-True")
    with assert_raises():
        _ = String("{} {}").format(1)
    with assert_raises():
        _ = String("{").format(1)
    with assert_raises():
        _ = String("}").format(1)


struct Pair(Writable):
    var left: Int
    var right: String

    def __init__(out self, left: Int, right: String):
        self.left = left
        self.right = right


def test_structs() raises:
    assert_equal(String(Pair(1, "x")), "Pair(left=1, right=x)")
    assert_equal(String("<", Pair(2, "y"), ">"), "<Pair(left=2, right=y)>")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
