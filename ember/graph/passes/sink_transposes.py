"""Transposes go down through elementwise ops to where they meet the inverse one, and both go.

Images of PyTorch and ONNX have their channels first, kernels have them last: between two convolutions everything is computed as it lies.

Before:
    %1 = mo.transpose(%0) {permutation = [1, 0]} : (!mo.tensor<[m, n], f32>) -> !mo.tensor<[n, m], f32>
    %2 = mo.relu(%1) : !mo.tensor<[n, m], f32>
    %3 = mo.transpose(%2) {permutation = [1, 0]} : (!mo.tensor<[n, m], f32>) -> !mo.tensor<[m, n], f32>
After:
    %1 = mo.relu(%0) : !mo.tensor<[m, n], f32>
    %2 = mo.transpose(%1) {permutation = [1, 0]} : (!mo.tensor<[m, n], f32>) -> !mo.tensor<[n, m], f32>
    %3 = mo.transpose(%2) {permutation = [1, 0]} : (!mo.tensor<[n, m], f32>) -> !mo.tensor<[m, n], f32>
"""

from __future__ import annotations

from typing import Final

from ember.dialects import mo
from ember.dialects.mo_types import TensorType
from ember.ir.nodes import Op, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import ops_inside, replace_with_op

Order = tuple[int, ...]
_FAR: Final = 64
"""So many ops are looked at for the inverse of a transpose."""


@function_pass("mo-sink-transposes")
def sink_transposes(graph: Op) -> bool:
    """Moves transposes behind elementwise ops, where that ends at their inverse."""
    changed = False
    for op in ops_inside(graph):
        order = _order_of(op)
        if order is not None and _meets_inverse(op.results[0], order):
            _sink(op, order)
            changed = True
    return changed


def _order_of(op: Op) -> Order | None:
    """The one order in which the operands of an elementwise op are transposed; those that are not are stretched."""
    if not isinstance(op, mo.ELEMENTWISE):
        return None
    owners = [value.owner for value in op.operands]
    orders = {owner.attrs["permutation"] for owner in owners if isinstance(owner, mo.Transpose)}
    rest = [owner for owner in owners if not isinstance(owner, mo.Transpose)]
    if len(orders) != 1 or not all(map(_can_be_turned, rest)):
        return None
    order: Order = orders.pop()
    return order


def _can_be_turned(owner: object) -> bool:
    """Whether something is a stretched tensor with as many axes as its result, or one number."""
    if not isinstance(owner, mo.BroadcastTo):
        return False
    rank = _type(owner.operands[0]).rank
    return rank in (0, _type(owner.results[0]).rank)


def _meets_inverse(value: Value, order: Order) -> bool:
    """Whether most of what reads a value, through elementwise ops, turns it back."""
    back, other = 0, 0
    waiting, seen = [value], {value}
    while waiting and len(seen) < _FAR:
        for user in waiting.pop().uses:
            if isinstance(user, mo.Transpose) and _inverse(order) == user.attrs["permutation"]:
                back += 1
            elif not isinstance(user, mo.ELEMENTWISE):
                other += 1
            elif user.results[0] not in seen:
                seen.add(user.results[0])
                waiting.append(user.results[0])
    return back > 0 and back >= other


def _sink(op: Op, order: Order) -> None:
    result = _type(op.results[0])
    turned = result.with_dims(tuple(result.dims[axis] for axis in _inverse(order)))
    operands = [_turned(value, op, order) for value in op.operands]
    made = type(op)(operands, (turned,), dict(op.attrs), (), op.loc)
    assert op.parent is not None
    op.parent.insert_before(op, made)
    attrs = {"permutation": order}
    replace_with_op(op, mo.Transpose(made.results, (result,), attrs, (), op.loc))


def _turned(value: Value, op: Op, order: Order) -> Value:
    """An operand as it is before the transpose."""
    owner = value.owner
    assert isinstance(owner, mo.Transpose | mo.BroadcastTo) and op.parent is not None
    source = owner.operands[0]
    if isinstance(owner, mo.Transpose):
        return source
    inverse, stretched = _inverse(order), _type(value)
    type = _type(source)
    if type.rank:
        dims = tuple(type.dims[axis] for axis in inverse)
        attrs = {"permutation": inverse}
        view = mo.Transpose((source,), (type.with_dims(dims),), attrs, (), op.loc)
        op.parent.insert_before(op, view)
        source = view.results[0]
    to = stretched.with_dims(tuple(stretched.dims[axis] for axis in inverse))
    wide = mo.BroadcastTo((source,), (to,), {}, (), op.loc)
    op.parent.insert_before(op, wide)
    return wide.results[0]


def _inverse(order: Order) -> Order:
    return tuple(order.index(axis) for axis in range(len(order)))


def _type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type
