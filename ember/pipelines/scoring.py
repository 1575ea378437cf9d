"""How likely a model finds a text: perplexity."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ember.pipelines.config import ModelError
from ember.pipelines.paging import PagePool
from ember.pipelines.settings import GenerationSettings
from ember.pipelines.stepping import sampling_inputs

if TYPE_CHECKING:
    import numpy as np

    from ember.pipelines.pipeline import Pipeline

    Array = np.ndarray[Any, np.dtype[Any]]

CHUNK = 256
"""Tokens of a step: each gives a row of scores of the whole vocabulary."""


def scores_of(pipeline: Pipeline, tokens: Sequence[int]) -> Iterator[Array]:
    """The scores of all tokens of the vocabulary behind each of some tokens, some rows at a time."""
    import numpy as np

    if len(tokens) > pipeline.max_length:
        raise ModelError(f"{len(tokens):,} tokens do not fit into the model's {pipeline.max_length:,}")  # fmt: skip
    plain = pipeline.sequence([tokens[0]], GenerationSettings())
    width = -(-len(tokens) // pipeline.cache_type.page_size)
    pool = PagePool(pipeline.cache_type, width)
    table = np.arange(width, dtype=np.uint32)[None]
    for start in range(0, len(tokens), CHUNK):
        new = list(tokens[start : start + CHUNK])
        inputs: list[Any] = [
            np.array(new, np.int32),
            np.arange(len(new), dtype=np.int32),
            pool.data,
            np.array([0, len(new)], np.uint32),
            np.array([start], np.uint32),
            table,
            *sampling_inputs([(plain, ())] * len(new)),
        ]
        yield pipeline.model.execute(*inputs)[2].to_numpy()


def log_probabilities(pipeline: Pipeline, tokens: Sequence[int]) -> list[float]:
    """The logarithm of the probability of every token but the first, after those before it."""
    import numpy as np

    found: list[float] = []
    for rows in scores_of(pipeline, tokens[:-1]):
        scores = rows.astype(np.float64)
        largest = scores.max(1, keepdims=True)
        total = np.log(np.exp(scores - largest).sum(1)) + largest[:, 0]
        follows = tokens[len(found) + 1 : len(found) + 1 + len(scores)]
        found += (scores[np.arange(len(scores)), follows] - total).tolist()
    return found


def perplexity(pipeline: Pipeline, text: str, window: int = 512) -> tuple[float, int]:
    """exp of the mean negative log probability, in windows of so many tokens, and how many tokens were judged.

    As llama.cpp does it: of each window only the second half is judged, which has enough before it.
    """
    tokens = pipeline.tokenizer.encode(text)
    if len(tokens) < window:
        raise ModelError(f"the text has {len(tokens)} tokens; at least {window} are needed, or '--window'")  # fmt: skip
    judged: list[float] = []
    for start in range(0, len(tokens) - window + 1, window):
        part = log_probabilities(pipeline, tokens[start : start + window])
        judged += part[window // 2 - 1 :]
    return math.exp(-sum(judged) / len(judged)), len(judged)
