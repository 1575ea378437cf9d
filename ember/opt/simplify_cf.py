"""Simplify control flow: removes jumps that go where control goes anyway, blocks nobody jumps out of, dead tails.

Before:                              After:
    hlcf.block {                         hlcf.if %c {
      hlcf.if %c {                         pop.store %a, %p : index
        pop.store %a, %p : index         } else {
        hlcf.break                         pop.store %b, %p : index
      }                                  }
      pop.store %b, %p : index
      hlcf.break
    }

The rules, per op, inner ops first:
- what follows an op that control never gets past is dropped;
- a break at the end of its block, a continue at the end of its loop is dropped (also at the end of the arms of an `if`
  that stands last);
- a break out of a block from a loop that stands last in it leaves just the loop;
- when one arm of an `if` in a block ends in a break out of it, what follows the `if` moves into the other arm, which
  makes that break such a last one: functions with several returns become nested `if`s when they are inlined;
- where every break out of a block with results is such a last one, the `if`s around them yield the results instead;
- neighbouring `if`s with one condition become one;
- an `if` that only chooses between values becomes a select (`speculation.py`);
- a block without a break to it is replaced by its body, a loop that never comes round by a block.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import erase_following, move_following, replace_op, splice_before
from ember.opt.conditionals import merge_neighbours
from ember.opt.flow import (
    TARGETS,
    close_arm,
    depth,
    drop_following,
    falls_through,
    has_break,
    has_continue,
    jumps,
    never_completes,
    shift_jumps,
)
from ember.opt.speculation import speculate

MAX_NESTING: Final = 40
"""How many `if`s may be put into each other for the sake of breaks."""
_MAX_ROUNDS: Final = 4


@function_pass("simplify-cf")
def simplify_control_flow(function: Op) -> bool:
    """Applies the rules to every op of a function, inner ops first, until nothing changes."""
    rounds = 0
    while rounds < _MAX_ROUNDS and _simplify_region(function.regions[0]):
        rounds += 1
    return rounds > 0


def _simplify_region(region: Region) -> bool:
    changed = False
    op = region.first
    while op is not None:
        following = op.next
        if op.regions:
            for inner in op.regions:
                changed |= _simplify_region(inner)
            if following is not None and _decide_alike(op, following):
                merge_neighbours(op, following)
                changed = True
                continue
            changed |= _simplify_op(op)
            if op.parent is not None and never_completes(op):
                return drop_following(op) or changed
            is_dropped = following is not None and following.parent is None
            if is_dropped:
                return True
        elif op.is_terminator:
            return drop_following(op) or changed
        op = following
    return changed


def _simplify_op(op: Op) -> bool:
    if op.__class__ is hlcf.Block:
        return _simplify_block(op)
    if op.__class__ is hlcf.Loop:
        return _simplify_loop(op)
    if _is_empty_if(op):
        op.erase()
        return True
    return op.__class__ is hlcf.If and bool(op.results) and speculate(op)


def _decide_alike(op: Op, following: Op) -> bool:
    is_pair = op.__class__ is hlcf.If and following.__class__ is hlcf.If
    return is_pair and op.operands[0] is following.operands[0]


def _is_empty_if(op: Op) -> bool:
    return op.__class__ is hlcf.If and not op.results and all(r.is_empty for r in op.regions)


def _simplify_block(block: Op) -> bool:
    body = block.regions[0]
    changed = _retarget_to_last(body)
    changed |= _sink_after_breaks(body)
    if not block.results:
        changed |= _drop_last_jumps(body, hlcf.Break)
    elif _are_all_last(block, hlcf.Break):
        values = _yield_last(body, hlcf.Break)
        assert values is not None
        for result, value in zip(block.results, values, strict=True):
            result.replace_all_uses_with(value)
        dissolve(block)
        return True
    else:
        close_arm(body)
    if has_break(block):
        return changed
    dissolve(block)
    return True


def _simplify_loop(loop: Op) -> bool:
    body = loop.regions[0]
    if body.args:
        changed = _join_last_continues(loop)
    else:
        changed = _drop_last_jumps(body, hlcf.Continue)
    if falls_through(body) or has_continue(loop):
        return changed
    for argument, init in zip(body.args, loop.operands, strict=True):
        argument.replace_all_uses_with(init)
    body.args = []
    loop.regions = ()
    block = hlcf.Block((), [result.type for result in loop.results], {}, (body,), loop.loc)
    assert loop.parent is not None
    loop.parent.insert_before(loop, block)
    replace_op(loop, block.results)
    _simplify_block(block)
    return True


def _join_last_continues(loop: Op) -> bool:
    """Several continues where control comes to the end of the body anyway become one."""
    body = loop.regions[0]
    last = body.last
    if last is None or last.__class__ is hlcf.Continue or not has_continue(loop):
        return False
    if not _are_all_last(loop, hlcf.Continue):
        return False
    values = _yield_last(body, hlcf.Continue)
    if values is not None:
        body.append(hlcf.Continue(values, (), {"depth": 0}, (), loop.loc))
    return values is not None


def _are_all_last(target: Op, kind: type[Op]) -> bool:
    """Whether control comes to the end of the body of a block or loop at every jump of a kind to it."""
    total = sum(
        op.__class__ is kind and depth(op) == level for op, level in jumps(target.regions[0])
    )
    return 0 < total == _count_last(target.regions[0], kind)


def _count_last(region: Region, kind: type[Op]) -> int:
    last = _last_but_unreachable(region)
    if last is None:
        return 0
    if last.__class__ is kind:
        return depth(last) == 0
    if last.__class__ is not hlcf.If or last.results:
        return 0
    return sum([_count_last(arm, kind) for arm in last.regions])


def _last_but_unreachable(region: Region) -> Op | None:
    last = region.last
    if last is None or last.__class__ is not kgen.Unreachable:
        return last
    before = last.prev
    return before if before is not None and before.__class__ is hlcf.If else last


def _yield_last(region: Region, kind: type[Op]) -> list[Value] | None:
    """Takes the last jumps of a region away and gives the values they brought; None if there is none."""
    last = _last_but_unreachable(region)
    if last is None:
        return None
    if last.__class__ is kind and depth(last) == 0:
        values = list(last.operands)
        last.erase()
        return values
    if last.__class__ is not hlcf.If or last.results:
        return None
    brought = [_yield_last(arm, kind) for arm in last.regions]
    found = brought[0] if brought[0] is not None else brought[1]
    if found is None:
        return None
    erase_following(last)
    last.results = [Value(value.type, last, i) for i, value in enumerate(found)]
    for arm, given in zip(last.regions, brought, strict=True):
        if given:
            arm.append(hlcf.Yield(given, (), {}, (), last.loc))
        else:
            close_arm(arm)
    return last.results


def dissolve(block: Op) -> None:
    """Replaces a block that nobody breaks out of by its body."""
    body, around = block.regions[0], block.parent
    assert around is not None
    completes = falls_through(body)
    shift_jumps(body, -1)
    if not completes:
        erase_following(block)
    splice_before(block, body)
    block.erase()
    if not completes:
        close_arm(around)


def _retarget_to_last(body: Region) -> bool:
    """A break out of a block from inside a loop or block that stands last in it may as well leave only that one."""
    last = body.last
    brought: list[Value] = []
    if last is not None and last.__class__ is hlcf.Break and depth(last) == 0 and last.operands:
        brought = last.operands
        last = last.prev
    if last is None or last.__class__ not in TARGETS or last.results != brought:
        return False
    changed = False
    for op, level in jumps(last.regions[0]):
        if op.__class__ is hlcf.Break and depth(op) == level + 1:
            op.set_attr("depth", level)
            changed = True
    return changed


def _drop_last_jumps(region: Region, kind: type[Op]) -> bool:
    """Drops jumps of this kind to the innermost target from where control arrives there anyway."""
    last = region.last
    if last is None:
        return False
    if last.__class__ is kind and depth(last) == 0 and not last.operands:
        last.erase()
        _drop_last_jumps(region, kind)
        return True
    if last.__class__ is not hlcf.If or last.results:
        return False
    changed = False
    for arm in last.regions:
        changed |= _drop_last_jumps(arm, kind)
    if changed and _is_empty_if(last):
        last.erase()
    return changed


def _sink_after_breaks(region: Region, budget: int = MAX_NESTING) -> bool:
    """`if c { A; break } B` becomes `if c { A; break } else { B }` in the body of a block."""
    op = region.first
    while op is not None and budget:
        if op.__class__ is hlcf.If and not op.results:
            if op.next is None:
                changes = [_sink_after_breaks(arm, budget - 1) for arm in op.regions]
                return any(changes)
            arm = _falling_arm(op)
            if arm is not None:
                move_following(op, arm)
                _sink_after_breaks(arm, budget - 1)
                return True
        op = op.next
    return False


def _falling_arm(op: Op) -> Region | None:
    """The arm that falls through when the other one ends in a break of depth 0."""
    then, otherwise = op.regions
    if _ends_in_break(then) and falls_through(otherwise):
        return otherwise
    if _ends_in_break(otherwise) and falls_through(then):
        return then
    return None


def _ends_in_break(region: Region) -> bool:
    last = region.last
    return last is not None and last.__class__ is hlcf.Break and depth(last) == 0
