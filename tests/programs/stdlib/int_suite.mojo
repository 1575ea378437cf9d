# Int: operators by name, rounding, divmod, comparison, repr, limits.
from std.sys import bit_width_of
from std.testing import TestSuite, assert_equal, assert_false, assert_true


def test_limits() raises:
    assert_equal(bit_width_of[DType.int](), 64)
    assert_equal(Int.MAX + 1, Int.MIN)
    assert_equal(Int.MIN.__abs__(), Int.MIN)


def test_named_operators() raises:
    assert_equal(Int.__add__(Int(-2), Int(3)), 1)
    assert_equal(Int.__sub__(Int(2), Int(-3)), 5)
    assert_equal(Int.__mul__(Int(4), Int(5)), 20)
    assert_equal(Int.__floordiv__(Int(99), Int(-2)), -50)
    assert_equal(Int.__mod__(Int(99), Int(-8)), -5)
    assert_equal(Int.__pow__(Int(3), Int(4)), 81)
    var n = Int(9)
    Int.__itruediv__(n, 2)
    assert_equal(n, 4)


def test_negative_powers() raises:
    assert_equal(Int(2) ** Int(-1), 0)
    assert_equal(Int(1) ** Int(-5), 1)
    assert_equal(Int(-1) ** Int(-3), -1)


def test_rounding() raises:
    assert_equal(Int.__round__(1342, -2), 1300)
    assert_equal(Int.__round__(1342, 0), 1342)
    assert_equal(Int(5).__ceil__(), 5)
    assert_equal(Int(-5).__trunc__(), -5)


def test_divmod() raises:
    var a, b = divmod(-7, 3)
    assert_equal(a, -3)
    assert_equal(b, 2)
    a, b = divmod(7, -3)
    assert_equal(a, -3)
    assert_equal(b, -2)


def test_compare() raises:
    assert_true(Int(5).__lt__(Int(10)))
    assert_false(Int(5).__ge__(Int(10)))
    assert_true(Int(5).__ne__(Int(10)))
    assert_true(Int(5).__bool__())
    assert_false(Int(0).__bool__())


def test_repr() raises:
    assert_equal(repr(Int(-3)), "Int(-3)")
    var s = String()
    Int(12).write_repr_to(s)
    assert_equal(s, "Int(12)")


def test_power_of_two() raises:
    assert_true(Int(64).is_power_of_two())
    assert_false(Int(0).is_power_of_two())
    assert_false(Int(-4).is_power_of_two())


def test_index() raises:
    assert_equal(index(Int(5)), 5)
    assert_equal(index(UInt8(7)), 7)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
