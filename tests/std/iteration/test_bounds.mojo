"""What iterators know of their length, and the element they have at a place."""

from std.collections import Deque, Set
from std.iter import chain, empty, map, once, peekable
from std.itertools import count, cycle, drop, drop_while, product, take, take_while
from std.testing import TestSuite, assert_equal, assert_false


@fieldwise_init
struct Countdown(Copyable, Iterator):
    comptime Element = Int
    var left: Int

    def __next__(mut self) raises StopIteration -> Int:
        if self.left == 0:
            raise StopIteration()
        self.left -= 1
        return self.left


def known(found: Tuple[Int, Optional[Int]], size: Int) raises:
    assert_equal(found[0], size)
    assert_equal(found[1].value(), size)


def test_of_containers() raises:
    var numbers: List[Int] = [1, 2, 3, 4]
    known(iter(numbers).bounds(), 4)
    known(reversed(numbers).bounds(), 4)
    known(iter(range(10)).bounds(), 10)
    known(iter(range(0, 10, 3)).bounds(), 4)
    var table: Dict[Int, Int] = {1: 2, 3: 4}
    known(iter(table).bounds(), 2)
    known(iter(table.items()).bounds(), 2)
    _ = table.pop(1)
    known(iter(table.values()).bounds(), 1)
    var names: Set[Int] = {7}
    known(iter(names).bounds(), 1)
    var line = Deque[Int](1, 2, 3)
    var walk = iter(line)
    _ = next(walk)
    known(walk.bounds(), 2)
    known(Optional(3).__iter__().bounds(), 1)


def test_of_iterators_made_of_iterators() raises:
    var numbers: List[Int] = [1, 2, 3, 4]

    def twice(x: Int) -> Int:
        return 2 * x

    def is_small(x: Int) -> Bool:
        return x < 3

    known(iter(enumerate(numbers)).bounds(), 4)
    known(zip(numbers, range(2)).bounds(), 2)
    known(zip(numbers, numbers, range(3)).bounds(), 3)
    assert_equal(zip(numbers, numbers, count(), range(1)).bounds()[1].value(), 1)
    known(map[twice](numbers).bounds(), 4)
    known(chain(numbers, range(2)).bounds(), 6)
    known(once(3).bounds(), 1)
    known(empty[Int]().bounds(), 0)
    known(take(numbers, 2).bounds(), 2)
    known(drop(numbers, 3).bounds(), 1)
    known(drop(numbers, 7).bounds(), 0)
    known(product(numbers, range(3)).bounds(), 12)
    var pairs = product(numbers, range(3))
    _ = next(pairs)
    known(pairs.bounds(), 11)
    var ahead = peekable(numbers)
    _ = ahead.peek()
    known(ahead.bounds(), 4)
    assert_false(count().bounds()[1])
    assert_equal(cycle(numbers).bounds()[0], 0)
    assert_equal(take_while[is_small](numbers).bounds()[0], 0)
    assert_equal(drop_while[is_small](numbers).bounds()[1].value(), 4)
    assert_equal(Countdown(3).bounds()[0], 0)


def test_the_nth() raises:
    var numbers: List[Int] = [5, 6, 7]
    var walk = iter(numbers)
    assert_equal(walk.nth(1).value(), 6)
    assert_equal(walk.nth(0).value(), 5)
    assert_false(walk.nth(3))
    assert_equal(Countdown(3).nth(2).value(), 0)
    assert_false(Countdown(3).nth(3))


def test_drop_and_zip() raises:
    var rest: List[Int] = []
    for x in drop(range(5), 3):
        rest.append(x)
    assert_equal(rest, [3, 4])
    var sums: List[Int] = []
    for a, b, c, d in zip(range(3), range(9), [1, 1], range(4)):
        sums.append(a + b + c + d)
    assert_equal(sums, [1, 4])


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
