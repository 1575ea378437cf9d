"""Products of matrices."""

from __future__ import annotations

from typing import Any

from ember.dialects import rmo
from ember.graph.api.build import append
from ember.graph.api.operands import as_operands
from ember.graph.api.operations import operation
from ember.graph.api.values import TensorValue


@operation
def matmul(lhs: Any, rhs: Any) -> TensorValue:
    """Product of matrices, of batches of them, or of vectors."""
    left, right = as_operands(lhs, rhs)
    return TensorValue(append(rmo.Matmul, (left.ir, right.ir)).results[0])
