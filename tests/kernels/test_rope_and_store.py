"""Turning queries and keys and storing keys and values in one walk: what the two kernels do one after the other, on processors and devices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ember.driver import Accelerator, Buffer
from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops
from ember.nn import Linear, PagedCache, PagedCacheType, RotaryEmbedding
from ember.nn.kernels import quantized_matmul, rope_and_store, rope_ragged, store_kv

Array = np.ndarray[Any, Any]
QUERIES, KEYS, SIZE, TURNED, LAYER = 3, 2, 12, 8, 1


def both_ways(cache: PagedCacheType, interleaved: bool) -> Graph:
    """Queries as each way gives them; each has a cache of its own."""
    f32, device = DType.float32, cache.device
    pages, offsets, lengths, table = cache.input_types()
    heads = TensorType(f32, ["total", QUERIES + 2 * KEYS, SIZE], device)
    freqs = TensorType(f32, [16, TURNED], device)

    def forward(x: Any, freqs: Any, one: Any, other: Any, *rest: Any) -> Any:
        values = [value.tensor for value in rest]
        joined, apart = PagedCache(one.buffer, *values), PagedCache(other.buffer, *values)
        x, freqs = x.tensor, freqs.tensor
        turned = rope_and_store(x, QUERIES, joined, freqs, LAYER, interleaved=interleaved)
        keys = rope_ragged(x[:, QUERIES:-KEYS], apart, freqs, interleaved=interleaved)
        store_kv(keys, x[:, -KEYS:], apart, LAYER)
        return turned, rope_ragged(x[:, :QUERIES], apart, freqs, interleaved=interleaved)

    return Graph("both", forward, [heads, freqs, pages, pages, offsets, lengths, table])


@pytest.mark.parametrize(
    ("device", "dtype", "interleaved"),
    [
        (DeviceRef.CPU(), DType.float32, True),
        (DeviceRef.CPU(), DType.int8, False),
        (DeviceRef.GPU(), DType.bfloat16, False),
        (DeviceRef.GPU(), DType.int8, True),
    ],
    ids=str,
)
def test_one_walk_is_the_same_as_two(device: DeviceRef, dtype: DType, interleaved: bool) -> None:
    cache = PagedCacheType(2, KEYS, SIZE, 4, dtype, device)
    place = None if device.is_cpu() else Accelerator()
    rng = np.random.default_rng(2)
    x = rng.standard_normal((7, QUERIES + 2 * KEYS, SIZE), np.float32)
    freqs = rng.standard_normal((16, TURNED), np.float32)
    pages = [Buffer.zeros(cache.shape(6), dtype, place) for _ in range(2)]
    offsets, lengths = np.array([0, 3, 3, 7], np.uint32), np.array([5, 2, 0], np.uint32)
    table = np.array([[4, 1], [5, 0], [2, 3]], np.uint32)
    model = InferenceSession([] if place is None else [place]).load(both_ways(cache, interleaved))
    one, two = model.execute(x, freqs, *pages, offsets, lengths, table)
    np.testing.assert_allclose(one.to_numpy(), two.to_numpy(), atol=1e-6)
    joined, apart = map(kept, pages)
    assert joined.any()
    near = {DType.float32: 1e-6, DType.bfloat16: 1e-2, DType.int8: 2e-2}[dtype]
    np.testing.assert_allclose(joined, apart, rtol=near, atol=near)


def kept(pages: Buffer) -> Array:
    """The numbers in a cache."""
    if pages.dtype is not DType.int8:
        return pages.numbers()
    found = pages.to_numpy()
    return found[..., :-4] * np.ascontiguousarray(found[..., -4:]).view(np.float32)


def test_products_are_turned_and_stored_as_they_are_computed() -> None:
    """The way of GPUs with halves, against a product and one walk after it; both kinds of pairs, some numbers not turned."""
    device, place, size, turned, hidden = DeviceRef.GPU(), Accelerator(), 16, 8, 16
    cache = PagedCacheType(2, KEYS, size, 4, DType.float32, device)
    types = cache.input_types()
    rows = [size * heads for heads in (QUERIES, KEYS, KEYS)]

    def forward(x: Any, *rest: Any) -> Any:
        raw, pages, values = rest[:3], rest[3:7], [value.tensor for value in rest[7:]]
        results = []
        for number, interleaved in enumerate((True, False)):
            ropes = RotaryEmbedding(turned, 100.0, 16, device, interleaved)
            ropes.freqs = values[3]  # type: ignore[assignment]
            layers = [Linear(hidden, count, DType.float32, device) for count in rows]
            for layer, weight in zip(layers, raw):
                layer.weight = weight.tensor
            one, other = (
                PagedCache(p.buffer, *values[:3]) for p in pages[2 * number : 2 * number + 2]
            )
            results.append(ropes.project("bf16", x.tensor, layers, QUERIES, one, LAYER))
            heads = quantized_matmul("bf16", x.tensor, ops.concat([w.tensor for w in raw], axis=0))
            heads = heads.reshape([x.tensor.shape[0], QUERIES + 2 * KEYS, size])
            results.append(ropes.store(heads, QUERIES, other, LAYER))
        return tuple(results)

    given = [TensorType(DType.float32, ["total", hidden], device)]
    given += [TensorType(DType.uint8, [count, 2 * hidden], device) for count in rows]
    graph = Graph("project", forward, [*given, *[types[0]] * 4, *types[1:], TensorType(DType.float32, [16, turned], device)])  # fmt: skip
    rng = np.random.default_rng(3)
    raw = [(rng.standard_normal((n, hidden)).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).view(np.uint8) for n in rows]  # fmt: skip
    pages = [Buffer.zeros(cache.shape(6), DType.float32, place) for _ in range(4)]
    offsets, lengths = np.array([0, 3, 3, 7], np.uint32), np.array([5, 2, 0], np.uint32)
    table = np.array([[4, 1], [5, 0], [2, 3]], np.uint32)
    x, freqs = rng.standard_normal((7, hidden), np.float32), rng.standard_normal((16, turned), np.float32)  # fmt: skip
    found = InferenceSession([place]).load(graph).execute(x, *raw, *pages, offsets, lengths, table, freqs)  # fmt: skip
    for one, other in (found[:2], found[2:], pages[:2], pages[2:]):
        assert one.to_numpy().any()
        np.testing.assert_allclose(one.to_numpy(), other.to_numpy(), atol=1e-5)
