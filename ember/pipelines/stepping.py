"""Steps of a compiled model: which tokens of which sequences, in which pages, and one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Several
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ember.driver import Buffer
from ember.dtype import DType
from ember.pipelines.paging import PagePool
from ember.pipelines.replaying import Replays
from ember.pipelines.sequences import Sequence

if TYPE_CHECKING:
    import numpy as np

    from ember.engine import Model

    Array = np.ndarray[Any, np.dtype[Any]]

MOST_TOKENS = 512
"""How many tokens a step takes at most: long prompts come in chunks."""

_ALL: Final = 2**31 - 1
"""More tokens than vocabularies have."""

Drafts = Mapping[int, list[int]]
"""Tokens that are thought to follow, by the `id` of a sequence."""


class Share(NamedTuple):
    """What a sequence brings to a step: tokens that are not in the cache, and guesses at those behind them."""

    sequence: Sequence
    tokens: list[int]
    drafts: list[int]

    @property
    def is_complete(self) -> bool:
        """Whether a token follows: all of the text so far will be in the cache."""
        return self.sequence.cached + len(self.tokens) == self.sequence.length


class Stepper:
    """A compiled model with its cache."""

    def __init__(self, model: Model, pool: PagePool) -> None:
        self._execute: Callable[..., list[Buffer]] = lambda *values: model.execute(*map(_buffer, values))  # fmt: skip
        self.pool = pool
        if not pool.type.device.is_cpu():
            pool.replays = pool.replays or Replays(model)
            self._execute = pool.replays.execute

    def step(
        self, sequences: Several[Sequence], drafts: Drafts | None = None
    ) -> list[tuple[Sequence, str]]:
        """One call for some sequences; gives those that got tokens, with the text that may be shown.

        The draft of a sequence is computed along with it. Each of its tokens that is the one that would have been sampled saves a step:
        texts are the same with drafts and without.
        """
        shares = self._shares(sequences, drafts or {})
        tokens, chances, all_scores = self._run(shares)
        asked = any(share.sequence.settings.top_logprobs for share in shares)
        scores = all_scores.to_numpy() if asked else None
        shown = []
        row = 0
        for share in shares:
            count = 1 + len(share.drafts)
            if share.is_complete:
                own = None if scores is None else scores[row:]
                text = self._accept(share, tokens[row:], chances[row:], own)
                shown.append((share.sequence, text))
            else:
                share.sequence.cached += len(share.tokens)
            row += count
        return shown

    def scores(self, sequences: Several[Sequence]) -> Array | None:
        """One call for sequences of which none gets a token: the scores behind each, in order; None: there is more to compute first."""
        shares = self._shares(sequences, {})
        _, _, scores = self._run(shares)
        is_done = len(shares) == len(sequences) and all(share.is_complete for share in shares)
        for share in shares:
            share.sequence.cached += len(share.tokens)
        if not is_done:
            return None
        rows = {id(share.sequence): row for row, share in enumerate(shares)}
        found: Array = scores.to_numpy()[[rows[id(sequence)] for sequence in sequences]]
        return found

    def _run(self, shares: list[Share]) -> tuple[Array, Array, Buffer]:
        """Scores stay where they are: they are many, and seldom asked for."""
        tokens, chances, scores = self._execute(*self._inputs(shares))
        return tokens.to_numpy(), chances.to_numpy(), scores

    def _shares(self, sequences: Several[Sequence], drafts: Drafts) -> list[Share]:
        """As many tokens of each as fit: those with one come first."""
        room = MOST_TOKENS
        shares = []
        for sequence in sorted(sequences, key=lambda s: s.length - s.cached):
            new = sequence.pending()[:room]
            if not new:
                continue
            share = Share(sequence, new, [])
            room -= len(new)
            if share.is_complete and id(sequence) in drafts:
                share = share._replace(drafts=drafts[id(sequence)][: min(room, sequence.room - 1)])
                room -= len(share.drafts)
            self.pool.ensure(sequence, sequence.cached + len(new) + len(share.drafts))
            shares.append(share)
        return shares

    def _accept(self, share: Share, tokens: Array, chances: Array, scores: Array | None) -> str:
        """Takes the tokens that are known now: the next one, and those behind it as long as drafts were right."""
        sequence = share.sequence
        sequence.cached += len(share.tokens)
        shown = ""
        for place in range(1 + len(share.drafts)):
            token = int(tokens[place])
            shown += sequence.accept(token, float(chances[place]))
            count = sequence.settings.top_logprobs
            if count and scores is not None:
                sequence.top_logprobs.append(_likeliest(scores[place], count))
            if sequence.finish_reason is not None or token not in share.drafts[place : place + 1]:
                break
            sequence.cached += 1
        return shown

    def _inputs(self, shares: list[Share]) -> list[Any]:
        import numpy as np

        lengths = [len(share.tokens) + len(share.drafts) for share in shares]
        ends = np.cumsum(lengths)
        most = max(len(share.sequence.pages) for share in shares)
        width = (
            1 << (most - 1).bit_length()
        )  # few different ones: steps of the same shapes are captured
        table = np.zeros((len(shares), width), np.uint32)
        for row, share in enumerate(shares):
            table[row, : len(share.sequence.pages)] = share.sequence.pages
        asked = [
            end - 1 - back
            for end, share in zip(ends.tolist(), shares)
            for back in range(len(share.drafts), -1, -1)
        ]
        return [
            np.array([t for share in shares for t in (*share.tokens, *share.drafts)], np.int32),
            np.array(asked, np.int32),
            self.pool.data,
            np.array([0, *ends], np.uint32),
            np.array([share.sequence.cached for share in shares], np.uint32),
            table,
            *sampling_inputs(
                [
                    (share.sequence, share.drafts[:place])
                    for share in shares
                    for place in range(1 + len(share.drafts))
                ]
            ),
        ]


def _buffer(value: Any) -> Buffer:
    """An array as a buffer: here it is known that it fits, and models take buffers without a second look."""
    return value if isinstance(value, Buffer) else Buffer.from_numpy(value)


def _likeliest(scores: Array, count: int) -> dict[int, float]:
    """The likeliest tokens with the logarithms of their probabilities, before penalties and temperature."""
    import numpy as np

    wide = scores.astype(np.float64)
    total = np.log(np.exp(wide - wide.max()).sum()) + wide.max()
    best = np.argpartition(-scores, min(count, len(scores) - 1))[:count]
    best = best[np.argsort(-scores[best], kind="stable")]
    return {int(token): float(wide[token] - total) for token in best}


def sampling_inputs(rows: Several[tuple[Sequence, Several[int]]]) -> list[Any]:
    """The inputs that say how tokens are sampled, in the order of `step.SETTINGS`, for sequences each behind some drafts."""
    import numpy as np

    chosen = [sequence.settings for sequence, _ in rows]
    edits = [sequence.edits(drafts) for sequence, drafts in rows]
    flat = [edit for row in edits for edit in row]
    return [
        np.array([s.temperature for s in chosen], np.float32),
        np.array([min(s.top_k, _ALL) for s in chosen], np.int32),
        np.array([s.top_p for s in chosen], np.float32),
        np.array([s.min_p for s in chosen], np.float32),
        np.array([s.seed for s in chosen], np.uint64),
        np.array([sequence.length + len(drafts) for sequence, drafts in rows], np.uint32),
        np.cumsum([0, *map(len, edits)]).astype(np.uint32),
        np.array([edit[0] for edit in flat], np.int32),
        np.array([edit[1] for edit in flat], np.float32),
        np.array([edit[2] for edit in flat], np.float32),
    ]


CACHE_TYPES: Final = {"f32": DType.float32, "f16": DType.float16, "bf16": DType.bfloat16, "int8": DType.int8}  # fmt: skip
"""Element types of the cache by the names of options."""
