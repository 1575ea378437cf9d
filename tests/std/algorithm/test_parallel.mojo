"""Work shared by threads: every item once, nested, too many threads asked for, errors, small pieces."""

from std.algorithm import (
    parallelize,
    parallelize_over_rows,
    reduce,
    sync_parallelize,
    unroll,
)
from std.atomic import Atomic
from std.ffi import external_call
from std.testing import TestSuite, assert_equal, assert_raises, assert_true
from std.utils import IndexList


def test_every_item_is_done_once() raises:
    for count in [0, 1, 2, 3, 17, 10_000]:
        for workers in [0, 1, 2, 7, 64]:
            var done = List[Int](length=count, fill=0)

            @__parameter
            def item(i: Int):
                done[i] += i + 1

            parallelize[item](count, workers)
            for i in range(count):
                assert_equal(done[i], i + 1)


def test_work_inside_of_work() raises:
    var hits = Atomic[Int](0)

    @__parameter
    def outer(i: Int):
        @__parameter
        def middle(j: Int):
            @__parameter
            def inner(k: Int):
                _ = hits.fetch_add(i + j + k)

            parallelize[inner](6, 5)

        parallelize[middle](7)

    for _ in range(20):
        hits.store(0)
        parallelize[outer](8, 9)
        assert_equal(hits.load(), 7 * 6 * 28 + 8 * 6 * 21 + 8 * 7 * 15)


def test_many_more_threads_than_cores() raises:
    var sum = Atomic[Int](0)

    @__parameter
    def item(i: Int):
        _ = sum.fetch_add(i)

    parallelize[item](10_000, 1_000)
    assert_equal(sum.load(), 49_995_000)


def test_closures() raises:
    var squares = List[Int](length=50, fill=0)

    def square(i: Int) {mut squares}:
        squares[i] = i * i

    parallelize(50, square)
    assert_equal(squares[49], 2401)
    squares[7] = 0
    parallelize(50, square, num_workers=3)
    assert_equal(squares[7], 49)
    squares[8] = 0
    sync_parallelize(50, square)
    assert_equal(squares[8], 64)


def test_the_error_of_an_item_is_raised() raises:
    var begun = Atomic[Int](0)

    @__parameter
    def fail_at_5(i: Int) raises:
        _ = begun.fetch_add(1)
        if i == 5:
            raise Error("item ", i)

    with assert_raises(contains="item 5"):
        parallelize[fail_at_5](100_000, 2)
    assert_true(begun.load() < 100_000, "items are left out after an error")
    with assert_raises(contains="item 5"):
        sync_parallelize[fail_at_5](6)
    with assert_raises(contains="item 5"):
        parallelize[fail_at_5](6, 1)
    parallelize[fail_at_5](5)

    def closure(i: Int) raises {imm begun}:
        if i % 2 == 1:
            raise Error("odd")

    with assert_raises(contains="odd"):
        parallelize(10, closure)
    with assert_raises(contains="odd"):
        sync_parallelize(10, closure)
    parallelize(1, closure)


def test_the_error_of_nested_work_comes_through() raises:
    @__parameter
    def outer(i: Int) raises:
        @__parameter
        def inner(j: Int) raises:
            if i == 3 and j == 3:
                raise Error("both are 3")

        parallelize[inner](5)

    for _ in range(20):
        with assert_raises(contains="both are 3"):
            parallelize[outer](5, 4)


def test_a_child_of_fork_has_threads_of_its_own() raises:
    var hits = Atomic[Int](0)

    @__parameter
    def item(i: Int):
        _ = hits.fetch_add(1)

    parallelize[item](100, 4)
    var child = external_call["fork", Int32]()
    if child == 0:
        hits.store(0)
        parallelize[item](1_000, 4)
        external_call["_exit", NoneType](Int32(7 if hits.load() == 1_000 else 1))
    var status = Int32(0)
    _ = external_call["waitpid", Int32](child, Pointer(to=status), Int32(0))
    assert_equal(Int(status) >> 8, 7)
    parallelize[item](100, 4)
    assert_equal(hits.load(), 200)


def sum_of_squares(count: Int) -> Int:
    var squares = List[Int](length=count, fill=0)

    @__parameter
    def square(i: Int):
        squares[i] = i * i

    parallelize[square](count)
    var total = 0
    for x in squares:
        total += x
    return total


def test_at_compile_time() raises:
    comptime total = sum_of_squares(10)
    assert_equal(total, 285)


def test_rows() raises:
    var seen = List[Int](length=35, fill=0)

    @__parameter
    def rows(first: Int, end: Int):
        for row in range(first, end):
            seen[row] += 1

    parallelize_over_rows[rows](IndexList[3](5, 9, 7), 1, 1)
    for row in range(35):
        assert_equal(seen[row], 1)


def test_reduce() raises:
    @__parameter
    def add[a: DType, b: DType, width: Int](total: SIMD[a, width], new: SIMD[b, width]) -> SIMD[
        a,
        width,
    ]:
        return total + new.cast[a]()

    for count in [0, 1, 3, 4, 31, 1000]:
        var numbers = List[Int32](length=count, fill=0)
        for i in range(count):
            numbers[i] = Int32(i + 1)
        assert_equal(reduce[add](Span(numbers), Int64(100)), Int64(100 + count * (count + 1) // 2))


def test_unroll() raises:
    var steps = List[Int]()

    @__parameter
    def step[i: Int]():
        steps.append(i)

    unroll[step, 3]()

    @__parameter
    def pair[i: Int, j: Int]():
        steps.append(10 * i + j)

    unroll[pair, 2, 2]()
    assert_equal(steps, [0, 1, 2, 0, 1, 10, 11])


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
