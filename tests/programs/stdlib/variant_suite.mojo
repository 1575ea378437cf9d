# Variant: set, replace, equality, hash, text, supported types.
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils import Variant

comptime IntOrStr = Variant[Int, String]


def test_basic() raises:
    var i = IntOrStr(4)
    var s = IntOrStr("4")
    assert_true(i.isa[Int]())
    assert_false(i.isa[String]())
    assert_equal(i[Int], 4)
    assert_equal(s[String], "4")
    i.set[String]("i")
    assert_equal(i[String], "i")


def test_assignment() raises:
    var v: IntOrStr = 42
    v = "text"
    assert_equal(v[String], "text")
    v[String] += "!"
    assert_equal(v[String], "text!")


def test_replace() raises:
    var v: IntOrStr = 998
    var old = v.replace[String, Int]("hello")
    assert_equal(old, 998)
    assert_equal(v[String], "hello")


def test_equality() raises:
    assert_true(IntOrStr(42) == IntOrStr(42))
    assert_true(IntOrStr(42) != IntOrStr(99))
    assert_false(IntOrStr(42) == IntOrStr("42"))
    assert_equal(hash(IntOrStr("a")), hash(IntOrStr("a")))


def test_text() raises:
    assert_equal(String(IntOrStr(42)), "42")
    assert_equal(String(IntOrStr("hello")), "hello")
    assert_equal(repr(IntOrStr(42)), "Variant[SIMD[DType.int, 1], String](Int(42))")


def test_supported() raises:
    assert_true(IntOrStr.is_type_supported[Int]())
    assert_false(IntOrStr.is_type_supported[Bool]())


def test_copies() raises:
    var a = IntOrStr("shared")
    var b = a
    b[String] += "?"
    assert_equal(a[String], "shared")
    var xs: List[IntOrStr] = [IntOrStr(1), IntOrStr("two")]
    var text = String()
    for x in xs:
        text.write(x, ";")
    assert_equal(text, "1;two;")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
