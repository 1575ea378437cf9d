"""Casts among all types of 8 to 64 bits, beside a model with exact fractions, itself checked with NumPy."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np
from forked import run_program

from ember.support.options import Options

PROGRAM = Path(__file__).parent / "numbers" / "conversions.mojo"
CASES = 40


class Whole(NamedTuple):
    """A type of integers; `bool` has one bit."""

    bits: int
    signed: bool

    @property
    def limits(self) -> tuple[int, int]:
        size = 1 << self.bits - self.signed
        return (-size if self.signed else 0), size - 1


class Float(NamedTuple):
    """A type of floats; formats without infinities use the largest exponent for numbers too."""

    exponent: int
    fraction: int
    bias: int
    largest: Fraction
    has_infinity: bool = True
    has_negative_zero: bool = True

    @property
    def bits(self) -> int:
        return 1 + self.exponent + self.fraction


def ieee(exponent: int, fraction: int) -> Float:
    bias = (1 << exponent - 1) - 1
    return Float(exponent, fraction, bias, (2 - Fraction(1, 1 << fraction)) * (1 << bias))


BOOL = Whole(1, False)
TYPES: list[Whole | Float] = [
    BOOL,
    *(Whole(bits, True) for bits in (8, 16, 32, 64)),
    *(Whole(bits, False) for bits in (8, 16, 32, 64)),
    Float(4, 3, 7, Fraction(448), has_infinity=False),
    Float(4, 3, 8, Fraction(240), has_infinity=False, has_negative_zero=False),
    ieee(5, 2),
    Float(5, 2, 16, Fraction(57344), has_infinity=False, has_negative_zero=False),
    ieee(8, 7),
    ieee(5, 10),
    ieee(8, 23),
    ieee(11, 52),
]


def decode(bits: int, form: Float) -> Fraction | None:
    """The number with these bits; none for those that are not finite."""
    sign, rest = bits >> form.bits - 1, bits & (1 << form.bits - 1) - 1
    exponent, fraction = rest >> form.fraction, rest & (1 << form.fraction) - 1
    if not form.has_negative_zero and sign and not rest:
        return None
    scale = _power_of_two(max(exponent, 1) - form.bias - form.fraction)
    value = (fraction + ((exponent > 0) << form.fraction)) * scale
    return None if value > form.largest else -value if sign else value


def encode(value: Fraction, form: Float, negative_zero: bool) -> int | None:
    """The bits of the nearest number, ties to even; none where it is too large and the format has infinities."""
    magnitude = abs(value)
    sign = value < 0 or (value == 0 and negative_zero)
    unit = _unit(magnitude, form)
    steps = round(magnitude / _power_of_two(unit))  # rounds to even
    if steps * _power_of_two(unit) > form.largest:
        if form.has_infinity:
            return None
        unit = _unit(form.largest, form)
        steps = int(form.largest / _power_of_two(unit))
    exponent = unit - 1 + form.bias + form.fraction  # of subnormals: 0
    bits = (exponent << form.fraction) + steps
    if sign and (bits or form.has_negative_zero):
        bits |= 1 << form.bits - 1
    return bits


def _unit(magnitude: Fraction, form: Float) -> int:
    """The exponent of the last digit of a number."""
    size = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    size -= magnitude < _power_of_two(size)
    return max(size if magnitude else 1 - form.bias, 1 - form.bias) - form.fraction


def _power_of_two(exponent: int) -> Fraction:
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def converted(value: Fraction, target: Whole | Float, whole: bool, negative_zero: bool) -> str:
    """What a cast prints; `?` where processors differ."""
    if target is BOOL:
        return str(value != 0)
    if isinstance(target, Float):
        bits = encode(value, target, negative_zero)
        return "?" if bits is None else str(bits)
    number = int(value)  # toward zero
    low, high = target.limits
    if low <= number <= high:
        return str(number)
    if not whole:
        return "?"
    number &= (1 << target.bits) - 1
    return str(number - (1 << target.bits) if target.signed and number > high else number)


def sources(choose: random.Random, form: Whole | Float) -> list[int]:
    """Bits of numbers: all of the small types, else some of every size and those at the limits."""
    if form.bits <= 8:
        return list(range(1 << form.bits))
    some = [choose.getrandbits(form.bits) for _ in range(CASES)]
    some += [choose.getrandbits(choose.randrange(1, form.bits)) for _ in range(CASES)]
    some += [0, 1, (1 << form.bits) - 1, (1 << form.bits - 1) - 1, 1 << form.bits - 1]
    if isinstance(form, Float):
        for _ in range(2 * CASES):  # numbers near whole ones and in range of the narrow types
            value = Fraction(choose.randrange(-(1 << 20), 1 << 20), 1 << choose.randrange(24))
            some.append(encode(value, form, False) or 0)
    return some


def test_model_is_right() -> None:
    choose = random.Random(3)
    for form, kind in ((ieee(5, 10), np.float16), (ieee(8, 23), np.float32)):
        for bits in sources(choose, ieee(11, 52)):
            double = np.uint64(bits).view(np.float64)
            value = decode(bits, ieee(11, 52))
            if value is None:
                continue
            with np.errstate(over="ignore"):
                narrow = double.astype(kind)
            found = encode(value, form, bool(np.signbit(double)))
            if np.isinf(narrow):
                assert found is None
            else:
                assert found == int(narrow.view(np.uint16 if kind is np.float16 else np.uint32))


def test_casts_round_to_the_nearest(tmp_path: Path) -> None:
    choose = random.Random(5)
    lines, wanted = [], []
    for place, form in enumerate(TYPES):
        for bits in sources(choose, form):
            if isinstance(form, Float):
                value = decode(bits, form)
                negative_zero = bits == 1 << form.bits - 1
            else:
                low, high = form.limits
                value = Fraction(bits - (1 << form.bits) if bits > high else bits)
                negative_zero = False
            if value is None:
                continue
            signed = bits - (1 << 64) if bits >= 1 << 63 else bits
            lines.append(f"{place} {signed}")
            whole = isinstance(form, Whole)
            wanted.append([converted(value, target, whole, negative_zero) for target in TYPES])
    data = tmp_path / "cases"
    data.write_text("\n".join(lines) + "\n")
    done = run_program(PROGRAM, Options(opt_level=0), [str(data)])
    assert done.code == 0, done.stderr
    for line, found, want in zip(lines, done.stdout.splitlines(), wanted, strict=True):
        results = [a if b != "?" else "?" for a, b in zip(found.split(), want, strict=True)]
        assert results == want, line
