"""Quantised weights against the readers of weights in NumPy: what the bytes mean, products, packing, bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ember
from ember.binding.functions import Functions
from ember.dtype import DType
from ember.nn import WeightData
from ember.pipelines.weights import gptq
from ember.pipelines.weights.formats import Format, dequantize

ENCODINGS = ["q4_0", "q4_1", "q5_0", "q5_1", "q8_0", "q4_k", "q5_k", "q6_k", "gptq_128"]
HALVES = ["f16", "bf16"]
DECODE, PACK, PLAIN, PACKED = range(4)


@pytest.fixture(scope="module")
def calls() -> Functions:
    return ember.compile(Path(__file__).with_name("qmatmul_calls.mojo"))


def encoded(encoding: str, rows: int, columns: int) -> np.ndarray:
    """Random bytes with sensible scales."""
    rng = np.random.default_rng(len(encoding) + rows + columns)
    if encoding == "gptq_128":
        blocks = rng.integers(0, 256, (rows, columns // 128, 68), np.uint8)
        heads = [rng.uniform(-0.1, 0.1, blocks.shape[:2]), rng.integers(0, 16, blocks.shape[:2])]
        blocks[..., :4] = np.stack(heads, axis=-1).astype(np.float16).view(np.uint8)
        return blocks.reshape(rows, -1)
    form = Format[encoding.upper()]
    if encoding in HALVES:
        numbers = rng.standard_normal((rows, columns)).astype(np.float32)
        if encoding == "f16":
            return numbers.astype(np.float16).view(np.uint8)
        return np.ascontiguousarray(numbers.view(np.uint16)[:, 1::2]).view(np.uint8)
    blocks = rng.integers(0, 256, (rows, columns // form.elements, form.size), np.uint8)
    scales = rng.uniform(-0.1, 0.1, (*blocks.shape[:2], 2)).astype(np.float16).view(np.uint8)
    if encoding == "q6_k":
        blocks[..., -2:] = scales[..., :2]
    else:
        size = 4 if encoding.endswith(("_1", "_k")) else 2
        blocks[..., :size] = scales[..., :size]
    return np.ascontiguousarray(blocks.reshape(rows, -1))


def decoded(rows: np.ndarray, encoding: str) -> np.ndarray:
    if encoding in gptq.ENCODINGS:
        return gptq.numbers(WeightData(rows, DType.uint8, encoding), None)
    return dequantize(rows, Format[encoding.upper()])


def quantized(a: np.ndarray) -> np.ndarray:
    """What activations become on the way: bytes with a scale for each 32."""
    blocks = a.reshape(len(a), -1, 32)
    largest = np.abs(blocks).max(-1, keepdims=True)
    inverse = np.divide(np.float32(127), largest, out=np.zeros_like(largest), where=largest > 0)
    return (np.round(blocks * inverse) * (largest / np.float32(127)).astype(np.float64)).reshape(
        a.shape
    )


def as_halves(a: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Products as processors that compute with halves sum them up: runs of 32 in halves, scaled by a power of two, then in floats."""
    total = np.zeros((len(a), len(weights)))
    for start in range(0, a.shape[1], 32):
        run, part = a[:, start : start + 32], weights[:, start : start + 32]
        power = 2.0 ** (np.floor(np.log2(np.abs(run).max(-1, keepdims=True))) + 6)
        sums = np.zeros(total.shape, np.float16)
        halves = (run / power).astype(np.float16).astype(np.float64)
        for k in range(run.shape[1]):
            sums = (sums + np.outer(halves[:, k], part[:, k])).astype(np.float16)
        total += sums * power
    return total


def call(
    calls: Functions, encoding: str, what: int, c: np.ndarray, a: np.ndarray, b: np.ndarray
) -> np.ndarray:
    m, k = a.shape
    calls[encoding](what, c.ctypes.data, a.ctypes.data, b.ctypes.data, m, b.shape[0], k, b.shape[1])
    return c


@pytest.mark.parametrize("encoding", [*ENCODINGS, *HALVES])
def test_numbers(calls: Functions, encoding: str) -> None:
    b = encoded(encoding, 5, 512)
    result = call(calls, encoding, DECODE, np.zeros((5, 512), np.float32), np.zeros((1, 512)), b)
    assert np.array_equal(result, decoded(b, encoding))


@pytest.mark.parametrize("encoding", [*ENCODINGS, *HALVES])
@pytest.mark.parametrize(
    "shape", [(1, 16, 256), (1, 3, 256), (5, 37, 512), (70, 48, 768), (8, 1, 256), (15, 13, 256)]
)
def test_products(calls: Functions, encoding: str, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    b = encoded(encoding, n, k)
    a = np.random.default_rng(3).standard_normal((m, k)).astype(np.float32)
    weights = decoded(b, encoding).astype(np.float64)
    if encoding == "f16" and calls.has_half_sums():
        wanted = as_halves(a, weights)
    else:
        wanted = (a.astype(np.float64) if encoding in HALVES else quantized(a)) @ weights.T
    scale = np.abs(a) @ np.abs(weights).T
    plain = call(calls, encoding, PLAIN, np.zeros((m, n), np.float32), a, b)
    assert (np.abs(plain - wanted) <= 1e-5 * scale).all()
    assert (np.abs(plain - a @ weights.T) <= (1e-3 if encoding in HALVES else 1e-2) * scale).all()
    packed = call(calls, encoding, PACK, np.zeros_like(b), a, b)
    assert np.array_equal(
        plain, call(calls, encoding, PACKED, np.zeros((m, n), np.float32), a, packed)
    )


@pytest.mark.parametrize("encoding", [*ENCODINGS, *HALVES])
def test_bits_do_not_depend_on_the_number_of_rows(calls: Functions, encoding: str) -> None:
    b = encoded(encoding, 40, 512)
    a = np.random.default_rng(4).standard_normal((32, 512)).astype(np.float32)
    whole = call(calls, encoding, PLAIN, np.zeros((32, 40), np.float32), a, b)
    for rows in (1, 2, 8):
        part = call(calls, encoding, PLAIN, np.zeros((rows, 40), np.float32), a[:rows].copy(), b)
        assert part.tobytes() == whole[:rows].tobytes()


def test_halves_neither_overflow_nor_vanish(calls: Functions) -> None:
    b = np.full((3, 40), 65504, np.float16).view(np.uint8)
    a = np.full((2, 40), 1e30, np.float32)
    a[1] = 1e-30
    result = call(calls, "f16", PLAIN, np.zeros((2, 3), np.float32), a, b)
    assert np.allclose(result / (a[:, :3] * 65504 * 40), 1, rtol=5e-3)


@pytest.mark.parametrize("encoding", ["q4_1", "f16"])
def test_zeros_and_what_is_no_number(calls: Functions, encoding: str) -> None:
    b = encoded(encoding, 8, 64)
    a = np.zeros((3, 64), np.float32)
    a[1, 5], a[2, 40] = np.nan, np.inf
    result = call(calls, encoding, PLAIN, np.ones((3, 8), np.float32), a, b)
    assert (result[0] == 0).all()
    assert not np.isfinite(result[1:]).any()


def test_rows_that_do_not_fit(calls: Functions) -> None:
    b = encoded("q4_1", 8, 64)
    with pytest.raises(Exception, match="have 40 bytes, which is not 96 weights"):
        call(calls, "q4_1", PLAIN, np.ones((1, 8), np.float32), np.zeros((1, 96), np.float32), b)
