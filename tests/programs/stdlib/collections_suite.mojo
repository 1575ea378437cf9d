# Set, Deque, Counter, LinkedList, Tuple, Array and Span together.
from std.collections import Counter, Deque, LinkedList, Set
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_set() raises:
    var a: Set[Int] = {1, 2, 3}
    var b: Set[Int] = {3, 4}
    assert_equal(a & b, {3})
    assert_equal(a | b, {1, 2, 3, 4})
    assert_equal(a - b, {1, 2})
    assert_equal(a ^ b, {1, 2, 4})
    assert_true(a.isdisjoint({9}))
    var c: Set[Int] = {1}
    assert_true(c.issubset(a))
    assert_true(a.issuperset(c))
    assert_true(c <= a)
    a.update(b)
    assert_equal(len(a), 4)
    _ = a.pop()
    assert_equal(len(a), 3)
    a.clear()
    assert_false(a)


def test_deque() raises:
    var d = Deque[Int]()
    for i in range(5):
        d.append(i)
        d.appendleft(-i)
    assert_equal(len(d), 10)
    assert_equal(d.pop(), 4)
    assert_equal(d.popleft(), -4)
    d.rotate(2)
    assert_equal(len(d), 8)
    d.reverse()
    assert_true(3 in d)
    d.clear()
    with assert_raises():
        _ = d.pop()


def test_counter() raises:
    var c = Counter[String]("a", "b", "a", "c", "a")
    assert_equal(c["a"], 3)
    assert_equal(c["missing"], 0)
    assert_equal(c.total(), 5)
    var top = c.most_common(1)
    assert_equal(top[0]._value, "a")


def test_linked_list() raises:
    var l = LinkedList[Int](1, 2, 3)
    l.append(4)
    l.prepend(0)
    assert_equal(len(l), 5)
    l.reverse()
    assert_equal(String(l), "[4, 3, 2, 1, 0]")
    assert_true(3 in l)


def test_tuple() raises:
    var t = (1, String("x"), 2.5)
    assert_equal(len(t), 3)
    assert_equal(t[1], "x")
    assert_true((1, 2) == (1, 2))
    assert_true((1, 2) < (2, 0))
    var u = t.concat((True,))
    assert_equal(len(u), 4)
    assert_true(u[3])


def test_array() raises:
    var a = Array[Int, 3](fill=4)
    a[1] = 7
    assert_equal(a[0] + a[1], 11)
    assert_equal(len(a), 3)
    assert_true(7 in a)
    var total = 0
    for x in a:
        total += x
    assert_equal(total, 15)


def test_span() raises:
    var xs: List[Int] = [1, 2, 3, 4]
    var s = Span(xs)
    assert_equal(len(s[1:3]), 2)
    s[0] = 9
    assert_equal(xs[0], 9)
    s.fill(5)
    assert_equal(xs, [5, 5, 5, 5])
    assert_true(5 in s)
    s.swap_elements(0, 1)
    var total = 0
    for x in s:
        total += x
    assert_equal(total, 20)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
