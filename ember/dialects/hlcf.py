"""`hlcf`: structured control flow with early exits, kept until LLVM.

A region falls through at its end: out of an `if` or `block`, back to the start of a `loop`. `break` and `continue`
name their target by `depth`: how many enclosing `hlcf.block`/`hlcf.loop` to skip (0 is the innermost; `hlcf.if` does
not count). `kgen.return` and `kgen.unreachable` may stand in any region.

Values travel with control. An `if` with results gets them from the `yield` at the end of its arms; a `block` or `loop`
with results gets them from each `break` to it; a loop's region arguments are its inits in the first round and what the
`continue` that started a round brought in every other. Such a region does not fall through: it ends in a terminator.

    %sum = hlcf.loop %zero, %zero -> index (%i: index, %s: index) {
      %done = pop.cmp ge %i, %n : i1
      hlcf.if %done {
        hlcf.break %s : index
      }
      %i1 = pop.add %i, %one : index
      %s1 = pop.add %s, %i : index
      hlcf.continue %i1, %s1 : index, index
    }

The talks write `rcf` for this dialect: the parser reads both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ember.dialects import comptime, type_rules
from ember.dialects.types import Type
from ember.ir.nodes import Body, Op, Operand, Operands, Results, Value

_LEAVING: Final = "{ values}{attrs}{:types values}"

# -- where ops may stand -----------------------------------------------------------------------------


def _reaches_target(op: Op) -> str | None:
    depth = op.attrs.get("depth") or 0
    targets = 0
    around = op.parent_op
    while around is not None and not around.is_function:
        if isinstance(around, (Loop, Block)):
            if targets == depth:
                return _values_of_jump(op, around)
            targets += 1
        around = around.parent_op
    return f"has depth {depth}, but {targets} loops and blocks are around it"


def _values_of_jump(op: Op, target: Op) -> str | None:
    is_continue = isinstance(op, Continue)
    if is_continue and not isinstance(target, Loop):
        return "targets a block, not a loop"
    wanted = [v.type for v in (target.regions[0].args if is_continue else target.results)]
    given = [v.type for v in op.operands]
    if given != wanted:
        return f"brings ({_types(given)}), but its target takes ({_types(wanted)})"
    return None


def _types(types: Sequence[Type]) -> str:
    return ", ".join(map(str, types))


def _stands_in_arm(op: Op) -> str | None:
    around = op.parent_op
    if not isinstance(around, If):
        return "stands outside an arm of 'hlcf.if'"
    given = [v.type for v in op.operands]
    if given != [v.type for v in around.results]:
        return "gives other types than the results of its 'hlcf.if'"
    return None


def _arms_yield(op: Op) -> str | None:
    if not op.results:
        return None
    for region in op.regions:
        if region.terminator is None:
            return "has results, but an arm does not end in 'hlcf.yield'"
    return None


def _block_ends(op: Op) -> str | None:
    return _ends_with_values(op, op.results)


def _loop_ends(op: Op) -> str | None:
    args = op.regions[0].args
    given, wanted = [v.type for v in op.operands], [arg.type for arg in args]
    if given != wanted:
        return f"starts with ({_types(given)}), but its body takes ({_types(wanted)})"
    return _ends_with_values(op, args)


def _ends_with_values(op: Op, values: Sequence[Value]) -> str | None:
    """A region that falls through has nothing to say which values it brings."""
    if values and op.regions[0].terminator is None:
        return "carries values, but its body does not end in a terminator"
    return None


# -- ops ---------------------------------------------------------------------------------------------


class If(
    Op,
    name="hlcf.if",
    form=" {condition}{attrs}{->results}{region then}{else otherwise}",
    spellings=("rcf.if",),
    check=type_rules.decides,
    place=_arms_yield,
    comptime=comptime.by("conditional"),
):
    """Runs one arm, by an `i1` or `!pop.scalar<bool>`: `hlcf.if %0 { … } else { … }`."""

    condition: Operand
    results_: Results
    then: Body
    otherwise: Body


class Loop(
    Op,
    name="hlcf.loop",
    form="{ inits}{attrs}{->results}{region body}",
    spellings=("rcf.loop",),
    place=_loop_ends,
    comptime=comptime.by("loop"),
):
    """Repeats its body until something leaves it: `hlcf.loop { … }`. `unroll`: 0 none, -1 full, n by that factor.

    With values, it stands between its inits and its region's arguments: see above.
    """

    unroll: int
    inits: Operands
    results_: Results
    body: Body


class Block(
    Op,
    name="hlcf.block",
    form="{attrs}{->results}{region body}",
    spellings=("rcf.block",),
    place=_block_ends,
    comptime=comptime.by("loop"),
):
    """Runs its body once; a `break` to it jumps past its end: `%0 = hlcf.block -> index { … }`."""

    results_: Results
    body: Body


class Break(
    Op,
    name="hlcf.break",
    terminator=True,
    form="{ depth}" + _LEAVING,
    spellings=("rcf.break",),
    place=_reaches_target,
    comptime=comptime.by("jump"),
):
    """Jumps past the end of the `depth`-th enclosing block or loop, with its results: `hlcf.break 1 %0 : index`."""

    depth: int
    values: Operands


class Continue(
    Op,
    name="hlcf.continue",
    terminator=True,
    form="{ depth}" + _LEAVING,
    spellings=("rcf.continue",),
    place=_reaches_target,
    comptime=comptime.by("jump"),
):
    """Starts the next round of the `depth`-th enclosing block or loop, a loop: `hlcf.continue %0 : index`."""

    depth: int
    values: Operands


class Yield(
    Op,
    name="hlcf.yield",
    terminator=True,
    form=_LEAVING,
    spellings=("rcf.yield",),
    place=_stands_in_arm,
    comptime=comptime.nothing,
):
    """Ends an arm of an `hlcf.if` that has results: `hlcf.yield %0 : index`."""

    values: Operands
