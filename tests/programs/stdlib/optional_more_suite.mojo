# Optional: logic with Bool, invert, map, and_then, iteration, comparison with values.
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_logic() raises:
    var yes = Optional(1)
    var no = Optional[Int](None)
    var t = True
    assert_true(yes and t)
    assert_false(no and t)
    assert_true(no or t)
    assert_false(~yes)
    assert_true(~no)


def test_assign_through() raises:
    var a = Optional(1)
    a.value() = 7
    assert_equal(a.value(), 7)
    assert_equal(a.unsafe_take(), 7)


def test_compare_values() raises:
    var o = Optional(10)
    var n = Optional[Int]()
    assert_true(o == 10)
    assert_true(o != 11)
    assert_true(o != n)
    assert_true(n == None)
    assert_true(n == n)


def test_unwrap_error() raises:
    var a = Optional(3)
    assert_equal(a[], 3)
    a = None
    with assert_raises(contains="EmptyOptionalError"):
        _ = a[]


def twice(var x: Int) -> Float64:
    return Float64(x) * 2


def parse(var s: String) -> Optional[Int]:
    try:
        return Int(s)
    except:
        return None


def test_map() raises:
    var o = Optional(21)
    assert_equal(o^.map(twice).value(), 42.0)
    var n = Optional[Int](None)
    assert_false(n^.map(twice))


def test_and_then() raises:
    var good = Optional(String("42"))
    assert_equal(good^.and_then(parse).value(), 42)
    var bad = Optional(String("x"))
    assert_false(bad^.and_then(parse))


def test_iteration() raises:
    var total = 0
    var o = Optional(5)
    for x in o:
        total += x
    for x in Optional[Int](None):
        total += x * 100
    assert_equal(total, 5)


def test_hash() raises:
    assert_equal(hash(Optional(1)), hash(Optional(1)))
    assert_true(hash(Optional(1)) != hash(Optional(2)))


def test_copied() raises:
    var text = String("foo")
    var view: Optional[Pointer[String, origin_of(text)]] = Optional(Pointer(to=text))
    var own: Optional[String] = view.copied()
    assert_equal(own.value(), "foo")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
