"""Embeddings: texts as vectors, close where texts mean the same.

embedder = Embedder("folder")
vectors = embedder.embed(["a text", "another"])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ember.graph import DeviceRef, Graph
from ember.nn import PagedCache
from ember.pipelines.config import ModelError
from ember.pipelines.loading import open_model
from ember.pipelines.step import StepProgram, cache_type_of, config_parts, encode_inputs

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
else:
    Array = Any

MOST_TOKENS = 2048
"""Tokens of a call: as many texts as fit are embedded together."""


POOLING: Final[dict[str, Callable[[Array], Array]]] = {
    "pooling_mode_mean_tokens": lambda rows: rows.mean(0),
    "pooling_mode_cls_token": lambda rows: rows[0],
    "pooling_mode_max_tokens": lambda rows: rows.max(0),
    "pooling_mode_lasttoken": lambda rows: rows[-1],
}
"""How the rows of a text's tokens become one, by the settings of `sentence-transformers`."""


class Embedder:
    """An encoder: of what it gives for a text's tokens the mean, or what its folder says, of length 1.

    `says_how` tells whether the folder does say it: `1_Pooling/config.json`.
    """

    def __init__(self, model: str | Path) -> None:
        self.files = open_model(model, "embeddings")
        found = pooling_of(self.files.path)
        self.says_how = found is not None
        self._pooled = POOLING[found or "pooling_mode_mean_tokens"]
        self.cache_type = cache_type_of(self.files.config)
        self._model = self._loaded()

    def _loaded(self) -> Any:
        from ember.engine import InferenceSession

        model: Any = self.files.architecture.build(self.files.config, DeviceRef.CPU())
        model.load_state_dict(self.files.weights)
        parts = ["encoder", *config_parts(self.files.config, self.cache_type, self.files.weights)]
        program = StepProgram(parts, lambda: encoder_graph(model, self.cache_type))
        return InferenceSession().load(program, weights_registry=model.state_dict())

    def embed(self, texts: Sequence[str]) -> Array:
        """One row for each text; what is longer than the model takes is cut off."""
        import numpy as np

        rows = np.zeros((len(texts), self.files.config.hidden), np.float32)
        limit = self.files.config.max_length
        lists = [self._cut(self.files.tokenizer.encode(text), limit) for text in texts]
        start = 0
        while start < len(lists):
            end, total = start, 0
            while end < len(lists) and (end == start or total + len(lists[end]) <= MOST_TOKENS):
                total += len(lists[end])
                end += 1
            rows[start:end] = self._embed(lists[start:end])
            start = end
        return rows

    def _cut(self, tokens: list[int], limit: int) -> list[int]:
        if not tokens:
            raise ModelError("a text without a token has no embedding")
        return tokens if len(tokens) <= limit else [*tokens[: limit - 1], tokens[-1]]

    def _embed(self, lists: list[list[int]]) -> Array:
        import numpy as np

        page = self.cache_type.page_size
        widths = [-(-len(tokens) // page) for tokens in lists]
        ends = np.cumsum([len(tokens) for tokens in lists])
        table = np.zeros((len(lists), max(widths)), np.uint32)
        first = 0
        for row, width in enumerate(widths):
            table[row, :width] = np.arange(first, first + width)
            first += width
        hidden = self._model.execute(
            np.array([token for tokens in lists for token in tokens], np.int32),
            np.empty(self.cache_type.shape(first), np.float32),
            np.array([0, *ends], np.uint32),
            np.zeros(len(lists), np.uint32),
            table,
        )[0].to_numpy()
        starts = [0, *ends[:-1]]
        pooled = np.stack([self._pooled(hidden[a:b]) for a, b in zip(starts, ends)])
        lengths = np.linalg.norm(pooled, axis=1, keepdims=True)
        return np.asarray(pooled / np.maximum(lengths, 1e-12), np.float32)


def pooling_of(model: Path) -> str | None:
    """Which of `POOLING` the folder of a model asks for; None: it says nothing. Another one, or several at once, are a `ModelError`."""
    file = (model if model.is_dir() else model.parent) / "1_Pooling" / "config.json"
    if not file.exists():
        return None
    try:
        values = json.loads(file.read_text("utf-8"))
        chosen: list[str] = sorted(key for key, value in values.items() if key.startswith("pooling_mode") and value)  # fmt: skip
    except (OSError, ValueError, AttributeError) as problem:
        raise ModelError(f"{file}: {problem}") from None
    if values.get("pooling_mode") in ("mean", "cls", "max", "lasttoken"):  # the newer way to say it
        short = str(values["pooling_mode"])
        return next(name for name in POOLING if name.startswith(f"pooling_mode_{short}"))
    if len(chosen) != 1 or chosen[0] not in POOLING:
        said = " and ".join(f"'{name}'" for name in chosen) or "nothing"
        raise ModelError(f"{file}: it asks for {said}; known are {', '.join(POOLING)}, one at a time")  # fmt: skip
    return chosen[0]


def encoder_graph(model: Any, cache: Any) -> Graph:
    """The graph of an encoder: tokens in, a row of numbers for each out."""

    def forward(tokens: Any, pages: Any, offsets: Any, lengths: Any, table: Any) -> Any:
        batch = PagedCache(pages.buffer, offsets.tensor, lengths.tensor, table.tensor)
        return model.hidden(tokens.tensor, batch)

    return Graph("encoder", forward, encode_inputs(cache))
