"""`ComplexSIMD` beside Python's complex numbers, in sizes from very small to very large."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpc

import ember
from ember.binding.functions import Functions

COUNT = 400
Operation = Callable[[mpc, mpc], mpc]
OPERATIONS: dict[str, tuple[Operation, float]] = {
    "sum": (lambda x, y: x + y, 1),
    "difference": (lambda x, y: x - y, 1),
    "product": (lambda x, y: x * y, 2),
    "quotient": (lambda x, y: x / y, 5),
    "magnitude": (lambda x, y: mpc(abs(x)), 1),
    "fma": (lambda x, y: x * y + x, 4),
    "squared_add": (lambda x, y: x * x + y, 4),
    "negative conjugate": (lambda x, y: -mpmath.conj(x), 0),
}
"""In the order of `complex_kernels.mojo`, with the error allowed, in roundings of the largest number involved."""


@pytest.fixture(scope="module")
def kernels() -> Functions:
    return ember.compile(Path(__file__).parent / "complex_kernels.mojo", opt_level=1)


def numbers(source: np.random.Generator, limit: float) -> np.ndarray:
    """Complex numbers whose magnitudes go from 2^-limit to 2^limit; some real, some imaginary."""
    sizes = np.exp2(source.uniform(-limit, limit, COUNT))
    values = sizes * np.exp(1j * source.uniform(0, 2 * np.pi, COUNT))
    values[:20] = values[:20].real
    values[20:40] = 1j * values[20:40].imag
    return values


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize(
    "dtype, limit", [("float64", 1000.0), ("float64", 3.0), ("float32", 120.0)]
)
def test_operation(kernels: Functions, name: str, dtype: str, limit: float) -> None:
    operation, allowed = OPERATIONS[name]
    mp.prec = 150
    source = np.random.default_rng(7)
    kind = np.complex128 if dtype == "float64" else np.complex64
    xs, ys = numbers(source, limit).astype(kind), numbers(source, limit).astype(kind)
    zs = np.zeros_like(xs)
    kernels[dtype](list(OPERATIONS).index(name), xs.view(dtype), ys.view(dtype), zs.view(dtype))
    unit, largest = np.finfo(dtype).eps / 2, np.finfo(dtype).max
    compared = 0
    for x, y, z in zip(xs.tolist(), ys.tolist(), zs.tolist()):
        exact = operation(mpc(x), mpc(y))
        size = abs(exact)
        if name in ("sum", "difference", "fma", "squared_add"):
            parts = {"fma": mpc(x) * mpc(y), "squared_add": mpc(x) * mpc(x)}
            size = max(size, abs(mpc(x)), abs(mpc(y)), abs(parts.get(name, mpc(x))))
        if largest * 0.1 < size or size < np.finfo(dtype).tiny * 1e10:
            continue  # where overflow or underflow is right
        compared += 1
        assert abs(mpc(z) - exact) <= allowed * unit * size, (x, y, z)
    assert compared > COUNT // 5


def test_like_python(kernels: Functions) -> None:
    # Exact results are the same, to the sign of 0.
    whole = [complex(a, b) for a in (-2, -1, 1, 3) for b in (-4, 0, 2)]
    pairs = [(x, y) for x in whole for y in whole]
    xs = np.array([x for x, _ in pairs])
    ys = np.array([y for _, y in pairs])
    zs = np.zeros_like(xs)
    for which, name in enumerate(["__add__", "__sub__", "__mul__"]):
        kernels["float64"](which, xs.view(float), ys.view(float), zs.view(float))
        assert zs.tolist() == [getattr(x, name)(y) for x, y in pairs]
