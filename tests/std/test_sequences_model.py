"""Sorting, itertools, hashing and random numbers beside Python's: one program, run twice."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

PROGRAM = Path(__file__).parent / "iteration" / "sequences.mojo"
HASHES_OF_A_NUMBER = 6
WORD = (1 << 32) - 1


def texts(values: object) -> str:
    """A list as Mojo prints it: texts in it have no quotes."""
    return str(values).replace("'", "")


def is_sorted(numbers: list[int]) -> str:
    cards = [f"{n}:{i}" for i, n in enumerate(numbers)]

    def rank(card: str) -> int:
        return int(card.split(":")[0])

    words = sorted("word " * (n % 4) + str(n) for n in numbers)
    orders = [sorted(cards, key=rank), sorted(cards, key=lambda card: -rank(card)), words]
    return " ".join(map(texts, [*orders, sorted(numbers)]))


def iterated(a: list[int], b: list[int]) -> str:
    results: list[object] = [
        list(zip(a, b, strict=False)),
        list(enumerate(a, 3)),
        [x * x for x in a],
        list(itertools.product(a, b)),
        [*a, *b],
        list(itertools.islice(itertools.cycle(a), 7)),
        list(itertools.takewhile(lambda x: x < 5, a)),
        list(itertools.dropwhile(lambda x: x < 5, a)),
        list(itertools.islice(itertools.count(len(a), 3), 4)),
        [len(b)] * len(a),
        a[::-1],
        list(range(len(a), -len(b), -2)),
        list(range(-len(a), len(b) * 3, 2))[::-1],
    ]
    return " ".join(map(str, results))


def fnv1a(text: str) -> int:
    state = 0xCBF2_9CE4_8422_2325
    for byte in text.encode():
        state = (state ^ byte) * 0x100_0000_01B3 % (1 << 64)
    return state


class Philox:
    """The generator of Salmon and others with 10 rounds: words of 32 bits, two of which make one of 64."""

    def __init__(self, seed: int) -> None:
        self.key = (seed & WORD, seed >> 32 & WORD)
        self.steps = 0
        self.words: list[int] = []

    def step(self) -> list[int]:
        a, b, c, d = self.steps & WORD, self.steps >> 32, 0, 0
        low, high = self.key
        for _ in range(10):
            first, second = a * 0xD2511F53, c * 0xCD9E8D57
            a, b, c, d = second >> 32 ^ b ^ low, second & WORD, first >> 32 ^ d ^ high, first & WORD
            low, high = low + 0x9E3779B9 & WORD, high + 0xBB67AE85 & WORD
        self.steps += 1
        return [a, b, c, d]

    def next(self) -> int:
        if not self.words:
            self.words = self.step()
        first, second, *self.words = self.words
        return first << 32 | second

    def below(self, size: int) -> int:
        """A number from 0 up to `size`; the first ones, which would come too often, are passed over."""
        while (number := self.next()) < (1 << 64) % size:
            pass
        return number % size


def random_line(seed: int) -> str:
    source = Philox(seed)
    whole = [source.next() for _ in range(9)]
    bounded = [source.below(11) - 5 for _ in range(9)]
    floats = [(source.next() >> 11) / (1 << 53) for _ in range(9)]
    cards = list(range(10))
    for i in range(9, -1, -1):
        j = source.below(i + 1) if i else 0
        cards[i], cards[j] = cards[j], cards[i]
    return " ".join(map(str, [whole, bounded, floats, cards]))


def cases() -> tuple[list[str], list[str]]:
    """The program's input, and what it should print; no expectation where only properties are known."""
    choose = random.Random(29)
    lines, wanted = [], []
    for size in [0, 1, 2, 15, 16, 17, 33, 64, 100, 257]:
        numbers = [choose.randrange(20) for _ in range(size)]
        lines.append(" ".join(map(str, ["sort", *numbers])))
        wanted.append(is_sorted(numbers))
    for _ in range(40):
        a, b = (choose.choices(range(10), k=choose.randrange(6)) for _ in range(2))
        lines.append(" ".join(map(str, ["iterate", len(a), *a, *b])))
        wanted.append(iterated(a, b))
    for seed in [0, 1, 7, 2**40 + 5, -1]:
        lines.append(f"random {seed}")
        wanted.append(random_line(seed % (1 << 64)))
    return lines, wanted


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What two runs of the program print; hashes and moments are the last two lines."""
    data = tmp_path_factory.mktemp("sequences") / "cases"
    numbers = " ".join(map(str, range(100)))
    data.write_text("\n".join([*cases()[0], f"hash {numbers}", "moments 5"]) + "\n")
    runs = [run_program(PROGRAM, Options(opt_level=0), [str(data)]) for _ in range(2)]
    assert [run.code for run in runs] == [0, 0], runs[0].stderr
    return [run.stdout.splitlines() for run in runs]


def test_sequences_do_what_pythons_do(outputs: list[list[str]]) -> None:
    lines, wanted = cases()
    for line, found, want in zip(lines, outputs[0][:-2], wanted, strict=True):
        assert found == want, line


def test_hashes_are_the_same_in_every_run_and_differ(outputs: list[list[str]]) -> None:
    first, second = (run[-2].split() for run in outputs)
    assert first == second
    for kind in range(HASHES_OF_A_NUMBER):
        assert len(set(first[kind::HASHES_OF_A_NUMBER])) == 100
    found = [int(text) for text in first[::HASHES_OF_A_NUMBER]]
    assert found == [fnv1a("text " * (n % 7) + str(n)) for n in range(100)]


def test_random_numbers_have_the_moments_of_their_distributions(outputs: list[list[str]]) -> None:
    assert outputs[0][-1] == outputs[1][-1]
    uniform, whole, normal, skew, *squares = map(float, outputs[0][-1].strip("[]").split(","))
    assert abs(uniform - 1) < 0.04
    assert abs(squares[0] - uniform**2 - 16 / 12) < 0.04
    assert abs(whole - 1.5) < 0.1
    assert abs(squares[1] - whole**2 - (10**2 - 1) / 12) < 0.2
    assert abs(normal - 2) < 0.1
    assert abs(squares[2] - normal**2 - 9) < 0.4
    assert abs(skew) < 3  # no side is longer
    assert abs(squares[3] - 15 * 3**6) < 1500  # the sixth moment: the tails are right
