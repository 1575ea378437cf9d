"""Rotary embeddings, attention over pages, and sampling against NumPy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ember
from ember.binding.functions import Functions

Array = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def calls() -> Functions:
    return ember.compile(Path(__file__).with_name("kv_cache_calls.mojo"))


def addresses(*arrays: Array) -> Array:
    return np.array([array.ctypes.data for array in arrays], np.int64)


@pytest.mark.parametrize("is_interleaved", [True, False])
@pytest.mark.parametrize("rotary", [8, 6])
def test_rope(calls: Functions, is_interleaved: bool, rotary: int) -> None:
    rng = np.random.default_rng(1)
    offsets, lengths = np.array([0, 3, 3, 7], np.uint32), np.array([5, 2, 0], np.uint32)
    x = rng.standard_normal((7, 2, 8), np.float32)
    angles = rng.standard_normal((16, rotary // 2), np.float32)
    freqs = np.stack([np.cos(angles), np.sin(angles)], -1).reshape(16, rotary)
    y = np.zeros_like(x)
    shape = np.array([7, 2, 8, 3, 16, rotary], np.int64)
    calls["rope"](addresses(y, x, offsets, lengths, freqs), shape, is_interleaved)
    half = rotary // 2
    positions = np.array([5, 6, 7, 0, 1, 2, 3])
    first, second = (x[..., 0:rotary:2], x[..., 1:rotary:2]) if is_interleaved else (x[..., :half], x[..., half:rotary])  # fmt: skip
    cos, sin = np.cos(angles[positions])[:, None], np.sin(angles[positions])[:, None]
    a, b = first * cos - second * sin, first * sin + second * cos
    turned = np.stack([a, b], -1).reshape(7, 2, rotary) if is_interleaved else np.concatenate([a, b], -1)  # fmt: skip
    np.testing.assert_allclose(y, np.concatenate([turned, x[..., rotary:]], -1), atol=1e-6)


def test_positions(calls: Functions) -> None:
    offsets, lengths = np.array([0, 3, 3, 7], np.uint32), np.array([5, 2, 0], np.uint32)
    found, tokens = np.full(7, -1, np.int32), np.zeros(7, np.int32)
    calls["positions"](addresses(found, tokens, offsets, lengths), 7, 3)
    assert found.tolist() == [5, 6, 7, 0, 1, 2, 3]


def packed(numbers: Array, kind: int) -> Array:
    """Numbers as the cache of a kind holds them."""
    if kind == 4:
        return (numbers.view(np.uint32) + 0x8000 >> 16).astype(np.uint16)
    if kind == 5:
        scale = np.abs(numbers).max(-1, keepdims=True) / np.float32(127)
        return np.concatenate([np.round(numbers / scale).astype(np.int8), scale.view(np.int8)], -1)
    return numbers.astype(np.float16 if kind == 3 else np.float32)


def unpacked(kept: Array, kind: int) -> Array:
    """The numbers that a cache of a kind stands for."""
    if kind == 4:
        return (kept.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if kind == 5:
        return kept[..., :-4] * np.ascontiguousarray(kept[..., -4:]).view(np.float32).astype(float)
    return kept.astype(np.float64)


@pytest.mark.parametrize("kind", range(6))
@pytest.mark.parametrize("softcap", [0.0, 2.0])
def test_attention(calls: Functions, kind: int, softcap: float) -> None:
    rng = np.random.default_rng(kind)
    heads, kv_heads, size, layers, page, width = 6, 2, 12, 3, 4, 5
    offsets, lengths = np.array([0, 4, 5, 14], np.uint32), np.array([3, 7, 0], np.uint32)
    table = rng.permutation(3 * width).astype(np.uint32).reshape(3, width)
    kv = packed(rng.standard_normal((3 * width, 2, layers, page, kv_heads, size), np.float32), kind)
    before = kv.copy()
    q = rng.standard_normal((14, heads, size), np.float32)
    k, v = rng.standard_normal((2, 14, kv_heads, size), np.float32)
    result = np.zeros_like(q)
    shape = np.array(
        [14, 3, heads, width, 3 * width, layers, page, kv_heads, kv.shape[-1], size], np.int64
    )
    given = addresses(result, q, k, v, kv, offsets, lengths, table)
    calls["attend"](given, shape, kind, 1, 0.3, softcap)
    assert (kv[:, :, [0, 2]] == before[:, :, [0, 2]]).all(), "other layers stay as they are"
    for sequence in range(3):
        rows = slice(offsets[sequence], offsets[sequence + 1])
        had, new = int(lengths[sequence]), int(offsets[sequence + 1] - offsets[sequence])
        pages = unpacked(before[table[sequence], :, 1], kind)
        keys, values = (pages[:, w].reshape(-1, kv_heads, size)[:had] for w in (0, 1))
        keys = np.concatenate([keys, unpacked(packed(k[rows], kind), kind)])
        values = np.concatenate([values, unpacked(packed(v[rows], kind), kind)])
        scores = np.einsum("qhd,khd->hqk", q[rows].astype(np.float64), keys.repeat(3, 1)) * 0.3
        if softcap:
            scores = softcap * np.tanh(scores / softcap)
        at, seen = had + np.arange(new)[:, None], np.arange(had + new)[None]
        hidden = seen > at if kind != 2 else np.zeros((new, had + new), bool)
        if kind == 1:
            hidden |= seen <= at - 5
        scores[:, hidden] = -np.inf
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        wanted = np.einsum("hqk,khd->qhd", weights, values.repeat(3, 1))
        np.testing.assert_allclose(result[rows], wanted, atol=2e-3 if kind >= 3 else 2e-5)


def test_attention_of_a_token_does_not_depend_on_its_batch(calls: Functions) -> None:
    """The same bits alone, in a batch, token by token, and in one stretch; keys are many enough to be shared among threads."""
    rng = np.random.default_rng(5)
    heads, kv_heads, size, page, width, had, new = 6, 2, 20, 64, 30, 1200, 40
    kv = rng.standard_normal((3 * width, 2, 1, page, kv_heads, size)).astype(np.float32)
    q, k, v = (rng.standard_normal((3 * new, h, size), np.float32) for h in (heads, kv_heads, kv_heads))  # fmt: skip
    table = np.arange(3 * width, dtype=np.uint32).reshape(3, width)

    def attend(first: int, count: int, sequences: list[int]) -> Array:
        """The tokens `first` … of some sequences after all before them are in the pages."""
        rows = np.concatenate([np.arange(s * new + first, s * new + first + count) for s in sequences])  # fmt: skip
        arrays = [np.zeros((len(rows), heads, size), np.float32), q[rows], k[rows], v[rows], kv]
        ragged = [np.arange(len(sequences) + 1) * count, np.full(len(sequences), had + first), table[sequences]]  # fmt: skip
        given = [*arrays, *[np.ascontiguousarray(a, np.uint32) for a in ragged]]
        shape = [len(rows), len(sequences), heads, width, 3 * width, 1, page, kv_heads, size, size]
        calls["attend"](addresses(*given), np.array(shape, np.int64), 0, 0, 0.3, 0.0)
        return given[0].reshape(len(sequences), count, heads, size)

    together = attend(0, new, [0, 1, 2])
    for sequence in range(3):
        assert attend(0, new, [sequence])[0].tobytes() == together[sequence].tobytes()
    for token in (0, 7, new - 1):
        assert attend(token, 1, [1])[0, 0].tobytes() == together[1, token].tobytes()
        assert attend(token, 1, [2, 1])[1, 0].tobytes() == together[1, token].tobytes()


def drawn(calls: Functions, logits: Array, **settings: Any) -> tuple[Array, Array]:
    rows = len(logits)

    def each(name: str, dtype: Any, default: Any) -> Array:
        return np.broadcast_to(settings.get(name, default), rows).astype(dtype)

    edits = settings.get("edits", [[]] * rows)
    flat = [edit for row in edits for edit in row]
    tokens, chances = np.zeros(rows, np.int32), np.zeros(rows, np.float32)
    arrays = [
        tokens, chances, logits, each("temperature", np.float32, 1), each("top_k", np.int32, 0), each("top_p", np.float32, 1),
        each("min_p", np.float32, 0), each("seeds", np.uint64, 0), each("positions", np.uint32, 0),
        np.cumsum([0, *map(len, edits)]).astype(np.uint32), np.array([e[0] for e in flat], np.int32),
        np.array([e[1] for e in flat], np.float32), np.array([e[2] for e in flat], np.float32),
    ]  # fmt: skip
    calls["sample"](addresses(*arrays), rows, logits.shape[1], len(flat))
    return tokens, chances


def test_greedy_takes_the_first_of_the_highest(calls: Functions) -> None:
    logits = np.array([[1, 3, 3, 2], [0, 0, 0, 0]], np.float32)
    tokens, chances = drawn(calls, logits, temperature=0)
    assert tokens.tolist() == [1, 0]
    wanted = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    np.testing.assert_allclose(chances, wanted[[0, 1], [1, 0]], atol=1e-6)


def test_edits(calls: Functions) -> None:
    logits = np.array([[2.0, 3.0, -1.0], [2.0, 3.0, -1.0]], np.float32)
    edits = [[(1, 2.0, 0.0)], [(2, 1.0, 10.0), (1, 1.0, -5.0)]]
    assert drawn(calls, logits, temperature=0, edits=edits)[0].tolist() == [0, 2]


def test_draws_follow_the_probabilities(calls: Functions) -> None:
    row = np.log(np.array([0.5, 0.3, 0.15, 0.05], np.float32))
    logits = np.repeat(row[None], 20000, 0)
    positions = np.arange(20000)
    shares = np.bincount(drawn(calls, logits, positions=positions)[0], minlength=4) / 20000
    np.testing.assert_allclose(shares, np.exp(row), atol=0.02)
    assert set(drawn(calls, logits, positions=positions, top_k=2)[0]) == {0, 1}
    assert set(drawn(calls, logits, positions=positions, top_p=0.7)[0]) == {0, 1}
    assert set(drawn(calls, logits, positions=positions, top_p=0.9)[0]) == {0, 1, 2}
    assert set(drawn(calls, logits, positions=positions, min_p=0.2)[0]) == {0, 1, 2}
    assert set(drawn(calls, logits, positions=positions, top_k=3, top_p=0.8)[0]) == {0, 1}
    tokens = drawn(calls, logits, positions=positions, temperature=0.1)[0]
    assert (tokens == 0).mean() > 0.97


def test_a_row_does_not_depend_on_its_batch(calls: Functions) -> None:
    rng = np.random.default_rng(3)
    logits = rng.standard_normal((6, 1000), np.float32)
    seeds, positions = np.arange(6) + 7, np.arange(6) * 3
    together = drawn(calls, logits, seeds=seeds, positions=positions, top_p=0.9)[0]
    for i in range(6):
        alone = drawn(calls, logits[i : i + 1], seeds=seeds[i], positions=positions[i], top_p=0.9)
        assert alone[0][0] == together[i]
