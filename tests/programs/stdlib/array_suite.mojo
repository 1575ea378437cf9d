# Array: strings, pointer access, equality, hash, reverse iteration, text, size.
from std.sys import size_of
from std.testing import TestSuite, assert_equal, assert_false, assert_true


def test_elements() raises:
    var a: Array[String, 3] = ["hi", "hello", "hey"]
    a[0] = "howdy"
    assert_equal(a[0], "howdy")
    assert_equal(a[len(a) - 1], "hey")
    assert_true("hello" in a)
    var b = a.copy()
    var c = a^
    assert_equal(b[1], c[1])


def test_fill() raises:
    var a = Array[Int, 100](fill=7)
    var total = 0
    for x in a:
        total += x
    assert_equal(total, 700)
    assert_equal(a.unsafe_get(99), 7)


def test_pointer() raises:
    var a: Array[Int, 3] = [0, 10, 20]
    var p = a.unsafe_ptr()
    assert_equal(p[unsafe_offset=2], 20)
    p[unsafe_offset=1] = 11
    assert_equal(a[1], 11)


def test_iteration() raises:
    var a: Array[Int, 3] = [1, 2, 3]
    for ref x in a:
        x *= 2
    var text = String()
    for x in reversed(a):
        text += String(x)
    assert_equal(text, "642")


def test_compare_hash() raises:
    var a: Array[Int, 3] = [1, 2, 3]
    var b: Array[Int, 3] = [1, 2, 3]
    var c: Array[Int, 3] = [1, 2, 4]
    assert_true(a == b)
    assert_true(a != c)
    assert_equal(hash(a), hash(b))


def test_text_size() raises:
    var a: Array[Int, 2] = [4, 5]
    assert_equal(String(a), "[4, 5]")
    assert_equal(repr(a), "Array[SIMD[DType.int, 1], 2]([Int(4), Int(5)])")
    assert_equal(size_of[Array[Int32, 5]](), 20)


def test_of_structs() raises:
    var grid = Array[Array[Int, 3], 2](fill=Array[Int, 3](fill=0))
    grid[1][2] = 5
    assert_equal(grid[1][2] + grid[0][2], 5)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
