"""Whole numbers as bits: what ONNX and PyTorch do with them."""

from __future__ import annotations

from typing import Final

from ember.dialects import mo
from ember.dialects.mo_rules import broadcast
from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.build import append
from ember.graph.api.dims import of_size
from ember.graph.api.operands import as_operands
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue
from ember.ir.nodes import Op

_KINDS: Final = {"and": mo.And, "or": mo.Or, "xor": mo.Xor}


def bitwise(kind: str, x: TensorValue, y: TensorValue) -> TensorValue:
    """`and`, `or` or `xor` of two tensors of one type."""
    return _of_bits(_KINDS[kind], x, y)


def inverted(x: TensorValue) -> TensorValue:
    """Every bit turned."""
    if x.dtype is DType.bool:
        return ops.logical_not(x)
    top = -1 if x.dtype.is_signed_integral() else (1 << x.dtype.size_in_bits) - 1
    return ops.constant(top, x.dtype, DeviceRef.CPU()) - x


def shifted(x: TensorValue, by: TensorValue, is_left: bool) -> TensorValue:
    """By a number of bits, of the same type."""
    return _of_bits(mo.ShiftLeft if is_left else mo.ShiftRight, x, by)


def reinterpreted(x: TensorValue, dtype: DType) -> TensorValue:
    """The same bits as elements of another type, which is as wide."""
    if x.dtype is DType.bool:
        return reinterpreted(ops.cast(x, DType.uint8), dtype)
    if x.dtype is dtype:
        return x
    return TensorValue(append(mo.Bitcast, (x.ir,), {"dtype": dtype.entry}).results[0])


def _of_bits(kind: type[Op], x: TensorValue, y: TensorValue) -> TensorValue:
    left, right = as_operands(x, y)
    shape = broadcast(*(tuple(d.size for d in side.shape) for side in (left, right)))
    operands = [ops.broadcast_to(side, map(of_size, shape)).ir for side in (left, right)]
    return TensorValue(append(kind, operands).results[0])
