# itertools and the iterator functions.
from std.itertools import count, cycle, drop_while, product, repeat, take_while
from std.testing import TestSuite, assert_equal, assert_true


def test_count() raises:
    var it = count(3, 2)
    assert_equal(next(it), 3)
    assert_equal(next(it), 5)


def test_product() raises:
    var a: List[Int] = [1, 2]
    var b: List[String] = ["x", "y"]
    var text = String()
    for p, q in product(a, b):
        text.write(p, q, " ")
    assert_equal(text, "1x 1y 2x 2y ")


def test_repeat() raises:
    var total = 0
    for x in repeat(4, times=3):
        total += x
    assert_equal(total, 12)


def test_cycle() raises:
    var xs: List[Int] = [1, 2]
    var total = 0
    var n = 0
    for x in cycle(xs):
        total += x
        n += 1
        if n == 5:
            break
    assert_equal(total, 7)


def test_zip_enumerate() raises:
    var xs: List[Int] = [1, 2, 3]
    var ys: List[Int] = [10, 20]
    var total = 0
    for x, y in zip(xs, ys):
        total += x * y
    assert_equal(total, 50)
    for i, x in enumerate(xs):
        assert_equal(x, i + 1)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
