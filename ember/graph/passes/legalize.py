"""Relaxed ops become exact ones: casts, stretches and reshapes are written out.

Before:
    %2 = rmo.add(%0, %1) : (!mo.tensor<[n], f32>, !mo.tensor<[], bf16>) -> !mo.tensor<[n], f32>
After:
    %2 = mo.cast(%1) {dtype = f32} : (!mo.tensor<[], bf16>) -> !mo.tensor<[], f32>
    %3 = mo.static.broadcast_to(%2) : (!mo.tensor<[], f32>) -> !mo.tensor<[n], f32>
    %4 = mo.add(%0, %3) : !mo.tensor<[n], f32>
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ember.dialects import mo, rmo
from ember.dialects.dimensions import ONE, Dimension
from ember.dialects.mo_rules import broadcast
from ember.dialects.mo_types import TensorType
from ember.ir.nodes import REGISTRY, Op, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import ops_inside, replace_op
from ember.support.dtype import BOOL, DType

Dims = tuple[Dimension, ...]


@function_pass("mo-legalize")
def legalize(graph: Op) -> bool:
    """Replaces every relaxed op of a graph."""
    changed = False
    for op in ops_inside(graph):
        rule = _RULES.get(type(op))
        if rule is not None:
            replace_op(op, [rule(_Writer(op), op)])
            changed = True
    return changed


class _Writer:
    """Inserts exact ops before the relaxed one they stand for."""

    __slots__ = ("anchor",)

    def __init__(self, anchor: Op) -> None:
        self.anchor = anchor

    def add(self, kind: type[Op], operands: list[Value], attrs: Any, type: TensorType) -> Value:
        op = kind(operands, (type,), attrs, (), self.anchor.loc)
        assert self.anchor.parent is not None
        self.anchor.parent.insert_before(self.anchor, op)
        return op.results[0]

    def cast(self, value: Value, dtype: DType) -> Value:
        type = _tensor(value)
        if type.dtype is dtype:
            return value
        return self.add(mo.Cast, [value], {"dtype": dtype}, type.with_dtype(dtype))

    def stretch(self, value: Value, dims: Dims) -> Value:
        type = _tensor(value)
        if type.dims == dims:
            return value
        return self.add(mo.BroadcastTo, [value], {}, type.with_dims(dims))

    def reshape(self, value: Value, dims: Dims) -> Value:
        type = _tensor(value)
        if type.dims == dims:
            return value
        return self.add(mo.Reshape, [value], {}, type.with_dims(dims))


def _tensor(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type


def _exact(op: Op) -> type[Op]:
    return REGISTRY[op.op_name.removeprefix("r")]


def _elementwise(writer: _Writer, op: Op) -> Value:
    result = _tensor(op.results[0])
    dtype = _common_dtype(op)
    operands = [writer.stretch(writer.cast(v, dtype), result.dims) for v in op.operands]
    return writer.add(_exact(op), operands, {}, result)


def _common_dtype(op: Op) -> DType:
    """The element type operands meet in: the result's, except for comparisons."""
    result = _tensor(op.results[0]).dtype
    kinds = {_tensor(operand).dtype for operand in op.operands}
    if result is not BOOL or kinds == {BOOL}:
        return result
    from_sum = rmo.Add.result_rule
    assert from_sum is not None
    (sum_type,) = from_sum([operand.type for operand in op.operands], {}, 1)
    assert isinstance(sum_type, TensorType)
    return sum_type.dtype


def _select(writer: _Writer, op: Op) -> Value:
    result = _tensor(op.results[0])
    condition, *values = op.operands
    stretched = [writer.stretch(writer.cast(v, result.dtype), result.dims) for v in values]
    return writer.add(mo.Select, [writer.stretch(condition, result.dims), *stretched], {}, result)


def _matmul(writer: _Writer, op: Op) -> Value:
    """Vectors become matrices and back; batches are stretched; a batch against one matrix is one tall matrix."""
    result = _tensor(op.results[0])
    left, right = (writer.cast(v, result.dtype) for v in op.operands)
    left_dims, right_dims = _tensor(left).dims, _tensor(right).dims
    if len(left_dims) == 1:
        left = writer.reshape(left, (ONE, *left_dims))
    if len(right_dims) == 1:
        right = writer.reshape(right, (*right_dims, ONE))
    rows, columns = _tensor(left).dims, _tensor(right).dims
    if len(columns) == 2:
        product = _tall(writer, left, right, result)
    else:
        batch = broadcast(rows[:-2], columns[:-2])
        left = writer.stretch(left, (*batch, *rows[-2:]))
        right = writer.stretch(right, (*batch, *columns[-2:]))
        type = result.with_dims((*batch, rows[-2], columns[-1]))
        product = writer.add(mo.BatchMatmul, [left, right], {"transpose_b": False}, type)
    return writer.reshape(product, result.dims)


def _tall(writer: _Writer, left: Value, right: Value, result: TensorType) -> Value:
    """One matrix on the right: all rows of all batches against it."""
    dims = _tensor(left).dims
    height = ONE
    for dim in dims[:-1]:
        height = height * dim
    flat = writer.reshape(left, (height, dims[-1]))
    type = result.with_dims((height, _tensor(right).dims[-1]))
    return writer.add(mo.Matmul, [flat, right], {"transpose_b": False}, type)


_RULES: Final[dict[type[Op], Callable[[_Writer, Op], Value]]] = {
    **{
        kind: _elementwise
        for name, kind in REGISTRY.items()
        if name.startswith("rmo.") and kind.operand_names == ("lhs", "rhs")
    },
    rmo.Select: _select,
    rmo.Matmul: _matmul,
}
