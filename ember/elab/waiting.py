"""Expressions that wait: for a subscript that says whether they are parameters, or for parameters not known yet."""

from __future__ import annotations

from typing import Final

from ember.dialects import lit
from ember.elab.archetypes import is_anything
from ember.elab.types import Deferred, FunctionRef, Hole, has_hole
from ember.elab.values import BoundMethod, Known, Place, Rvalue, Val
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


def fed_subscript(op: Op) -> lit.Subscript | None:
    """The subscript an op's only use is an item of, directly or through other such ops."""
    uses = op.results[0].uses
    if len(uses) != 1:
        return None
    user = uses[0]
    if user.parent is not op.parent:
        return None
    if isinstance(user, lit.Subscript):
        return user if user.operands[0] is not op.results[0] else fed_subscript(user)
    return fed_subscript(user) if isinstance(user, DEFERRABLE) else None


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
    if isinstance(callee, Known) and isinstance(callee.value, FunctionRef):
        return has_hole(callee.value)
    return is_open_value(callee)
