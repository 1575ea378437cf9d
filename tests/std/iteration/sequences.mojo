"""Prints what sorting, itertools, hashing and random numbers do, for test_sequences_model.py.

A line of the file has a word and numbers.
"""

from std.hashlib.fnv1a import Fnv1a
from std.itertools import chain, count, cycle, drop_while, product, repeat, take, take_while
from std.random import rand, randint, randn_float64, random_float64, random_si64, random_ui64, seed, shuffle
from std.sys import argv


@fieldwise_init
struct Card(Comparable, Copyable, Writable):
    """Compared by its rank alone."""

    var rank: Int
    var place: Int

    def __lt__(self, other: Self) -> Bool:
        return self.rank < other.rank

    def __eq__(self, other: Self) -> Bool:
        return self.rank == other.rank

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.rank, ":", self.place)


def is_small(x: Int) -> Bool:
    return x < 5


def squared(x: Int) -> Int:
    return x * x


def larger_first(a: Card, b: Card) -> Bool:
    return a.rank > b.rank


def show_sorted(numbers: List[Int]):
    var cards = [Card(n, i) for i, n in enumerate(numbers)]
    var descending = cards.copy()
    sort[stable=True](cards)
    sort[stable=True](descending, larger_first)
    var words = [String("word ") * (n % 4) + String(n) for n in numbers]
    sort(words)
    var plain = numbers.copy()
    sort(plain)
    print(cards, descending, words, plain)


def show_iterated(a: List[Int], b: List[Int]):
    print([(x, y) for x, y in zip(a, b)], [(i, x) for i, x in enumerate(a, start=3)], [x for x in map[squared](a)], end=" ")
    print([(x, y) for x, y in product(a, b)], [x for x in chain(a, b)], [x for x in take(cycle(a), 7)] if a else List[Int](), end=" ")
    print([x for x in take_while[is_small](a)], [x for x in drop_while[is_small](a)], end=" ")
    print([x for x in take(count(len(a), 3), 4)], [x for x in repeat(len(b), times=len(a))], [x for x in reversed(a)], end=" ")
    print([x for x in range(len(a), -len(b), -2)], [x for x in reversed(range(-len(a), len(b) * 3, 2))])


def fnv(text: String) -> UInt64:
    var hasher = Fnv1a()
    hasher._update_with_bytes(text.as_bytes())
    return hasher^.finish()


def show_hashes(numbers: List[Int]):
    for n in numbers:
        var text = String("text ") * (n % 7) + String(n)
        print(fnv(text), hash(n), hash(text), hash(Float64(n) / 3), hash(Int128(n) << 70), hash((n, text)), end=" ")
    print()


def show_random(numbers: List[Int]):
    seed(numbers[0])
    print([random_ui64(0, UInt64.MAX) for _ in range(9)], [random_si64(-5, 5) for _ in range(9)], end=" ")
    print([random_float64() for _ in range(9)], end=" ")
    var list = [i for i in range(10)]
    shuffle(list)
    print(list)


def show_moments(numbers: List[Int]):
    comptime COUNT = 20000
    seed(numbers[0])
    var uniform = List[Float64](length=COUNT, fill=0)
    rand(uniform.unsafe_ptr(), COUNT, min=-1, max=3)
    var whole = List[Int32](length=COUNT, fill=0)
    randint(whole.unsafe_ptr(), COUNT, -3, 6)
    var sums = SIMD[DType.float64, 8]()
    for i in range(COUNT):
        var normal = randn_float64(2, 3)
        var values = SIMD[DType.float64, 4](uniform[i], Float64(whole[i]), normal, (normal - 2) ** 3)
        sums += values.join(values * values)
    print(sums / COUNT)


def main() raises:
    with open(argv()[1], "r") as file:
        for line in file.read().splitlines():
            var fields = line.split(" ")
            var kind = String(fields[0])
            var numbers = List[Int]()
            for i in range(1, len(fields)):
                numbers.append(Int(fields[i]))
            if kind == "sort":
                show_sorted(numbers)
            elif kind == "iterate":
                var middle = numbers.pop(0)
                show_iterated(List(numbers[:middle]), List(numbers[middle:]))
            elif kind == "hash":
                show_hashes(numbers)
            elif kind == "random":
                show_random(numbers)
            else:
                show_moments(numbers)
