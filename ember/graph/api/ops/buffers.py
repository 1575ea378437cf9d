"""Buffers: reading and changing memory, in the order the lines are written."""

from __future__ import annotations

from typing import Any

from ember.dialects import mo
from ember.graph.api.build import append, current_graph
from ember.graph.api.operands import constant, is_strong
from ember.graph.api.operations import operation
from ember.graph.api.values import BufferValue, TensorValue


@operation
def buffer_load(buffer: BufferValue) -> TensorValue:
    """What a buffer holds at this line."""
    graph = current_graph()
    loaded = append(mo.Load, (buffer.ir, graph.chain))
    graph.chain = loaded.results[1]
    return TensorValue(loaded.results[0])


@operation
def buffer_store(buffer: BufferValue, value: Any) -> None:
    """Replaces what a buffer holds."""
    graph = current_graph()
    given = TensorValue(value) if is_strong(value) else constant(value, buffer.dtype, buffer.device)
    graph.chain = append(mo.Store, (buffer.ir, given.ir, graph.chain)).results[0]
