# Span: coercion, copy_from, fill, reverse, binary search, equality, choosing between two.
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def total(s: Span[Int, _]) -> Int:
    var t = 0
    for x in s:
        t += x
    return t


def test_coercion() raises:
    var l: List[Int] = [1, 2, 3]
    var a: Array[Int, 3] = [4, 5, 6]
    assert_equal(total(l), 6)
    assert_equal(total(a), 15)
    assert_equal(total(Span(l)[1:]), 5)


def test_copy_from() raises:
    var a: List[Int] = [0, 0, 0]
    var b: List[Int] = [7, 8, 9, 10]
    Span(a).copy_from(Span(b)[:3])
    assert_equal(a, [7, 8, 9])


def test_truth_contains() raises:
    var a: List[String] = ["a", "b"]
    var s = Span(a)
    assert_true(s)
    assert_false(s[0:0])
    assert_true("b" in s)
    assert_true("z" not in s)


def test_equality() raises:
    var a: List[Int] = [1, 2, 3]
    var b: Array[Int, 3] = [1, 2, 3]
    assert_true(Span(a) == Span(b))
    assert_true(Span(a) != Span(b)[:2])


def test_reverse_swap() raises:
    var a: List[Int] = [1, 2, 3, 4]
    var s = Span(a)
    s.reverse()
    assert_equal(a, [4, 3, 2, 1])
    s.swap_elements(0, 3)
    assert_equal(a[0], 1)
    var text = String()
    for x in reversed(s):
        text += String(x)
    assert_equal(text, "4231")


def test_choose() raises:
    var a: List[Int] = [1, 2]
    var b: List[Int] = [3, 4]

    def touch(cond: Bool, mut a: List[Int], mut b: List[Int]):
        var either = Span(a) if cond else Span(b)
        either[0] = 0

    touch(True, a, b)
    touch(False, a, b)
    assert_equal(a, [0, 2])
    assert_equal(b, [0, 4])


def test_binary_search() raises:
    var xs: List[Int] = [1, 3, 5, 7, 9]
    var wanted = 7

    def cmp(x: Int) {var} -> Int:
        return x - wanted

    assert_equal(Span(xs).binary_search_by(cmp).value(), 3)


def test_iterator() raises:
    var xs: List[Int] = [1, 2]
    var it = iter(Span(xs))
    assert_equal(next(it), 1)
    assert_equal(next(it), 2)
    with assert_raises():
        _ = next(it)


def test_text() raises:
    var xs: List[Int] = [1, 2]
    assert_equal(String(Span(xs)), "[1, 2]")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
