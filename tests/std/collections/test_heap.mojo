"""BinaryHeap, checks of bounds, and views that may or may not be written through."""

from std.builtin.builtin_slice import ContiguousSlice
from std.collections import BinaryHeap, check_bounds, check_slice_bounds
from std.testing import TestSuite, assert_equal, assert_true


def test_heap() raises:
    var heap = BinaryHeap[Int](capacity=4)
    var state = 1
    for _ in range(500):
        state = state * 48271 % 2147483647
        heap.push(state % 100)
    var copy = heap.copy()
    assert_equal(len(heap), 500)
    var last = heap.peek()
    while len(heap) > 0:
        var next = heap.pop()
        assert_true(next <= last)
        last = next
    assert_equal(len(copy), 500)
    copy.clear()
    assert_equal(len(copy), 0)


def test_heap_of_texts() raises:
    var heap = BinaryHeap[String]()
    for word in String("the quick brown fox jumps over the lazy dog").split():
        heap.push(String(word))
    var text = String()
    while len(heap) > 0:
        text += heap.pop() + " "
    assert_equal(text, "the the quick over lazy jumps fox dog brown ")


def test_bounds() raises:
    check_bounds(0, 1)
    var bounds = check_slice_bounds(ContiguousSlice(1, 3, None), 5)
    assert_equal(bounds[0], 1)
    assert_equal(bounds[1], 3)


def first[origin: ImmOrigin](numbers: ImmSpan[Int, origin]) -> Int:
    return numbers[0]


def clear[origin: MutOrigin](numbers: MutSpan[Int, origin]):
    numbers[0] = 0


def test_views() raises:
    var numbers: List[Int] = [7, 8]
    assert_equal(first(numbers), 7)
    clear(numbers)
    assert_equal(first(numbers), 0)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
