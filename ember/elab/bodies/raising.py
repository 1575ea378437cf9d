"""Errors: `raise`, `try`, `with`.

A handler is a block that raising code leaves with the error stored in the handler's slot; what follows the block is
the `except` clause. All errors of a block, and of a function, have one type; an error of another type is converted on its
way where an implicit conversion exists, as from everything `Writable` to `Error`, and is a mistake where none does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ember.dialects import hlcf, lit
from ember.dialects.exact_spans import operand_span
from ember.elab.bodies.calls import call, call_method
from ember.elab.bodies.error_paths import expected_error, refuse_error, send_error
from ember.elab.bodies.expressions import as_condition
from ember.elab.bodies.recovery import run_body
from ember.elab.bodies.rules import executes, value_of
from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame, Handler
from ember.elab.model.types import SourceType, has_hole
from ember.elab.model.values import Place, Val, referred
from ember.elab.resolution.escapes import check_raised_error
from ember.elab.resolution.value_hooks import initialize
from ember.elab.resolution.warnings import warn_of_unused_handler
from ember.ir.nodes import Region

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


@executes(lit.Raise)
def _raise(frame: Frame, op: lit.Raise) -> None:
    if op.operands:
        value = value_of(frame, op.operands[0])
    elif frame.errors:
        value = _given_away(frame.errors[-1])
    else:
        frame.fail(
            "raise-without-error", "'raise' without a value must stand in an 'except' clause"
        )
    frame.loc = op.loc or frame.loc
    raise_value(frame, value, operand_span(op, 0) if op.operands else None)


def raise_value(frame: Frame, value: Val, where: Any = None) -> None:
    """Leaves with the value as the error."""
    if not frame.handlers and not frame.may_raise and not frame.is_comptime:
        frame.fail("raise-in-non-raising", "a function that raises must be declared 'raises'")
    conversions = frame.program.conversions
    value = conversions.settle(frame, value)
    natural = _natural_type(frame, value)
    wanted = expected_error(frame, natural)
    if conversions.cost(frame, value, wanted, True, "read") is None:
        refuse_error(frame, "this raises", natural, wanted, where)
    check_raised_error(frame, referred(value))
    converted = conversions.convert(frame, value, wanted)
    error = conversions.in_memory(frame, conversions.owned(frame, converted))
    send_error(frame, error, referred(error))


def _natural_type(frame: Frame, value: Val) -> SourceType:
    """The type of an error where nothing asks for another. In 2025 there was `Error` alone."""
    error = frame.program.library.error
    type = frame.program.conversions.type_of(value)
    if type is None:
        return error
    if frame.scope.module.means.raises_error_only:
        becomes_error = frame.program.conversions.has_implicit(frame, value, type, error)
        return error if becomes_error else type
    return frame.program.facts.materialized(type)


# -- try -------------------------------------------------------------------------------------------


def _guarded(
    frame: Frame,
    body: Callable[[], None],
    handle: Callable[[Val], None],
    when_unused: Callable[[], None] | None = None,
    error_type: SourceType | None = None,
) -> None:
    """Runs `body` so that an error goes to `handle`, whose end joins the end of the body."""
    done = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    outer, frame.region = frame.region, done.regions[0]
    inner = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    handler = Handler(inner, len(frame.finals), error_type)
    frame.region = inner.regions[0]
    frame.handlers.append(handler)
    body()
    frame.handlers.remove(handler)
    if not frame.is_terminated:
        frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(done)})
    frame.region = done.regions[0]
    if handler.slot is not None:
        handle(frame.place_of(handler.slot))
    elif when_unused is not None:
        when_unused()
    frame.region = outer


@executes(lit.Try)
def _try(frame: Frame, op: lit.Try) -> None:
    if op.attrs.get("has_finally"):
        _with_final(frame, op)
    else:
        _without_final(frame, op)


def _with_final(frame: Frame, op: lit.Try) -> None:
    final: Region = op.regions[3]
    block = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    outer, frame.region = frame.region, block.regions[0]
    frame.finals.append((lambda: run_body(frame, final), len(frame.handlers)))
    _without_final(frame, op)
    frame.finals.pop()
    frame.region = outer
    run_body(frame, final)


def _without_final(frame: Frame, op: lit.Try) -> None:
    if not op.attrs.get("has_handler"):
        run_body(frame, op.regions[0])
        if not frame.is_terminated:
            run_body(frame, op.regions[2])
        return

    def body() -> None:
        run_body(frame, op.regions[0])
        handler = frame.handlers.pop()
        if not frame.is_terminated:
            run_body(frame, op.regions[2])
        frame.handlers.append(handler)

    def handle(error: Val) -> None:
        frame.values[op.regions[1].args[0]] = error
        frame.errors.append(error)
        run_body(frame, op.regions[1])
        frame.errors.pop()

    _guarded(frame, body, handle, lambda: warn_of_unused_handler(frame, op.regions[1]))


# -- with ------------------------------------------------------------------------------------------


@executes(lit.With)
def _with(frame: Frame, op: lit.With) -> None:
    program = frame.program
    conversions = program.conversions
    value = conversions.settle(frame, value_of(frame, op.operands[0]))
    frame.loc = op.loc or frame.loc
    runtime = conversions.runtime(frame, value)
    stays = frame.scope.module.means.managers_stay
    if not stays:
        frame.loc = operand_span(op, 0) or frame.loc
        runtime = conversions.owned(frame, runtime)
    manager: Place
    if stays and isinstance(runtime, Place) and not runtime.is_temporary:
        manager = runtime
    else:
        variable = frame.temporary(runtime.type)
        initialize(frame, variable, runtime)
        manager = frame.place_of(variable)
    enter = program.members.method(frame, manager, "__enter__")
    if enter is None:
        frame.fail("not-a-context-manager", "the value in 'with' has no method '__enter__'")
    exits = program.members.methods(manager.type, "__exit__")
    consumes = any(
        a.convention in ("var", "deinit") for d in enter.function.decls for a in d.args[:1]
    )
    if consumes:
        enter.receiver = Place(
            manager.type, manager.pointer, True, manager.root, (), manager.keeps, True
        )
    entered = call(frame, enter, [])
    frame.values[op.regions[0].args[0]] = _entered(frame, entered)
    if not exits:
        run_body(frame, op.regions[0])
        if not consumes and not frame.is_terminated:
            frame.use(manager)
        return
    _managed(frame, op.regions[0], manager, exits)


def _entered(frame: Frame, value: Val) -> Val:
    """What `as x` names: a variable of its own when `__enter__` made a new value."""
    value = frame.program.conversions.settle(frame, value)
    if isinstance(value, Place) and value.is_temporary:
        return Place(value.type, value.pointer, True, value.root, value.path, value.keeps)
    return value


def _taken_by(program: Program, manager: Place, exits: Sequence[FunctionDecl]) -> SourceType | None:
    """The type of the errors that `__exit__` takes, if it is one."""
    if len(exits) != 1:
        return None
    signature = program.signatures.with_holes(exits[0], manager.type)
    type = signature.args[1].type
    return type if isinstance(type, SourceType) and not has_hole(type) else None


def _managed(frame: Frame, body: Region, manager: Place, exits: Sequence[FunctionDecl]) -> None:
    arities = [len(d.explicit_args()) for d in exits]
    takes_error = 2 in arities
    takes_nothing = 1 in arities

    def leave() -> None:
        if takes_nothing:
            call_method(frame, manager, "__exit__")
        frame.use(manager)

    def run() -> None:
        frame.finals.append((leave, len(frame.handlers)))
        run_body(frame, body)
        frame.finals.pop()

    if not takes_error:
        block = frame.emit(hlcf.Block, (), (), {}, (Region(),))
        outer, frame.region = frame.region, block.regions[0]
        run()
        if not frame.is_terminated:
            leave()
        frame.region = outer
        return

    def run_guarded() -> None:
        frame.finals.append((leave, len(frame.handlers)))
        handler = frame.handlers[-1]
        handler.finals = len(frame.finals)  # an error does not pass the plain exit
        run_body(frame, body)
        frame.finals.pop()
        handler.finals = len(frame.finals)
        if not frame.is_terminated:
            frame.handlers.pop()  # an error of the plain exit is not one of the body
            leave()
            frame.handlers.append(handler)

    def handle(error: Val) -> None:
        swallowed = call_method(frame, manager, "__exit__", error)
        condition = as_condition(frame, swallowed)
        then, otherwise = Region(), Region()
        frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
        outer, frame.region = frame.region, otherwise
        frame.use(manager)
        raise_value(frame, _given_away(error))
        frame.region = outer

    taken = _taken_by(frame.program, manager, [d for d in exits if len(d.explicit_args()) == 2])
    _guarded(frame, run_guarded, handle, None, taken)


def _given_away(error: Val) -> Val:
    """The error of a handler that is raised again."""
    if not isinstance(error, Place):
        return error
    return Place(error.type, error.pointer, True, error.root, (), error.keeps, is_temporary=True)
