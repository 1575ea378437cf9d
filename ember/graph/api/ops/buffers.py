"""Buffers: reading and changing memory, in the order the lines are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ember.dialects import mo, mo_effects, mo_types
from ember.graph.api.build import append, current_graph
from ember.graph.api.dims import of_size
from ember.graph.api.ir_types import ir_type
from ember.graph.api.operands import as_tensor, constant, is_strong
from ember.graph.api.operations import operation
from ember.graph.api.ops.slices import Selection, selection
from ember.graph.api.ops.views import broadcast_to, reshape
from ember.graph.api.types import BufferType
from ember.graph.api.values import BufferValue, TensorValue, Value


def _buffer(value: Any, op: str) -> BufferValue:
    if hasattr(value, "__buffervalue__"):
        value = value.__buffervalue__()
    if not isinstance(value, BufferValue):
        shown = value.type if isinstance(value, Value) else type(value).__name__
        raise ValueError(f"{op}: a buffer is needed, not {shown}")
    return value


def _beside(value: Any, buffer: BufferValue) -> TensorValue:
    if is_strong(value):
        return as_tensor(value)
    return constant(value, buffer.dtype, buffer.device)


@operation
def buffer_create(type: BufferType, init_value: float | bool | None = None) -> BufferValue:
    """Memory of the graph's own, filled with a value if one is given."""
    if not isinstance(type, BufferType):
        raise ValueError(f"buffer_create: a BufferType is needed, not {type}")
    graph = current_graph()
    result, graph.chain = append(
        mo_effects.BufferCreate, (graph.chain,), {}, (ir_type(type), mo_types.CHAIN)
    ).results
    buffer = BufferValue(result)
    if init_value is not None:
        value = constant(init_value, type.dtype, type.device)
        buffer_store(buffer, broadcast_to(value, type.shape))
    return buffer


@operation
def buffer_load(x: BufferValue) -> TensorValue:
    """What a buffer holds at this line."""
    graph = current_graph()
    loaded = append(mo.Load, (_buffer(x, "buffer_load").ir, graph.chain))
    graph.chain = loaded.results[1]
    return TensorValue(loaded.results[0])


@operation
def buffer_store(destination: BufferValue, source: Any) -> None:
    """Replaces what a buffer holds."""
    graph, buffer = current_graph(), _buffer(destination, "buffer_store")
    given = _beside(source, buffer)
    graph.chain = append(mo.Store, (buffer.ir, given.ir, graph.chain)).results[0]


@operation
def buffer_store_slice(destination: BufferValue, source: Any, indices: Sequence[Any]) -> None:
    """Replaces a part of what a buffer holds; the value has the part's shape."""
    graph, buffer = current_graph(), _buffer(destination, "buffer_store_slice")
    type = buffer.ir.type
    assert isinstance(type, mo_types.BufferType)
    part = selection(list(indices), type.dims)
    if not isinstance(part, Selection):
        raise TypeError("buffer_store_slice: the bounds of a slice of a buffer are known numbers")
    given = _beside(source, buffer)
    wanted = [of_size(size) for size in part.shape]
    if list(given.shape) != wanted:
        shown = ", ".join(map(str, wanted))
        raise ValueError(f"buffer_store_slice: the part has the shape [{shown}], and the value {given.shape}")  # fmt: skip
    value = reshape(given, map(of_size, part.sizes))
    attrs = {"starts": part.starts, "steps": part.steps}
    op = append(mo_effects.StoreSlice, (buffer.ir, value.ir, graph.chain), attrs)
    graph.chain = op.results[0]
