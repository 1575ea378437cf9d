"""Steps of a compiled model: which tokens of which sequences, in which pages, and one call."""

from __future__ import annotations

from collections.abc import Sequence as Several
from typing import TYPE_CHECKING, Any

from ember.dtype import DType
from ember.nn import PagedCacheType
from ember.pipelines.config import ModelError
from ember.pipelines.sequences import Sequence

if TYPE_CHECKING:
    from ember.engine import Model

MOST_TOKENS = 512
"""How many tokens a step takes at most: long prompts come in chunks."""


class PagePool:
    """The pages of a cache, and which are free. Memory is taken by the system as pages are first used."""

    def __init__(self, type: PagedCacheType, pages: int) -> None:
        import numpy as np

        self.type = type
        self.data: Any = np.empty(type.shape(pages), type.dtype.to_numpy())
        self._free = list(range(pages))[::-1]

    def ensure(self, sequence: Sequence, tokens: int) -> None:
        """Gives a sequence as many pages as so many tokens need."""
        wanted = -(-tokens // self.type.page_size)
        missing = wanted - len(sequence.pages)
        if missing > len(self._free):
            per_page = self.type.bytes_per_page()
            raise ModelError(
                f"the cache is full: {missing} more pages of {per_page:,} bytes are needed, {len(self._free)} are free"
            )
        for _ in range(missing):
            sequence.pages.append(self._free.pop())

    def release(self, sequence: Sequence) -> None:
        """Takes a sequence's pages back."""
        self._free += sequence.pages
        sequence.pages = []


class Stepper:
    """A compiled model with its cache."""

    def __init__(self, model: Model, pool: PagePool) -> None:
        self._model = model
        self.pool = pool

    def step(self, sequences: Several[Sequence]) -> list[tuple[Sequence, str]]:
        """One call for some sequences; gives those that got a token, with the text that may be shown."""
        batch = self._batch(sequences)
        outputs = self._model.execute(*self._inputs(batch))
        tokens, chances = outputs[0].to_numpy(), outputs[1].to_numpy()
        shown = []
        for row, (sequence, new) in enumerate(batch):
            sequence.cached += len(new)
            if sequence.cached == sequence.length:
                text = sequence.accept(int(tokens[row]), float(chances[row]))
                shown.append((sequence, text))
        return shown

    def _batch(self, sequences: Several[Sequence]) -> list[tuple[Sequence, list[int]]]:
        """As many tokens of each as fit: those with one come first."""
        room = MOST_TOKENS
        batch = []
        for sequence in sorted(sequences, key=lambda s: s.length - s.cached):
            new = sequence.pending()[:room]
            if new:
                self.pool.ensure(sequence, sequence.cached + len(new))
                batch.append((sequence, new))
                room -= len(new)
        return batch

    def _inputs(self, batch: list[tuple[Sequence, list[int]]]) -> list[Any]:
        import numpy as np

        ends = np.cumsum([len(new) for _, new in batch])
        width = max(len(sequence.pages) for sequence, _ in batch)
        table = np.zeros((len(batch), width), np.uint32)
        for row, (sequence, _) in enumerate(batch):
            table[row, : len(sequence.pages)] = sequence.pages
        return [
            np.array([token for _, new in batch for token in new], np.int32),
            (ends - 1).astype(np.int32),
            self.pool.data,
            np.array([0, *ends], np.uint32),
            np.array([sequence.cached for sequence, _ in batch], np.uint32),
            table,
            *_sampling([sequence for sequence, _ in batch]),
        ]


def _sampling(sequences: list[Sequence]) -> list[Any]:
    """The inputs that say how tokens are sampled, in the order of `step.SETTINGS`."""
    import numpy as np

    chosen = [sequence.settings for sequence in sequences]
    edits = [sequence.edits() for sequence in sequences]
    flat = [edit for row in edits for edit in row]
    return [
        np.array([s.temperature for s in chosen], np.float32),
        np.array([s.top_k for s in chosen], np.int32),
        np.array([s.top_p for s in chosen], np.float32),
        np.array([s.min_p for s in chosen], np.float32),
        np.array([s.seed for s in chosen], np.uint64),
        np.array([sequence.length for sequence in sequences], np.uint32),
        np.cumsum([0, *map(len, edits)]).astype(np.uint32),
        np.array([edit[0] for edit in flat], np.int32),
        np.array([edit[1] for edit in flat], np.float32),
        np.array([edit[2] for edit in flat], np.float32),
    ]


CACHE_TYPES = {"f32": DType.float32, "f16": DType.float16, "bf16": DType.bfloat16}
"""Element types of the cache by the names of options."""
