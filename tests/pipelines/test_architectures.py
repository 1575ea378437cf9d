"""Every architecture gives the scores that `transformers` gave (`make_golden_models.py`); the steps run in the referee."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.graph import DeviceRef, Graph
from ember.nn import PagedCacheType
from ember.pipelines.config import config_of_json
from ember.pipelines.embedding import encoder_graph
from ember.pipelines.loading import safetensors_weights
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.step import cache_type_of, step_graph
from tests.pipelines import referee

GOLDEN = sorted(path.parent for path in Path(__file__).with_name("golden").glob("*/config.json"))


@pytest.mark.parametrize("folder", GOLDEN, ids=lambda folder: folder.name)
def test_scores_are_those_of_transformers(folder: Path) -> None:
    config = config_of_json(json.loads((folder / "config.json").read_text()))
    expected = json.loads((folder / "expected.json").read_text())
    architecture = PIPELINE_REGISTRY.find(config.architecture)
    model = architecture.build(config, DeviceRef.CPU())
    model.load_state_dict(safetensors_weights(folder, config, architecture))
    cache = cache_type_of(config, page_size=4)
    if architecture.task == "embeddings":
        check_encoder(encoder_graph(model, cache), model.state_dict(), expected, cache)
        return
    graph = step_graph(model, cache)
    pages, table = np.zeros(cache.shape(8), np.float32), np.arange(8, dtype=np.uint32)[None]
    tokens = expected["tokens"]
    found = []
    for start, end in ((0, 7), (7, 8), (8, len(tokens))):
        inputs = [
            np.array(tokens[start:end], np.int32), np.arange(end - start, dtype=np.int32), pages, np.array([0, end - start], np.uint32),
            np.array([start], np.uint32), table, *referee.greedy(end - start),
        ]  # fmt: skip
        found.append(referee.run(graph, inputs, model.state_dict())[2])
    np.testing.assert_allclose(np.concatenate(found), expected["scores"], atol=2e-4, rtol=1e-4)


def check_encoder(graph: Graph, weights: dict[str, Any], expected: dict[str, Any], cache: PagedCacheType) -> None:  # fmt: skip
    tokens = expected["tokens"]
    pages, table = np.zeros(cache.shape(8), np.float32), np.arange(8, dtype=np.uint32).reshape(2, 4)
    both = [*tokens, 7, 8]
    inputs = [np.array(both, np.int32), pages, np.array([0, len(tokens), len(both)], np.uint32), np.zeros(2, np.uint32), table]  # fmt: skip
    (found,) = referee.run(graph, inputs, weights)
    np.testing.assert_allclose(found[: len(tokens)], expected["scores"], atol=2e-4, rtol=1e-4)
