# range over Int, sized integers and floats; reversed, indexing, length.
from std.testing import TestSuite, assert_equal, assert_true


def total[dt: DType](a: Scalar[dt], b: Scalar[dt], step: Scalar[dt]) -> Int:
    var t = 0
    for x in range(a, b, step):
        t += Int(x)
    return t


def test_int() raises:
    assert_equal(len(range(10)), 10)
    assert_equal(len(range(10, 0, -1)), 10)
    assert_equal(len(range(38, -13, -23)), 3)
    assert_equal(len(range(5, 10, -1)), 0)
    assert_equal(range(5, 10)[3], 8)
    assert_equal(range(38, -13, -23)[1], 15)


def test_sized() raises:
    comptime for dt in [DType.int8, DType.uint8, DType.int32, DType.uint64]:
        assert_equal(total[dt](0, 11, 2), 30)
    assert_equal(total[DType.int16](10, 0, -5), 15)


def test_float() raises:
    var xs = List[Float64]()
    for x in range(0.0, 1.0, 0.25):
        xs.append(x)
    assert_equal(xs, [0.0, 0.25, 0.5, 0.75])


def test_reversed() raises:
    var text = String()
    for x in reversed(range(3, 7)):
        text += String(x)
    assert_equal(text, "6543")


def test_compile_time() raises:
    var t = 0
    comptime for i in range(UInt16(1), 10, 4):
        t += Int(i)
    comptime for i in reversed(range(3)):
        t = t * 10 + i
    assert_equal(t, 15210)


def test_zip_three() raises:
    var t = 0
    for a, b, c in zip(range(3), range(UInt8(5)), range(0, 20, 2)):
        t += a + Int(b) + c
    assert_equal(t, 12)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
