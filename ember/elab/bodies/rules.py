"""The tables of rules for the ops of a body, and running them.

Each op's rule is a function registered with `@evaluates` (it gives a value) or `@executes` (it does not); rules call back through
`run_op`, `value_of` and `region_values`, so the modules that hold them do not import each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ember.dialects import lit
from ember.elab.bodies.waiting import DEFERRABLE, fed_subscript, is_vague_value
from ember.elab.model.frame import Frame
from ember.elab.model.values import POISON, ClosureVal, Known, Local, Place, Rvalue, Val
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

Evaluator = Callable[[Frame, Any], Val]
Executor = Callable[[Frame, Any], None]
E = TypeVar("E", bound=Evaluator)
S = TypeVar("S", bound=Executor)

EVALUATORS: dict[type[Op], Evaluator] = {}
EXECUTORS: dict[type[Op], Executor] = {}


def evaluates(*ops: type[Op]) -> Callable[[E], E]:
    """Registers the rule for ops that give a value."""

    def register(rule: E) -> E:
        EVALUATORS.update(dict.fromkeys(ops, rule))
        return rule

    return register


def executes(*ops: type[Op]) -> Callable[[S], S]:
    """Registers the rule for statements."""

    def register(rule: S) -> S:
        EXECUTORS.update(dict.fromkeys(ops, rule))
        return rule

    return register


def run_op(frame: Frame, op: Op) -> None:
    """Runs one op, unless its value can wait until it is asked for."""
    if isinstance(op, DEFERRABLE) and _may_be_parameter(frame, op):
        frame.values.pop(op.results[0], None)
        return
    rule = EVALUATORS.get(op.__class__)
    if rule is None:
        _execute(frame, op)
        return
    frame.loc = op.loc or frame.loc
    value = rule(frame, op)
    frame.values[op.results[0]] = POISON if frame.is_sketch and is_vague_value(value) else value


def _execute(frame: Frame, op: Op) -> None:
    rule = EXECUTORS.get(op.__class__)
    if rule is None:
        frame.fail("unsupported-syntax", f"'{op.op_name}' cannot be used here", op.loc)
    frame.loc = op.loc or frame.loc
    rule(frame, op)


def _may_be_parameter(frame: Frame, op: Op) -> bool:
    """Whether the op computes an item of a subscript that may be a parameter list, to be known at compile time."""
    subscript = fed_subscript(op, frame.program.fed_subscripts)
    if subscript is None:
        return False
    base = frame.values.get(subscript.operands[0])
    return not isinstance(base, (Place, Rvalue, Local)) or (
        isinstance(base, Local) and isinstance(base.bound, (Known, ClosureVal))
    )


def value_of(frame: Frame, value: Value) -> Val:
    """What an operand denotes, evaluated now if it was put off."""
    found = frame.values.get(value)
    if found is None:
        owner = value.owner
        rule = EVALUATORS.get(owner.__class__) if isinstance(owner, Op) else None
        if rule is None or not isinstance(owner, Op):
            frame.fail("use-of-uninitialized", f"'{value.name or 'this name'}' has no value here")
        previous = frame.loc
        frame.loc = owner.loc or frame.loc
        found = frame.values[value] = rule(frame, owner)
        frame.loc = previous
    if found is POISON:
        raise CompileError()
    return found


def values_of(frame: Frame, operands: Sequence[Value]) -> list[Val]:
    return [value_of(frame, v) for v in operands]


def region_values(frame: Frame, region: Region) -> list[Val]:
    """Evaluates an expression region; gives what it yields."""
    op = region.first
    while op is not None:
        if op.__class__ is lit.Yield:
            return [value_of(frame, v) for v in op.operands]
        run_op(frame, op)
        op = op.next
    return []
