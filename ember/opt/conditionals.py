"""Rules about `hlcf.if`: known conditions, results that both arms agree on, neighbours with one condition."""

from __future__ import annotations

from ember.dialects import hlcf, kgen, pop
from ember.dialects.constants import value_key
from ember.ir.nodes import Op, Region, Value
from ember.ir.rewriter import clear, erase_following, replace_op, splice_before
from ember.opt.constants import MISSING, constant_before, constant_of, is_all
from ember.opt.flow import arm_completes, close_arm
from ember.opt.identities import inverted


def known_arm(op: Op) -> Region | None:
    """The arm that runs, when the condition is a constant."""
    condition = constant_of(op.operands[0])
    if condition is MISSING:
        return None
    return op.regions[0] if condition else op.regions[1]


def take_arm(op: Op, arm: Region) -> None:
    """Replaces an `if` by the ops of one arm; what follows is dropped when the arm leaves for good."""
    last = arm.last
    if last is not None and last.__class__ is hlcf.Yield:
        values = list(last.operands)
        last.erase()
        splice_before(op, arm)
        replace_op(op, values)
        return
    if last is not None and last.is_terminator:
        erase_following(op)
    splice_before(op, arm)
    op.erase()


def assume_condition(op: Op) -> bool:
    """Inside the arms the condition is a known constant."""
    condition = op.operands[0]
    if len(condition.uses) == 1:
        return False
    changed = False
    for arm, known in zip(op.regions, (True, False), strict=True):
        users = {user for user in condition.uses if user is not op and is_inside(user, arm)}
        if not users:
            continue
        assert arm.first is not None
        value = constant_before(arm.first, condition.type, known)
        _replace_in(users, condition, value)
        changed = True
    return changed


def _replace_in(users: set[Op], old: Value, new: Value) -> None:
    for user in users:
        for i, operand in enumerate(user.operands):
            if operand is old:
                user.set_operand(i, new)


def is_inside(op: Op, region: Region) -> bool:
    """Whether an op stands in a region or in one nested in it."""
    around = op.parent
    while around is not None:
        if around is region:
            return True
        around = around.parent.parent if around.parent is not None else None
    return False


def undo_negation(op: Op) -> bool:
    """`if not c { A } else { B }` is `if c { B } else { A }`."""
    negation = op.operands[0].owner
    if negation.__class__ is not pop.Xor or not is_all(negation.operands[1], True):
        return False
    op.set_operand(0, negation.operands[0])
    op.regions = op.regions[::-1]
    return True


def fill_first_arm(op: Op) -> bool:
    """`if a < b { } else { A }` is `if a >= b { A }`, where nothing else needs the comparison."""
    then, otherwise = op.regions
    if op.results or not then.is_empty or otherwise.is_empty:
        return False
    condition = op.operands[0]
    cast = condition.owner if condition.owner.__class__ is pop.Cast else None
    compared = cast.operands[0] if isinstance(cast, pop.Cast) else condition
    if len(condition.uses) != 1 or len(compared.uses) != 1:
        return False
    opposite = inverted(op, compared)
    if opposite is None:
        return False
    if isinstance(cast, pop.Cast):
        assert op.parent is not None
        again = pop.Cast((opposite,), (condition.type,), {}, (), cast.loc)
        op.parent.insert_before(op, again)
        opposite = again.results[0]
    op.set_operand(0, opposite)
    op.regions = op.regions[::-1]
    return True


def simplify_results(op: Op) -> bool:
    """Uses of a result become what it is known to be; the result itself is left for `dce`."""
    changed = False
    for position, result in enumerate(op.results):
        if not result.uses:
            continue
        new = _known_result(op, position)
        if new is not None:
            result.replace_all_uses_with(new)
            changed = True
    return changed


def _known_result(op: Op, position: int) -> Value | None:
    yielded = [_yielded(region, position) for region in op.regions]
    values = [value for value in yielded if value is not None]
    if not values:
        return None
    first, last = values[0], values[-1]
    if first is last:
        made_by = first.owner
        is_visible = isinstance(made_by, Region) or not any(
            is_inside(made_by, region) for region in op.regions
        )
        if is_visible and not (isinstance(made_by, Region) and made_by in op.regions):
            return first
    constants = [constant_of(value) for value in values]
    if MISSING in constants:
        return None
    if value_key(constants[0]) == value_key(constants[-1]):
        return constant_before(op, first.type, constants[0])
    condition = op.operands[0]
    if first.type is not condition.type or set(map(type, constants)) != {bool}:
        return None
    return condition if constants[0] else _negated(op, condition)


def _yielded(region: Region, position: int) -> Value | None:
    last = region.last
    if last is None or last.__class__ is not hlcf.Yield:
        return None
    return last.operands[position]


def _negated(op: Op, condition: Value) -> Value:
    assert op.parent is not None
    true = constant_before(op, condition.type, True)
    negation = pop.Xor((condition, true), (condition.type,), {}, (), op.loc)
    op.parent.insert_before(op, negation)
    return negation.results[0]


def merge_neighbours(first: Op, second: Op) -> None:
    """`if c { A } else { B }  if c { C } else { D }` becomes `if c { A C } else { B D }`: the second goes away."""
    for arm, tail in zip(first.regions, second.regions, strict=True):
        _join_arm(first, arm, tail)
    for result in second.results:
        result.owner = first
        result.index = len(first.results)
        first.results.append(result)
    second.results = []
    second.erase()
    for arm in first.regions:
        close_arm(arm)


def _join_arm(first: Op, arm: Region, tail: Region) -> None:
    """Puts the ops of `tail` at the end of `arm`; its yield gives the values of both."""
    if not arm_completes(arm):
        clear(tail)
        return
    values = _take_yielded(arm)
    for result, value in zip(first.results, values, strict=True):
        users = {user for user in result.uses if is_inside(user, tail)}
        _replace_in(users, result, value)
    tail_completes = arm_completes(tail)
    values += _take_yielded(tail)
    end = kgen.Unreachable((), (), {}, (), first.loc)
    arm.append(end)
    splice_before(end, tail)
    end.erase()
    if tail_completes and values:
        arm.append(hlcf.Yield(values, (), {}, (), first.loc))


def _take_yielded(region: Region) -> list[Value]:
    last = region.last
    if last is None or last.__class__ is not hlcf.Yield:
        return []
    values = list(last.operands)
    last.erase()
    return values
