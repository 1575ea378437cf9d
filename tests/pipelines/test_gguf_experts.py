"""GGUF files have the experts of a layer in one tensor each for gate, up and down: they open as the folder does that they came from."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.graph import DeviceRef
from ember.pipelines import names
from ember.pipelines.config import config_of_gguf, config_of_json
from ember.pipelines.loading import open_model, safetensors_weights
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.weights.formats import Format
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.writing import Tensor, write_gguf
from tests.pipelines.tiny import byte_words

GOLDEN = Path(__file__).with_name("golden")
EXPERT = re.compile(r"(layers\.\d+\.mlp\.experts)\.\d+\.(.+)")


def written(path: Path, kind: str, weights: dict[str, Any], theta: float, **sizes: int) -> Path:
    """Weights of a folder as a file; those of experts are stacked."""
    tensors: dict[str, Any] = {}
    stacked: dict[str, list[Any]] = defaultdict(list)
    for name, weight in weights.items():
        expert = EXPERT.fullmatch(name)
        if expert is not None:
            stacked[names.to_gguf(f"{expert[1]}.{expert[2]}")].append(weight.data)
        elif name.endswith("shared_expert_gate.weight"):
            tensors[names.to_gguf(name)] = weight.data[0]
        else:
            tensors[names.to_gguf(name)] = weight.data
    tensors |= {name: np.stack(matrices) for name, matrices in stacked.items()}
    told = {
        "block_count": 2, "embedding_length": 16, "feed_forward_length": 24, "context_length": 64, "attention.head_count": 4, "attention.head_count_kv": 2,
        "expert_count": 4, "expert_used_count": 2, "rope.freq_base": theta, **sizes,
    }  # fmt: skip
    metadata = {
        "general.architecture": kind, **{f"{kind}.{key}": value for key, value in told.items()}, f"{kind}.attention.layer_norm_rms_epsilon": 1e-6,
        "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.tokens": byte_words()[:40], "tokenizer.ggml.merges": [],
    }  # fmt: skip
    write_gguf(path, metadata, {name: Tensor(data.shape, Format.F32, np.ascontiguousarray(data)) for name, data in tensors.items()})  # fmt: skip
    return path


@pytest.mark.parametrize(
    "name, kind, sizes",
    [
        ("qwen2-moe", "qwen2moe", {"expert_feed_forward_length": 8}),
        ("qwen3-moe", "qwen3moe", {"expert_feed_forward_length": 8, "attention.key_length": 8}),
        ("mixtral", "llama", {}),
    ],
)
def test_experts_of_a_file_are_those_of_the_folder(name: str, kind: str, sizes: dict[str, int], tmp_path: Path) -> None:  # fmt: skip
    config = config_of_json(json.loads((GOLDEN / name / "config.json").read_text()))
    architecture = PIPELINE_REGISTRY.find(config.architecture)
    weights = safetensors_weights(GOLDEN / name, config, architecture)
    path = written(tmp_path / "a.gguf", kind, weights, config.rope_theta, **sizes)
    found = config_of_gguf(Gguf(path))
    for field in ("experts", "experts_used", "expert_length", "shared_length", "shares_of_all"):
        assert getattr(found, field) == getattr(config, field), field
    assert [found.has_experts(n) for n in range(2)] == [config.has_experts(n) for n in range(2)]
    opened = open_model(path)
    built: Any = PIPELINE_REGISTRY.find(kind).build(found, DeviceRef.CPU())
    built.load_state_dict(opened.weights)
    original: Any = architecture.build(config, DeviceRef.CPU())
    original.load_state_dict(weights)
    own, wanted = built.state_dict(), original.state_dict()
    assert set(own) == set(wanted)
    for key in own:
        np.testing.assert_array_equal(own[key], wanted[key])
