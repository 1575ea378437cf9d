"""Every architecture gives the scores that `transformers` gave (`make_golden_models.py`): in the referee, and some of them compiled.

`python -m tests.pipelines.test_architectures` compiles all of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph
from ember.pipelines.config import config_of_json
from ember.pipelines.embedding import encoder_graph
from ember.pipelines.loading import safetensors_weights
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.step import cache_type_of, step_graph
from tests.pipelines import referee

Array = np.ndarray[Any, Any]
Step = Callable[..., list[Array]]

FOLDER = Path(__file__).with_name("golden")
GOLDEN = sorted(path.parent for path in FOLDER.glob("*/config.json"))
COMPILED = [FOLDER / name for name in ("bert", "gemma3", "qwen2-moe")]
"""Between them they have what the others have."""


def in_referee(graph: Graph, weights: dict[str, Array]) -> Step:
    return lambda *inputs: referee.run(graph, inputs, weights)


def compiled(graph: Graph, weights: dict[str, Array]) -> Step:
    model = InferenceSession().load(graph, weights_registry=weights)
    return lambda *inputs: [output.to_numpy() for output in model.execute(*inputs)]


@pytest.mark.parametrize("folder", GOLDEN, ids=lambda folder: folder.name)
def test_scores_are_those_of_transformers(folder: Path) -> None:
    check(folder, in_referee)


@pytest.mark.parametrize("folder", COMPILED, ids=lambda folder: folder.name)
def test_compiled_scores_are_those_of_transformers(folder: Path) -> None:
    check(folder, compiled)


def check(folder: Path, make: Callable[[Graph, dict[str, Array]], Step]) -> None:
    config = config_of_json(json.loads((folder / "config.json").read_text()))
    expected = json.loads((folder / "expected.json").read_text())
    architecture = PIPELINE_REGISTRY.find(config.architecture)
    model: Any = architecture.build(config, DeviceRef.CPU())
    model.load_state_dict(safetensors_weights(folder, config, architecture))
    cache = cache_type_of(config, page_size=4)
    pages, table = np.zeros(cache.shape(8), np.float32), np.arange(8, dtype=np.uint32)
    tokens = expected["tokens"]
    if architecture.task == "embeddings":
        step = make(encoder_graph(model, cache), model.state_dict())
        found = encoded(step, tokens, pages, table.reshape(2, 4))
    else:
        step = make(step_graph(model, cache), model.state_dict())
        found = in_chunks(step, tokens, pages, table[None])
    np.testing.assert_allclose(found, expected["scores"], atol=2e-4, rtol=1e-4)


def in_chunks(step: Step, tokens: list[int], pages: Array, table: Array) -> Array:
    """The scores behind each token, some tokens at a time."""
    found = []
    for start, end in ((0, 7), (7, 8), (8, len(tokens))):
        inputs = [
            np.array(tokens[start:end], np.int32), np.arange(end - start, dtype=np.int32), pages, np.array([0, end - start], np.uint32),
            np.array([start], np.uint32), table, *referee.greedy(end - start),
        ]  # fmt: skip
        found.append(step(*inputs)[2])
    return np.concatenate(found)


def encoded(step: Step, tokens: list[int], pages: Array, table: Array) -> Array:
    """What an encoder gives for each token, with another text beside it."""
    both = [*tokens, 7, 8]
    inputs = [np.array(both, np.int32), pages, np.array([0, len(tokens), len(both)], np.uint32), np.zeros(2, np.uint32), table]  # fmt: skip
    return step(*inputs)[0][: len(tokens)]


if __name__ == "__main__":
    for golden in GOLDEN:
        check(golden, compiled)
        print(golden.name, flush=True)
