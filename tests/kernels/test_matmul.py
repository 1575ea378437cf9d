"""Products of matrices against NumPy: element types, odd shapes, strides, epilogues, batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ember
from ember.binding.functions import Functions

SHAPES = [
    (1, 1, 1),
    (1, 7, 5),
    (2, 16, 0),
    (0, 3, 3),
    (5, 1, 9),
    (8, 12, 16),
    (13, 31, 67),
    (37, 129, 61),
    (64, 64, 64),
    (3, 257, 300),
    (130, 20, 700),
    (20, 70, 1100),
    (900, 70, 300),
    (7, 1100, 40),
]
DTYPES = ["float32", "float64", "float16", "int32", "int8"]


@pytest.fixture(scope="module")
def calls() -> Functions:
    return ember.compile(Path(__file__).with_name("matmul_calls.mojo"))


def numbers(rng: np.random.Generator, dtype: str, *shape: int) -> np.ndarray:
    if dtype.startswith("int"):
        return rng.integers(-9, 9, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


def expected(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.dtype.kind == "i":
        return (a.astype(np.int64) @ b.astype(np.int64)).astype(a.dtype)
    return a.astype(np.float64) @ b.astype(np.float64)


def check(result: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    wanted = expected(a, b)
    if a.dtype.kind == "i":
        assert (result == wanted).all()
        return
    scale = np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64))
    precision = np.finfo(a.dtype).eps
    assert (np.abs(result - wanted) <= 2 * precision * (scale + np.abs(wanted))).all()


def multiply(
    calls: Functions,
    c: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    shape: tuple[int, int, int],
    strides: tuple[int, int],
    turned: int,
) -> None:
    sizes = np.array([*shape, *strides, turned], np.int64)
    calls[c.dtype.name](*(x.ctypes.data for x in (c, a, b, sizes)))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("turned", [0, 1])
def test_shapes(calls: Functions, dtype: str, turned: int) -> None:
    rng = np.random.default_rng(7)
    for m, n, k in SHAPES:
        a, b = numbers(rng, dtype, m, k), numbers(rng, dtype, k, n)
        stored = np.ascontiguousarray(b.T) if turned else b
        c = np.full((m, n), 77, dtype)
        multiply(calls, c, a, stored, (m, n, k), (k, 1), turned)
        check(c, a, b)


def test_strides(calls: Functions) -> None:
    rng = np.random.default_rng(8)
    whole, b = numbers(rng, "float32", 90, 120), numbers(rng, "float32", 40, 33)
    c = np.zeros((45, 33), np.float32)
    turned = np.ascontiguousarray(whole[::2, ::3].T)
    for a, row, column in ((whole, 240, 3), (turned, 1, 45)):
        multiply(calls, c, a, b, (45, 33, 40), (row, column), 0)
        check(c, whole[::2, ::3], b)


def test_nan_and_infinity(calls: Functions) -> None:
    a = np.ones((5, 40), np.float32)
    b = np.ones((40, 21), np.float32)
    a[1, 3], a[2, 39], b[7, 5] = np.nan, np.inf, -np.inf
    c = np.zeros((5, 21), np.float32)
    multiply(calls, c, a, b, (5, 21, 40), (40, 1), 0)
    with np.errstate(invalid="ignore"):
        assert np.array_equal(c, a @ b, equal_nan=True)


def test_epilogue(calls: Functions) -> None:
    rng = np.random.default_rng(9)
    for m, n, k in ((1, 5, 3), (1, 300, 64), (7, 19, 33), (40, 70, 300)):
        a, b = numbers(rng, "float32", m, k), numbers(rng, "float32", k, n)
        bias, c = numbers(rng, "float32", n), np.zeros((m, n), np.float32)
        calls.relu_of_sum(c.ctypes.data, a.ctypes.data, b.ctypes.data, bias.ctypes.data, m, n, k)
        wanted = np.maximum(a.astype(np.float64) @ b + bias, 0)
        assert np.allclose(c, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("turned", [0, 1])
def test_batches(calls: Functions, turned: int) -> None:
    rng = np.random.default_rng(10)
    for batch, m, n, k in ((1, 1, 1, 1), (3, 4, 5, 6), (2, 33, 17, 65), (0, 2, 2, 2)):
        a, b = (
            numbers(rng, "float32", batch, 2, m, k),
            numbers(rng, "float32", batch, 2, k, n),
        )
        stored = np.ascontiguousarray(b.swapaxes(2, 3)) if turned else b
        c = np.zeros((batch, 2, m, n), np.float32)
        calls.batched(c.ctypes.data, a.ctypes.data, stored.ctypes.data, batch, m, n, k, turned)
        assert np.allclose(c, a.astype(np.float64) @ b, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("turned", [0, 1])
def test_bits_do_not_depend_on_rows_or_packing(calls: Functions, turned: int) -> None:
    """A row alone and among others; plain, turned and packed factors; one and several blocks of the depth."""
    rng = np.random.default_rng(11)
    for n, k in ((16, 40), (100, 513), (37, 1100), (300, 64)):
        a, b = numbers(rng, "float32", 32, k), numbers(rng, "float32", k, n)
        stored, room = np.ascontiguousarray(b.T) if turned else b, np.zeros_like(b)
        whole = np.zeros((32, n), np.float32)
        multiply(calls, whole, a, stored, (32, n, k), (k, 1), turned)
        check(whole, a, b)
        for rows in (1, 2, 8, 32):
            c = np.zeros((rows, n), np.float32)
            multiply(calls, c, a, stored, (rows, n, k), (k, 1), turned)
            assert c.tobytes() == whole[:rows].tobytes()
            c[:] = 0
            addresses = (x.ctypes.data for x in (c, a, stored, room))
            calls.packed(*addresses, rows, n, k, turned)
            assert c.tobytes() == whole[:rows].tobytes()
