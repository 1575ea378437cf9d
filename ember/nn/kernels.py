"""Kernels of models by their names: ragged batches, caches in pages, quantised weights, sampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ember.dtype import DType
from ember.graph import DeviceRef, Dim, Shape, TensorType, TensorValue, ops

if TYPE_CHECKING:
    from ember.nn.cache import PagedCache

_BLOCKS = {"q4_0": (32, 18), "q4_1": (32, 20), "q5_0": (32, 22), "q5_1": (32, 24), "q8_0": (32, 34), "q4_k": (256, 144), "q5_k": (256, 176), "q6_k": (256, 210), "gptq_32": (32, 20), "gptq_64": (64, 36), "gptq_128": (128, 68), "f16": (1, 2), "bf16": (1, 2)}  # fmt: skip
"""Elements and bytes of a block of each encoding."""

HALVES = {"f16": DType.float16, "bf16": DType.bfloat16}
"""The types of weights that are not in blocks."""

FOUR_BITS = ("q4_0", "q4_1", "gptq_32", "gptq_64", "gptq_128")
"""Weights that GPUs turn into numbers while they multiply."""


class Unscaled(NamedTuple):
    """What an RMS norm gives, but for a factor of each row: products with it are multiplied with these factors.

    A product that adds to what a layer got makes them of the sum as it is stored, so that the norm is no kernel of its own.
    """

    rows: TensorValue
    """The numbers times the norm's weights, rounded."""
    squares: TensorValue
    """Of a row's numbers, summed up by eights."""
    epsilon: float


Normed = TensorValue | Unscaled
"""What follows a norm gets."""


def row_length(encoding: str, size: int) -> int:
    """How many numbers the bytes of a row are."""
    elements, bytes_each = _BLOCKS[encoding]
    return size // bytes_each * elements


def quantized_matmul(encoding: str, x: TensorValue, weight: Any) -> TensorValue:
    """`x @ weight.T` for a weight whose rows are quantised; it is packed as the machine likes it, once, when the model is loaded."""
    raw = TensorValue(weight)
    parameters = {"encoding": encoding}
    rows = x.reshape([-1, x.shape[-1]]) if x.rank != 2 else x
    result = TensorType(DType.float32, [rows.shape[0], raw.shape[0]], x.device)
    symbol, given = "mo.qmatmul", raw
    if not x.device.is_cpu() and encoding in HALVES:
        symbol = "mo.qmatmul.halves"
        rows = ops.cast(rows, HALVES[encoding])
    if not x.device.is_cpu() and encoding in FOUR_BITS:
        symbol = "mo.qmatmul.groups"
        rows = ops.cast(rows, DType.bfloat16)
    if x.device.is_cpu():
        symbol = "mo.qmatmul.packed"
        given = ops.custom("mo.qmatmul.pack", x.device, [raw], [raw.type], parameters)[0].tensor
    product = ops.custom(symbol, x.device, [rows, given], [result], parameters)[0].tensor
    return product if x.rank == 2 else product.reshape([*x.shape[:-1], raw.shape[0]])


def grouped_matmul(encoding: str | None, x: TensorValue, weights: list[Any], starts: TensorValue, ids: TensorValue) -> TensorValue:  # fmt: skip
    """Groups of rows of `x` times the transposes of their experts' weights, which are joined, and packed as the machine likes it, when the model is loaded."""
    stacked = ops.stack([TensorValue(weight) for weight in weights], axis=0)
    if encoding is None:
        return ops.grouped_matmul_ragged(x, stacked, starts, ids)
    symbol, parameters = "mo.grouped.qmatmul.ragged", {"encoding": encoding}
    if not x.device.is_cpu() and encoding in HALVES:
        symbol, x = f"{symbol}.halves", ops.cast(x, HALVES[encoding])
    if x.device.is_cpu():
        stacked = ops.custom(f"{symbol}.pack", x.device, [stacked], [stacked.type], parameters)[0].tensor  # fmt: skip
        symbol = f"{symbol}.packed"
    result = TensorType(DType.float32, [x.shape[0], stacked.shape[1]], x.device)
    return ops.custom(symbol, x.device, [x, stacked, starts, ids], [result], parameters)[0].tensor


def added_matmul(encoding: str, x: TensorValue, rows: TensorValue, weight: Any, norm: Any, epsilon: float) -> tuple[TensorValue, Unscaled]:  # fmt: skip
    """`x + rows @ weight.T` for halves on a GPU, and what an RMS norm of weights `norm` gives for it, in one kernel."""
    dtype = HALVES[encoding]
    count, size = x.shape[0], int(x.shape[1])
    types = [
        TensorType(DType.float32, [count, size], x.device),
        TensorType(dtype, [count, size], x.device),
        TensorType(DType.float32, [count, size // 8], x.device),
    ]
    given = [ops.cast(rows, dtype), TensorValue(weight), x, TensorValue(norm)]
    made = ops.custom("mo.qmatmul.added", x.device, given, types, {"encoding": encoding})
    return made[0].tensor, Unscaled(made[1].tensor, made[2].tensor, epsilon)


def gated_matmul(encoding: str, x: Normed, gate: Any, up: Any, activation: str) -> TensorValue:
    """`act(x @ gate.T) · (x @ up.T)` for halves on a GPU, rounded to their type, in one kernel."""
    dtype = HALVES[encoding]
    both = ops.stack([TensorValue(gate), TensorValue(up)], axis=1)
    count = gate.shape[0]
    weight = both.reshape([2 * int(count), both.shape[-1]])
    if isinstance(x, Unscaled):
        result = TensorType(dtype, [x.rows.shape[0], count], x.rows.device)
        given = [x.rows, x.squares, weight, _number(x.epsilon)]
        parameters = {"encoding": encoding, "activation": activation}
        made = ops.custom("mo.qmatmul.gated.scaled", x.rows.device, given, [result], parameters)
        return made[0].tensor
    rows = ops.cast(x.reshape([-1, x.shape[-1]]) if x.rank != 2 else x, dtype)
    result = TensorType(dtype, [rows.shape[0], count], x.device)
    parameters = {"encoding": encoding, "activation": activation}
    product = ops.custom("mo.qmatmul.gated", x.device, [rows, weight], [result], parameters)[0]
    return product.tensor if x.rank == 2 else product.tensor.reshape([*x.shape[:-1], count])


def dequantize(encoding: str, rows: TensorValue) -> TensorValue:
    """The numbers in quantised rows."""
    size = row_length(encoding, int(rows.shape[-1]))
    result = TensorType(DType.float32, [rows.shape[0], size], rows.device)
    return ops.custom("mo.dequantize", rows.device, [rows], [result], {"encoding": encoding})[
        0
    ].tensor


def rope_ragged(x: TensorValue, cache: PagedCache, freqs: Any, *, interleaved: bool) -> TensorValue:
    """Turns `[total, heads, size]` by the positions of a ragged batch."""
    values = [x, cache.row_offsets, cache.lengths, freqs]
    made = ops.custom("mo.rope.ragged", x.device, values, [x.type], {"interleaved": interleaved})
    return made[0].tensor


def positions_ragged(tokens: TensorValue, cache: PagedCache) -> TensorValue:
    """Where in its sequence each token is."""
    result = TensorType(DType.int32, tokens.shape, tokens.device)
    values = [tokens, cache.row_offsets, cache.lengths]
    return ops.custom("mo.positions.ragged", tokens.device, values, [result])[0].tensor


def store_kv(keys: TensorValue, values: TensorValue, cache: PagedCache, layer: int) -> None:
    """Keys and values of the step's tokens into the pages of a layer."""
    given = [cache.pages, keys, values, cache.row_offsets, cache.lengths, cache.table, _number(layer, DType.uint32)]  # fmt: skip
    ops.inplace_custom("mo.kv_cache.store.ragged.paged", keys.device, given)


def rope_and_store(
    heads: TensorValue,
    queries: int,
    cache: PagedCache,
    freqs: Any,
    layer: int,
    *,
    interleaved: bool,
) -> TensorValue:
    """Of `[total, heads, size]`, queries, then keys, then values: the queries turned; the keys, turned, and the values go into the pages of a layer."""
    result = TensorType(heads.dtype, [heads.shape[0], queries, heads.shape[2]], heads.device)
    return _turned_and_stored("mo.rope.store.ragged.paged", [heads], result, cache, freqs, layer, interleaved)  # fmt: skip


def project_and_store(
    encoding: str,
    x: Normed,
    weight: TensorValue,
    queries: int,
    cache: PagedCache,
    freqs: Any,
    layer: int,
    *,
    interleaved: bool,
) -> TensorValue:
    """What `rope_and_store` gives for `x @ weight.T`, for halves on a GPU, in one kernel; rows of a pair that is turned lie together in the weight."""
    size = int(cache.pages.shape[-1])
    dtype = cache.pages.dtype if cache.pages.dtype in HALVES.values() else DType.float32
    rows = x.rows if isinstance(x, Unscaled) else ops.cast(x, HALVES[encoding])
    result = TensorType(dtype, [rows.shape[0], queries, size], rows.device)
    op, given = "mo.project.store.ragged.paged", [rows, weight]
    if isinstance(x, Unscaled):
        op = "mo.project.scaled.store.ragged.paged"
        given = [rows, x.squares, weight, _number(x.epsilon)]
    return _turned_and_stored(op, given, result, cache, freqs, layer, interleaved)


def _turned_and_stored(
    op: str,
    values: list[TensorValue],
    result: TensorType,
    cache: PagedCache,
    freqs: Any,
    layer: int,
    interleaved: bool,
) -> TensorValue:
    given = [*values, cache.pages, cache.row_offsets, cache.lengths, cache.table, TensorValue(freqs), _number(layer, DType.uint32)]  # fmt: skip
    made = ops.inplace_custom(op, result.device, given, [result], {"interleaved": interleaved})
    return made[0].tensor


def attention_ragged(
    queries: TensorValue,
    cache: PagedCache,
    layer: int,
    *,
    scale: float,
    window: int = 0,
    softcap: float = 0.0,
    causal: bool = True,
    dtype: DType | None = None,
    early: bool = False,
) -> TensorValue:
    """Attention of each token over its sequence, out of the pages of a layer; the result is of `dtype`, or of the queries' type.

    `early` promises that what is right before it makes the queries and stores the keys and values of this step, and nothing else that it reads.
    """
    numbers = [_number(layer, DType.uint32), _number(scale), _number(softcap)]
    given = [queries, cache.pages, cache.row_offsets, cache.lengths, cache.table, *numbers]
    parameters = {"window": window, "causal": causal, "early": early}
    result = TensorType(dtype or queries.dtype, queries.shape, queries.device)
    made = ops.inplace_custom("mo.mha.ragged.paged", queries.device, given, [result], parameters)
    return made[0].tensor


def sample(logits: TensorValue, settings: list[TensorValue]) -> tuple[TensorValue, TensorValue]:
    """The next token of every row, and the logarithm of its probability; settings as `SAMPLING` lists them."""
    rows: Dim = logits.shape[0]
    tokens = TensorType(DType.int32, Shape([rows]), logits.device)
    chances = TensorType(DType.float32, Shape([rows]), logits.device)
    made = ops.custom("mo.sample.ragged", logits.device, [logits, *settings], [tokens, chances])
    return made[0].tensor, made[1].tensor


def _number(value: float, dtype: DType = DType.float32) -> TensorValue:
    return ops.constant(value, dtype, DeviceRef.CPU())
