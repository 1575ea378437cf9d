"""`match`: patterns become tests that leave the arm's block when they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ember.dialects import hlcf, kgen, lit
from ember.elab.bodies.calls import call_method
from ember.elab.bodies.expressions import as_condition, comparison
from ember.elab.bodies.recovery import run_body
from ember.elab.bodies.rules import executes, region_values, run_op, value_of
from ember.elab.bodies.statements import declare_local
from ember.elab.model.frame import Frame
from ember.elab.model.types import StructGen, StructT, spell
from ember.elab.model.values import Argument, Known, Local, Place, Val
from ember.ir.nodes import Op, Region, Value

if TYPE_CHECKING:
    pass


@executes(lit.Match)
def _match(frame: Frame, op: lit.Match) -> None:
    conversions = frame.program.conversions
    subject = conversions.runtime(frame, value_of(frame, op.operands[0]))
    if isinstance(subject, Place) and subject.is_temporary:
        subject = Place(
            subject.type, subject.pointer, True, subject.root, subject.path, subject.keeps
        )
    cases: list[lit.Case] = list(op.regions[0])  # type: ignore[arg-type]
    done = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    outer, frame.region = frame.region, done.regions[0]
    for case in cases:
        _case(frame, case, subject, done)
    if not frame.is_terminated:
        if _is_exhaustive(cases):
            frame.emit(kgen.Unreachable)  # one of the cases fits
        else:
            frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(done)})
    frame.region = outer


def _case(frame: Frame, case: lit.Case, subject: Val, done: Op) -> None:
    arm = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    outer, frame.region = frame.region, arm.regions[0]
    for op in case.regions[0]:
        if isinstance(op, lit.Pattern):
            _pattern(frame, op, subject, arm)
        else:
            run_op(frame, op)
    if case.regions[1].first is not None:
        value = region_values(frame, case.regions[1])[0]
        _require(frame, as_condition(frame, value), arm)
    run_body(frame, case.regions[2])
    if not frame.is_terminated:
        frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(done)})
    frame.region = outer


def _require(frame: Frame, condition: Value, arm: Op) -> None:
    """Leaves the arm unless the condition holds."""
    then, otherwise = Region(), Region()
    frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
    outer, frame.region = frame.region, otherwise
    frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(arm)})
    frame.region = outer


def _pattern(frame: Frame, op: lit.Pattern, subject: Val, arm: Op) -> None:
    kind = op.attrs["kind"]
    if kind in ("literal", "equal"):
        _require(frame, _equals(frame, op, subject), arm)
    elif kind == "capture":
        _capture(frame, op, subject)
    elif kind == "or":
        _alternatives(frame, op, subject, arm)
    elif kind == "as":
        for inner in op.regions[1]:
            _pattern(frame, inner, subject, arm)  # type: ignore[arg-type]
        _capture(frame, op, subject)
    elif kind in ("tuple", "list"):
        _sequence(frame, op, subject, arm)
    elif kind == "class":
        _struct(frame, op, subject, arm)


def _equals(frame: Frame, op: lit.Pattern, subject: Val) -> Value:
    value = region_values(frame, op.regions[0])[0]
    frame.loc = op.loc or frame.loc
    result = comparison(frame, "==", subject, value)
    return as_condition(frame, result)


def _capture(frame: Frame, op: lit.Pattern, subject: Val) -> None:
    local = frame.values[op.operands[0]]
    assert isinstance(local, Local)
    declare_local(frame, local, subject)


def _alternatives(frame: Frame, op: lit.Pattern, subject: Val, arm: Op) -> None:
    """Tries each alternative; the first that fits goes on with the arm."""
    fits = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    outer, frame.region = frame.region, fits.regions[0]
    for inner in op.regions[1]:
        attempt = frame.emit(hlcf.Block, (), (), {}, (Region(),))
        here, frame.region = frame.region, attempt.regions[0]
        _pattern(frame, inner, subject, attempt)  # type: ignore[arg-type]
        if not frame.is_terminated:
            frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(fits)})
        frame.region = here
    frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(arm)})
    frame.region = outer


def _sequence(frame: Frame, op: lit.Pattern, subject: Val, arm: Op) -> None:
    inner: list[lit.Pattern] = list(op.regions[1])  # type: ignore[arg-type]
    if op.attrs["kind"] == "list":
        length = call_method(frame, subject, "__len__")
        count = Known(frame.program.comptime.int_literal(len(inner)))
        same = comparison(frame, "==", length, count)
        _require(frame, as_condition(frame, same), arm)
    for i, pattern in enumerate(inner):
        if pattern.attrs["kind"] == "wildcard":
            continue
        index = Known(frame.program.comptime.int_literal(i))
        element = frame.program.members.subscript(frame, subject, [Argument(index)])
        _pattern(frame, pattern, frame.program.conversions.settle(frame, element), arm)


def _struct(frame: Frame, op: lit.Pattern, subject: Val, arm: Op) -> None:
    wanted = frame.program.comptime.evaluate_region(op.regions[0], frame.scope, frame.values)
    type = frame.program.conversions.type_of(subject)
    decl = getattr(wanted, "decl", None)
    if (
        not isinstance(wanted, (StructT, StructGen))
        or not isinstance(type, StructT)
        or type.decl is not decl
    ):
        frame.fail(
            "invalid-pattern",
            f"a value of type '{spell(type)}' never matches '{spell(wanted)}'",
            op.loc,
        )
    inner: list[lit.Pattern] = list(op.regions[1])  # type: ignore[arg-type]
    for i, (name, pattern) in enumerate(zip(op.attrs["names"], inner, strict=True)):
        field = name or type.decl.fields[i].attrs["name"]
        value = frame.program.members.attribute(frame, subject, field)
        _pattern(frame, pattern, value, arm)


# -- exhaustiveness --------------------------------------------------------------------------------


def _is_exhaustive(cases: list[lit.Case]) -> bool:
    """Whether one of the cases fits whatever comes; otherwise nothing may happen."""
    patterns = [_top(c) for c in cases if c.regions[1].first is None]
    if any(_is_irrefutable(p) for p in patterns):
        return True
    return {v for p in patterns for v in _booleans(p)} == {True, False}


def _top(case: lit.Case) -> lit.Pattern:
    return next(o for o in case.regions[0] if isinstance(o, lit.Pattern))


def _is_irrefutable(pattern: lit.Pattern) -> bool:
    kind = pattern.attrs["kind"]
    inner: list[lit.Pattern] = list(pattern.regions[1])  # type: ignore[arg-type]
    if kind in ("wildcard", "capture"):
        return True
    if kind in ("or",):
        return any(map(_is_irrefutable, inner))
    return kind in ("as", "tuple", "class") and all(map(_is_irrefutable, inner))


def _booleans(pattern: lit.Pattern) -> set[bool]:
    kind = pattern.attrs["kind"]
    if kind == "or":
        return {v for p in pattern.regions[1] for v in _booleans(p)}  # type: ignore[arg-type]
    first = pattern.regions[0].first
    if kind == "literal" and isinstance(first, lit.Literal) and first.attrs["kind"] == "bool":
        return {bool(first.attrs["value"])}
    return set()
