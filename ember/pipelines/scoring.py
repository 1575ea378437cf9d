"""How likely a model finds a text: perplexity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ember.pipelines.config import ModelError
from ember.pipelines.stepping import PagePool

if TYPE_CHECKING:
    from ember.pipelines.pipeline import Pipeline

CHUNK = 256
"""Tokens of a step: each gives a row of scores of the whole vocabulary."""


def log_probabilities(pipeline: Pipeline, tokens: Sequence[int]) -> list[float]:
    """The logarithm of the probability of every token but the first, after those before it."""
    import numpy as np

    if len(tokens) > pipeline.max_length:
        raise ModelError(f"{len(tokens):,} tokens do not fit into the model's {pipeline.max_length:,}")  # fmt: skip
    model = pipeline.scores_model()
    width = -(-len(tokens) // pipeline.cache_type.page_size)
    pool = PagePool(pipeline.cache_type, width)
    table = np.arange(width, dtype=np.uint32)[None]
    found: list[float] = []
    for start in range(0, len(tokens) - 1, CHUNK):
        new = list(tokens[start : min(start + CHUNK, len(tokens) - 1)])
        inputs: list[Any] = [
            np.array(new, np.int32),
            np.arange(len(new), dtype=np.int32),
            pool.data,
            np.array([0, len(new)], np.uint32),
            np.array([start], np.uint32),
            table,
        ]
        scores = model.execute(*inputs)[0].to_numpy().astype(np.float64)
        largest = scores.max(1, keepdims=True)
        total = np.log(np.exp(scores - largest).sum(1)) + largest[:, 0]
        follows = list(tokens[start + 1 : start + 1 + len(new)])
        found += (scores[np.arange(len(new)), follows] - total).tolist()
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
