"""List, Deque, LinkedList, Array and Span."""

from std.collections import Deque, LinkedList
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_list_grows_and_shrinks() raises:
    var l: List[Int] = [3, 1, 2]
    l.append(5)
    l.insert(1, 9)
    l.extend([7, 8])
    assert_equal(String(l), "[3, 9, 1, 2, 5, 7, 8]")
    assert_equal(l.pop(), 8)
    assert_equal(l.pop(0), 3)
    l.reverse()
    assert_equal(String(l), "[7, 5, 2, 1, 9]")
    l.resize(2, 0)
    l.resize(3, 4)
    assert_equal(String(l), "[7, 5, 4]")
    l.shrink(1)
    assert_equal(len(l), 1)
    l.reserve(100)
    assert_true(l.capacity() >= 100)
    l.clear()
    assert_false(Bool(l))
    assert_equal(String(l), "[]")


def test_list_finds() raises:
    var l: List[Int] = [1, 2, 3, 2]
    assert_equal(l.index(2), 1)
    assert_equal(l.index(2, 2), 3)
    assert_equal(l.count(2), 2)
    assert_true(3 in l)
    assert_false(7 in l)
    with assert_raises(contains="not in list"):
        _ = l.index(9)


def test_list_operators() raises:
    var l: List[Int] = [1, 2]
    assert_equal(String(l + [3]), "[1, 2, 3]")
    assert_equal(String(l * 2), "[1, 2, 1, 2]")
    l += [4]
    l *= 2
    assert_equal(String(l), "[1, 2, 4, 1, 2, 4]")
    assert_true(l == [1, 2, 4, 1, 2, 4])
    assert_true(l != [1])
    assert_equal(String(l[1:3]), "[2, 4]")
    assert_equal(String(l[::2]), "[1, 4, 2]")
    assert_equal(String(l[::-1]), "[4, 2, 1, 4, 2, 1]")
    assert_equal(repr(List[Int]([1, 2])), "List[SIMD[DType.int, 1]]([Int(1), Int(2)])")


def test_list_of_strings() raises:
    var l: List[String] = ["pear", "fig", "a text that is longer than the others"]
    var c = l.copy()
    c[0] += "s"
    assert_equal(l[0], "pear")
    assert_equal(c[0], "pears")
    sort(l)
    assert_equal(", ".join(l), "a text that is longer than the others, fig, pear")
    l.swap_elements(0, 2)
    assert_equal(l[0], "pear")
    for ref text in l:
        text += "!"
    assert_equal(l[2], "a text that is longer than the others!")
    var total = 0
    for text in reversed(l):
        total = total * 10 + text.byte_length() % 10
    assert_equal(total, 845)


def test_list_of_lists() raises:
    var rows: List[List[Int]] = [[1, 2], [3]]
    rows[1].append(4)
    rows.append(List[Int]())
    assert_equal(String(rows), "[[1, 2], [3, 4], []]")
    var copied = rows.copy()
    copied[0][0] = 9
    assert_equal(rows[0][0], 1)


def test_sorting() raises:
    var l: List[Int] = [5, 3, 9, 1, 7, 3, 8, 2, 6, 4, 0, 11, 15, 13, 12, 14, 10, 17, 16, 19, 18]
    sort(l)
    assert_equal(String(l), "[0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]")

    def down(a: Int, b: Int) -> Bool:
        return a > b

    sort(l, down)
    assert_equal(l[0], 19)
    assert_equal(l[len(l) - 1], 0)


def test_deque_at_both_ends() raises:
    var q: Deque[Int] = [1, 2, 3]
    q.append(4)
    q.appendleft(0)
    assert_equal(String(q), "[0, 1, 2, 3, 4]")
    assert_equal(repr(q), "Deque[SIMD[DType.int, 1]]([Int(0), Int(1), Int(2), Int(3), Int(4)])")
    assert_equal(q.pop(), 4)
    assert_equal(q.popleft(), 0)
    assert_equal(q[1], 2)
    assert_equal(len(q), 3)
    q.extend([7, 8])
    q.extendleft([9, 10])
    assert_equal(String(q), "[10, 9, 1, 2, 3, 7, 8]")
    q.rotate(2)
    assert_equal(String(q), "[7, 8, 10, 9, 1, 2, 3]")
    q.rotate(-1)
    q.reverse()
    assert_equal(String(q), "[7, 3, 2, 1, 9, 10, 8]")
    assert_equal(q.count(2), 1)
    assert_equal(q.index(2), 2)
    q.insert(1, 50)
    assert_equal(q[1], 50)
    q.remove(50)
    assert_equal(q.peek(), 8)
    assert_equal(q.peekleft(), 7)
    q.clear()
    assert_equal(String(q), "[]")
    with assert_raises():
        _ = q.pop()


def test_deque_operators() raises:
    var q: Deque[Int] = [1, 2]
    var r: Deque[Int] = [3]
    assert_equal(String(q + r), "[1, 2, 3]")
    assert_equal(String(q * 2), "[1, 2, 1, 2]")
    assert_true(q != r)
    q += r.copy()
    q *= 2
    assert_equal(String(q), "[1, 2, 3, 1, 2, 3]")
    assert_true(3 in q)
    var backwards = List[Int]()
    for x in reversed(q):
        backwards.append(x)
    assert_equal(String(backwards), "[3, 2, 1, 3, 2, 1]")
    var bounded = Deque[Int](maxlen=3)
    for i in range(5):
        bounded.append(i)
    assert_equal(String(bounded), "[2, 3, 4]")


def test_linked_list() raises:
    var l: LinkedList[Int] = [1, 2, 3]
    l.append(4)
    l.prepend(0)
    assert_equal(String(l), "[0, 1, 2, 3, 4]")
    assert_equal(len(l), 5)
    assert_true(3 in l)
    l.reverse()
    assert_equal(String(l), "[4, 3, 2, 1, 0]")
    assert_equal(l.pop(), 0)
    var other: LinkedList[Int] = [8]
    l.extend(other^)
    assert_equal(String(l), "[4, 3, 2, 1, 8]")
    var sum = 0
    for x in l:
        sum += x
    assert_equal(sum, 18)
    l.clear()
    assert_false(Bool(l))


def test_array() raises:
    var a: Array[Int, 3] = [1, 2, 3]
    assert_equal(String(a), "[1, 2, 3]")
    assert_equal(repr(a), "Array[SIMD[DType.int, 1], 3]([Int(1), Int(2), Int(3)])")
    assert_equal(len(a), 3)
    a[0] = 9
    assert_equal(a[0], 9)
    assert_true(2 in a)
    var b = a.copy()
    b[1] = 7
    assert_equal(String(a), "[9, 2, 3]")
    assert_true(a != b)
    var filled = Array[String, 2](fill="text that does not fit inside a String")
    filled[0] += "!"
    assert_equal(filled[0].byte_length(), filled[1].byte_length() + 1)


def test_span() raises:
    var l: List[Int] = [1, 2, 3, 4]
    var s = Span(l)
    assert_equal(len(s), 4)
    assert_equal(s[1], 2)
    s[1] = 5
    assert_equal(String(l), "[1, 5, 3, 4]")
    s.swap_elements(0, 1)
    s.reverse()
    assert_equal(String(l), "[4, 3, 1, 5]")
    assert_equal(len(s[1:3]), 2)
    assert_true(3 in s)
    s.fill(0)
    assert_equal(String(l), "[0, 0, 0, 0]")
    s.copy_from([9, 8, 7, 6])
    assert_equal(s.unsafe_get(2), 7)
    var sum = 0
    for x in reversed(s):
        sum = sum * 10 + x
    assert_equal(sum, 6789)
    assert_equal(String(s), "[9, 8, 7, 6]")


def test_linked_list_positions() raises:
    var l: LinkedList[Int] = [1, 2, 3]
    assert_equal(l.maybe_pop(0).value(), 1)
    assert_equal(l.index(3), 1)
    with assert_raises():
        _ = l.index(9)


def test_array_slices() raises:
    var a: Array[Int, 4] = [1, 2, 3, 4]
    assert_equal(String(a[1:3]), "[2, 3]")
    a[2:4][0] = 9
    assert_equal(String(a), "[1, 2, 9, 4]")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
