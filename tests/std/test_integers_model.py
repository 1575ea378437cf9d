"""Integers of all widths beside Python's: one program, thousands of results."""

from __future__ import annotations

import random
from pathlib import Path

from forked import run_program

from ember.support.options import Options

PROGRAM = Path(__file__).parent / "numbers" / "integer_operations.mojo"
CASES = 60

# As in the program: name, width, whether it has a sign.
TYPES = [
    *((f"Int{width}", width, True) for width in (8, 16, 32, 64, 128, 256)),
    *((f"UInt{width}", width, False) for width in (8, 16, 32, 64, 128, 256)),
    ("Int", 64, True),
    ("UInt", 64, False),
]


def wrap(value: int, width: int, signed: bool) -> int:
    """What is left of a number in so many bits."""
    value &= (1 << width) - 1
    return value - (1 << width) if signed and value >> (width - 1) else value


def words(value: int) -> list[int]:
    """A number of 256 bits as four signed words, the lowest first."""
    return [wrap(value >> (64 * i), 64, True) for i in range(4)]


def numbers(choose: random.Random, width: int) -> int:
    """Small numbers, those near the limits, and any others."""
    limit = 1 << (width - 1)
    return choose.choice(
        [
            choose.randrange(-3, 4),
            choose.choice([limit, limit - 1, 2 * limit - 1, -limit]),
            choose.getrandbits(choose.randrange(1, width + 1)),
            -choose.getrandbits(choose.randrange(1, width + 1)),
        ]
    )


def expected(place: int, first: int, second: int, shift: int, exponent: int) -> str:
    name, width, signed = TYPES[place]

    def fit(value: int) -> int:
        return wrap(value, width, signed)

    a, b = fit(first), fit(second)
    results: list[object] = [a, b, fit(a + b), fit(a - b), fit(a * b), a & b, a | b, a ^ b, fit(~a)]
    results += [fit(-a), fit(a << shift), a >> shift, fit(a**exponent), min(a, b), max(a, b)]
    results += [fit(abs(a)), a < b, a <= b, a == b, a != b]
    if b != 0:
        results += [fit(a // b), a % b]
    if width <= 64:
        results += [hex(a), bin(a), oct(a)]
    results += [f"{name}({a})", a != 0]
    return " ".join(map(str, results))


def test_integers_do_what_pythons_do(tmp_path: Path) -> None:
    choose = random.Random(11)
    lines, wanted = [], []
    for place, (_, width, signed) in enumerate(TYPES):
        for _ in range(CASES):
            a, b = numbers(choose, width), numbers(choose, width)
            if signed and wrap(b, width, True) == -1 and wrap(a, width, True) == -(1 << width - 1):
                b = 1  # that division does not fit, and processors may stop there
            shift, exponent = choose.randrange(width), choose.randrange(9)
            case = [place, *words(a), *words(b), shift, exponent]
            lines.append(" ".join(map(str, case)))
            wanted.append(expected(place, a, b, shift, exponent))
    data = tmp_path / "cases"
    data.write_text("\n".join(lines) + "\n")
    done = run_program(PROGRAM, Options(opt_level=0), [str(data)])
    assert done.code == 0, done.stderr
    for line, found, want in zip(lines, done.stdout.splitlines(), wanted, strict=True):
        assert found == want, line
