"""`ember models`: which models there are, what a file holds, how much memory it takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from ember.nn import WeightData
from ember.pipelines.fetching import KNOWN, installed, located
from ember.pipelines.loading import OpenModel, open_model
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.step import cache_type_of


def models(arguments: argparse.Namespace) -> int:
    """Prints a list, or one model."""
    for folder in arguments.custom_architectures:
        PIPELINE_REGISTRY.load_custom(folder)
    if arguments.model is None:
        for model in KNOWN.values():
            path = installed(model)
            place = str(path) if path is not None else f"not here; {model.wheel_bytes / 1e6:.0f} MB from the package {model.package}"  # fmt: skip
            print(f"{model.name}\t{model.licence}\t{place}")
        return 0
    print(described(open_model(located(arguments.model)), Path(arguments.model)))
    return 0


def described(model: OpenModel, path: Path) -> str:
    """What a model is, one fact per line."""
    config = model.config
    parameters = sum(_elements(weight) for weight in model.weights.values())
    size = sum(weight.data.nbytes for weight in model.weights.values())
    kinds: dict[str, int] = {}
    for weight in model.weights.values():
        kind = weight.encoding or weight.dtype.name
        kinds[kind] = kinds.get(kind, 0) + 1
    cache = cache_type_of(config)
    per_token = cache.bytes_per_page() // cache.page_size
    rows = {
        "file": str(path),
        "architecture": f"{model.architecture.name} ({config.architecture})",
        "parameters": f"{parameters:,}",
        "layers": f"{config.layers} of {config.hidden}, {config.heads} heads, {config.kv_heads} of keys, feed-forward {config.feed_forward}",
        "vocabulary": f"{config.vocabulary:,} tokens",
        "context": f"{config.max_length:,} tokens",
        "weights": ", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items())),
        "memory": f"{size / 1e6:,.0f} MB of weights, {per_token / 1e3:,.0f} kB of cache per token ({per_token * config.max_length / 1e6:,.0f} MB at full length)",
        "chat template": "yes" if model.tokenizer.chat_template else "no",
    }
    width = max(map(len, rows))
    return "\n".join(f"{name:{width}}  {value}" for name, value in rows.items())


def _elements(weight: WeightData) -> int:
    from ember.nn.kernels import row_length

    if weight.encoding is None:
        return int(weight.data.size)
    *rows, size = weight.data.shape
    count = row_length(weight.encoding, size)
    for row in rows:
        count *= row
    return count
