"""`ember bench model` and `ember perplexity`: how fast, and how good."""

from __future__ import annotations

import argparse
import os
import time
from typing import Final

from ember.pipelines.commands.generating import open_pipeline
from ember.pipelines.commands.texts import file_text
from ember.pipelines.config import ModelError
from ember.pipelines.fetching import DEFAULT
from ember.pipelines.pipeline import Pipeline
from ember.pipelines.scoring import perplexity as perplexity_of

_PROMPT: Final = 8
"""How many tokens come before the first of the answers that are measured; each has one more than the one before it."""


def bench(arguments: argparse.Namespace) -> int:
    """A table of prefill (`pp`) and decode (`tg`) in tokens per second, the best of some rounds."""
    if arguments.path is not None:
        if arguments.model != DEFAULT:
            raise ModelError(f"there are two models, '{arguments.path}' and '{arguments.model}'; give one of them")  # fmt: skip
        arguments.model = arguments.path
    pipeline = open_pipeline(arguments)
    _check_lengths(pipeline, arguments)
    size = sum(weight.data.nbytes for weight in pipeline.files.weights.values()) / 1e6
    print(f"{pipeline.files.path.name}, {size:,.0f} MB of weights, {os.cpu_count()} processors, loaded in {pipeline.load_seconds:.2f} s")  # fmt: skip
    print(f"{'test':>8} {'tokens/s':>10}")
    for length in arguments.prompt_lengths:
        rate = max(_prefill(pipeline, length) for _ in range(arguments.rounds))
        print(f"{f'pp{length}':>8} {rate:>10.1f}", flush=True)
    for length in arguments.answer_lengths:
        for batch in arguments.batches:
            rate = max(_decode(pipeline, length, batch) for _ in range(arguments.rounds))
            name = f"tg{length}" if batch == 1 else f"tg{length}x{batch}"
            print(f"{name:>8} {rate:>10.1f}", flush=True)
    return 0


def _check_lengths(pipeline: Pipeline, arguments: argparse.Namespace) -> None:
    """What does not fit would be cut, and counted all the same."""
    answers = [length + _PROMPT + batch - 1 for length in arguments.answer_lengths for batch in arguments.batches]  # fmt: skip
    longest = max([length + 1 for length in arguments.prompt_lengths] + answers)
    if longest > pipeline.max_length:
        raise ModelError(f"{longest:,} tokens of a prompt and its answer are to be measured; the model takes {pipeline.max_length:,}")  # fmt: skip


def _tokens(pipeline: Pipeline, length: int) -> list[int]:
    usual = pipeline.tokenizer.encode("The quick brown fox jumps over the lazy dog. ")
    return (usual * (length // len(usual) + 1))[:length]


def _prefill(pipeline: Pipeline, length: int) -> float:
    pipeline.forget()
    done = pipeline.generate_tokens(_tokens(pipeline, length), max_tokens=1)
    return done.timings["prompt_tokens_per_s"]


def _decode(pipeline: Pipeline, length: int, batch: int) -> float:
    pipeline.forget()
    prompts = [_tokens(pipeline, _PROMPT + place) for place in range(batch)]
    started = time.perf_counter()
    done = pipeline.generate_token_batch(prompts, max_tokens=length, ignore_eos=True)
    first = max(generation.timings["prompt_s"] for generation in done)
    return batch * (length - 1) / max(time.perf_counter() - started - first, 1e-9)


def perplexity(arguments: argparse.Namespace) -> int:
    """One number for a text."""
    text = file_text(arguments.text)
    if not text:
        raise ModelError(f"'{arguments.text}' is empty")
    pipeline = open_pipeline(arguments)
    found, count = perplexity_of(pipeline, text, arguments.window)
    print(f"perplexity {found:.4f} over {count:,} tokens")
    return 0
