"""The talk's layers (`examples/talk_llama.py`) give the scores of `transformers`, some tokens at a time."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np

from ember.graph import DeviceRef
from ember.pipelines.config import config_of_json
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.weights.safetensors import open_folder
from tests.pipelines import referee

GOLDEN = Path(__file__).with_name("golden") / "llama"
EXAMPLE = Path(__file__).parents[2] / "examples" / "talk_llama.py"


def example() -> Any:
    import sys

    spec = importlib.util.spec_from_file_location("talk_llama", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["talk_llama"] = module
    spec.loader.exec_module(module)
    return module


def scores_by(run: Any) -> np.ndarray[Any, Any]:
    """`run(graph)` gives a function from arrays to arrays."""
    talk = example()
    expected = json.loads((GOLDEN / "expected.json").read_text())
    config = config_of_json(json.loads((GOLDEN / "config.json").read_text()))
    weights = {name: file.numbers(name) for name, file in open_folder(GOLDEN).items()}
    step = run(talk.llama(weights, config.heads, config.kv_heads, config.eps))
    rope: Any = PIPELINE_REGISTRY.find(config.architecture).build(config, DeviceRef.CPU())
    (table,) = [v for name, v in rope.state_dict().items() if name.endswith("freqs")]
    keys = np.zeros((config.layers, config.kv_heads, 0, config.head_dim), np.float32)
    values, found = keys, []
    tokens = np.array(expected["tokens"], np.int32)
    for start, end in ((0, 7), (7, 8), (8, len(tokens))):
        cos, sin = (np.ascontiguousarray(table[start:end, part::2]) for part in (0, 1))
        mask = talk.causal_mask(start, end - start)
        scores, keys, values = step(tokens[start:end], cos, sin, mask, keys, values)
        found.append(scores)
    np.testing.assert_allclose(np.concatenate(found), expected["scores"], atol=2e-4, rtol=1e-4)
    return np.concatenate(found)


def test_scores_are_those_of_transformers() -> None:
    scores_by(lambda graph: lambda *inputs: referee.run(graph, inputs, {}))
