# Tuple: membership, defaults, comparison of several lengths, reverse, concat, text, hash.
from std.testing import TestSuite, assert_equal, assert_false, assert_not_equal, assert_raises, assert_true


def test_contains() raises:
    var t = (123, True, String("text"))
    assert_true(123 in t)
    assert_true(String("text") in t)
    assert_false(False in t)
    assert_false(1 in t)
    comptime c = (1, 2, 3)
    comptime found = 2 in c
    assert_true(found)


def test_default() raises:
    var t: Tuple[Int, String, Float32] = {}
    assert_equal(t[0], 0)
    assert_equal(t[1], "")
    assert_equal(t[2], 0.0)


def test_compare() raises:
    assert_true((1, 2, 3) == (1, 2, 3))
    assert_true((1, 2, 3) < (1, 2, 4))
    assert_true((1, "foo") > (1, "bar"))
    assert_not_equal((1, 2), (1, 3))


def test_reverse_concat() raises:
    var t = ("hi", 1, 4.5)
    assert_equal(t^.reverse(), (4.5, 1, "hi"))
    var a = ("x", 1)
    var b = (2.5,)
    assert_equal(a^.concat(b^), ("x", 1, 2.5))
    var empty = ()
    assert_equal(len(empty), 0)


def test_text() raises:
    assert_equal(String((1, 2, 3)), "(1, 2, 3)")
    assert_equal(String((1,)), "(1,)")
    assert_equal(String(()), "()")
    assert_equal(String((True, "hi")), "(True, hi)")
    assert_equal(repr((1, "hi")), "Tuple[SIMD[DType.int, 1], String](Int(1), 'hi')")


def test_hash() raises:
    assert_equal(hash((1, 2)), hash((1, 2)))
    assert_true(hash((1, 2)) != hash((2, 1)))


def test_unpack_in_loops() raises:
    var sums = [a + b for a, b in [(1, 2), (3, 4)]]
    assert_equal(sums, [3, 7])


def test_message() raises:
    with assert_raises(contains="left: (1, 2)"):
        assert_equal((1, 2), (1, 3))


def smallest[T: Comparable & ImplicitlyCopyable](a: T, b: T) -> T:
    return a if a < b else b


def test_as_comparable() raises:
    assert_equal(smallest((2, 0), (1, 9)), (1, 9))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
