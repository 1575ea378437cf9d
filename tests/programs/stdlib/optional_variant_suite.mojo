# Optional and Variant.
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true
from std.utils import Variant


def test_optional_states() raises:
    var a = Optional(1)
    var b = Optional[Int](None)
    assert_true(a)
    assert_false(b)
    assert_true(a.__bool__() and not b)
    assert_equal(a.value(), 1)
    assert_equal(b.or_else(2), 2)


def test_optional_mutation() raises:
    var a: Optional[List[Int]] = List[Int]()
    a.value().append(3)
    assert_equal(len(a.value()), 1)
    var xs = a.take()
    assert_equal(xs[0], 3)
    assert_false(a)
    a = None
    assert_true(a is None)


def test_optional_equality() raises:
    var a = Optional(1)
    assert_true(a == Optional(1))
    assert_true(a != Optional(2))
    assert_true(Optional[Int](None) == None)
    assert_true(a is not None)


def test_optional_text() raises:
    assert_equal(String(Optional(10)), "10")
    assert_equal(String(Optional[Int](None)), "None")


def test_variant_basic() raises:
    var v = Variant[Int, String](5)
    assert_true(v.isa[Int]())
    assert_false(v.isa[String]())
    v.set[String]("abc")
    assert_equal(v[String], "abc")
    v = Variant[Int, String](8)
    assert_equal(v[Int], 8)


def test_variant_take() raises:
    var v = Variant[Int, String](String("moved"))
    var s = v^.unwrap[String]()
    assert_equal(s, "moved")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
