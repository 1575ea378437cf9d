"""Printing while a graph runs."""

from __future__ import annotations

from ember.dialects import mo_effects
from ember.graph.api.build import append, current_graph
from ember.graph.api.operands import as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.values import TensorValue


@operation
def print(value: str | TensorValue, label: str = "debug_tensor") -> None:
    """Prints a text, or a tensor with a label, when the graph comes to this line."""
    graph = current_graph()
    if isinstance(value, str):
        op = append(mo_effects.DebugPrint, (graph.chain,), {"message": value})
    elif isinstance(value, int | float):
        raise ValueError(f"print: a text or a tensor is printed, not the number {value}")
    else:
        operands = (as_tensor(value).ir, graph.chain)
        op = append(mo_effects.DebugTensorPrint, operands, {"label": label})
    graph.chain = op.results[0]
