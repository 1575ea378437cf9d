"""Whole numbers as bits: what ONNX and PyTorch do with them."""

from __future__ import annotations

from typing import Final

from ember.dialects import mo, rmo
from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.build import append
from ember.graph.api.operands import as_operands
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue

_KINDS: Final = {"and": mo.And, "or": mo.Or, "xor": mo.Xor}


def bitwise(kind: str, x: TensorValue, y: TensorValue) -> TensorValue:
    """`and`, `or` or `xor` of two tensors of one type."""
    left, right = as_operands(x, y)
    shape = (left + right).shape if left.dtype is not DType.bool else (left & right).shape
    operands = [ops.broadcast_to(side, shape).ir for side in (left, right)]
    return TensorValue(append(_KINDS[kind], operands).results[0])


def inverted(x: TensorValue) -> TensorValue:
    """Every bit turned."""
    if x.dtype is DType.bool:
        return ops.logical_not(x)
    top = -1 if x.dtype.is_signed_integral() else (1 << x.dtype.size_in_bits) - 1
    return ops.constant(top, x.dtype, DeviceRef.CPU()) - x


def shifted(x: TensorValue, by: TensorValue, is_left: bool) -> TensorValue:
    """By powers of two. To the right negative numbers stay negative; by less than nothing or by all bits, nothing else is left."""
    width = x.dtype.size_in_bits
    is_signed = x.dtype.is_signed_integral()
    is_inside = by < width if not is_signed else ops.logical_and(by >= 0, by < width)
    count = ops.where(is_inside, by, by * 0)
    if is_left:
        return ops.where(is_inside, x * _power_of_two(count), x * 0)
    if not is_signed:
        return ops.where(is_inside, _quotient(x, _power_of_two(count)), x * 0)
    most = ops.min(count, width - 2)  # a power more is negative
    found = ops.floor_div(ops.floor_div(x, _power_of_two(most)), _power_of_two(count - most))
    return ops.where(is_inside, found, ops.where(x < 0, x * 0 - 1, x * 0))


def _power_of_two(count: TensorValue) -> TensorValue:
    two = ops.constant(2, count.dtype, DeviceRef.CPU())
    return ops.pow(ops.broadcast_to(two, count.shape), count)


def _quotient(x: TensorValue, y: TensorValue) -> TensorValue:
    """Of whole numbers that are not negative."""
    left, right = as_operands(x, y)
    return TensorValue(append(rmo.Div, (left.ir, right.ir)).results[0])
