"""Types of graph values and the IR's types for them, both ways."""

from __future__ import annotations

from ember.dialects import mo_types
from ember.dialects.dimensions import Dimension
from ember.dtype import DType
from ember.graph.api.dims import of_size
from ember.graph.api.types import (
    BufferType,
    ChainType,
    DeviceKind,
    DeviceRef,
    OpaqueType,
    TensorType,
    Type,
)
from ember.ir.types import Type as IrType


def ir_type(type: Type) -> IrType:
    """The IR's type for a type of the API."""
    match type:
        case TensorType():
            return mo_types.tensor(_dims(type), type.dtype.entry, str(type.device))
        case BufferType():
            return mo_types.buffer(_dims(type), type.dtype.entry, str(type.device))
        case OpaqueType():
            return mo_types.OpaqueType(type.name, tuple(sorted(type.parameters.items())))
        case ChainType():
            return mo_types.CHAIN
    raise TypeError(f"{type!r} is no type of a graph's value")


def _dims(type: TensorType | BufferType) -> tuple[Dimension, ...]:
    return tuple(dim.size for dim in type.shape)


def graph_type(type: IrType) -> Type:
    """The API's type for a type of the IR."""
    if isinstance(type, mo_types.ShapedType):
        kind = TensorType if isinstance(type, mo_types.TensorType) else BufferType
        return kind(DType(type.dtype.name), map(of_size, type.dims), device_of(type.device))
    if isinstance(type, mo_types.OpaqueType):
        return OpaqueType(type.name, dict(type.parameters))
    return ChainType()


def device_of(text: str) -> DeviceRef:
    """The device that `cpu:0` names."""
    kind, _, number = text.partition(":")
    return DeviceRef(DeviceKind(kind), int(number))
