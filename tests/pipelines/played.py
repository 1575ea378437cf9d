"""Pipelines whose steps run in the referee: nothing is compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

from ember.driver import Buffer
from ember.pipelines.pipeline import Pipeline
from ember.pipelines.step import step_graph
from tests.pipelines import referee


class Output:
    """An array, as models give them."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def to_numpy(self) -> Any:
        return self._array


class Referee:
    """What a compiled step gives, computed by NumPy."""

    def __init__(self, pipeline: Pipeline) -> None:
        model, _ = pipeline.built()
        self._graph = step_graph(model, pipeline.cache_type)
        self._weights = model.state_dict()
        self.steps: list[int] = []
        """How many tokens each step had."""

    def execute(self, *inputs: Any) -> list[Output]:
        self.steps.append(len(inputs[0]))
        arrays = [value.to_numpy() if isinstance(value, Buffer) else value for value in inputs]
        return [Output(array) for array in referee.run(self._graph, arrays, self._weights)]


def opened(path: Path, **options: Any) -> Pipeline:
    """A pipeline of a file."""
    with patch.object(Pipeline, "_loaded", lambda pipeline, progress: Referee(pipeline)):
        return Pipeline(path, **options)
