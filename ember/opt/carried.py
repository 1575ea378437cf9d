"""Values that blocks and loops carry: results that every break agrees on, arguments that no round changes, unused ones.

Before:                                                        After:
    %r:2 = hlcf.loop %a, %b -> (index, index)                      %r = hlcf.loop %a -> index (%i: index) {
        (%i: index, %k: index) {                                     %j = kgen.call @step(%i, %b) : …
      %j = kgen.call @step(%i, %k) : (index, index) -> index         %c = kgen.call @done(%j) : (index) -> i1
      %c = kgen.call @done(%j) : (index) -> i1                       hlcf.if %c {
      hlcf.if %c {                                                     hlcf.break %j : index
        hlcf.break %j, %k : index, index                             }
      }                                                              hlcf.continue %j : index
      hlcf.continue %j, %k : index, index                          }
    }                                                              … uses of %r#1 are uses of %b
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ember.dialects import hlcf
from ember.dialects.constants import value_key
from ember.ir.nodes import Op, Value
from ember.opt.constants import MISSING, constant_before, constant_of
from ember.opt.dataflow import breaks_to, continues_of, is_made_inside

_MAX_CHAIN: Final = 12
"""How many ops are looked at to find out that an argument serves itself only."""


def simplify_carried(op: Op) -> bool:
    """Uses of carried values that are known become what they are; `drop_unused` takes the rest away."""
    changed = op.__class__ is hlcf.Loop and bool(op.operands) and _simplify_arguments(op)
    if any(result.uses for result in op.results):
        changed |= _simplify_results(op)
    return changed


def _simplify_arguments(loop: Op) -> bool:
    changed = False
    continues = continues_of(loop)
    for position, argument in enumerate(loop.regions[0].args):
        init = loop.operands[position]
        if argument.uses and all(
            _is_same(jump.operands[position], init, argument) for jump in continues
        ):
            argument.replace_all_uses_with(init)
            changed = True
    return changed


def _is_same(value: Value, init: Value, argument: Value) -> bool:
    if value is init or value is argument:
        return True
    first, second = constant_of(value), constant_of(init)
    return MISSING not in (first, second) and value_key(first) == value_key(second)


def _simplify_results(op: Op) -> bool:
    changed = False
    breaks = breaks_to(op)
    for position, result in enumerate(op.results):
        if not result.uses or not breaks:
            continue
        brought = [jump.operands[position] for jump in breaks]
        new = _agreed(op, brought)
        if new is not None:
            result.replace_all_uses_with(new)
            changed = True
    return changed


def _agreed(op: Op, values: Sequence[Value]) -> Value | None:
    first = values[0]
    if all(value is first for value in values) and not is_made_inside(first, op):
        return first
    constant = constant_of(first)
    if constant is MISSING:
        return None
    key = value_key(constant)
    for value in values[1:]:
        other = constant_of(value)
        if other is MISSING or value_key(other) != key:
            return None
    return constant_before(op, first.type, constant)


def drop_unused(op: Op) -> bool:
    """A block or loop gives only the results, and a loop carries only the values, that somebody uses."""
    changed = _drop_unused_results(op) if op.results else False
    if op.operands:
        changed |= _drop_unused_arguments(op)
    return changed


def _drop_unused_results(op: Op) -> bool:
    used = [i for i, result in enumerate(op.results) if result.uses]
    if len(used) == len(op.results):
        return False
    for jump in breaks_to(op):
        keep_operands(jump, used)
    op.results = [op.results[i] for i in used]
    for i, result in enumerate(op.results):
        result.index = i
    return True


def _drop_unused_arguments(loop: Op) -> bool:
    body = loop.regions[0]
    if all(_has_real_use(argument, loop) for argument in body.args):
        return False
    used = [i for i, argument in enumerate(body.args) if _has_real_use(argument, loop)]
    unused = [argument for i, argument in enumerate(body.args) if i not in used]
    for jump in continues_of(loop):
        keep_operands(jump, used)
    for argument in unused:
        _erase_chain(argument)
    keep_operands(loop, used)
    body.args = [body.args[i] for i in used]
    for i, argument in enumerate(body.args):
        argument.index = i
    return True


def _has_real_use(argument: Value, loop: Op) -> bool:
    """Whether an argument is used for anything but to compute itself for the next round."""
    waiting, seen = [argument], 0
    while waiting:
        value = waiting.pop()
        for user in value.uses:
            seen += 1
            if seen > _MAX_CHAIN:
                return True
            if user.is_pure and len(user.results) == 1:
                waiting.append(user.results[0])
            elif not _is_own_continue(user, value, argument.index, loop):
                return True
    return False


def _is_own_continue(user: Op, value: Value, index: int, loop: Op) -> bool:
    if user.__class__ is not hlcf.Continue or len(user.operands) != len(loop.operands):
        return False
    if any((operand is value) != (i == index) for i, operand in enumerate(user.operands)):
        return False
    return _target(user) is loop


def _target(jump: Op) -> Op | None:
    depth = jump.attrs.get("depth") or 0
    around = jump.parent_op
    while around is not None:
        if around.__class__ is hlcf.Loop or around.__class__ is hlcf.Block:
            if depth == 0:
                return around
            depth -= 1
        around = around.parent_op
    return None


def _erase_chain(value: Value) -> None:
    """Erases the pure ops that compute from a value what nobody uses."""
    for user in list(value.uses):
        if user.parent is not None:
            _erase_chain(user.results[0])
            user.erase()


def keep_operands(op: Op, positions: Sequence[int]) -> None:
    """The op keeps only the operands at these positions."""
    for operand in op.operands:
        operand.uses.remove(op)
    op.operands = [op.operands[i] for i in positions]
    for operand in op.operands:
        operand.uses.append(op)
