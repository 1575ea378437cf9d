"""A small model through the graph compiler and the compiler: the tokens are those of the referee."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ember.graph import DeviceRef
from ember.pipelines.pipeline import Pipeline
from ember.pipelines.step import step_graph
from ember.pipelines.weights.converting import convert_gguf
from ember.pipelines.weights.formats import Format
from tests.pipelines import referee
from tests.pipelines.tiny import write_tiny


def test_tokens_are_those_of_the_referee(tmp_path: Path) -> None:
    source = write_tiny(tmp_path / "plain.gguf", layers=1)
    convert_gguf(source, tmp_path / "q8.gguf", Format.Q8_0)
    pipeline = Pipeline(tmp_path / "q8.gguf")
    got = pipeline.generate_tokens([5, 80, 7], max_tokens=8, ignore_eos=True)
    several = pipeline.generate_token_batch([[9, 8], [5, 80, 7]], max_tokens=8, ignore_eos=True)
    assert several[1].tokens == got.tokens

    model = pipeline.files.architecture.build(pipeline.files.config, DeviceRef.CPU())
    model.load_state_dict(pipeline.files.weights)
    graph = step_graph(model, pipeline.cache_type)
    tokens = [5, 80, 7, *got.tokens]
    pages, table = np.zeros(pipeline.cache_type.shape(1), np.float32), np.zeros((1, 1), np.uint32)
    inputs = [np.array(tokens, np.int32), np.arange(len(tokens), dtype=np.int32), pages, np.array([0, len(tokens)], np.uint32), np.zeros(1, np.uint32), table, *referee.greedy(len(tokens))]  # fmt: skip
    *_, scores = referee.run(graph, inputs, model.state_dict())
    for place, token in enumerate(got.tokens, start=2):
        assert scores[place].max() - scores[place, token] < 0.05
