"""Span: views into lists and arrays."""

from std.testing import TestSuite, assert_equal, assert_false, assert_true


def total(numbers: Span[Int, _]) -> Int:
    var sum = 0
    for n in numbers:
        sum += n
    return sum


def test_views() raises:
    var list : List[Int] = [1, 2, 3, 4, 5]
    assert_equal(total(list), 15)
    var span = Span(list)
    assert_equal(len(span), 5)
    assert_equal(span[1], 2)
    assert_equal(total(span[1:4]), 9)
    assert_equal(total(span[3:]), 9)
    assert_equal(total(span[:2]), 3)
    assert_equal(len(span[2:2]), 0)
    assert_true(Bool(span))
    assert_false(Bool(span[5:]))
    var array: Array[Int, 3] = [7, 8, 9]
    assert_equal(total(array), 24)


def test_writes_go_through() raises:
    var list : List[Int] = [1, 2, 3, 4, 5]
    var span = Span(list)
    span[0] = 10
    for ref n in span[3:]:
        n *= 100
    assert_equal(String(list), "[10, 2, 3, 400, 500]")
    span[1:3].fill(0)
    assert_equal(String(list), "[10, 0, 0, 400, 500]")
    span.swap_elements(0, 4)
    assert_equal(String(list), "[500, 0, 0, 400, 10]")
    span.reverse()
    assert_equal(String(list), "[10, 400, 0, 0, 500]")


def test_copies() raises:
    var source : List[String] = ["a", "b", "a text that does not fit inside"]
    var target : List[String] = ["x", "y", "z"]
    Span(target).copy_from(source)
    assert_equal(String(target), "[a, b, a text that does not fit inside]")
    source[0] = "changed"
    assert_equal(target[0], "a")


def test_search() raises:
    var list : List[Int] = [1, 2, 2, 3]
    var span = Span(list)
    assert_true(3 in span)
    assert_false(4 in span)
    assert_equal(String(span), "[1, 2, 2, 3]")
    var same: List[Int] = [1, 2, 2, 3]
    assert_true(span == Span(same))
    assert_true(span[0:2] != Span(same)[1:3])
    var back = List[Int]()
    for n in reversed(span):
        back.append(n)
    assert_equal(String(back), "[3, 2, 2, 1]")


def test_bytes() raises:
    var text = String("héllo")
    var bytes = text.as_bytes()
    assert_equal(len(bytes), 6)
    assert_equal(bytes[1], 0xC3)
    var sum = 0
    for b in bytes:
        sum += Int(b)
    assert_equal(sum, 104 + 0xC3 + 0xA9 + 108 + 108 + 111)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
