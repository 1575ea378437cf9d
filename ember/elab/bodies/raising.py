"""Errors: `raise`, `try`, `with`.

A handler is a block that raising code leaves with the error stored in the handler's slot; what follows the block is
the `except` clause. All errors of a block, and of a function, have one type; an error of another type is converted on its
way where an implicit conversion exists, as from everything `Writable` to `Error`, and is a mistake where none does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ember.dialects import hlcf, kgen, lit
from ember.dialects import types as t
from ember.dialects.exact_spans import operand_span
from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame, Handler
from ember.elab.model.types import ParamValue, SourceType, has_hole, mentions_origin
from ember.elab.model.values import Place, Val, Variable, referred
from ember.elab.resolution.warnings import warn_of_unused_handler
from ember.ir.nodes import Region, Value
from ember.support.diagnostics import Note

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


_BY_CALL: Final = "this call may raise"


class Errors:
    """Executes statements that raise or handle errors."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def raise_(self, frame: Frame, op: lit.Raise) -> None:
        if op.operands:
            value = self.program.expressions.value(frame, op.operands[0])
        elif frame.errors:
            value = _given_away(frame.errors[-1])
        else:
            frame.fail(
                "raise-without-error", "'raise' without a value must stand in an 'except' clause"
            )
        frame.loc = op.loc or frame.loc
        self.raise_value(frame, value, operand_span(op, 0) if op.operands else None)

    def raise_value(self, frame: Frame, value: Val, where: Any = None) -> None:
        """Leaves with the value as the error."""
        if not frame.handlers and not frame.may_raise and not frame.is_comptime:
            frame.fail("raise-in-non-raising", "a function that raises must be declared 'raises'")
        conversions = self.program.conversions
        value = conversions.settle(frame, value)
        natural = self._natural_type(frame, value)
        wanted = self._expected(frame, natural)
        if conversions.cost(frame, value, wanted, True, "read") is None:
            self._mismatch(frame, "this raises", natural, wanted, where)
        converted = conversions.convert(frame, value, wanted)
        self._send(frame, conversions.in_memory(frame, conversions.owned(frame, converted)))

    def _natural_type(self, frame: Frame, value: Val) -> SourceType:
        """The type of an error where nothing asks for another. In 2025 there was `Error` alone."""
        error = self.program.library.error
        type = self.program.conversions.type_of(value)
        if type is None:
            return error
        if frame.scope.module.means.raises_error_only:
            becomes_error = self.program.conversions.has_implicit(frame, value, type, error)
            return error if becomes_error else type
        return self.program.facts.materialized(type)

    # -- where errors go -------------------------------------------------------------------------

    def receiver(self, frame: Frame, type: ParamValue) -> Value | Variable:
        """Where a callee is to put its error: at its goal, or in a variable if something comes before that."""
        assert isinstance(type, SourceType)
        if not frame.handlers and not frame.may_raise and not frame.is_comptime:
            frame.fail(
                "raise-in-non-raising",
                "this call may raise, but the function around it is not declared 'raises';"
                " add 'raises' or handle the error with 'try'",
            )
        wanted = self._expected(frame, type)
        if wanted is not type:
            self._check_converts(frame, type, wanted)
        goal = self._goal(frame)
        if goal is None or wanted is not type or self._passes_finals(frame):
            return frame.temporary(type)
        return goal

    @staticmethod
    def address(frame: Frame, receiver: Value | Variable | None) -> Value:
        """What a callee gets: no address if it does not raise after all."""
        if receiver is None:
            return frame.constant(None, t.POINTER)
        return receiver.pointer if isinstance(receiver, Variable) else receiver

    def check(
        self,
        frame: Frame,
        raised: Value,
        receiver: Value | Variable,
        after_call: Callable[[], None],
    ) -> None:
        """After a call: leaves for the handler if it raised."""
        then, otherwise = Region(), Region()
        frame.emit(hlcf.If, (raised,), (), None, (then, otherwise))
        outer, frame.region = frame.region, then
        after_call()
        error: Place | None = None
        if isinstance(receiver, Variable):
            frame.initialized(receiver)
            error = self._converted(frame, frame.place_of(receiver, is_temporary=True))
        self._send(frame, error)
        frame.region = outer

    def _converted(self, frame: Frame, error: Place) -> Place:
        conversions = self.program.conversions
        converted = conversions.convert(frame, error, self._expected(frame, error.type))
        return conversions.in_memory(frame, conversions.owned(frame, converted))

    def _expected(self, frame: Frame, type: SourceType) -> SourceType:
        """The type errors have here: that of the handler or function around. A handler without one takes this."""
        if not frame.handlers:
            error = frame.signature.error if frame.signature is not None else None
            return error if isinstance(error, SourceType) else type
        handler = frame.handlers[-1]
        if handler.error_type is None:
            handler.error_type = type
            handler.fixed_by = frame.loc
        return handler.error_type

    @staticmethod
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

    @staticmethod
    def _passes_finals(frame: Frame) -> bool:
        """Whether a `finally` clause runs before the error arrives, which may raise another or leave for good."""
        return len(frame.finals) > (frame.handlers[-1].finals if frame.handlers else 0)

    def _send(self, frame: Frame, error: Place | None) -> None:
        """Control goes to the innermost handler, or out of the function. Without `error`, it has arrived already."""
        handler = frame.handlers[-1] if frame.handlers else None
        if handler is None:
            frame.raised = True
        self.program.statements.run_finals(frame, handler.finals if handler is not None else 0)
        if frame.is_terminated:
            return
        goal = self._goal(frame)
        if error is not None and goal is not None:
            self.program.conversions.take(frame, error, goal)
        if handler is None:
            self.return_error(frame)
            return
        assert handler.slot is not None
        frame.initialized(handler.slot)
        if error is not None and mentions_origin(error.type):
            frame.refers_to(handler.slot, referred(error))
        frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(handler.block)})

    @staticmethod
    def return_error(frame: Frame) -> None:
        values = [frame.constant(True, t.I1)]
        for type in frame.function.attrs["type"].results[1:]:
            values.append(frame.emit(kgen.Undefined, (), (type,)).results[0])
        frame.emit(kgen.Return, values, (), {"error": True})

    def _check_converts(self, frame: Frame, type: SourceType, wanted: SourceType) -> None:
        stand_in = Place(type, kgen.Undefined((), (t.POINTER,)).results[0], True)
        if self.program.conversions.cost(frame, stand_in, wanted, True, "read") is None:
            self._mismatch(frame, _BY_CALL, type, wanted)

    def _mismatch(
        self,
        frame: Frame,
        what: str,
        type: SourceType,
        wanted: SourceType,
        where: Any = None,
    ) -> NoReturn:
        shown, asked = self.program.facts.shown(type), self.program.facts.shown(wanted)
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
        if wanted is self.program.library.error:
            hint = f"give '{shown}' the trait 'Writable', and it becomes one"
        frame.fail(
            "error-type-mismatch",
            f"{what} '{shown}', but {around} of type '{asked}'; {hint}",
            where,
            [Note(note, fixed_by)] if fixed_by is not None else (),
        )

    # -- try -------------------------------------------------------------------------------------

    def guarded(
        self,
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

    def try_(self, frame: Frame, op: lit.Try) -> None:
        if op.attrs.get("has_finally"):
            self._with_final(frame, op)
        else:
            self._without_final(frame, op)

    def _with_final(self, frame: Frame, op: lit.Try) -> None:
        final: Region = op.regions[3]
        block = frame.emit(hlcf.Block, (), (), {}, (Region(),))
        outer, frame.region = frame.region, block.regions[0]
        frame.finals.append(
            (lambda: self.program.statements.body(frame, final), len(frame.handlers))
        )
        self._without_final(frame, op)
        frame.finals.pop()
        frame.region = outer
        self.program.statements.body(frame, final)

    def _without_final(self, frame: Frame, op: lit.Try) -> None:
        statements = self.program.statements
        if not op.attrs.get("has_handler"):
            statements.body(frame, op.regions[0])
            if not frame.is_terminated:
                statements.body(frame, op.regions[2])
            return

        def body() -> None:
            statements.body(frame, op.regions[0])
            handler = frame.handlers.pop()
            if not frame.is_terminated:
                statements.body(frame, op.regions[2])
            frame.handlers.append(handler)

        def handle(error: Val) -> None:
            frame.values[op.regions[1].args[0]] = error
            frame.errors.append(error)
            statements.body(frame, op.regions[1])
            frame.errors.pop()

        self.guarded(frame, body, handle, lambda: warn_of_unused_handler(frame, op.regions[1]))

    # -- with ------------------------------------------------------------------------------------

    def with_(self, frame: Frame, op: lit.With) -> None:
        program = self.program
        conversions = program.conversions
        value = conversions.settle(frame, program.expressions.value(frame, op.operands[0]))
        frame.loc = op.loc or frame.loc
        runtime = conversions.runtime(frame, value)
        manager: Place
        if isinstance(runtime, Place) and not runtime.is_temporary:
            manager = runtime
        else:
            variable = frame.temporary(runtime.type)
            program.statements.initialize(frame, variable, runtime)
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
        entered = program.calls.call(frame, enter, [])
        frame.values[op.regions[0].args[0]] = self._entered(frame, entered)
        if not exits:
            program.statements.body(frame, op.regions[0])
            if not consumes and not frame.is_terminated:
                frame.use(manager)
            return
        self._managed(frame, op.regions[0], manager, exits)

    def _entered(self, frame: Frame, value: Val) -> Val:
        """What `as x` names: a variable of its own when `__enter__` made a new value."""
        value = self.program.conversions.settle(frame, value)
        if isinstance(value, Place) and value.is_temporary:
            return Place(value.type, value.pointer, True, value.root, value.path, value.keeps)
        return value

    def _taken_by(self, manager: Place, exits: Sequence[FunctionDecl]) -> SourceType | None:
        """The type of the errors that `__exit__` takes, if it is one."""
        if len(exits) != 1:
            return None
        signature = self.program.signatures.with_holes(exits[0], manager.type)
        type = signature.args[1].type
        return type if isinstance(type, SourceType) and not has_hole(type) else None

    def _managed(
        self, frame: Frame, body: Region, manager: Place, exits: Sequence[FunctionDecl]
    ) -> None:
        program = self.program
        arities = [len(d.explicit_args()) for d in exits]
        takes_error = 2 in arities
        takes_nothing = 1 in arities

        def leave() -> None:
            if takes_nothing:
                program.calls.method(frame, manager, "__exit__")
            frame.use(manager)

        def run() -> None:
            frame.finals.append((leave, len(frame.handlers)))
            program.statements.body(frame, body)
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
            program.statements.body(frame, body)
            frame.finals.pop()
            handler.finals = len(frame.finals)
            if not frame.is_terminated:
                frame.handlers.pop()  # an error of the plain exit is not one of the body
                leave()
                frame.handlers.append(handler)

        def handle(error: Val) -> None:
            swallowed = program.calls.method(frame, manager, "__exit__", error)
            condition = program.expressions.as_condition(frame, swallowed)
            then, otherwise = Region(), Region()
            frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
            outer, frame.region = frame.region, otherwise
            frame.use(manager)
            self.raise_value(frame, _given_away(error))
            frame.region = outer

        taken = self._taken_by(manager, [d for d in exits if len(d.explicit_args()) == 2])
        self.guarded(frame, run_guarded, handle, None, taken)


def _given_away(error: Val) -> Val:
    """The error of a handler that is raised again."""
    if not isinstance(error, Place):
        return error
    return Place(error.type, error.pointer, True, error.root, (), error.keeps, is_temporary=True)
