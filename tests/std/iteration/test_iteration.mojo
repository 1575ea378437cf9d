"""iter, next, enumerate, zip, map, range, reversed; std.itertools."""

from std.itertools import chain, count, cycle, drop_while, product, repeat, take_while
from std.memory import ArcPointer
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def small(x: Int) -> Bool:
    return x < 3


def square(x: Int) -> Int:
    return x * x


def test_protocol() raises:
    var list: List[Int] = [1, 2]
    var it = iter(list)
    assert_equal(next(it), 1)
    assert_equal(next(it), 2)
    with assert_raises():
        _ = next(it)


def test_enumerate() raises:
    var list: List[String] = ["a", "b", "c"]
    var text = String()
    for i, word in enumerate(list):
        text += String(i, word, " ")
    assert_equal(text, "0a 1b 2c ")
    text = ""
    for i, word in enumerate(list, start=5):
        text += String(i, word, " ")
    assert_equal(text, "5a 6b 7c ")


def test_zip() raises:
    var numbers: List[Int] = [1, 2, 3]
    var words: List[String] = ["a", "b"]
    var text = String()
    for n, w in zip(numbers, words):
        text += String(n, w, " ")
    assert_equal(text, "1a 2b ")
    text = ""
    for a, b, c in zip(numbers, words, range(10, 20)):
        text += String(a, b, c, " ")
    assert_equal(text, "1a10 2b11 ")
    text = ""
    for n in zip(numbers):
        text += String(n[0], " ")
    for a, b, c, d, e in zip(numbers, words, numbers, words, numbers):
        text += String(a, b, c, d, e, " ")
    for a, b, c, d, e, f in zip(range(9), words, range(9), range(9), words, range(1)):
        text += String(a, b, c, d, e, f, " ")
    assert_equal(text, "1 2 3 1a1a1 2b2b2 0a00a0 ")


@fieldwise_init
struct Made(Copyable, Iterable, Iterator):
    """Gives values that count how many of them live."""

    comptime Element = ArcPointer[Int]
    comptime IteratorType[mut: Bool, //, origin: Origin[mut=mut]]: Iterator = Self

    var value: ArcPointer[Int]
    var left: Int

    def __iter__(ref self) -> Self:
        return self.copy()

    def __next__(mut self) raises StopIteration -> ArcPointer[Int]:
        if self.left == 0:
            raise StopIteration()
        self.left -= 1
        return self.value


def test_zip_drops_what_it_gave() raises:
    var value = ArcPointer(0)
    var most = UInt64(0)
    for a, b, c in zip(Made(value, 3), Made(value, 2), Made(value, 1)):
        most = max(most, a.count())
        assert_true(a is b and b is c)
    assert_true(most >= 4)
    assert_equal(value.count(), 1)


def test_elements_of_a_tuple_are_given_away_once() raises:
    var value = ArcPointer(0)

    def take[i: Int](var element: ArcPointer[Int]) {imm value}:
        pass

    (value, value).consume_elements(take)
    assert_equal(value.count(), 1)


def test_chain() raises:
    var text = String()
    for x in chain([1, 2], [3], range(4, 6), [6]):
        text += String(x)
    assert_equal(text, "123456")
    assert_equal(chain([1, 2], [3], [4]).bounds()[0], 4)


def test_map() raises:
    var numbers: List[Int] = [1, 2, 3]
    var squares = List[Int]()
    for n in map[square](numbers):
        squares.append(n)
    assert_equal(String(squares), "[1, 4, 9]")


def test_range() raises:
    assert_equal(String([x for x in range(4)]), "[0, 1, 2, 3]")
    assert_equal(String([x for x in range(2, 5)]), "[2, 3, 4]")
    assert_equal(String([x for x in range(0, 10, 3)]), "[0, 3, 6, 9]")
    assert_equal(String([x for x in range(5, 0, -2)]), "[5, 3, 1]")
    assert_equal(String([x for x in range(3, 3)]), "[]")
    assert_equal(String([x for x in reversed(range(4))]), "[3, 2, 1, 0]")
    assert_equal(String([x for x in reversed(range(1, 10, 4))]), "[9, 5, 1]")
    assert_equal(len(range(0, 10, 3)), 4)
    assert_equal(len(range(5, 0)), 0)
    assert_equal(range(5, 20, 5)[2], 15)
    var sum: UInt8 = 0
    for x in range(UInt8(3), UInt8(6)):
        sum += x
    assert_equal(sum, 12)


def test_reversed() raises:
    var list: List[String] = ["a", "b", "c"]
    var text = String()
    for word in reversed(list):
        text += word
    assert_equal(text, "cba")


def test_any_and_all() raises:
    var flags: List[Bool] = [True, False]
    assert_true(any(flags))
    assert_false(all(flags))
    var none = List[Bool]()
    assert_false(any(none))
    assert_true(all(none))


def test_count_and_repeat() raises:
    var seen = List[Int]()
    for x in count(10, 5):
        if x > 25:
            break
        seen.append(x)
    assert_equal(String(seen), "[10, 15, 20, 25]")
    var text = String()
    for word in repeat(String("ab"), times=3):
        text += word
    assert_equal(text, "ababab")


def test_product() raises:
    var numbers: List[Int] = [1, 2]
    var words: List[String] = ["a", "b", "c"]
    var text = String()
    for n, w in product(numbers, words):
        text += String(n, w, " ")
    assert_equal(text, "1a 1b 1c 2a 2b 2c ")


def test_cycle() raises:
    var words: List[String] = ["a", "b", "c"]
    var text = String()
    var left = 7
    for word in cycle(words):
        text += word
        left -= 1
        if left == 0:
            break
    assert_equal(text, "abcabca")


def test_take_and_drop_while() raises:
    var numbers: List[Int] = [1, 2, 3, 1, 5]
    assert_equal(String([x for x in take_while[small](numbers)]), "[1, 2]")
    assert_equal(String([x for x in drop_while[small](numbers)]), "[3, 1, 5]")


def test_comprehensions() raises:
    assert_equal(String([x * y for x in range(3) for y in range(3) if x != y]), "[0, 0, 0, 2, 0, 2]")
    var table = {x: x * x for x in range(3)}
    assert_equal(String(table), "{0: 0, 1: 1, 2: 4}")
    assert_equal(len({x % 3 for x in range(10)}), 3)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
