"""Tensor graphs: described in Python, checked line by line, compiled to one native call."""

from collections.abc import Mapping
from typing import Any

from ember.graph.api import dtype_promotion, ops
from ember.graph.api.dims import (
    AlgebraicDim,
    Dim,
    DimLike,
    Shape,
    ShapeLike,
    StaticDim,
    SymbolicDim,
)
from ember.graph.api.graph import DevicePlacementPolicy, Graph, Module
from ember.graph.api.kernels import KernelLibrary
from ember.graph.api.sharding import ShardingStrategy
from ember.graph.api.types import (
    BufferType,
    ChainType,
    DeviceKind,
    DeviceRef,
    OpaqueType,
    TensorType,
    Type,
)
from ember.graph.api.values import (
    BufferValue,
    BufferValueLike,
    ChainValue,
    OpaqueValue,
    TensorValue,
    TensorValueLike,
    Value,
)
from ember.graph.api.weights import Weight

_OpaqueType, _OpaqueValue = OpaqueType, OpaqueValue
_ChainType, _ChainValue = ChainType, ChainValue


def from_onnx(model: Any, known: Mapping[str, Any] | None = None, name: str | None = None) -> Any:
    """The graph of an ONNX model and the arrays of its weights: see `importers/onnx.py`."""
    from ember.graph.importers.onnx import from_onnx

    return from_onnx(model, known, name)


def from_torch(program: Any, name: str | None = None) -> Any:
    """The graph of an exported program of PyTorch, or of the file of one, and its weights: see `importers/exported.py`."""
    from ember.graph.importers.exported import from_torch

    return from_torch(program, name)


__all__ = [
    "AlgebraicDim",
    "BufferType",
    "BufferValue",
    "BufferValueLike",
    "ChainType",
    "ChainValue",
    "DeviceKind",
    "DevicePlacementPolicy",
    "DeviceRef",
    "Dim",
    "DimLike",
    "Graph",
    "KernelLibrary",
    "Module",
    "OpaqueType",
    "OpaqueValue",
    "Shape",
    "ShapeLike",
    "ShardingStrategy",
    "StaticDim",
    "SymbolicDim",
    "TensorType",
    "TensorValue",
    "TensorValueLike",
    "Type",
    "Value",
    "Weight",
    "dtype_promotion",
    "from_onnx",
    "from_torch",
    "ops",
]
