"""Expressions that wait: for a subscript that says whether they are parameters, or for parameters not known yet."""

from __future__ import annotations

from typing import Final

from ember.dialects import lit
from ember.elab.model.types import Deferred, FunctionRef, Hole, StructT, has_hole
from ember.elab.model.values import BoundMethod, Known, Place, Rvalue, Val
from ember.elab.type_facts.archetypes import is_anything
from ember.ir.nodes import Op

DEFERRABLE: Final = (
    lit.Call,
    lit.Binary,
    lit.Unary,
    lit.Subscript,
    lit.Attribute,
    lit.Compare,
    lit.Ternary,
    lit.Display,
    lit.BoolOp,
    lit.Slice,
)
"""What may be an item of a parameter list."""

_LONG: Final = 16


def fed_subscript(op: Op, known: dict[Op, lit.Subscript | None]) -> lit.Subscript | None:
    """The subscript an op's only use is an item of, directly or through other such ops; a long chain is walked once."""
    uses = op.results[0].uses
    if len(uses) != 1 or not isinstance(uses[0], DEFERRABLE):
        return None  # most ops
    if op in known:
        return known[op]
    chain = [op]
    found = None
    while True:
        user = _only_user(chain[-1])
        if user is None or user in known:
            found = None if user is None else known[user]
            break
        if isinstance(user, lit.Subscript) and user.operands[0] is not chain[-1].results[0]:
            found = user
            break
        chain.append(user)
    if len(chain) > _LONG:
        known.update(dict.fromkeys(chain, found))
    return found


def _only_user(op: Op) -> Op | None:
    """The op of the same region that alone uses an op's result, if it may be an item itself."""
    uses = op.results[0].uses
    if len(uses) != 1 or uses[0].parent is not op.parent:
        return None
    return uses[0] if isinstance(uses[0], DEFERRABLE) else None


def is_open_value(value: Val) -> bool:
    """Whether a value depends on a parameter that is being inferred."""
    return isinstance(value, Known) and isinstance(value.value, (Hole, Deferred))


def is_vague_value(value: Val) -> bool:
    """Whether not even the type of a value is known."""
    return is_open_value(value) or (isinstance(value, (Rvalue, Place)) and is_anything(value.type))


def is_open_callee(callee: Val) -> bool:
    """Whether what is called, or a parameter it is called with, is being inferred."""
    if isinstance(callee, BoundMethod):
        return has_hole(callee.function)
    if isinstance(callee, Known) and isinstance(callee.value, (FunctionRef, StructT)):
        return has_hole(callee.value)
    return is_open_value(callee)
