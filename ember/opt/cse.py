"""Common subexpressions: a pure op that was already computed on the way here is not computed again.

Before:                                      After:
    %0 = pop.add %a, %b : index                  %0 = pop.add %a, %b : index
    %1 = pop.add %a, %b : index                  %1 = pop.mul %0, %0 : index
    %2 = pop.mul %0, %1 : index
"""

from __future__ import annotations

from collections.abc import Hashable

from ember.dialects.constants import value_key
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import replace_op


@function_pass("cse")
def eliminate_common_subexpressions(function: Op) -> bool:
    """Walks in program order with a table of what is visible; a region's entries go when it ends."""
    return _visit(function.regions[0], {})


def _visit(region: Region, known: dict[Hashable, list[Value]]) -> bool:
    changed = False
    added: list[Hashable] = []
    op = region.first
    while op is not None:
        following = op.next
        if op.is_pure:
            key = _key(op)
            found = known.get(key)
            if found is not None:
                replace_op(op, found)
                changed = True
            else:
                known[key] = op.results
                added.append(key)
        elif op.regions:
            for inner in op.regions:
                changed |= _visit(inner, known)
        op = following
    for key in added:
        del known[key]
    return changed


def _key(op: Op) -> Hashable:
    """Equal for ops that compute the same; values are compared by identity."""
    attrs = op.attrs
    if not attrs:
        return (op.__class__, op.results[0].type, *op.operands)
    values = [value_key(attrs.get(name)) for name in op.attr_names]
    return (op.__class__, op.results[0].type, *op.operands, *values)
