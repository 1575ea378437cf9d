"""Optional, Variant and Tuple."""

from std.collections import Optional
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true
from std.utils import Variant


def test_optional() raises:
    var o: Optional[Int] = 5
    assert_equal(o.value(), 5)
    assert_equal(o[], 5)
    assert_equal(o.or_else(3), 5)
    assert_true(Bool(o))
    assert_true(o is not None)
    assert_equal(String(o), "5")
    assert_equal(repr(o), "Optional[SIMD[DType.int, 1]](Int(5))")
    assert_equal(o.take(), 5)
    assert_true(o is None)
    assert_equal(String(o), "None")
    assert_equal(o.or_else(8), 8)
    with assert_raises():
        _ = o[]


def test_optional_text() raises:
    var o = Optional(String("a text that does not fit inside"))
    var c = o.copy()
    c.value() += "!"
    assert_equal(o.value(), "a text that does not fit inside")
    assert_true(o != c)
    assert_true(o == Optional(String("a text that does not fit inside")))
    var none: Optional[String] = None
    assert_true(none != o)
    assert_equal(none.or_else("nothing"), "nothing")


def test_variant() raises:
    var v = Variant[Int, String](5)
    assert_true(v.isa[Int]())
    assert_false(v.isa[String]())
    assert_equal(v[Int], 5)
    v = String("a text that does not fit inside")
    assert_equal(v[String], "a text that does not fit inside")
    var c = v.copy()
    c[String] += "!"
    assert_equal(v[String], "a text that does not fit inside")
    v.set(7)
    assert_equal(v[Int], 7)


def test_tuple() raises:
    var t = (1, String("a"), 2.5)
    assert_equal(String(t), "(1, a, 2.5)")
    assert_equal(repr(t), "Tuple[SIMD[DType.int, 1], String, SIMD[DType.float64, 1]](Int(1), 'a', Float64(2.5))")
    assert_equal(len(t), 3)
    assert_equal(t[1], "a")
    assert_equal(String((1,)), "(1,)")
    assert_equal(String(()), "()")
    assert_true((1, 2) == (1, 2))
    assert_true((1, 2) != (2, 2))
    assert_true((1, 2) < (1, 3))
    assert_true((1, 2) <= (1, 2))
    assert_true((2, 0) > (1, 9))
    var a, b, c = t
    assert_equal(a, 1)
    assert_equal(b + "b", "ab")
    assert_equal(c, 2.5)
    assert_true(1 in (1, 2))
    assert_false(5 in (1, 2))


struct OnlyMovable(Movable):
    """Neither copyable nor equatable nor writable."""

    var value: Int

    def __init__(out self, value: Int):
        self.value = value


def test_containers_of_what_only_moves() raises:
    var l = List[OnlyMovable]()
    l.append(OnlyMovable(1))
    l.append(OnlyMovable(2))
    assert_equal(l[1].value, 2)
    assert_equal(l.pop().value, 2)
    var o = Optional(OnlyMovable(3))
    assert_equal(o.value().value, 3)
    var v = Variant[OnlyMovable, Int](OnlyMovable(4))
    assert_equal(v[OnlyMovable].value, 4)


def test_conformance_follows_the_elements() raises:
    comptime assert conforms_to(List[Int], Copyable)
    comptime assert conforms_to(List[Int], Writable)
    comptime assert conforms_to(List[Int], Equatable)
    comptime assert not conforms_to(List[OnlyMovable], Copyable)
    comptime assert not conforms_to(List[OnlyMovable], Writable)
    comptime assert not conforms_to(List[OnlyMovable], Equatable)
    comptime assert conforms_to(Optional[String], Equatable)
    comptime assert not conforms_to(Optional[OnlyMovable], Equatable)
    comptime assert not conforms_to(Optional[OnlyMovable], Copyable)
    comptime assert conforms_to(Tuple[Int, String], Equatable)
    comptime assert not conforms_to(Tuple[Int, OnlyMovable], Equatable)
    comptime assert not conforms_to(Tuple[Int, OnlyMovable], Copyable)
    comptime assert conforms_to(Array[Int, 2], Copyable)
    comptime assert not conforms_to(Array[OnlyMovable, 2], Copyable)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
