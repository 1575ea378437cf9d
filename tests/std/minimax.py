"""Best approximations by polynomials: how the coefficients of `std.math` are made.

    python tests/std/minimax.py [NAME…]

prints coefficients and the largest errors, as a power of two. The exchange algorithm of Remez works in 45 digits. Then
the coefficients are rounded to their format one by one, from the constant on, and after each rounding those that are
left are fitted again, so that they make up for it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import NamedTuple

import mpmath
from mpmath import mp, mpf

Real = Callable[[mpf], mpf]
DIGITS = 45
ROUNDS = 60


class Fit(NamedTuple):
    """A function on an interval, the weight of its errors, and how many terms the polynomial has."""

    function: Real
    least: mpf
    most: mpf
    weight: Real
    terms: int
    precision: int
    """The bits of a coefficient."""
    refitted: int
    """How many coefficients are rounded one by one; the others are rounded at once."""


# -- the algorithm ---------------------------------------------------------------------------------------------------


def coefficients(fit: Fit) -> list[float]:
    """The coefficients of a best polynomial, the constant first, rounded."""
    known: list[mpf] = []
    best: list[mpf] = []
    for _ in range(fit.refitted):
        with mpmath.workdps(DIGITS):
            best = exchange(fit, known)
        known = [*known, rounded(best[0], fit.precision)]
    return [float(c) for c in known + [rounded(c, fit.precision) for c in best[1:]]]


def exchange(fit: Fit, known: list[mpf]) -> list[mpf]:
    """The coefficients after the known ones that make the largest weighted error least."""
    powers = range(len(known), fit.terms)
    reference = nodes(fit.least, fit.most, len(powers) + 1)
    solution: list[mpf] = []
    for _ in range(ROUNDS):
        solution, level = solve(fit, known, powers, reference)
        errors = [(x, error(fit, known + solution, x)) for x in grid(fit)]
        reference = peaks(errors, len(powers) + 1)
        if len(reference) <= len(powers) or max(abs(e) for _, e in errors) < level * mpf("1.0001"):
            break
    return solution


def solve(fit: Fit, known: list[mpf], powers: range, reference: list[mpf]) -> tuple[list[mpf], mpf]:
    """The coefficients with which the errors at some points are alike and alternate, and that error."""
    size = len(powers) + 1
    matrix = mpmath.matrix(size, size)
    right = mpmath.matrix(size, 1)
    for row, x in enumerate(reference):
        for column, power in enumerate(powers):
            matrix[row, column] = x**power
        matrix[row, size - 1] = (-1) ** row / fit.weight(x)
        right[row] = fit.function(x) - value(known, x)
    *solution, level = mpmath.lu_solve(matrix, right)
    return solution, abs(level)


def nodes(least: mpf, most: mpf, count: int) -> list[mpf]:
    """Points that crowd towards both ends, as those of the largest errors do."""
    middle, half = (least + most) / 2, (most - least) / 2
    return [middle - half * mpmath.cos(mpmath.pi * i / (count - 1)) for i in range(count)]


def grid(fit: Fit) -> list[mpf]:
    return nodes(fit.least, fit.most, 24 * fit.terms)


def peaks(errors: list[tuple[mpf, mpf]], count: int) -> list[mpf]:
    """The points of the largest errors of alternating signs."""
    found: list[tuple[mpf, mpf]] = []
    for x, e in errors:
        if not found or (found[-1][1] > 0) != (e > 0):
            found.append((x, e))
        elif abs(e) > abs(found[-1][1]):
            found[-1] = (x, e)
    while len(found) > count:
        found = found[1:] if abs(found[0][1]) < abs(found[-1][1]) else found[:-1]
    return [x for x, _ in found]


def value(polynomial: list[mpf], x: mpf) -> mpf:
    result = mpf(0)
    for coefficient in reversed(polynomial):
        result = result * x + coefficient
    return result


def error(fit: Fit, polynomial: list[mpf], x: mpf) -> mpf:
    return fit.weight(x) * (fit.function(x) - value(polynomial, x))


def rounded(x: mpf, precision: int) -> mpf:
    """The nearest number with this many bits."""
    with mpmath.workprec(precision):
        return +x


def bits_of_error(fit: Fit, found: list[float]) -> float:
    """The largest weighted error of a polynomial, as a power of two."""
    polynomial = [mpf(c) for c in found]
    return math.log2(max(abs(error(fit, polynomial, x)) for x in grid(fit)))


# -- the functions ---------------------------------------------------------------------------------------------------


def tail_of_odd(function: Real) -> Real:
    """(f(t) - t) / t³ as a function of t²."""

    def tail(z: mpf) -> mpf:
        t = mpmath.sqrt(z)
        return (function(t) - t) / (t * z)

    return tail


def tail_of_exp(r: mpf) -> mpf:
    """(e^r - 1 - r) / r²"""
    if abs(r) < mpf(10) ** -8:
        return mpf(1) / 2 + r / 6 + r * r / 24 + r**3 / 120
    return (mpmath.expm1(r) - r) / r**2


def tail_of_cosh(z: mpf) -> mpf:
    """(cosh r - 1) / r² as a function of r²."""
    return (mpmath.cosh(mpmath.sqrt(z)) - 1) / z


def tail_of_coth(z: mpf) -> mpf:
    """(r coth r - 1) / r² as a function of r²."""
    r = mpmath.sqrt(z)
    return (r * mpmath.coth(r) - 1) / z


def inside_of_lgamma(v: mpf) -> mpf:
    """ln Γ(t + 1) / (t (t - 1)) with v = t - 3/4."""
    t = v + mpf("0.75")
    if min(abs(t), abs(t - 1)) < mpf(10) ** -15:
        return mpmath.euler if t < 0.5 else 1 - mpmath.euler
    return mpmath.loggamma(t + 1).real / (t * (t - 1))


def slope_of_lgamma(v: mpf) -> mpf:
    """What is left of it without the constant, divided by v."""
    if abs(v) < mpf(10) ** -12:
        return mpmath.diff(inside_of_lgamma, 0)
    return (inside_of_lgamma(v) - CONSTANT) / v


def tail_of_lgamma(z: mpf) -> mpf:
    """What is left of Stirling's formula, times x, with z = 1/x²."""
    x = 1 / mpmath.sqrt(z)
    half = mpf(1) / 2
    main = (x - half) * (mpmath.log(x) - 1) + mpmath.log(2 * mpmath.pi) / 2 - half
    return (mpmath.loggamma(x).real - main) * x


def weight_of_tail(z: mpf) -> mpf:
    return mpmath.sqrt(z) / mpmath.loggamma(1 / mpmath.sqrt(z)).real


mp.dps = DIGITS
EXPONENT = mpmath.log(2) / 2 * mpf("1.0005")
"""The reduced arguments of exponentials, with room for the rounding of the number of halvings."""
ATAN = (mpf("1e-3"), mpf(4) / 7 * mpf(4) / 7, lambda z: z)
ASIN = (mpf("1e-3"), mpf("0.25"), lambda z: z)
EXP = (-EXPONENT, EXPONENT)
SQUARE = (mpf("1e-4"), EXPONENT**2)
ODD: Real = lambda z: z * mpmath.sqrt(z)  # noqa: E731
CONSTANT = inside_of_lgamma(mpf(0))
NEAR = (mpf("-0.75"), mpf("0.75"), lambda v: (abs(v) + mpf("1e-3")) / inside_of_lgamma(v))
FAR = (mpf("1e-5"), mpf("3.5") ** -2, weight_of_tail)
FITS = {
    "atan of Float32": Fit(tail_of_odd(mpmath.atan), *ATAN, 6, 24, 6),
    "atan of Float64": Fit(tail_of_odd(mpmath.atan), *ATAN, 13, 53, 4),
    "asin of Float32": Fit(tail_of_odd(mpmath.asin), *ASIN, 5, 24, 5),
    "asinh of Float32": Fit(tail_of_odd(mpmath.asinh), *ASIN, 5, 24, 5),
    "asinh of Float64": Fit(tail_of_odd(mpmath.asinh), *ASIN, 12, 53, 3),
    "exp of Float32": Fit(tail_of_exp, *EXP, lambda r: r * r + mpf("1e-4"), 5, 24, 1),
    "exp of Float64": Fit(tail_of_exp, *EXP, lambda r: r * r + mpf("1e-4"), 10, 53, 1),
    "expm1 of Float64": Fit(tail_of_exp, *EXP, lambda r: abs(r) + mpf("1e-4"), 11, 53, 1),
    "near lgamma of Float32": Fit(slope_of_lgamma, *NEAR, 12, 24, 1),
    "near lgamma of Float64": Fit(slope_of_lgamma, *NEAR, 25, 53, 1),
    "far lgamma of Float32": Fit(tail_of_lgamma, *FAR, 3, 24, 1),
    "far lgamma of Float64": Fit(tail_of_lgamma, *FAR, 9, 53, 1),
    "even cosh of Float32": Fit(tail_of_cosh, *SQUARE, lambda z: z, 3, 24, 3),
    "even cosh of Float64": Fit(tail_of_cosh, *SQUARE, lambda z: z, 5, 53, 3),
    "odd cosh of Float32": Fit(tail_of_odd(mpmath.sinh), *SQUARE, ODD, 2, 24, 2),
    "odd cosh of Float64": Fit(tail_of_odd(mpmath.sinh), *SQUARE, ODD, 5, 53, 3),
    "tanh of Float32": Fit(tail_of_coth, mpf("1e-4"), (EXPONENT / 2) ** 2, lambda z: z, 2, 24, 2),
}


def main() -> None:
    for name in sys.argv[1:] or FITS:
        found = coefficients(FITS[name])
        print(f"{name}: 2^{bits_of_error(FITS[name], found):.1f}")
        print("   ", ", ".join(map(repr, found)))


if __name__ == "__main__":
    main()
