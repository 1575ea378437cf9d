"""Steps of models in NumPy: graphs by the referee of `tests/graph`, kernels by what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ember.dtype import DType
from ember.graph import Graph
from ember.nn import WeightData
from ember.pipelines.step import SETTINGS
from ember.pipelines.weights import gptq
from ember.pipelines.weights.formats import Format, dequantize
from tests.graph import reference

Array = np.ndarray[Any, Any]


def run(graph: Graph, inputs: Sequence[Array], weights: Mapping[str, Array]) -> list[Array]:
    """The outputs of a step; the pages of the cache are changed in place."""
    return reference.evaluate(graph.op, inputs, weights, KERNELS)


def greedy(rows: int) -> list[Array]:
    """The inputs of a step that say how tokens are sampled, in the order of `step.SETTINGS`: the likeliest each time."""
    shapes = {"rows": rows, "edit_rows": rows + 1, "edits": 0}
    found = [np.zeros(shapes[length], dtype.to_numpy()) for _, dtype, length in SETTINGS]
    found[2] += 1
    return found


def _positions(offsets: Array, lengths: Array) -> list[tuple[int, int, int]]:
    """For each row: its sequence, its position, its row."""
    return [
        (sequence, int(lengths[sequence]) + row - int(offsets[sequence]), row)
        for sequence in range(len(lengths))
        for row in range(int(offsets[sequence]), int(offsets[sequence + 1]))
    ]


def _rope(
    parameters: Mapping[str, Any], x: Array, offsets: Array, lengths: Array, freqs: Array
) -> list[Array]:
    at = np.array([position for _, position, _ in _positions(offsets, lengths)])
    rotary = freqs.shape[1]
    cos, sin = freqs[at, None, 0::2], freqs[at, None, 1::2]
    result = x.copy()
    if parameters["interleaved"]:
        first, second = slice(0, rotary, 2), slice(1, rotary, 2)
    else:
        first, second = slice(0, rotary // 2), slice(rotary // 2, rotary)
    a, b = x[..., first], x[..., second]
    result[..., first], result[..., second] = a * cos - b * sin, a * sin + b * cos
    return [result]


def _store(
    parameters: Mapping[str, Any], pages: Array, keys: Array, values: Array, offsets: Array, lengths: Array, table: Array, layer: Array
) -> list[Array]:  # fmt: skip
    size = pages.shape[3]
    for sequence, position, row in _positions(offsets, lengths):
        page = table[sequence, position // size]
        pages[page, 0, layer, position % size] = keys[row]
        pages[page, 1, layer, position % size] = values[row]
    return []


def _rope_store(
    parameters: Mapping[str, Any], heads: Array, pages: Array, offsets: Array, lengths: Array, table: Array, freqs: Array, layer: Array
) -> list[Array]:  # fmt: skip
    keys = pages.shape[4]
    (turned,) = _rope(parameters, heads[:, :-keys], offsets, lengths, freqs)
    _store({}, pages, turned[:, -keys:], heads[:, -keys:], offsets, lengths, table, layer)
    return [turned[:, :-keys].copy()]


def _attend(
    parameters: Mapping[str, Any], queries: Array, pages: Array, offsets: Array, lengths: Array, table: Array, layer: Array, scale: Array, softcap: Array
) -> list[Array]:  # fmt: skip
    result = np.zeros_like(queries)
    group = queries.shape[1] // pages.shape[4]
    for sequence in range(len(lengths)):
        rows = slice(int(offsets[sequence]), int(offsets[sequence + 1]))
        had, new = int(lengths[sequence]), rows.stop - rows.start
        own = pages[table[sequence], :, layer]
        keys, values = (own[:, w].reshape(-1, *pages.shape[4:])[: had + new] for w in (0, 1))
        scores = np.einsum("qhd,khd->hqk", queries[rows], keys.repeat(group, 1)) * scale
        if softcap:
            scores = softcap * np.tanh(scores / softcap)
        at, seen = had + np.arange(new)[:, None], np.arange(had + new)[None]
        hidden = (seen > at) if parameters["causal"] else np.zeros((new, had + new), bool)
        if parameters["window"]:
            hidden = hidden | (seen <= at - parameters["window"])
        scores[:, hidden] = -np.inf
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        result[rows] = np.einsum("hqk,khd->qhd", shares, values.repeat(group, 1))
    return [result]


def _qmatmul(parameters: Mapping[str, Any], x: Array, weight: Array) -> list[Array]:
    return [x @ _numbers(parameters["encoding"], weight).T]


def _numbers(encoding: str, rows: Array) -> Array:
    if encoding in gptq.ENCODINGS:
        return gptq.numbers(WeightData(rows, DType.uint8, encoding), None)
    return dequantize(rows, Format[encoding.upper()])


def _grouped(parameters: Mapping[str, Any], x: Array, weights: Array, starts: Array, ids: Array) -> list[Array]:  # fmt: skip
    numbers = _numbers(parameters["encoding"], weights.reshape(-1, weights.shape[2]))
    return [reference.grouped_product(x, numbers.reshape(*weights.shape[:2], -1), starts, ids)]


def _dequantize(parameters: Mapping[str, Any], rows: Array) -> list[Array]:
    return [_numbers(parameters["encoding"], rows)]


def _where(
    parameters: Mapping[str, Any], tokens: Array, offsets: Array, lengths: Array
) -> list[Array]:
    return [np.array([at for _, at, _ in _positions(offsets, lengths)], np.int32)]


KERNELS = {
    "mo.positions.ragged": _where,
    "mo.rope.ragged": _rope,
    "mo.kv_cache.store.ragged.paged": _store,
    "mo.rope.store.ragged.paged": _rope_store,
    "mo.mha.ragged.paged": _attend,
    "mo.qmatmul.pack": lambda parameters, weight: [weight],
    "mo.qmatmul.packed": _qmatmul,
    "mo.dequantize": _dequantize,
    "mo.grouped.qmatmul.ragged.pack": lambda parameters, weights: [weights],
    "mo.grouped.qmatmul.ragged.packed": _grouped,
}


def _mixed(number: Array) -> Array:
    with np.errstate(over="ignore"):
        x = number + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


def _sample(
    parameters: Mapping[str, Any], logits: Array, temperature: Array, top_k: Array, top_p: Array, min_p: Array, seeds: Array, positions: Array,
    offsets: Array, tokens: Array, penalties: Array, biases: Array
) -> list[Array]:  # fmt: skip
    """Without limits on which tokens are drawn from."""
    chosen, chances = np.zeros(len(logits), np.int32), np.zeros(len(logits), np.float32)
    for row in range(len(logits)):
        scores = logits[row].copy()
        for edit in range(int(offsets[row]), int(offsets[row + 1])):
            score = scores[tokens[edit]]
            score = score / penalties[edit] if score > 0 else score * penalties[edit]
            scores[tokens[edit]] = score + biases[edit]
        best = int(scores.argmax())
        if temperature[row] > 0:
            scores = (scores - scores[best]) / temperature[row]
            start = _mixed(seeds[row : row + 1] ^ _mixed(positions[row : row + 1].astype(np.uint64) + np.uint64(1)))  # fmt: skip
            noise = _mixed(start + np.arange(len(scores), dtype=np.uint64)) >> np.uint64(40)
            best = int((scores - np.log(-np.log((noise + 0.5) / 16777216))).argmax())
        chosen[row] = best
        chances[row] = scores[best] - scores.max() - np.log(np.exp(scores - scores.max()).sum())
    return [chosen, chances]


KERNELS["mo.sample.ragged"] = _sample
