"""LICM: what a loop computes anew in every round from values of outside is computed once, before it.

Before:                                                After:
    hlcf.loop %zero -> index (%i: index) {                 %m = pop.mul %a, %b : index
      %m = pop.mul %a, %b : index                          hlcf.loop %zero -> index (%i: index) {
      %j = pop.add %i, %m : index                            %j = pop.add %i, %m : index
      …                                                      …
    }                                                      }

Pure ops move, inner loops first, from any arm or block inside the loop: computing something that is not needed is no
mistake. A division moves only when its divisor is a constant that is not zero: it might not have been reached. Constants
stay where they are, they cost nothing.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.opt.constants import MISSING, constant_of

_MAY_TRAP: Final = frozenset({pop.Div, pop.Rem, pop.FloorDiv, pop.FloorMod})
_STAY: Final = frozenset({kgen.Constant, kgen.Undefined})


@function_pass("licm")
def hoist_invariants(function: Op) -> bool:
    """Moves invariant ops out of every loop."""
    return _visit(function.regions[0])


def _visit(region: Region) -> bool:
    changed = False
    op = region.first
    while op is not None:
        for inner in op.regions:
            changed |= _visit(inner)
        if op.__class__ is hlcf.Loop:
            changed |= _hoist(op)
        op = op.next
    return changed


def _hoist(loop: Op) -> bool:
    inside: set[Value] = set()
    moved: list[Op] = []
    _collect(loop.regions[0], inside, moved)
    assert loop.parent is not None
    for op in moved:
        for i, operand in enumerate(op.operands):
            if operand in inside:  # a constant, which stays: the op gets one of its own
                op.set_operand(i, _constant_before(loop, operand))
        op.remove()
        loop.parent.insert_before(loop, op)
    return bool(moved)


def _collect(region: Region, inside: set[Value], moved: list[Op]) -> None:
    """Adds the values that vary with the loop to `inside`, and the ops that do not to `moved`, in order."""
    inside.update(region.args)
    for op in region:
        if _can_move(op) and all(
            operand not in inside or constant_of(operand) is not MISSING for operand in op.operands
        ):
            moved.append(op)
            continue
        inside.update(op.results)
        for inner in op.regions:
            _collect(inner, inside, moved)


def _can_move(op: Op) -> bool:
    if not op.is_pure or op.__class__ in _STAY:
        return False
    if op.__class__ not in _MAY_TRAP:
        return True
    divisor = constant_of(op.operands[1])
    lanes = divisor if isinstance(divisor, tuple) else (divisor,)
    return divisor is not MISSING and all(lane not in (0, -1) for lane in lanes)


def _constant_before(loop: Op, value: Value) -> Value:
    made_by = value.owner
    assert isinstance(made_by, Op) and loop.parent is not None
    copy = made_by.clone({})
    loop.parent.insert_before(loop, copy)
    return copy.results[0]
