"""Constants seen from the passes: read the value behind an operand, make a constant op."""

from __future__ import annotations

from typing import Any, Final

from ember.dialects import kgen
from ember.dialects import types as t
from ember.ir.nodes import Op, Value


class _Missing:
    __slots__ = ()


MISSING: Final = _Missing()
"""What `constant_of` gives for a value that is not a constant (None is a constant: the null pointer)."""


def constant_of(value: Value) -> Any:
    """The Python value of a `kgen.param.constant`, or `MISSING`."""
    owner = value.owner
    return owner.attrs.get("value") if owner.__class__ is kgen.Constant else MISSING


def constant_before(anchor: Op, type: t.Type, value: object) -> Value:
    """A new constant just before an op."""
    op = kgen.Constant((), (type,), {"value": value}, (), anchor.loc)
    assert anchor.parent is not None
    anchor.parent.insert_before(anchor, op)
    return op.results[0]


def splatted(type: t.Type, lane: object) -> object:
    """The compile-time value with `lane` in every lane of the type."""
    return (lane,) * type.width if isinstance(type, t.SimdType) and type.width > 1 else lane


def is_all(value: Value, lane: object) -> bool:
    """Whether a value is a constant with this number in every lane (of the same Python type: 0 is not 0.0)."""
    owner = value.owner
    if owner.__class__ is not kgen.Constant:
        return False
    found = owner.attrs.get("value")
    if found.__class__ is tuple:
        return bool(found) and all(x.__class__ is lane.__class__ and x == lane for x in found)
    return found.__class__ is lane.__class__ and bool(found == lane)
