"""Attention over pages on the simulated device: against NumPy, and the same bits whatever the batch around a token."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ember.driver import Accelerator, Buffer
from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph import DeviceRef, Graph
from ember.graph.api.types import TensorType
from ember.nn import PagedCache, PagedCacheType
from ember.nn.kernels import attention_ragged

PAGE = 16
Array = np.ndarray[Any, Any]


def attention_model(heads: int, kv_heads: int, size: int, dtype: DType, **options: Any) -> Model:
    device = DeviceRef.GPU()
    cache = PagedCacheType(2, kv_heads, size, PAGE, dtype, device)
    queries = TensorType(DType.float32, ["total", heads, size], device)

    def forward(x: Any, pages: Any, *rest: Any) -> Any:
        batch = PagedCache(pages.buffer, *(value.tensor for value in rest))
        return attention_ragged(x.tensor, batch, 1, scale=0.3, **options)

    graph = Graph("attention", forward, [queries, *cache.input_types()])
    return InferenceSession(devices=[Accelerator()]).load(graph)


def run(model: Model, queries: Array, pages: Buffer, news: list[int], lengths: list[int], table: Array) -> Array:  # fmt: skip
    offsets = np.cumsum([0, *news]).astype(np.uint32)
    (found,) = model.execute(queries, pages, offsets, np.array(lengths, np.uint32), table)
    return found.to_numpy()


def expected(queries: Array, pages: Array, news: list[int], lengths: list[int], table: Array, window: int = 0, softcap: float = 0.0, causal: bool = True) -> Array:  # fmt: skip
    result = np.zeros(queries.shape)
    group = queries.shape[1] // pages.shape[4]
    row = 0
    for sequence, (new, length) in enumerate(zip(news, lengths, strict=True)):
        for token in range(new):
            position = length + token
            first = max(0, position + 1 - window) if window else 0
            at = np.arange(first, position + 1 if causal else length + new)
            keys, values = (pages[table[sequence, at // PAGE], which, 1, at % PAGE] for which in (0, 1))  # fmt: skip
            for head in range(queries.shape[1]):
                scores = keys[:, head // group] @ queries[row, head] * 0.3
                if softcap:
                    scores = softcap * np.tanh(scores / softcap)
                weights = np.exp(scores - scores.max())
                result[row, head] = weights @ values[:, head // group] / weights.sum()
            row += 1
    return result


@pytest.mark.parametrize(
    ("heads", "kv_heads", "size", "window", "softcap"),
    [(4, 1, 64, 0, 0.0), (6, 2, 32, 0, 2.0), (2, 2, 128, 40, 0.0), (3, 3, 24, 0, 0.0)],
)
def test_attention(heads: int, kv_heads: int, size: int, window: int, softcap: float) -> None:
    random = np.random.default_rng(size)
    news, lengths = [1, 3, 1], [0, 7, 530]
    width = 40
    pages = random.standard_normal((3 * width, 2, 2, PAGE, kv_heads, size)).astype(np.float32)
    table = random.permutation(3 * width).astype(np.uint32).reshape(3, width)
    queries = random.standard_normal((sum(news), heads, size)).astype(np.float32)
    model = attention_model(heads, kv_heads, size, DType.float32, window=window, softcap=softcap)
    there = Buffer.from_numpy(pages).to(Accelerator())
    found = run(model, queries, there, news, lengths, table)
    wanted = expected(queries, pages.astype(np.float64), news, lengths, table, window, softcap)
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)
    alone = run(model, queries[4:], there, [1], [530], table[2:])
    assert alone.tobytes() == found[4:].tobytes()
    part = run(model, queries[2:4], there, [2], [8], table[1:2])
    assert part.tobytes() == found[2:4].tobytes()


def halves(numbers: Array) -> Array:
    """Numbers that bf16 has."""
    return (numbers.astype(np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32)


@pytest.mark.parametrize(
    ("heads", "kv_heads", "size", "options"),
    [
        (3, 1, 64, {"window": 40, "softcap": 2.0}),
        (4, 2, 128, {"early": True}),
        (6, 2, 64, {"causal": False, "early": True}),
    ],
)
def test_attention_over_halves(heads: int, kv_heads: int, size: int, options: dict[str, Any]) -> None:  # fmt: skip
    random = np.random.default_rng(size)
    news, lengths = [1, 22, 0, 5], [530, 0, 3, 20]
    width = 40
    pages = halves(random.standard_normal((4 * width, 2, 2, PAGE, kv_heads, size)))
    table = random.permutation(4 * width).astype(np.uint32).reshape(4, width)
    queries = halves(random.standard_normal((sum(news), heads, size)))
    model = attention_model(heads, kv_heads, size, DType.bfloat16, **options)
    raw = (pages.view(np.uint32) >> 16).astype(np.uint16)
    there = Buffer.from_numpy(raw).view(DType.bfloat16, raw.shape).to(Accelerator())
    found = run(model, queries, there, news, lengths, table)
    seen = {name: value for name, value in options.items() if name != "early"}
    wanted = expected(queries, pages.astype(np.float64), news, lengths, table, **seen)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=0.02)
    # Alone, as one of two, or among so many rows that blocks are shared out otherwise.
    alone = run(model, queries[:1], there, [1], [530], table[:1])
    assert alone.tobytes() == found[:1].tobytes()
    if options.get("causal", True):
        part = run(model, queries[20:22], there, [2], [19], table[1:2])
        assert part.tobytes() == found[20:22].tobytes()
    many = np.repeat(queries[:1], 70, axis=0)
    crowd = run(model, many, there, [1] * 70, [530] + [0] * 69, np.repeat(table[:1], 70, axis=0))
    assert crowd[:1].tobytes() == alone.tobytes()
