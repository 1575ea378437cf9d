"""`ember generate`: one answer, as it comes or as one JSON object."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from ember.pipelines.commands.texts import file_text, input_text
from ember.pipelines.config import ModelError
from ember.pipelines.devices import device_named
from ember.pipelines.fetching import located
from ember.pipelines.pipeline import Generation, Pipeline
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.settings import GenerationSettings
from ember.pipelines.stepping import CACHE_TYPES


def generate(arguments: argparse.Namespace, sampling: dict[str, Any]) -> int:
    """Generates and prints."""
    text = _prompt(arguments)
    prompt: Any = text
    if arguments.system is not None:
        if arguments.raw:
            raise ModelError("'--system' needs the chat template, which '--raw' leaves out")
        prompt = [{"role": "system", "content": arguments.system}, {"role": "user", "content": text}]  # fmt: skip
    if arguments.logprobs and not arguments.json:
        raise ModelError("'--logprobs' needs '--json': a text that is shown has no room for them")
    seed = arguments.seed if arguments.seed is not None else int.from_bytes(os.urandom(4), "little")
    settings = {"seed": seed, "top_logprobs": arguments.logprobs, **sampling}
    GenerationSettings(**settings)  # what is wrong with them is told before the model is read
    pipeline = open_pipeline(arguments)
    done: Generation | None = None
    for piece in pipeline.stream(prompt, raw=arguments.raw, **settings):
        if isinstance(piece, Generation):
            done = piece
        elif not arguments.json:
            print(piece, end="", flush=True)
    assert done is not None
    if arguments.json:
        print(json.dumps(_object(done, seed), ensure_ascii=False))
    else:
        print()
    if arguments.stats:
        print(_stats(done), file=sys.stderr)
    return 0


def open_pipeline(arguments: argparse.Namespace) -> Pipeline:
    """The model that the arguments name, with what is being done on the terminal's last line."""
    for folder in arguments.custom_architectures:
        PIPELINE_REGISTRY.load_custom(folder)
    device, weights_dtype = device_named(arguments.device), _weights_dtype(arguments)
    path = located(arguments.model, arguments.yes)
    tell = _telling if sys.stderr.isatty() else None
    pipeline = Pipeline(
        path,
        max_length=arguments.max_length,
        device=str(device),
        cache_dtype=CACHE_TYPES[arguments.cache_dtype] if arguments.cache_dtype else None,
        weights_dtype=weights_dtype,
        adapters=arguments.adapter,
        draft=_draft(arguments),
        draft_tokens=arguments.draft_tokens,
        progress=tell,
    )
    if tell is not None:
        tell("")
    return pipeline


def _weights_dtype(arguments: argparse.Namespace) -> str | None:
    if arguments.dtype is not None and arguments.quantization is not None:
        raise ModelError("weights have one format: give '--dtype' or '--quantization'")
    found: str | None = arguments.dtype or arguments.quantization
    return found


def _draft(arguments: argparse.Namespace) -> str | Path | None:
    if arguments.draft in (None, "ngram"):
        chosen: str | None = arguments.draft
        return chosen
    return located(arguments.draft, arguments.yes)


def _telling(text: str) -> None:
    shown = f"\r\x1b[2m{text} …\x1b[0m\x1b[K" if text else "\r\x1b[K"
    print(shown, end="", file=sys.stderr, flush=True)


def _prompt(arguments: argparse.Namespace) -> str:
    if arguments.file is not None and arguments.prompt is not None:
        raise ModelError("there is a message, and a file with another; give one of them")
    if arguments.file is not None:
        return file_text(arguments.file)
    if arguments.prompt == "-" or (arguments.prompt is None and not sys.stdin.isatty()):
        return input_text()
    if arguments.prompt is None:
        raise ModelError('there is no message: ember generate "Why is the sky blue?"')
    text: str = arguments.prompt
    return text


def _object(done: Generation, seed: int) -> dict[str, Any]:
    told = [{str(t): round(x, 5) for t, x in likeliest.items()} for likeliest in done.top_logprobs]
    return {
        "prompt_tokens": done.prompt_tokens,
        "tokens": done.tokens,
        "text": done.text,
        "finish_reason": done.finish_reason,
        "seed": seed,
        "logprobs": [round(x, 5) for x in done.logprobs],
        **({"top_logprobs": told} if told else {}),
        "timings": {name: round(value, 4) for name, value in done.timings.items()},
    }


def _stats(done: Generation) -> str:
    times = done.timings
    return (
        f"loaded in {times['load_s']:.2f} s; {len(done.prompt_tokens)} tokens of prompt in {times['prompt_s']:.2f} s "
        f"({times['prompt_tokens_per_s']:.0f}/s); {len(done.tokens)} tokens in {times['generate_s']:.2f} s ({times['tokens_per_s']:.1f}/s)"
    )
