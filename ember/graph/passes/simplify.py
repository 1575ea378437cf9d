"""Ops that say nothing go, and views of views become one.

Before:
    %1 = mo.transpose(%0) {permutation = [1, 0]} : (!mo.tensor<[m, n], f32>) -> !mo.tensor<[n, m], f32>
    %2 = mo.transpose(%1) {permutation = [1, 0]} : (!mo.tensor<[n, m], f32>) -> !mo.tensor<[m, n], f32>
    mo.output %2 : !mo.tensor<[m, n], f32>
After:
    mo.output %0 : !mo.tensor<[m, n], f32>
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.dialects import mo
from ember.dialects.mo_rules import is_exact
from ember.dialects.mo_types import TensorType
from ember.ir.nodes import Op, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import ops_inside, replace_op, replace_with_op


@function_pass("mo-simplify")
def simplify(graph: Op) -> bool:
    """Applies the rules until none fits."""
    changed = False
    for op in ops_inside(graph):
        rule = _RULES.get(type(op))
        while rule is not None and op.parent is not None:
            found = rule(op)
            if found is None:
                break
            changed = True
            if isinstance(found, Value):
                replace_op(op, [found])
                break
            replace_with_op(op, found)
            op = found
    return changed


def _same_type(op: Op) -> Value | None:
    """A view or cast to what it is already."""
    return op.operands[0] if op.results[0].type is op.operands[0].type else None


def _reshape(op: Op) -> Op | Value | None:
    source = op.operands[0].owner
    if _same_type(op) is None and isinstance(source, mo.Reshape):
        return mo.Reshape((source.operands[0],), (op.results[0].type,), {}, (), op.loc)
    return _same_type(op)


def _stretch(op: Op) -> Op | Value | None:
    source = op.operands[0].owner
    if _same_type(op) is None and isinstance(source, mo.BroadcastTo):
        return mo.BroadcastTo((source.operands[0],), (op.results[0].type,), {}, (), op.loc)
    return _same_type(op)


def _transpose(op: Op) -> Op | Value | None:
    order = op.attrs["permutation"]
    if order == tuple(range(len(order))):
        return op.operands[0]
    source = op.operands[0].owner
    if not isinstance(source, mo.Transpose):
        return None
    first = source.attrs["permutation"]
    attrs = {"permutation": tuple(first[axis] for axis in order)}
    return mo.Transpose((source.operands[0],), (op.results[0].type,), attrs, (), op.loc)


def _cast(op: Op) -> Op | Value | None:
    """A cast of a cast that lost nothing is one cast."""
    source = op.operands[0].owner
    if _same_type(op) is not None or not isinstance(source, mo.Cast):
        return _same_type(op)
    origin, middle = source.operands[0].type, source.results[0].type
    assert isinstance(origin, TensorType) and isinstance(middle, TensorType)
    if not is_exact(origin.dtype, middle.dtype):
        return None
    return mo.Cast((source.operands[0],), (op.results[0].type,), op.attrs, (), op.loc)


def _slice(op: Op) -> Value | None:
    """All of an axis, in steps of one, for every axis."""
    is_whole = all(step == 1 for step in op.attrs["steps"])
    return _same_type(op) if is_whole else None


def _single(op: Op) -> Value | None:
    return op.operands[0] if len(op.operands) == 1 else None


_RULES: Final[dict[type[Op], Callable[[Op], Op | Value | None]]] = {
    mo.Reshape: _reshape,
    mo.BroadcastTo: _stretch,
    mo.Transpose: _transpose,
    mo.Cast: _cast,
    mo.Slice: _slice,
    mo.Transfer: _same_type,
    mo.Concat: _single,
}
