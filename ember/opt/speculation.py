"""Speculation: an `if` that only chooses between values computes both and selects.

Before:                                        After:
    %r = hlcf.if %c -> i1 {                        %x = pop.cmp lt %a, %b : i1
      %t = kgen.param.constant = <true> : i1       %t = kgen.param.constant = <true> : i1
      hlcf.yield %t : i1                           %r = pop.select %c, %t, %x : i1
    } else {
      %x = pop.cmp lt %a, %b : i1
      hlcf.yield %x : i1
    }

Only where both arms have at most `MAX_OPS` ops that cannot trap, constants not counted, and there is one result that fits
a register. LLVM would do the same, but from four blocks with a `phi`.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Op, Region
from ember.ir.rewriter import replace_with_op, splice_before

MAX_OPS: Final = 2
"""More are not computed in vain."""
_CHEAP: Final = frozenset(
    {pop.Add, pop.Sub, pop.And, pop.Or, pop.Xor, pop.Compare, pop.Cast, pop.Select, pop.Neg}
)


def speculate(op: Op) -> bool:
    """Replaces an `if` by a select where that is cheap."""
    if len(op.results) != 1 or not _fits_register(op.results[0].type):
        return False
    if not all(_is_cheap(arm) for arm in op.regions):
        return False
    values = []
    for arm in op.regions:
        last = arm.last
        assert last is not None
        values.append(last.operands[0])
        last.erase()
        splice_before(op, arm)
    type = op.results[0].type
    replace_with_op(op, pop.Select((op.operands[0], *values), (type,), {}, (), op.loc))
    return True


def _fits_register(type: t.Type) -> bool:
    if isinstance(type, t.SimdType):
        return type.width == 1
    return isinstance(type, (t.IndexType, t.IntegerType, t.PointerType))


def _is_cheap(arm: Region) -> bool:
    last = arm.last
    if last is None or last.__class__ is not hlcf.Yield:
        return False
    ops = 0
    op = arm.first
    while op is not last:
        assert op is not None
        if op.__class__ in _CHEAP:
            ops += 1
            if ops > MAX_OPS or len(op.results) != 1 or not _fits_register(op.results[0].type):
                return False
        elif op.__class__ is not kgen.Constant and op.__class__ is not kgen.Undefined:
            return False
        op = op.next
    return True
