# Deque: both ends, maxlen, insert, remove, rotation, concatenation, iteration.
from std.collections import Deque
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_ends() raises:
    var q = Deque[Int]()
    assert_false(q)
    q.append(1)
    q.append(2)
    q.appendleft(0)
    assert_true(q)
    assert_equal(len(q), 3)
    assert_equal(q.popleft(), 0)
    assert_equal(q.pop(), 2)
    assert_equal(q[0], 1)


def test_maxlen() raises:
    var q = Deque[Int](maxlen=3)
    for i in range(5):
        q.append(i)
    assert_equal(len(q), 3)
    assert_equal(q[0], 2)
    q.appendleft(9)
    assert_equal(q[0], 9)
    assert_equal(q[2], 3)


def test_extend() raises:
    var q = Deque[Int](1, 2)
    var more: List[Int] = [3, 4]
    q.extend(more.copy())
    q.extendleft(more.copy())
    assert_equal(String(q), "[4, 3, 1, 2, 3, 4]")


def test_insert_remove() raises:
    var q = Deque[Int](0, 1, 2, 3)
    q.insert(1, 50)
    assert_equal(q[1], 50)
    q.remove(50)
    assert_equal(q[1], 1)
    assert_equal(q.index(3), 3)
    assert_equal(q.count(2), 1)
    with assert_raises():
        q.remove(99)


def test_rotate_reverse() raises:
    var q = Deque[Int](1, 2, 3, 4)
    q.rotate(1)
    assert_equal(String(q), "[4, 1, 2, 3]")
    q.rotate(-2)
    assert_equal(String(q), "[2, 3, 4, 1]")
    q.reverse()
    assert_equal(String(q), "[1, 4, 3, 2]")


def test_add_equal() raises:
    var a = Deque[Int](1, 2)
    var b = Deque[Int](3)
    assert_equal(a + b, Deque[Int](1, 2, 3))
    assert_true(a != b)
    a += b
    assert_equal(len(a), 3)
    assert_equal(b * 2, Deque[Int](3, 3))


def test_peek_iterate() raises:
    var q = Deque[Int](5, 6, 7)
    assert_equal(q.peek(), 7)
    assert_equal(q.peekleft(), 5)
    var total = 0
    for x in q:
        total = total * 10 + x
    for x in reversed(q):
        total = total * 10 + x
    assert_equal(total, 567765)
    assert_true(6 in q)


def test_many() raises:
    var q = Deque[Int]()
    for i in range(1000):
        q.append(i)
        if i % 3 == 0:
            _ = q.popleft()
    assert_equal(len(q), 666)
    assert_equal(q.popleft(), 334)
    q.clear()
    with assert_raises():
        _ = q.popleft()


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
