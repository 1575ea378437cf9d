"""Tensor graphs: described in Python, checked line by line, compiled to one native call."""

from ember.graph.api import ops
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
from ember.graph.api.types import (
    BufferType,
    ChainType,
    DeviceKind,
    DeviceRef,
    OpaqueType,
    TensorType,
    Type,
)
from ember.graph.api.values import BufferValue, ChainValue, OpaqueValue, TensorValue, Value
from ember.graph.api.weights import Weight
from ember.graph.importers.onnx import from_onnx

_OpaqueType, _OpaqueValue = OpaqueType, OpaqueValue
_ChainType, _ChainValue = ChainType, ChainValue

__all__ = [
    "AlgebraicDim",
    "BufferType",
    "BufferValue",
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
    "StaticDim",
    "SymbolicDim",
    "TensorType",
    "TensorValue",
    "Type",
    "Value",
    "Weight",
    "from_onnx",
    "ops",
]
