# IndexList, Index, product and StaticTuple.
from std.testing import TestSuite, assert_equal, assert_true
from std.utils import Index, IndexList, StaticTuple
from std.utils.index import product


def test_basics() raises:
    assert_equal(IndexList[3](1, 2, 3), IndexList[3](1, 2, 3))
    assert_equal(String(IndexList[3](1, 2, 3)), "(1, 2, 3)")
    assert_equal(String(IndexList[1](1)), "(1,)")
    assert_equal(IndexList[3](1, 2, 3)[2], 3)
    var list: IndexList[3] = [4, 5, 6]
    assert_equal(list[0] + list[2], 10)


def test_index() raises:
    assert_equal(String(Index()), "()")
    assert_equal(String(Index(1, 2)), "(1, 2)")
    assert_equal(String(Index[dtype=DType.int32](1, 2, 3)), "(1, 2, 3)")


def test_arithmetic() raises:
    var a = Index(1, 2, 3)
    var b = Index(10, 20, 30)
    assert_equal(a + b, Index(11, 22, 33))
    assert_equal(b - a, Index(9, 18, 27))
    assert_equal(a * b, Index(10, 40, 90))
    assert_equal(b // Index(7, 7, 7), Index(1, 2, 4))
    assert_equal(a.flattened_length(), 6)


def test_product() raises:
    assert_equal(product(Index(2, 3, 4)), 24)
    assert_equal(product(Index(2, 0, 4)), 0)
    assert_equal(product(Index(2, 3, 4), 1, 3), 12)


def test_cast() raises:
    assert_equal(String(IndexList[2](1, 2).cast[DType.int32]()), "(1, 2)")


def test_static_tuple() raises:
    var t = StaticTuple[Int, 3](fill=2)
    t[1] = 7
    assert_equal(t[0] + t[1] + t[2], 11)
    assert_equal(len(t), 3)
    comptime c = StaticTuple[Int, 2](3, 4)
    assert_equal(c[0] * c[1], 12)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
