"""Errors: `raise`, `try`, `with`.

A handler is a block that raising code leaves with the error stored in the handler's slot; what follows the block is
the `except` clause.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ember.dialects import hlcf, lit
from ember.elab.frame import Frame, Handler
from ember.elab.types import SourceType, StructT
from ember.elab.values import Known, Place, Val
from ember.ir.nodes import Region

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


class Errors:
    """Executes statements that raise or handle errors."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def raise_(self, frame: Frame, op: lit.Raise) -> None:
        if op.operands:
            value = self.program.expressions.value(frame, op.operands[0])
        elif frame.errors:
            value = frame.errors[-1]
            if isinstance(value, Place):
                value = Place(
                    value.type, value.pointer, True, value.root, (), value.keeps, is_temporary=True
                )
        else:
            frame.fail(
                "raise-without-error", "'raise' without a value must stand in an 'except' clause"
            )
        frame.loc = op.loc or frame.loc
        self.raise_value(frame, value)

    def raise_value(self, frame: Frame, value: Val) -> None:
        conversions = self.program.conversions
        type = self._error_type(frame, value)
        if not frame.handlers and not frame.may_raise and not frame.is_comptime:
            frame.fail("raise-in-non-raising", "a function that raises must be declared 'raises'")
        converted = conversions.convert(frame, value, type)
        owned = conversions.in_memory(frame, conversions.owned(frame, converted))
        destination = self.program.calls.error_destination(frame, type)
        conversions.take(frame, owned, destination)
        self.program.calls.leave_with_error(frame, type)

    def _error_type(self, frame: Frame, value: Val) -> SourceType:
        value = self.program.conversions.settle(frame, value)
        type = self.program.conversions.type_of(value)
        handler = frame.handlers[-1].error_type if frame.handlers else None
        wanted: SourceType | None = handler
        if not frame.handlers and frame.signature is not None:
            wanted = frame.signature.error
        if wanted is not None:
            return wanted
        if isinstance(value, Known) or type is None:
            return self.program.facts.prelude_type("Error")
        error = self.program.facts.prelude_type("Error")
        is_error_text = self.program.conversions.has_implicit(frame, value, type, error)
        return (
            error if is_error_text and type is not error and not self._is_error_like(type) else type
        )

    @staticmethod
    def _is_error_like(type: SourceType) -> bool:
        """A struct of the program's own is raised as it is, even if it could become an Error."""
        return isinstance(type, StructT) and not type.decl.module.name.startswith("std.")

    # -- try -------------------------------------------------------------------------------------

    def guarded(
        self,
        frame: Frame,
        body: Callable[[], None],
        handle: Callable[[Val], None],
        when_unused: Callable[[], None] | None = None,
    ) -> None:
        """Runs `body` so that an error goes to `handle`, whose end joins the end of the body."""
        done = frame.emit(hlcf.Block, (), (), {}, (Region(),))
        outer, frame.region = frame.region, done.regions[0]
        inner = frame.emit(hlcf.Block, (), (), {}, (Region(),))
        handler = Handler(inner, len(frame.finals))
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

        unused = self.program.warnings.unused_handler
        self.guarded(frame, body, handle, lambda: unused(frame, op.regions[1]))

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
        self._managed(
            frame, op.regions[0], manager, len(exits), [len(d.explicit_args()) for d in exits]
        )

    def _entered(self, frame: Frame, value: Val) -> Val:
        """What `as x` names: a variable of its own when `__enter__` made a new value."""
        value = self.program.conversions.settle(frame, value)
        if isinstance(value, Place) and value.is_temporary:
            return Place(value.type, value.pointer, True, value.root, value.path, value.keeps)
        return value

    def _managed(
        self, frame: Frame, body: Region, manager: Place, count: int, arities: list[int]
    ) -> None:
        program = self.program
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
            assert isinstance(error, Place)
            self.raise_value(
                frame,
                Place(
                    error.type, error.pointer, True, error.root, (), error.keeps, is_temporary=True
                ),
            )
            frame.region = outer

        self.guarded(frame, run_guarded, handle)
