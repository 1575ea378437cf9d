"""Models of PyTorch (examples/pytorch/models.py): time per batch of eager PyTorch, `torch.compile` and Ember, each in the same process.

    python bench/pytorch/models.py [--only NAME …] [--rounds 15] [--minilm FOLDER] [--no-inductor] [--json FILE]

Prints the time of each, the ratio of Ember to the better of the two others, and the largest difference of the results; then the
geometric mean of the ratios. FOLDER has the weights of all-MiniLM-L6-v2 (config.json, model.safetensors); without it they are random.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from collections.abc import Callable
from math import exp, log
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "pytorch"))

import models

import ember.torch  # noqa: F401


def cases(minilm: str | None) -> dict[str, Callable[[], tuple[Any, tuple[Any, ...]]]]:
    """Each model with inputs, made when it is its turn."""

    def bert() -> Any:
        model = models.bert_from(minilm) if minilm else models.Bert()
        ids, mask = torch.randint(0, 30000, (8, 128)), torch.ones(8, 128, dtype=torch.int64)
        mask[3, 90:] = 0
        return model, (ids, mask)

    def decoder() -> Any:
        return models.Decoder(), (
            torch.randint(0, 50000, (1, 1)),
            torch.randn(12, 2, 1, 12, 127, 64),
        )

    return {
        "perceptron": lambda: (models.Perceptron(1024, 4), (torch.randn(64, 1024),)),
        "resnet18": lambda: (models.ResNet18(), (torch.randn(1, 3, 224, 224),)),
        "bert": bert,
        "decoder": decoder,
    }


def first(result: Any) -> Any:
    return result[0] if isinstance(result, tuple | list) else result


def time_of(function: Callable[[], Any], rounds: int) -> float:
    """The fastest of some rounds, in milliseconds."""
    function()
    function()
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        found.append(time.perf_counter() - start)
    return min(found) * 1e3


def measured(model: Any, inputs: tuple[Any, ...], rounds: int, has_inductor: bool) -> dict[str, float]:  # fmt: skip
    model.eval()
    ways = {"eager": model, "ember": torch.compile(model, backend="ember", fullgraph=True)}
    if has_inductor:
        ways["inductor"] = torch.compile(model, fullgraph=True)
    found = {}
    with torch.no_grad():
        expected = first(model(*inputs))
        for name, way in ways.items():
            found[name] = time_of(lambda way=way: way(*inputs), rounds)  # type: ignore[misc]
        found["difference"] = (first(ways["ember"](*inputs)) - expected).abs().max().item()
    torch._dynamo.reset()
    found["ratio"] = found["ember"] / min(found["eager"], found.get("inductor", found["eager"]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--minilm")
    parser.add_argument("--no-inductor", action="store_true")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    found = {}
    for name, make in cases(arguments.minilm).items():
        if arguments.only and name not in arguments.only:
            continue
        found[name] = row = measured(*make(), arguments.rounds, not arguments.no_inductor)
        times = "  ".join(f"{way} {row[way]:8.2f} ms" for way in ("eager", "inductor", "ember") if way in row)  # fmt: skip
        print(f"{name:11} {times}  ratio {row['ratio']:5.2f}  difference {row['difference']:.1e}", flush=True)  # fmt: skip
    mean = exp(sum(log(row["ratio"]) for row in found.values()) / len(found))
    print(f"geometric mean of the ratios: {mean:.2f}")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
