"""What the Mojo library's `max.graph` and `max.engine` call: graphs built op by op, with the graph named in each call."""

from __future__ import annotations

from typing import Any

import numpy as np

from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph.api import ops
from ember.graph.api.graph import Graph
from ember.graph.api.types import DeviceRef, TensorType


def tensor_type(dtype: str, dims: list[Any]) -> TensorType:
    """A tensor of the host; a dimension is a number or a name."""
    return TensorType(DType[dtype], dims, DeviceRef.CPU())


def apply(graph: Graph, name: str, *operands: Any, **named: Any) -> Any:
    """What an op of `ops` gives in a graph."""
    with graph:
        return getattr(ops, name)(*operands, **named)


def number(graph: Graph, value: float, dtype: str) -> Any:
    """A constant of one number."""
    with graph:
        return ops.constant(value, DType[dtype], DeviceRef.CPU())


def constant(graph: Graph, array: np.ndarray[Any, Any]) -> Any:
    """A constant of these numbers."""
    with graph:
        return ops.constant(array)


def part(graph: Graph, value: Any, index: Any) -> Any:
    """What an index selects of a tensor."""
    with graph:
        return value[index]


def output(graph: Graph, values: list[Any]) -> None:
    with graph:
        graph.output(*values)


def load(graph: Graph) -> Model:
    return InferenceSession().load(graph)


def execute(model: Model, inputs: dict[str, Any]) -> dict[str, Any]:
    """Results by name, for inputs by name."""
    results = model(**inputs)
    names = [spec.name for spec in model.output_metadata]
    return {name: result.to_numpy() for name, result in zip(names, results, strict=True)}


def empty(dtype: str, sizes: list[int]) -> np.ndarray[Any, Any]:
    """An array that the caller fills."""
    return np.empty(sizes, DType[dtype].to_numpy())
