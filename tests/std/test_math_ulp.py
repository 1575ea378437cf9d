"""The functions of `math` are as exact as their docstrings say: beside mpmath, and every number of the narrow formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from math_model import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    FUNCTIONS,
    NAMES,
    Array,
    Format,
    decoded,
    encoded,
    error_in_ulps,
)
from mpmath import mpf

import ember
from ember.binding.functions import Functions

HERE = Path(__file__).parent
LIBRARY = HERE.parent.parent / "ember" / "lib" / "std" / "math"
COUNT = 100
"""Random arguments of each kind; most functions have three to six kinds."""


@pytest.fixture(scope="module")
def kernels() -> Functions:
    return ember.compile(HERE / "math_kernels.mojo", opt_level=1)


def bits_of_results(
    kernels: Functions, kernel: str, name: str, form: Format, *bits: Array
) -> Array:
    """What a kernel makes of numbers given by their bits; their count is a multiple of 4."""
    results = np.zeros_like(bits[0])
    kernels[kernel](NAMES.index(name), bits[0], bits[-1], results)
    return results


def in_fours(*arrays: Array) -> tuple[Array, ...]:
    """Without the last few numbers, so that what is left fills vectors."""
    return tuple(array[: len(array) // 4 * 4] for array in arrays)


@pytest.mark.parametrize("form", [FLOAT64, FLOAT32], ids=lambda form: form.name)
@pytest.mark.parametrize("name", NAMES)
def test_error_is_within_the_bound(kernels: Functions, name: str, form: Format) -> None:
    function = FUNCTIONS[name]
    source = np.random.default_rng(NAMES.index(name))
    arguments = in_fours(*function.arguments(form, source, COUNT))
    bits = [encoded(form, values) for values in arguments]
    results = decoded(form, bits_of_results(kernels, form.name, name, form, *bits))
    worst = (0.0, (), 0.0)
    for *numbers, got in zip(*(values.tolist() for values in arguments), results.tolist()):
        exact = function.exact(*map(mpf, numbers))
        error = error_in_ulps(form, got, exact, function.is_wave)
        worst = max(worst, (error, tuple(numbers), got))
    assert worst[0] <= function.bound.of(form), worst


@pytest.mark.parametrize("form", [FLOAT64, FLOAT32], ids=lambda form: form.name)
def test_lgamma_of_negative_numbers(kernels: Functions, form: Format) -> None:
    # Between two poles there are two zeros, near which only the absolute error is small.
    source = np.random.default_rng(1)
    values = form.rounded(source.uniform(-200, 0, 4 * COUNT))
    results = bits_of_results(kernels, form.name, "lgamma", form, encoded(form, values))
    errors = [
        error_in_ulps(form, got, FUNCTIONS["lgamma"].exact(mpf(x)), is_wave=True)
        for x, got in zip(values.tolist(), decoded(form, results).tolist())
    ]
    assert max(errors) <= FUNCTIONS["lgamma"].bound.of(form)


@pytest.mark.parametrize("form", [FLOAT16, BFLOAT16], ids=lambda form: form.name)
@pytest.mark.parametrize("name", NAMES)
def test_narrow_formats(kernels: Functions, name: str, form: Format) -> None:
    # Every number there is, beside the Float64 function, whose error does not count here.
    function = FUNCTIONS[name]
    arguments: tuple[Array, ...] = (np.arange(1 << 16).astype(np.uint16),)
    if name in ("atan2", "hypot", "pow", "remainder", "scalb"):
        source = np.random.default_rng(NAMES.index(name))
        pairs = in_fours(*function.arguments(form, source, 20 * COUNT))
        arguments = tuple(encoded(form, values) for values in pairs)
    wide = [encoded(FLOAT64, decoded(form, bits)) for bits in arguments]
    exact = decoded(FLOAT64, bits_of_results(kernels, "float64", name, FLOAT64, *wide))
    got = decoded(form, bits_of_results(kernels, form.name, name, form, *arguments))
    is_nan = np.isnan(exact)
    assert (np.isnan(got) == is_nan).all()
    errors = errors_in_ulps(form, got[~is_nan], exact[~is_nan], name)
    worst = int(errors.argmax())
    inputs = [decoded(form, bits)[~is_nan][worst] for bits in arguments]
    assert errors[worst] <= function.bound.of(form), (inputs, got[~is_nan][worst])


def errors_in_ulps(form: Format, got: Array, exact: Array, name: str) -> Array:
    """`error_in_ulps` of arrays."""
    beyond = 2.0 ** (form.greatest + 1)
    wanted = np.clip(exact, -beyond, beyond)
    actual = np.clip(got, -beyond, beyond)
    size = np.abs(wanted)
    if FUNCTIONS[name].is_wave or name == "lgamma":
        size = np.maximum(size, 1.0)
    exponents = np.maximum(np.frexp(size)[1] - 1, form.least)
    exponents = np.where(size == 0, form.least, exponents)
    return np.asarray(np.abs(actual - wanted) / np.exp2(exponents - form.precision + 1.0))


@pytest.mark.parametrize("form", [FLOAT64, FLOAT32], ids=lambda form: form.name)
@pytest.mark.parametrize("name", NAMES)
def test_lanes_are_like_scalars(kernels: Functions, name: str, form: Format) -> None:
    source = np.random.default_rng(len(NAMES) + NAMES.index(name))
    arguments = FUNCTIONS[name].arguments(form, source, COUNT)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-310, 1e300])
    with np.errstate(over="ignore"):
        bits = [encoded(form, np.concatenate([values, special])) for values in arguments]
    bits = list(in_fours(*(source.permutation(array) for array in bits)))
    vectors = bits_of_results(kernels, form.name, name, form, *bits)
    scalars = bits_of_results(kernels, f"{form.name}_one_lane", name, form, *bits)
    same = (vectors == scalars) | (
        np.isnan(decoded(form, vectors)) & np.isnan(decoded(form, scalars))
    )
    assert same.all(), [decoded(form, array)[~same][:4] for array in bits]


# -- special values --------------------------------------------------------------------------------------------------

INF, NAN, PI = float("inf"), float("nan"), float(np.pi)
SPECIAL_VALUES: dict[str, list[tuple[float, ...]]] = {
    "acos": [(1, 0.0), (-1, PI), (0.0, PI / 2), (1.5, NAN), (-INF, NAN), (NAN, NAN)],
    "acosh": [(1, 0.0), (0.5, NAN), (-2, NAN), (INF, INF), (-INF, NAN), (NAN, NAN)],
    "asin": [(0.0, 0.0), (-0.0, -0.0), (1, PI / 2), (-1, -PI / 2), (1.5, NAN), (INF, NAN), (NAN, NAN)],
    "asinh": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (NAN, NAN)],
    "atan": [(0.0, 0.0), (-0.0, -0.0), (INF, PI / 2), (-INF, -PI / 2), (NAN, NAN)],
    "atan2": [
        (0.0, 1, 0.0), (-0.0, 1, -0.0), (0.0, -1, PI), (-0.0, -1, -PI), (0.0, 0.0, 0.0), (0.0, -0.0, PI),
        (-0.0, 0.0, -0.0), (-0.0, -0.0, -PI), (1, 0.0, PI / 2), (-1, 0.0, -PI / 2), (INF, INF, PI / 4),
        (INF, -INF, 3 * PI / 4), (-INF, -INF, -3 * PI / 4), (1, INF, 0.0), (-1, INF, -0.0), (1, -INF, PI),
        (INF, 1, PI / 2), (NAN, 1, NAN), (1, NAN, NAN), (-0.0, -INF, -PI),
    ],
    "atanh": [(0.0, 0.0), (-0.0, -0.0), (1, INF), (-1, -INF), (1.5, NAN), (INF, NAN), (NAN, NAN)],
    "cbrt": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (NAN, NAN), (-27, -3)],
    "cos": [(0.0, 1), (-0.0, 1), (INF, NAN), (-INF, NAN), (NAN, NAN)],
    "cosh": [(0.0, 1), (-0.0, 1), (INF, INF), (-INF, INF), (NAN, NAN)],
    "erf": [(0.0, 0.0), (-0.0, -0.0), (INF, 1), (-INF, -1), (NAN, NAN)],
    "erfc": [(0.0, 1), (-0.0, 1), (INF, 0.0), (-INF, 2), (NAN, NAN)],
    "exp": [(0.0, 1), (-0.0, 1), (INF, INF), (-INF, 0.0), (NAN, NAN)],
    "exp2": [(0.0, 1), (INF, INF), (-INF, 0.0), (NAN, NAN), (10, 1024), (-3, 0.125)],
    "expm1": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -1), (NAN, NAN)],
    "gamma": [(0.0, INF), (-0.0, -INF), (-1, NAN), (-INF, NAN), (INF, INF), (NAN, NAN), (5, 24), (1, 1)],
    "hypot": [(0.0, -0.0, 0.0), (INF, NAN, INF), (NAN, -INF, INF), (NAN, 1, NAN), (3, -4, 5), (-INF, 1, INF)],
    "j0": [(0.0, 1), (INF, 0.0), (NAN, NAN)],
    "j1": [(0.0, 0.0), (-0.0, -0.0), (INF, 0.0), (NAN, NAN)],
    "lgamma": [(0.0, INF), (-0.0, INF), (1, 0.0), (2, 0.0), (-3, INF), (INF, INF), (-INF, INF), (NAN, NAN)],
    "log": [(0.0, -INF), (-0.0, -INF), (1, 0.0), (-1, NAN), (INF, INF), (-INF, NAN), (NAN, NAN)],
    "log10": [(0.0, -INF), (1, 0.0), (-1, NAN), (INF, INF), (NAN, NAN), (1000, 3)],
    "log1p": [(0.0, 0.0), (-0.0, -0.0), (-1, -INF), (-2, NAN), (INF, INF), (NAN, NAN)],
    "log2": [(0.0, -INF), (1, 0.0), (-1, NAN), (INF, INF), (NAN, NAN), (1024, 10), (0.125, -3)],
    "pow": [
        (0.0, 0.0, 1), (NAN, 0.0, 1), (1, NAN, 1), (2, NAN, NAN), (NAN, 2, NAN), (-8, 1 / 3, NAN), (-2, 3, -8),
        (-2, 2, 4), (0.0, -3, INF), (-0.0, -3, -INF), (-0.0, -2, INF), (-0.0, 3, -0.0), (0.0, 2, 0.0), (-1, INF, 1),
        (-1, -INF, 1), (0.5, INF, 0.0), (0.5, -INF, INF), (2, INF, INF), (2, -INF, 0.0), (INF, 2, INF), (INF, -1, 0.0),
        (-INF, 3, -INF), (-INF, 2, INF), (-INF, -3, -0.0), (-INF, 0.5, INF), (4, 0.5, 2), (1, INF, 1), (-0.0, 0.5, 0.0),
    ],
    "remainder": [
        (5, 3, -1), (5, 2, 1), (7, 2, -1), (-5, 3, 1), (0.0, 3, 0.0), (-0.0, 3, -0.0), (6, 3, 0.0), (-6, 3, -0.0),
        (1, INF, 1), (INF, 1, NAN), (1, 0.0, NAN), (NAN, 1, NAN), (1, NAN, NAN), (2.5, 1, 0.5), (3.5, 1, -0.5),
    ],
    "rsqrt": [(0.0, INF), (INF, 0.0), (-1, NAN), (NAN, NAN), (4, 0.5)],
    "scalb": [(1.5, 2, 6), (0.0, 5, 0.0), (-0.0, 5, -0.0), (INF, -3, INF), (1, INF, INF), (1, -INF, 0.0), (0.0, INF, NAN), (INF, -INF, NAN), (NAN, 1, NAN), (1, NAN, NAN)],
    "sin": [(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN)],
    "sinh": [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (NAN, NAN)],
    "sqrt": [(0.0, 0.0), (-0.0, -0.0), (-1, NAN), (INF, INF), (NAN, NAN), (4, 2)],
    "tan": [(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN)],
    "tanh": [(0.0, 0.0), (-0.0, -0.0), (INF, 1), (-INF, -1), (NAN, NAN)],
    "y0": [(0.0, -INF), (-1, NAN), (INF, 0.0), (NAN, NAN)],
    "y1": [(0.0, -INF), (-1, NAN), (INF, 0.0), (NAN, NAN)],
}  # fmt: skip
"""Arguments and the result, as C and IEEE 754 have them."""


@pytest.mark.parametrize("form", [FLOAT64, FLOAT32, FLOAT16, BFLOAT16], ids=lambda form: form.name)
def test_special_values(kernels: Functions, form: Format) -> None:
    wrong = []
    for name in NAMES:
        cases = SPECIAL_VALUES[name]
        padded = cases + cases[:1] * (-len(cases) % 4)
        columns = [np.array(column) for column in zip(*padded)]
        bits = [encoded(form, column) for column in columns[:-1]]
        results = decoded(form, bits_of_results(kernels, form.name, name, form, *bits))
        expected = form.rounded(columns[-1])
        for case, got, wanted in zip(padded, results.tolist(), expected.tolist()):
            if repr(got) != repr(wanted):
                wrong.append((name, case, got))
    assert wrong == []


# -- documents -------------------------------------------------------------------------------------------------------


def docstrings() -> Iterator[tuple[str, str]]:
    """Every function of the library's module and its docstring."""
    for path in sorted(LIBRARY.glob("*.mojo")):
        for function in re.split(r"^(?=def )", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            found = re.match(r'def (\w+)\[.*?:\n    """(.*?)"""', function, re.S)
            if found is not None:
                yield found[1], found[2]


def test_docstrings_state_the_bounds() -> None:
    texts: dict[str, str] = {}
    for name, text in docstrings():
        texts.setdefault(name, " ".join(text.split()))
    exact = {name for name in NAMES if FUNCTIONS[name].bound.float64 <= 0.5}
    wrong = [n for n in NAMES if n not in exact and FUNCTIONS[n].bound.sentence() not in texts[n]]
    assert wrong == []
    assert [
        name for name in exact if "exact" not in texts[name] and "rounded" not in texts[name]
    ] == []


def test_the_document_states_the_bounds() -> None:
    text = (HERE.parent.parent / "docs" / "math.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|$", text, re.M))
    expected = {n: " | ".join(f"{b:g}" for b in FUNCTIONS[n].bound) for n in NAMES}
    assert rows == expected
