"""Architectures of users: the example's, and packages that are none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ember.pipelines.config import ModelError
from ember.pipelines.registry import PIPELINE_REGISTRY, PipelineRegistry
from ember.pipelines.scoring import scores_of
from ember.pipelines.weights.converting import convert
from ember.pipelines.weights.formats import Format
from tests.pipelines.played import opened
from tests.pipelines.tiny import write_tiny

EXAMPLE = Path(__file__).parents[2] / "examples" / "parallel_llama"


def test_the_example(tmp_path: Path) -> None:
    convert(write_tiny(tmp_path / "a.gguf", layers=1), tmp_path / "model", Format.F32)
    settings = tmp_path / "model" / "config.json"
    values = json.loads(settings.read_text())
    settings.write_text(json.dumps({**values, "architectures": ["ParallelLlamaForCausalLM"]}))
    with pytest.raises(ModelError, match="'ParallelLlamaForCausalLM' is not supported"):
        opened(tmp_path / "model")
    PIPELINE_REGISTRY.load_custom(EXAMPLE)
    try:
        parallel, plain = opened(tmp_path / "model"), opened(tmp_path / "a.gguf")
        mine, other = (next(scores_of(p, [5, 80, 7])) for p in (parallel, plain))
        assert np.abs(mine - other).max() > 0.1, "it is another model"
        assert parallel.generate("Hi", max_tokens=3, ignore_eos=True).finish_reason == "length"
    finally:
        del PIPELINE_REGISTRY._by_name["ParallelLlamaForCausalLM"]


def test_packages_that_are_none(tmp_path: Path) -> None:
    registry = PipelineRegistry()
    with pytest.raises(ModelError, match="is no package of architectures"):
        registry.load_custom(tmp_path / "none")
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(ModelError, match="has no list 'ARCHITECTURES'"):
        registry.load_custom(tmp_path / "empty.py")
    (tmp_path / "broken.py").write_text("import no_such_module_at_all")
    with pytest.raises(ModelError, match="broken.py' does not load: No module named"):
        registry.load_custom(tmp_path / "broken.py")
    (tmp_path / "wrong.py").write_text("ARCHITECTURES = [3]")
    with pytest.raises(ModelError, match="3 in 'ARCHITECTURES' is no SupportedArchitecture"):
        registry.load_custom(tmp_path / "wrong.py")
