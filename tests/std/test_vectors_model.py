"""SIMD vectors and std.bit beside lists and integers of Python: one program, thousands of results."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import reduce
from math import prod
from operator import and_, or_
from pathlib import Path

from forked import run_program

from ember.support.options import Options

PROGRAM = Path(__file__).parent / "numbers" / "vectors.mojo"
CASES = 12
LANES = 8
TYPES = [(width, signed) for width in (8, 16, 32, 64) for signed in (True, False)]

Numbers = Sequence[int]


def wrap(value: int, width: int, signed: bool) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if signed and value >> (width - 1) else value


def shown(*values: object) -> str:
    """A printed line."""
    return " ".join(map(str, values))


def rearranged(a: list[int], b: list[int]) -> list[str]:
    both = a + b
    mixed = [x for pair in zip(a, b, strict=True) for x in pair]
    return [
        shown(a[::-1], [a[i] for i in (0, 0, 3, 3, 1, 1, 7, 7)], [both[i] for i in PICKED]),
        shown(a[:4], a[6:], a[2:6], a[:4] + b[:4]),
        shown(both, mixed, a[:4], a[4:], a[::2], a[1::2]),
        shown(a[3:] + a[:3], a[5:] + a[:5], [*a[2:], 0, 0], [0] * 5 + a[:3], a[::-1]),
    ]


PICKED = (8, 1, 10, 3, 12, 5, 14, 7)


def reduced(a: list[int], fit: Callable[[int], int]) -> list[str]:
    def folded(size: int, combine: Callable[[Numbers], int]) -> list[int]:
        return [fit(combine(a[i::size])) for i in range(size)]

    whole = fit(sum(a)), fit(prod(a)), min(a), max(a), reduce(and_, a), reduce(or_, a)
    return [shown(*whole), shown(folded(4, sum), folded(2, min), folded(2, max), folded(4, prod))]


def compared(a: list[int], b: list[int]) -> list[str]:
    pairs = list(zip(a, b, strict=True))
    less = [x < y for x, y in pairs]
    order = [[x == y for x, y in pairs], [x != y for x, y in pairs], less]
    order += [[x <= y for x, y in pairs], [x > y for x, y in pairs], [x >= y for x, y in pairs]]
    smaller, larger = [min(p) for p in pairs], [max(p) for p in pairs]
    clamped = [min(max(x, 2), 5) for x in a]
    return [
        shown(*order, a == b, a != b),
        shown(smaller, smaller, larger, any(less), all(less), a[3] in b, clamped),
    ]


def bits_of(a: list[int], width: int, fit: Callable[[int], int]) -> list[str]:
    """As the processor sees the numbers: without a sign."""
    plain = [x & (1 << width) - 1 for x in a]
    ones = [x.bit_count() for x in plain]
    reverse = [fit(int(f"{x:0{width}b}"[::-1], 2)) for x in plain]
    trailing = [(x & -x).bit_length() - 1 if x else width for x in plain]
    leading = [width - x.bit_length() for x in plain]
    lengths = [x.bit_length() if x >= 0 else (~x).bit_length() for x in a]
    left = [fit(x << 3 | x >> width - 3) for x in plain]
    right = [fit(x >> 3 | x << width - 3) for x in plain]
    lines = [shown(ones, leading, trailing, reverse, lengths), shown(left, right, sum(ones))]
    if width > 8:
        lines.append(shown([fit(int.from_bytes(x.to_bytes(width // 8, "little"))) for x in plain]))
    small = [max(x >> 2, 1) for x in a]
    following = [1 << (x - 1).bit_length() for x in small]
    previous = [1 << x.bit_length() - 1 for x in small]
    return [*lines, shown(following, previous, [x.bit_length() - 1 for x in small])]


def test_vectors_do_what_lists_do(tmp_path: Path) -> None:
    choose = random.Random(17)
    lines, wanted = [], []
    for place, (width, signed) in enumerate(TYPES):

        def fit(value: int, width: int = width, signed: bool = signed) -> int:
            return wrap(value, width, signed)

        for _ in range(CASES):
            bits = [choose.choice([1, 3, width]) for _ in range(2 * LANES)]
            raw = [choose.choice([-1, 1]) * choose.getrandbits(count) for count in bits]
            a, b = [fit(x) for x in raw[:LANES]], [fit(x) for x in raw[LANES:]]
            if choose.random() < 0.2:
                b = list(a)
            lines.append(shown(place, *(wrap(x, 64, True) for x in a + b)))
            wanted += [*rearranged(a, b), *reduced(a, fit), *compared(a, b)]
            wanted += bits_of(a, width, fit)
    data = tmp_path / "cases"
    data.write_text("\n".join(lines) + "\n")
    done = run_program(PROGRAM, Options(opt_level=0), [str(data)])
    assert done.code == 0, done.stderr
    assert done.stdout.splitlines() == wanted
