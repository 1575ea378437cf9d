"""Canonicalise: folds constants, applies algebraic identities, takes the known arm of an `if`.

Before:                                              After:
    %0 = kgen.param.constant = <2> : index               %0 = kgen.param.constant = <6> : index
    %1 = kgen.param.constant = <3> : index               kgen.return %0 : index
    %2 = pop.mul %0, %1 : index
    %3 = kgen.param.constant = <true> : i1
    hlcf.if %3 {
      kgen.return %2 : index
    }
    kgen.return %0 : index

One walk in program order: operands are simplified before their users. What an op means is asked of `evaluate`, which the
compile-time interpreter uses too. Dead ops are left to `dce`, except those that folding itself made dead.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.dialects.evaluate import evaluate
from ember.dialects.intrinsics import evaluate_intrinsic
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import replace_op
from ember.opt.carried import simplify_carried
from ember.opt.conditionals import (
    assume_condition,
    fill_first_arm,
    known_arm,
    simplify_results,
    take_arm,
    undo_negation,
)
from ember.opt.constants import constant_before
from ember.opt.dce import is_plain_access
from ember.opt.identities import IDENTITIES

_NEVER_FOLDED: Final = frozenset(
    {
        kgen.Constant,
        kgen.Undefined,
        kgen.AddressOf,
        pop.StringAddress,  # the bytes of a string constant are placed by code generation
    }
)


@function_pass("canonicalize")
def canonicalize(function: Op) -> bool:
    """Simplifies every op of a function once, in program order."""
    return _simplify_region(function.regions[0])


def _simplify_region(region: Region) -> bool:
    changed = False
    op = region.first
    while op is not None:
        following = op.next
        cls = op.__class__
        if cls is hlcf.If:
            arm = known_arm(op)
            if arm is not None:
                before = op.prev
                take_arm(op, arm)
                op = before.next if before is not None else region.first
                changed = True
                continue
            changed |= _simplify_if(op)
        elif op.is_pure or cls is pop.Intrinsic:
            if cls not in _NEVER_FOLDED:
                changed |= _simplify(op)
        elif op.regions:
            for inner in op.regions:
                changed |= _simplify_region(inner)
            if op.results or op.operands:
                changed |= simplify_carried(op)
        elif cls is pop.Store and _stores_nothing(op):
            op.erase()
            changed = True
        op = following
    return changed


def _stores_nothing(op: Op) -> bool:
    """Storing an undefined value: any value will do, so what is there will do."""
    return op.operands[0].owner.__class__ is kgen.Undefined and is_plain_access(op)


def _simplify_if(op: Op) -> bool:
    changed = undo_negation(op)
    changed |= fill_first_arm(op)
    changed |= assume_condition(op)
    for arm in op.regions:
        changed |= _simplify_region(arm)
    return simplify_results(op) or changed


def _simplify(op: Op) -> bool:
    new = _folded(op)
    if new is None:
        rule = IDENTITIES.get(op.__class__)
        new = rule(op) if rule is not None else None
        if new is None:
            return False
    operands = op.operands
    replace_op(op, [new])
    for operand in operands:
        _erase_if_dead(operand)
    return True


def _erase_if_dead(value: Value) -> None:
    """A constant whose last user was folded away goes too."""
    owner = value.owner
    if not value.uses and owner.__class__ is kgen.Constant and owner.parent is not None:
        owner.erase()


def _folded(op: Op) -> Value | None:
    """The constant that an op on constants stands for."""
    values = []
    for operand in op.operands:
        owner = operand.owner
        if owner.__class__ is not kgen.Constant:
            return None
        values.append(owner.attrs.get("value"))
    if op.__class__ is pop.Intrinsic:
        return _folded_intrinsic(op, values)
    results = evaluate(op, values)
    return constant_before(op, op.results[0].type, results[0]) if results is not None else None


def _folded_intrinsic(op: Op, values: list[object]) -> Value | None:
    if op.attrs.get("has_side_effects") or len(op.results) != 1:
        return None
    type = op.results[0].type
    result = evaluate_intrinsic(op.attrs["name"], values, [v.type for v in op.operands], type)
    return constant_before(op, type, result) if result is not None else None
