"""Where errors go: from a call or `raise` to the handler around it, or out of the function.

All errors of a block, and of a function, have one type; an error of another type is converted on its way where an implicit
conversion exists, as from everything `Writable` to `Error`, and is a mistake where none does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from ember.dialects import hlcf, kgen
from ember.dialects import types as t
from ember.elab.model.frame import Frame
from ember.elab.model.types import ParamValue, SourceType, mentions_origin
from ember.elab.model.values import Keeps, Place, Variable, referred
from ember.elab.resolution.escapes import check_raised_error
from ember.ir.nodes import Region, Value
from ember.support.diagnostics import Note

_BY_CALL: Final = "this call may raise"


def error_receiver(frame: Frame, type: ParamValue) -> Value | Variable:
    """Where a callee is to put its error: at its goal, or in a variable if something comes before that."""
    assert isinstance(type, SourceType)
    if not frame.handlers and not frame.may_raise and not frame.is_comptime:
        frame.fail(
            "raise-in-non-raising",
            "this call may raise, but the function around it is not declared 'raises';"
            " add 'raises' or handle the error with 'try'",
        )
    wanted = expected_error(frame, type)
    if wanted is not type:
        _check_converts(frame, type, wanted)
    goal = _goal(frame)
    if goal is None or wanted is not type or _passes_finals(frame):
        return frame.temporary(type)
    return goal


def receiver_address(frame: Frame, receiver: Value | Variable | None) -> Value:
    """What a callee gets: no address if it does not raise after all."""
    if receiver is None:
        return frame.constant(None, t.POINTER)
    return receiver.pointer if isinstance(receiver, Variable) else receiver


def leave_if_raised(
    frame: Frame,
    raised: Value,
    receiver: Value | Variable,
    after_call: Callable[[], None],
    keeps: Keeps,
) -> None:
    """After a call: leaves for the handler if it raised an error that refers to `keeps`."""
    then, otherwise = Region(), Region()
    frame.emit(hlcf.If, (raised,), (), None, (then, otherwise))
    outer, frame.region = frame.region, then
    check_raised_error(frame, keeps)
    after_call()
    error: Place | None = None
    if isinstance(receiver, Variable):
        frame.initialized(receiver)
        frame.refers_to(receiver, keeps, whole=True)
        error = _converted(frame, frame.place_of(receiver, is_temporary=True))
        keeps = referred(error)
    send_error(frame, error, keeps)
    frame.region = outer


def _converted(frame: Frame, error: Place) -> Place:
    conversions = frame.program.conversions
    converted = conversions.convert(frame, error, expected_error(frame, error.type))
    return conversions.in_memory(frame, conversions.owned(frame, converted))


def expected_error(frame: Frame, type: SourceType) -> SourceType:
    """The type errors have here: that of the handler or function around. A handler without one takes this."""
    if not frame.handlers:
        error = frame.signature.error if frame.signature is not None else None
        return error if isinstance(error, SourceType) else type
    handler = frame.handlers[-1]
    if handler.error_type is None:
        handler.error_type = type
        handler.fixed_by = frame.loc
    return handler.error_type


def _goal(frame: Frame) -> Value | None:
    """The address at which the handler, or the caller, expects the error; None if nobody reads it."""
    if not frame.handlers:
        return frame.error_pointer
    handler = frame.handlers[-1]
    if handler.slot is None:
        assert handler.error_type is not None
        handler.slot = frame.variable(
            "",
            handler.error_type,
            region=handler.block.parent,
            anchor=handler.block.prev,
            at_anchor=True,
        )
    return handler.slot.pointer


def _passes_finals(frame: Frame) -> bool:
    """Whether a `finally` clause runs before the error arrives, which may raise another or leave for good."""
    return len(frame.finals) > (frame.handlers[-1].finals if frame.handlers else 0)


def send_error(frame: Frame, error: Place | None, keeps: Keeps) -> None:
    """Control goes to the innermost handler, or out of the function, with an error that refers to `keeps`. Without `error`,
    it has arrived already."""
    handler = frame.handlers[-1] if frame.handlers else None
    if handler is None:
        frame.raised = True
    frame.run_finals(handler.finals if handler is not None else 0)
    if frame.is_terminated:
        return
    goal = _goal(frame)
    if error is not None and goal is not None:
        frame.program.conversions.take(frame, error, goal)
    if handler is None:
        _return_error(frame)
        return
    assert handler.slot is not None
    frame.initialized(handler.slot)
    if mentions_origin(handler.slot.type):
        frame.refers_to(handler.slot, keeps, whole=True)
    frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(handler.block)})


def _return_error(frame: Frame) -> None:
    values = [frame.constant(True, t.I1)]
    for type in frame.function.attrs["type"].results[1:]:
        values.append(frame.emit(kgen.Undefined, (), (type,)).results[0])
    frame.emit(kgen.Return, values, (), {"error": True})


def _check_converts(frame: Frame, type: SourceType, wanted: SourceType) -> None:
    stand_in = Place(type, kgen.Undefined((), (t.POINTER,)).results[0], True)
    if frame.program.conversions.cost(frame, stand_in, wanted, True, "read") is None:
        refuse_error(frame, _BY_CALL, type, wanted)


def refuse_error(
    frame: Frame,
    what: str,
    type: SourceType,
    wanted: SourceType,
    where: Any = None,
) -> NoReturn:
    shown, asked = frame.program.facts.shown(type), frame.program.facts.shown(wanted)
    if frame.handlers:
        around, fixed_by = "the errors of this block are", frame.handlers[-1].fixed_by
        note = "the type of the block's errors comes from here"
    else:
        assert frame.signature is not None
        name, fixed_by = frame.signature.decl.name, frame.signature.decl.loc
        around, note = f"the errors of '{name}' are", "it is declared here"
    hint = f"raise '{asked}' instead"
    if what == _BY_CALL:
        hint = f"handle it with a 'try' of its own, and raise '{asked}' there"
    if wanted is frame.program.library.error:
        hint = f"give '{shown}' the trait 'Writable', and it becomes one"
    frame.fail(
        "error-type-mismatch",
        f"{what} '{shown}', but {around} of type '{asked}'; {hint}",
        where,
        [Note(note, fixed_by)] if fixed_by is not None else (),
    )
