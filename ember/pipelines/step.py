"""The graph of a step: tokens of some sequences in, the next token of each out; one native call.

Prefill and decode are one case: a sequence brings as many tokens as it likes, its keys and values go to the cache, and for the rows
that are asked for the next token is sampled. The scores it is sampled from are an output, too: beam search and perplexity want them.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ember.dtype import DType
from ember.engine import Program
from ember.graph import DeviceRef, Graph, TensorType, TensorValue
from ember.nn import PagedCache, PagedCacheType, Transformer, WeightData
from ember.nn.kernels import sample
from ember.support.cache import cache_key, default_cache
from ember.support.fingerprint import package_fingerprint
from ember.support.processor import processor_text
from ember.support.programs import Stored, find_program, store_program

if TYPE_CHECKING:
    from ember.graph.api.types import Type

SETTINGS: Final = (
    ("temperature", DType.float32, "rows"),
    ("top_k", DType.int32, "rows"),
    ("top_p", DType.float32, "rows"),
    ("min_p", DType.float32, "rows"),
    ("seeds", DType.uint64, "rows"),
    ("positions", DType.uint32, "rows"),
    ("edit_offsets", DType.uint32, "edit_rows"),
    ("edit_tokens", DType.int32, "edits"),
    ("edit_penalties", DType.float32, "edits"),
    ("edit_biases", DType.float32, "edits"),
)
"""How tokens are sampled: name, element type and length of each input, in order."""


def step_inputs(cache: PagedCacheType) -> list[Type]:
    """The types of the inputs of a step."""
    device = cache.device
    types: list[Type] = [
        TensorType(DType.int32, ["total"], device),
        TensorType(DType.int32, ["rows"], device),
        *cache.input_types(),
    ]
    return types + [TensorType(dtype, [length], device) for _, dtype, length in SETTINGS]


def encode_inputs(cache: PagedCacheType) -> list[Type]:
    """The types of the inputs of an encoder."""
    return [TensorType(DType.int32, ["total"], cache.device), *cache.input_types()]


def config_parts(
    config: Any, cache: PagedCacheType, weights: Mapping[str, WeightData]
) -> list[str]:
    """What decides the graph of a model: its configuration, its cache, and of what its weights are."""
    kinds = [
        f"{name} {weight.encoding or weight.dtype} {weight.shape}"
        for name, weight in sorted(weights.items())
    ]
    return [repr(config), repr(cache), *kinds]


def step_graph(model: Transformer, cache: PagedCacheType) -> Graph:
    """The graph: outputs are the next token of each row, the logarithm of its probability, and the scores of all tokens."""

    def forward(tokens: Any, rows: Any, *rest: Any) -> Any:
        pages, offsets, lengths, table = rest[:4]
        batch = PagedCache(pages.buffer, offsets.tensor, lengths.tensor, table.tensor)
        scores: TensorValue = model(tokens.tensor, batch, rows.tensor)
        return *sample(scores, [value.tensor for value in rest[4:]]), scores

    return Graph("step", forward, step_inputs(cache))


class StepProgram:
    """The program of a step, out of the cache without building its graph if nothing changed.

    Everything that decides the graph is in `parts`, besides our own files, which have a fingerprint; None: that is not known. `progress` is told how
    many kernels are compiled, and of how many.
    """

    def __init__(
        self,
        parts: Iterable[str] | None,
        build: Callable[[], Graph],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._parts = None if parts is None else list(parts)
        self._build = build
        self._progress = progress

    def compiled(
        self, custom_extensions: Iterable[Path | str] = (), generated: Path | str | None = None
    ) -> Program:
        """What a session loads."""
        if self._parts is None:
            return self._build().compiled(custom_extensions, generated, self._progress)
        store = default_cache()
        key = cache_key("step", package_fingerprint(), processor_text(), *self._parts)
        found = find_program(store, key)
        if found is not None:
            return Program.from_data(marshal.loads(found.data[0]))
        program = self._build().compiled(custom_extensions, generated, self._progress)
        store_program(store, key, {}, (), Stored([marshal.dumps(program.to_data())], []))
        return program


def cache_type_of(
    config: Any,
    dtype: DType = DType.float32,
    page_size: int = 128,
    device: DeviceRef | None = None,
) -> PagedCacheType:
    """The cache that a model needs."""
    device = device or DeviceRef.CPU()
    return PagedCacheType(config.layers, config.kv_heads, config.head_dim, page_size, dtype, device)
