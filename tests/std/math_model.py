"""What the functions of `math` are held against: exact values, arguments, and the errors allowed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import mpmath
import numpy as np
from mpmath import mp, mpf

mp.prec = 150
Reference = Callable[..., mpf]
Array = np.ndarray


class Format(NamedTuple):
    """A float format: significant bits, the least and the greatest exponent of normal numbers, and its bits' type."""

    name: str
    precision: int
    least: int
    greatest: int
    bits: type[np.unsignedinteger]

    def spread(self, source: np.random.Generator, count: int) -> Array:
        """Positive numbers from the smallest to the largest, every power of two as often."""
        exponents = source.uniform(self.least - self.precision + 1, self.greatest + 0.999, count)
        return np.exp2(exponents)

    def rounded(self, values: Array) -> Array:
        """The nearest numbers of the format, as Float64."""
        with np.errstate(over="ignore"):
            return np.asarray(decoded(self, encoded(self, values)))


FLOAT64 = Format("float64", 53, -1022, 1023, np.uint64)
FLOAT32 = Format("float32", 24, -126, 127, np.uint32)
FLOAT16 = Format("float16", 11, -14, 15, np.uint16)
BFLOAT16 = Format("bfloat16", 8, -126, 127, np.uint16)


def encoded(form: Format, values: Array) -> Array:
    """The bits of the nearest numbers of a format."""
    with np.errstate(over="ignore"):
        if form is BFLOAT16:
            wide = np.asarray(values, np.float64).astype(np.float32).view(np.uint32)
            kept = (wide + 0x7FFF + ((wide >> 16) & 1)) >> 16
            return np.where((wide & 0x7FFFFFFF) > 0x7F800000, 0x7FC0, kept).astype(np.uint16)
        return np.ascontiguousarray(np.asarray(values).astype(form.name)).view(form.bits)


def decoded(form: Format, bits: Array) -> Array:
    """The numbers with these bits, as Float64."""
    with np.errstate(invalid="ignore"):  # NaN that signals
        if form is BFLOAT16:
            return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
        return np.asarray(bits.view(form.name).astype(np.float64))


class Bound(NamedTuple):
    """The errors allowed, in units in the last place."""

    float64: float
    float32: float
    narrow: float = 0.51

    def sentence(self) -> str:
        """What the docstring says."""
        return (
            f"At most {self.float64:g} ULP off for Float64, {self.float32:g} for Float32 "
            f"and {self.narrow:g} for narrower formats"
        )

    def of(self, form: Format) -> float:
        if form is FLOAT64:
            return self.float64
        return self.float32 if form is FLOAT32 else self.narrow


# -- arguments ---------------------------------------------------------------------------------------------------

Arguments = Callable[[Format, np.random.Generator, int], tuple[Array, ...]]


def signs(source: np.random.Generator, count: int) -> Array:
    return source.choice([-1.0, 1.0], count)


def within(least: float, most: float, *points: float, positive: bool = False) -> Arguments:
    """Numbers of an interval: evenly spread, from the smallest up, and closer and closer to some points."""

    def make(form: Format, source: np.random.Generator, count: int) -> tuple[Array, ...]:
        parts = [source.uniform(max(least, -100), min(most, 100), count)]
        parts.append(form.spread(source, count))
        if not positive:
            parts[1] = parts[1] * signs(source, count)
        for point in points:
            near = np.exp2(source.uniform(-form.precision, -1, count // 2))
            parts.append(point + near * signs(source, count // 2))
        values = form.rounded(np.concatenate(parts))
        return (values[(values >= least) & (values <= most)],)

    return make


def exponents(base: float) -> Arguments:
    """Arguments of exponentials: those with a finite result, and some beyond."""

    def make(form: Format, source: np.random.Generator, count: int) -> tuple[Array, ...]:
        least = (form.least - form.precision - 2) / math.log2(base)
        most = (form.greatest + 2) / math.log2(base)
        small = form.spread(source, count) * signs(source, count)
        parts = [source.uniform(least, most, count), source.uniform(-1, 1, count), small]
        values = form.rounded(np.concatenate(parts))
        return (values[np.abs(values) < 1e5],)

    return make


def angles(form: Format, source: np.random.Generator, count: int) -> tuple[Array, ...]:
    """Angles of all sizes, many of them close to multiples of a quarter of a turn."""
    quarters = np.round(source.uniform(-3000, 3000, count)) * (math.pi / 2)
    far = np.round(source.uniform(-1e7, 1e7, count)) * (math.pi / 2)
    spread = form.spread(source, count) * signs(source, count)
    closest = np.array([6381956970095103.0 * 2.0**797, 16367173.0 * 2.0**72])
    parts = [source.uniform(-10, 10, count), quarters, far, spread, closest]
    values = form.rounded(np.concatenate(parts))
    return (values[np.isfinite(values)],)


def points(form: Format, source: np.random.Generator, count: int) -> tuple[Array, ...]:
    """Two numbers each: of all sizes, of similar sizes, small ones."""
    xs = form.spread(source, count) * signs(source, count)
    with np.errstate(over="ignore"):
        beside = xs * np.exp2(source.uniform(-30, 30, count)) * signs(source, count)
    first = np.concatenate([xs, xs, source.uniform(-3, 3, count)])
    other = form.spread(source, count) * signs(source, count)
    second = np.concatenate([beside, other, source.uniform(-3, 3, count)])
    return finite_pairs(form.rounded(first), form.rounded(second))


def powers(form: Format, source: np.random.Generator, count: int) -> tuple[Array, ...]:
    """Bases and exponents: results of all sizes, and whole powers of negative numbers."""
    bases = np.concatenate([form.spread(source, count), source.uniform(0.5, 2, count)])
    bases = form.rounded(bases)
    results = source.uniform(form.least - form.precision, form.greatest + 1, 2 * count)
    with np.errstate(divide="ignore", invalid="ignore"):
        exponents = np.nan_to_num(results / np.log2(bases), posinf=1.0, neginf=1.0)
    whole = np.round(source.uniform(-30, 30, count))
    bases = np.concatenate([bases, source.uniform(-20, 20, count)])
    return finite_pairs(form.rounded(bases), form.rounded(np.concatenate([exponents, whole])))


def scales(form: Format, source: np.random.Generator, count: int) -> tuple[Array, ...]:
    """Numbers and whole exponents that do not leave the format too far."""
    numbers = form.spread(source, count) * signs(source, count)
    limit = 2 * form.greatest if form.greatest > 100 else 30
    return finite_pairs(form.rounded(numbers), np.round(source.uniform(-limit, limit, count)))


def finite_pairs(first: Array, second: Array) -> tuple[Array, ...]:
    kept = np.isfinite(first) & np.isfinite(second) & (first != 0) & (second != 0)
    return first[kept], second[kept]


# -- exact values ----------------------------------------------------------------------------------------------------


def gamma(x: mpf) -> mpf:
    if x < 0 and x == mpmath.floor(x):
        return mpf("nan")
    return mpmath.gamma(x) if x < 300 else mpf("inf")


def lgamma(x: mpf) -> mpf:
    if x < 0:
        if x == mpmath.floor(x):
            return mpf("inf")
        return mpmath.log(mpmath.pi / abs(mpmath.sin(mpmath.pi * x) * x)) - lgamma(-x)
    if x > 1e15:
        return (x - 0.5) * mpmath.log(x) - x + mpmath.log(2 * mpmath.pi) / 2 + 1 / (12 * x)
    return mpmath.loggamma(x).real


def remainder(x: mpf, y: mpf) -> mpf:
    with mpmath.workprec(2300):
        return x - y * mpmath.nint(x / y)


class Function(NamedTuple):
    """A function: its exact value, its arguments, its bound; whether small results count as 1 in units."""

    exact: Reference
    arguments: Arguments
    bound: Bound
    is_wave: bool = False


HUGE = 1.7e308
FUNCTIONS = {
    "acos": Function(mpmath.acos, within(-1, 1, -1, 0.5, 1), Bound(1, 1)),
    "acosh": Function(mpmath.acosh, within(1, HUGE, 1, 2, positive=True), Bound(1, 1)),
    "asin": Function(mpmath.asin, within(-1, 1, -1, 0.5, 1), Bound(1.25, 1.25)),
    "asinh": Function(mpmath.asinh, within(-HUGE, HUGE, -3, 0.5), Bound(1, 1)),
    "atan": Function(mpmath.atan, within(-HUGE, HUGE, 0.4, -1, 2.4), Bound(1, 1)),
    "atan2": Function(mpmath.atan2, points, Bound(1, 1)),
    "atanh": Function(
        mpmath.atanh, within(-0.9999999999999999, 0.9999999999999999, -1, 0.1, 1), Bound(1, 1)
    ),
    "cbrt": Function(
        lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), within(-HUGE, HUGE, 1), Bound(1, 1)
    ),
    "cos": Function(mpmath.cos, angles, Bound(1, 1)),
    "cosh": Function(mpmath.cosh, exponents(math.e), Bound(1, 1)),
    "erf": Function(mpmath.erf, within(-6, 6, -1, 0.5, 1), Bound(1, 1.25)),
    "erfc": Function(mpmath.erfc, within(-6, 30, -1, 0.5, 1, 5), Bound(4, 4)),
    "exp": Function(mpmath.exp, exponents(math.e), Bound(1, 1.25)),
    "exp2": Function(lambda x: mpf(2) ** x, exponents(2), Bound(1, 1.25)),
    "expm1": Function(mpmath.expm1, exponents(math.e), Bound(1, 1.25)),
    "gamma": Function(gamma, within(-190, 175, -3, -1, 1, 2, 7.5), Bound(1, 1.25)),
    "hypot": Function(lambda x, y: mpmath.sqrt(x * x + y * y), points, Bound(1, 1)),
    "j0": Function(lambda x: mpmath.besselj(0, x), within(-100, 100, 2.4, 8), Bound(8, 8, 4), True),
    "j1": Function(lambda x: mpmath.besselj(1, x), within(-100, 100, 3.8, 8), Bound(8, 8, 4), True),
    "lgamma": Function(
        lgamma, within(0, HUGE, 0.5, 1, 1.5, 2, 3.5, positive=True), Bound(1.5, 1.5)
    ),
    "log": Function(mpmath.log, within(1e-320, HUGE, 0.7, 1, 1.4, positive=True), Bound(1, 1.25)),
    "log10": Function(mpmath.log10, within(1e-320, HUGE, 0.7, 1, 1.4, positive=True), Bound(1, 1)),
    "log1p": Function(mpmath.log1p, within(-0.9999999999999999, HUGE, -1, -0.3, 0.4), Bound(1, 1)),
    "log2": Function(
        lambda x: mpmath.log(x, 2), within(1e-320, HUGE, 0.7, 1, 1.4, positive=True), Bound(1, 1.25)
    ),
    "pow": Function(lambda x, y: x**y, powers, Bound(1, 1)),
    "remainder": Function(remainder, points, Bound(0, 0, 0)),
    "rsqrt": Function(
        lambda x: 1 / mpmath.sqrt(x), within(1e-320, HUGE, 1, 2, positive=True), Bound(1.5, 1.5)
    ),
    "scalb": Function(lambda x, y: mpmath.ldexp(x, int(y)), scales, Bound(0.5, 0.5, 0.5)),
    "sin": Function(mpmath.sin, angles, Bound(1, 1)),
    "sinh": Function(mpmath.sinh, exponents(math.e), Bound(1, 1)),
    "sqrt": Function(mpmath.sqrt, within(0, HUGE, 1, 2, positive=True), Bound(0.5, 0.5)),
    "tan": Function(mpmath.tan, angles, Bound(1, 1)),
    "tanh": Function(mpmath.tanh, within(-25, 25, 0.2, -0.5), Bound(1, 2.25)),
    "y0": Function(
        lambda x: mpmath.bessely(0, x),
        within(1e-300, 100, 0.9, 8, positive=True),
        Bound(8, 8, 4),
        True,
    ),
    "y1": Function(
        lambda x: mpmath.bessely(1, x),
        within(1e-300, 100, 2.2, 8, positive=True),
        Bound(8, 8, 4),
        True,
    ),
}
NAMES = sorted(FUNCTIONS)
"""In the order of the numbers of `math_kernels.mojo`."""


def error_in_ulps(form: Format, got: float, exact: mpf, is_wave: bool) -> float:
    """The distance of a result from the exact value, in units in the last place of the exact value.

    A result that overflows is compared as if the format went on: the largest number and infinity are neighbours.
    """
    if mpmath.isnan(exact):
        return 0.0 if math.isnan(got) else math.inf
    if math.isnan(got):
        return math.inf
    beyond = mpf(2) ** (form.greatest + 1)
    limit = beyond * mpmath.sign(exact)
    wanted = exact if abs(exact) < beyond else limit
    actual = mpf(got) if math.isfinite(got) else mpmath.sign(mpf(got)) * beyond
    if wanted == actual:
        return 0.0
    size = mpf(1) if is_wave and abs(wanted) < 1 else wanted
    exponent = form.least if size == 0 else max(mpmath.frexp(size)[1] - 1, form.least)
    return float(abs(actual - wanted) / mpf(2) ** (exponent - form.precision + 1))
