"""Going on after a mistake: the rest of a function is still checked, and one mistake is told once.

When a statement fails, its diagnostics are kept with the frame, its results and the variables it would have given a
value become poisoned, and the next statement runs. Whatever uses a poisoned value fails too, with a `CompileError` that
says nothing. A function with mistakes has no usable code: its lifetimes are not checked, nothing inlines it, and the
compilation ends after elaboration.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ember.dialects import lit
from ember.elab.bodies.rules import run_op
from ember.elab.messages.backtrace import relocate
from ember.elab.model.frame import Frame, LoopExit
from ember.elab.model.types import SourceType, StructGen
from ember.elab.model.values import POISON, Local
from ember.ir.nodes import Op, Region
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    pass

_BODIES: Final[dict[type[Op], tuple[int, ...]]] = {
    lit.If: (0, 1),
    lit.For: (0, 1),
    lit.While: (1, 2),
    lit.With: (0,),
}
"""Which regions of a statement are still checked when what stands before its ':' is wrong."""

_CHECKED_BODIES: Final[dict[type[Op], tuple[int, ...]]] = {
    lit.ComptimeIf: (1, 2),
    lit.ComptimeFor: (1, 2),
}
"""The same where a generic body is checked: what is not known there is no reason to skip the rest."""

_STORES: Final = (lit.Init, lit.Assign, lit.AugAssign)

Mark = tuple[Any, ...]


def run_body(frame: Frame, region: Region) -> None:
    """Runs the ops of a statement region in order, stopping where control leaves."""
    run_ops(frame, region)


def run_ops(frame: Frame, ops: Iterable[Op]) -> None:
    """The same with some ops of a region."""
    mark = _mark(frame) if frame.recovers else ()
    for op in ops:
        if frame.is_terminated:
            return
        try:
            run_op(frame, op)
        except CompileError as failure:
            if not frame.recovers:
                raise
            _recover(frame, op, failure, mark)


def run_nested(frame: Frame, region: Region, into: Region) -> None:
    """Runs a region with its code going `into` another."""
    outer, frame.region = frame.region, into
    run_body(frame, region)
    frame.region = outer


def _mark(frame: Frame) -> Mark:
    """The state between two statements of a block."""
    stacks = (frame.loops, frame.handlers, frame.finals, frame.errors, frame.collecting)
    return (frame.region, frame.scope, *((stack, len(stack)) for stack in stacks))


def _recover(frame: Frame, op: Op, failure: CompileError, mark: Mark) -> None:
    """Keeps what `op` failed with, and makes the frame ready for the statement after it."""
    if frame.failures is None:
        frame.failures = []
    for diagnostic in failure.diagnostics:
        relocate(frame.program, diagnostic, frame.loc)
    frame.failures.extend(failure.diagnostics)
    _restore(frame, mark)
    for result in op.results:
        frame.values[result] = POISON
    if isinstance(op, lit.Var):
        frame.values[op.results[0]] = _poisoned_local(frame, op)
    codes = {diagnostic.code for diagnostic in failure.diagnostics}
    for inner in op.walk():
        if isinstance(inner, _STORES):
            _poison_target(frame, inner, codes)
        if "use-of-uninitialized" in codes:
            _poison_used(frame, inner)
    _check_bodies(frame, op)


def _restore(frame: Frame, mark: Mark) -> None:
    frame.region, frame.scope = mark[0], mark[1]
    stacks = [stack for stack, _ in mark[2:]]
    for stack, length in mark[2:]:
        del stack[length:]
    frame.loops, frame.handlers, frame.finals, frame.errors, frame.collecting = stacks


def _poisoned_local(frame: Frame, op: lit.Var) -> Local:
    local = Local(op.attrs["name"], op.attrs["kind"], None, op.loc)
    local.region, local.anchor = frame.region, frame.region.last
    local.is_poisoned = True
    return local


def _poison_used(frame: Frame, op: Op) -> None:
    """That a variable has no value is said once."""
    for operand in op.operands:
        local = frame.values.get(operand)
        if isinstance(local, Local) and local.bound is None:
            local.is_poisoned = True


def _poison_target(frame: Frame, op: Op, codes: set[str]) -> None:
    """A variable that got no value: one whose type is known can be used all the same."""
    local = frame.values.get(op.operands[0])
    if not isinstance(local, Local) or local.bound is not None:
        return
    local.is_poisoned = True
    if local.type is None and codes == {"not-implicitly-copyable"} and len(op.operands) > 1:
        value = frame.values.get(op.operands[1])
        local.type = frame.program.conversions.type_of(value) if value is not None else None
    if isinstance(local.type, SourceType) and not isinstance(local.type, StructGen):
        with suppress(CompileError):  # a type that cannot be, which was reported
            variable = frame.variable(
                local.name, local.type, region=local.region, anchor=local.anchor, at_anchor=True
            )
            local.bound = frame.place_of(variable)


def _check_bodies(frame: Frame, op: Op) -> None:
    """Looks for mistakes in the blocks of a statement whose header is wrong."""
    bodies = _BODIES.get(op.__class__, ())
    if frame.is_sketch:
        bodies = bodies or _CHECKED_BODIES.get(op.__class__, ())
    if not bodies:
        return
    block, loop = frame.open_loop(0)
    is_loop = not isinstance(op, (lit.If, lit.With, lit.ComptimeIf))
    for number in bodies:
        region: Region = op.regions[number]
        for argument in region.args:
            frame.values[argument] = POISON
        if is_loop:
            frame.loops.append(LoopExit(loop, block, len(frame.finals)))
        run_nested(frame, region, loop.regions[0])
        if is_loop:
            frame.loops.pop()
        while loop.regions[0].last is not None and loop.regions[0].last.is_terminator:
            loop.regions[0].last.erase()
