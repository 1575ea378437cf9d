"""Loop unrolling, where the program asks for it: `@unroll`, `unroll` of the library, or a hint on the `hlcf.loop`.

Before:                                                            After:
    %r = hlcf.loop %zero {unroll = -1} -> index (%i: index) {          %r = hlcf.block -> index {
      %done = pop.cmp ge %i, %two : i1                                   %d0 = pop.cmp ge %zero, %two : i1
      hlcf.if %done {                                                    hlcf.if %d0 {
        hlcf.break %i : index                                              hlcf.break %zero : index
      }                                                                  }
      kgen.call @body(%i) : (index) -> ()                                kgen.call @body(%zero) : (index) -> ()
      %j = pop.add %i, %one : index                                      %j0 = pop.add %zero, %one : index
      hlcf.continue %j : index                                           … the second round with %j0, then the third,
    }                                                                    which only leaves
                                                                       }

Full (-1): as many copies as the loop has rounds, found by computing which way its first `if` goes with the values it starts
with; a loop whose number of rounds is not a constant, or too many, keeps its wish, and LLVM has a look at it. By a factor
n: n copies in the loop, each with its own exit, so nothing has to be known. `canonicalize` then decides the copied
conditions. Both end at a total of `MAX_OPS`. (`@parameter for` is unrolled while elaborating: its variable is a parameter.)
"""

from __future__ import annotations

from typing import Any, Final

from ember.dialects import hlcf, kgen
from ember.dialects.evaluate import evaluate
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import count, function_pass
from ember.opt.constants import MISSING, constant_of
from ember.opt.dataflow import continues_of
from ember.opt.flow import depth, jumps

MAX_ROUNDS: Final = 256
"""Loops of more rounds are not unrolled completely."""
MAX_OPS: Final = 4000
"""Nor are those of which so many ops would come."""


@function_pass("unroll")
def unroll_loops(function: Op) -> bool:
    """Unrolls the loops of a function that ask for it, inner ones first."""
    return _visit(function.regions[0], by_factors=True)


@function_pass("unroll-full")
def unroll_completely(function: Op) -> bool:
    """Unrolls the loops that ask for it completely; factors are left to LLVM, whose copies need no exits of their own."""
    return _visit(function.regions[0], by_factors=False)


def _visit(region: Region, by_factors: bool) -> bool:
    changed = False
    for op in region:
        for inner in op.regions:
            changed |= _visit(inner, by_factors)
        if op.__class__ is hlcf.Loop:
            wish = op.attrs.get("unroll")
            if wish and (wish < 0 or by_factors):
                changed |= _unroll(op, wish)
    return changed


def _unroll(loop: Op, wish: int) -> bool:
    size = count(loop)
    if wish < 0:
        rounds = _count_rounds(loop)
        if rounds is None or rounds * size > MAX_OPS:
            return False
        _unroll_completely(loop, rounds + 1)  # the last one only leaves
        return True
    if wish < 2 or wish * size > MAX_OPS:
        return False
    _unroll_by(loop, wish)
    return True


# -- how many rounds ---------------------------------------------------------------------------------------


def _count_rounds(loop: Op) -> int | None:
    """How often the body runs to its end, when that follows from constants."""
    continues = continues_of(loop)
    body = loop.regions[0]
    if len(continues) != 1 or body.last is not continues[0]:
        return None
    known: dict[Value, Any] = {}
    for argument, init in zip(body.args, loop.operands, strict=True):
        value = constant_of(init)
        if value is not MISSING:
            known[argument] = value
    for rounds in range(MAX_ROUNDS):
        following = _run_round(body, dict(known))
        if following is None:
            return None
        if following is _LEAVES:
            return rounds
        known = following
    return None


_LEAVES: Final[dict[Value, Any]] = {}
"""What `_run_round` gives when the loop is left."""


def _run_round(body: Region, known: dict[Value, Any]) -> dict[Value, Any] | None:
    """The values of the next round; None when it cannot be told whether there is one."""
    decided = False
    for op in body:
        if op.__class__ is hlcf.If and not decided:
            condition = _value(op.operands[0], known)
            if condition is MISSING:
                return None
            arm = op.regions[0] if condition else op.regions[1]
            if arm.terminator is not None and arm.terminator.__class__ is not hlcf.Yield:
                return _LEAVES
            decided = True  # other ways out of the loop only make the rounds fewer
        elif op.is_pure and len(op.results) == 1 and op.__class__ is not kgen.Undefined:
            _compute(op, known)
    if not decided:
        return None
    last = body.last
    assert last is not None
    values = [_value(operand, known) for operand in last.operands]
    return {
        argument: value
        for argument, value in zip(body.args, values, strict=True)
        if value is not MISSING
    }


def _value(value: Value, known: dict[Value, Any]) -> Any:
    found = constant_of(value)
    return known.get(value, MISSING) if found is MISSING else found


def _compute(op: Op, known: dict[Value, Any]) -> None:
    if op.__class__ is kgen.Constant:
        return
    values = [_value(operand, known) for operand in op.operands]
    if MISSING in values:
        return
    results = evaluate(op, values)
    if results is not None:
        known[op.results[0]] = results[0]


# -- the copies --------------------------------------------------------------------------------------------


def _unroll_completely(loop: Op, copies: int) -> None:
    """A block with one copy of the body after the other; the loop's breaks leave the block."""
    outer = hlcf.Block((), [result.type for result in loop.results], {}, (Region(),), loop.loc)
    values = list(loop.operands)
    for _ in range(copies):
        values = _append_copy(loop, outer.regions[0], values)
    outer.regions[0].append(kgen.Unreachable((), (), {}, (), loop.loc))
    _put_in_place(loop, outer)


def _unroll_by(loop: Op, factor: int) -> None:
    """A loop with `factor` copies of the body; each may leave it."""
    body = Region(
        [arg.type for arg in loop.regions[0].args], [a.name for a in loop.regions[0].args]
    )
    outer = hlcf.Loop(
        loop.operands, [result.type for result in loop.results], {"unroll": 0}, (body,), loop.loc
    )
    values: list[Value] = list(body.args)
    for _ in range(factor):
        values = _append_copy(loop, body, values)
    body.append(hlcf.Continue(values, (), {"depth": 0}, (), loop.loc))
    _put_in_place(loop, outer)


def _put_in_place(loop: Op, new: Op) -> None:
    assert loop.parent is not None
    loop.parent.insert_before(loop, new)
    for old, result in zip(loop.results, new.results, strict=True):
        result.name = old.name
        old.replace_all_uses_with(result)
    loop.erase()


def _append_copy(loop: Op, region: Region, values: list[Value]) -> list[Value]:
    """One round of the loop at the end of a region, as a block that its continues leave with the next values."""
    body = loop.regions[0]
    mapping = dict(zip(body.args, values, strict=True))
    inner = Region()
    op = body.first
    while op is not None:
        inner.append(op.clone(mapping))
        op = op.next
    block = hlcf.Block((), [arg.type for arg in body.args], {}, (inner,), loop.loc)
    region.append(block)
    for jump, level in list(jumps(inner)):
        if depth(jump) == level and jump.__class__ is hlcf.Continue:
            assert jump.parent is not None
            leave = hlcf.Break(jump.operands, (), {"depth": level}, (), jump.loc)
            jump.parent.insert_before(jump, leave)
            jump.erase()
        elif depth(jump) >= level:
            jump.set_attr("depth", depth(jump) + 1)  # there is one block more around it
    return list(block.results)
