"""Complex numbers as pairs along the last axis: [re, im]."""

from __future__ import annotations

from typing import Any

from ember.graph.api.dims import StaticDim
from ember.graph.api.operands import as_operands, as_tensor
from ember.graph.api.ops.views import reshape, stack
from ember.graph.api.values import TensorValue


def as_interleaved_complex(x: Any) -> TensorValue:
    """Neighbours along the last axis as pairs: [n, 8] becomes [n, 4, 2]."""
    value = as_tensor(x)
    last = value.shape[-1]
    if not isinstance(last, StaticDim):
        raise TypeError(f"as_interleaved_complex: the last dimension must be known: {value.shape}")
    if last.dim % 2:
        raise ValueError(f"as_interleaved_complex: pairs need an even last dimension: {value.shape}")  # fmt: skip
    return reshape(value, [*value.shape[:-1], last.dim // 2, 2])


def mul(lhs: Any, rhs: Any) -> TensorValue:
    """Products of complex numbers."""
    left, right = as_operands(lhs, rhs)
    for value in (left, right):
        if not value.rank or value.shape[-1] != 2:
            raise ValueError(f"complex.mul: the last dimension holds pairs, so it must be 2: {value.shape}")  # fmt: skip
    real, imaginary = left[..., 0], left[..., 1]
    other_real, other_imaginary = right[..., 0], right[..., 1]
    return stack(
        [
            real * other_real - imaginary * other_imaginary,
            real * other_imaginary + imaginary * other_real,
        ],
        axis=-1,
    )
