# List: growth, capacity, unsafe access, insert with negative positions, index errors, extend kinds.
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_append_index() raises:
    var xs = List[Float64]()
    for i in range(5):
        xs.append(Float64(i))
    assert_equal(len(xs), 5)
    assert_equal(xs[4], 4.0)
    assert_equal(xs.byte_length(), 40)


def test_unsafe() raises:
    var xs: List[Int] = [1, 2, 3]
    assert_equal(xs.unsafe_get(1), 2)
    xs.unsafe_set(1, 20)
    assert_equal(xs[1], 20)


def test_capacity() raises:
    var xs: List[Int] = [1, 2, 3]
    assert_equal(xs.capacity(), 3)
    xs.clear()
    assert_equal(len(xs), 0)
    assert_equal(xs.capacity(), 3)
    xs.reserve(50)
    assert_true(xs.capacity() >= 50)


def test_truth() raises:
    assert_false(List[String]())
    assert_true(List[String]([""]))


def test_pop() raises:
    var xs: List[Int] = [0, 1, 2, 3, 4, 5]
    assert_equal(xs.pop(3), 3)
    assert_equal(xs.pop(3), 4)
    assert_equal(xs.pop(), 5)
    assert_equal(xs, [0, 1, 2])


def test_resize_shrink() raises:
    var xs: List[Int] = [1]
    xs.resize(3, 9)
    assert_equal(xs, [1, 9, 9])
    xs.shrink(1)
    assert_equal(xs, [1])


def test_insert() raises:
    var xs = List[Int]()
    xs.insert(0, 1)
    xs.insert(len(xs), 3)
    xs.insert(1, 2)
    assert_equal(xs, [1, 2, 3])


def test_index() raises:
    var xs: List[Int] = [10, 20, 30, 20]
    assert_equal(xs.index(20), 1)
    assert_equal(xs.index(20, start=2), 3)
    with assert_raises(contains="not in list"):
        _ = xs.index(60)
    assert_equal(xs.count(20), 2)


def test_extend() raises:
    var xs: List[UInt32] = [1, 2, 3]
    xs.extend(xs.copy())
    assert_equal(len(xs), 6)
    var more: List[UInt32] = [7]
    xs.extend(Span(more))
    assert_equal(xs[6], 7)
    xs.extend(SIMD[DType.uint32, 4](1, 2, 3, 4))
    assert_equal(len(xs), 11)


def test_reverse_and_reversed() raises:
    var xs: List[String] = ["a", "b", "c"]
    xs.reverse()
    assert_equal(xs, ["c", "b", "a"])
    var joined = String()
    for x in reversed(xs):
        joined += x
    assert_equal(joined, "abc")


def test_compare_contains() raises:
    var xs: List[Int] = [1, 2]
    assert_true(xs == [1, 2])
    assert_true(xs != [1, 3])
    assert_true(2 in xs)
    assert_false(5 in xs)


def test_text() raises:
    var xs: List[String] = ["a", "b"]
    assert_equal(String(xs), "[a, b]")
    assert_equal(repr(xs), "List[String](['a', 'b'])")


def test_compile_time() raises:
    comptime n = count_odd(10)
    assert_equal(n, 5)


def count_odd(limit: Int) -> Int:
    return len([x for x in range(limit) if x % 2])


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
