"""Which stack slots of a function can be local variables of its Python translation.

%r = pop.stack_allocation {type = !kgen.struct<(index, index)>}      s1 = 0
%p = kgen.struct.gep %r[0]                                           s2 = 0
pop.store %a, %p                                                     s1 = a
%v = pop.load %r                                                     v = (s1, s2)
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Value

Shape: TypeAlias = "Literal[True] | tuple[Shape, ...]"
"""How a stack slot becomes local variables: True is one variable, a tuple has a shape per field."""

Pattern: TypeAlias = "str | tuple[Pattern, ...]"
"""The local variables that stand for a promoted stack slot: one, or one pattern per field."""


def slot_shape(pointers: list[Value], type: t.Type) -> Shape | None:
    """The shape of a slot whose uses are loads, stores and field addresses only; None when it must be memory.

    `pointers` are the values that point to it.
    """
    fields: dict[int, list[Value]] = {}
    for pointer in pointers:
        for use in pointer.uses:
            if use.__class__ is pop.Load:
                if use.results[0].type is not type:
                    return None
            elif use.__class__ is pop.Store:
                value, target = use.operands
                if value is pointer or target is not pointer or value.type is not type:
                    return None
            elif use.__class__ is kgen.StructGep and use.attrs["struct"] is type:
                fields.setdefault(use.attrs["index"], []).append(use.results[0])
            else:
                return None
    if not fields:
        return True
    if not isinstance(type, t.StructType):
        return None
    parts = [slot_shape(fields.get(i, []), element) for i, element in enumerate(type.elements)]
    return tuple(parts) if all(part is not None for part in parts) else None  # type: ignore[arg-type]


def pattern_text(pattern: Pattern) -> str:
    """A pattern as Python writes it, to read or to assign."""
    if isinstance(pattern, str):
        return pattern
    return f"({''.join([f'{pattern_text(part)}, ' for part in pattern])})"


def pattern_names(pattern: Pattern) -> list[str]:
    if isinstance(pattern, str):
        return [pattern]
    return [name for part in pattern for name in pattern_names(part)]
