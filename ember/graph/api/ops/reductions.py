"""Ops along an axis: sums, extremes, softmax, norms. The axis stays, with size 1."""

from __future__ import annotations

from typing import Any

from ember.dialects import mo
from ember.dialects.mo_rules import axis_of
from ember.graph.api.build import append
from ember.graph.api.operands import as_operands, as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.values import TensorValue
from ember.ir.nodes import Op


def _along(kind: type[Op], x: Any, axis: int, **attrs: Any) -> TensorValue:
    value = as_tensor(x)
    attrs["axis"] = axis_of(axis, value.rank)
    return TensorValue(append(kind, (value.ir,), attrs).results[0])


@operation
def sum(x: Any, axis: int = -1) -> TensorValue:
    """The sum along an axis."""
    return _along(mo.ReduceAdd, x, axis)


@operation
def prod(x: Any, axis: int = -1) -> TensorValue:
    """The product along an axis."""
    return _along(mo.ReduceMul, x, axis)


@operation
def mean(x: Any, axis: int = -1) -> TensorValue:
    """The mean along an axis."""
    return _along(mo.ReduceMean, x, axis)


def largest(x: Any, axis: int) -> TensorValue:
    """The largest element along an axis."""
    return _along(mo.ReduceMax, x, axis)


def smallest(x: Any, axis: int) -> TensorValue:
    """The smallest element along an axis."""
    return _along(mo.ReduceMin, x, axis)


@operation
def argmax(x: Any, axis: int = -1) -> TensorValue:
    """Where the largest element along an axis stands."""
    return _along(mo.ReduceArgMax, x, axis)


@operation
def argmin(x: Any, axis: int = -1) -> TensorValue:
    """Where the smallest element along an axis stands."""
    return _along(mo.ReduceArgMin, x, axis)


@operation
def softmax(value: Any, axis: int = -1) -> TensorValue:
    """Exponentials along an axis, scaled to the sum 1."""
    return _along(mo.Softmax, value, axis)


@operation
def logsoftmax(value: Any, axis: int = -1) -> TensorValue:
    """The logarithm of softmax."""
    return _along(mo.Logsoftmax, value, axis)


@operation
def cumsum(x: Any, axis: int = -1, exclusive: bool = False, reverse: bool = False) -> TensorValue:
    """Sums of all elements up to each, along an axis."""
    return _along(mo.Cumsum, x, axis, exclusive=exclusive, reverse=reverse)


@operation
def layer_norm(input: Any, gamma: Any, beta: Any, epsilon: float) -> TensorValue:
    """(x - mean) / sqrt(variance + epsilon) · gamma + beta over the last axis."""
    values = [value.ir for value in as_operands(input, gamma, beta)]
    return TensorValue(append(mo.LayerNorm, values, {"epsilon": float(epsilon)}).results[0])


@operation
def rms_norm(
    input: Any,
    weight: Any,
    epsilon: float,
    weight_offset: float = 0.0,
    multiply_before_cast: bool = False,
) -> TensorValue:
    """x / sqrt(mean(x²) + epsilon) · (weight + weight_offset) over the last axis."""
    attrs = {
        "epsilon": float(epsilon),
        "weight_offset": float(weight_offset),
        "multiply_before_cast": multiply_before_cast,
    }
    values = [value.ir for value in as_operands(input, weight)]
    return TensorValue(append(mo.RmsNorm, values, attrs).results[0])


@operation
def group_norm(input: Any, gamma: Any, beta: Any, num_groups: int, epsilon: float) -> TensorValue:
    """Each group of channels (axis 1) normalised with the axes behind it, then scaled and shifted by channel."""
    attrs = {"num_groups": num_groups, "epsilon": float(epsilon)}
    values = [value.ir for value in as_operands(input, gamma, beta)]
    return TensorValue(append(mo.GroupNorm, values, attrs).results[0])
