"""Warnings that need types: results thrown away, transfers without effect, handlers without errors, deprecated functions.

Only the program's own code is looked at, and generic code only where every instance would get the same warning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ember.dialects import lit
from ember.elab.model.declarations import FunctionDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import StructT
from ember.elab.model.values import Val
from ember.elab.resolution.mismatches import describe
from ember.ir.nodes import Region

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


class Warnings:
    """Looks at code that is right for what is likely not meant."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def unused_result(self, frame: Frame, op: lit.Drop, value: Val) -> None:
        """A statement that computes something and throws it away; a text alone is a comment.

        Types whose every operation gives a value, wanted or not, say so with `comptime __may_be_unused`.
        """
        if not frame.recovers or op.attrs["explicit"]:
            return
        owner = op.operands[0].owner
        if isinstance(owner, lit.Literal) and owner.attrs["kind"] == "string":
            return
        type = self.program.conversions.type_of(value)
        if not isinstance(type, StructT) or self.program.is_nothing(type):
            return
        if type is self.program.library.never or type.decl.alias("__may_be_unused"):
            return
        shown = self.program.facts.shown(type)
        message = f"the result of type '{shown}' is not used; write '_ = …' if that is meant"
        self.program.sink.warning("unused-result", frame.loc, message)

    def useless_transfer(self, frame: Frame, value: Val) -> None:
        """`n^` of a plain number."""
        if not self._is_plain(frame):
            return
        type = self.program.conversions.type_of(value)
        is_written = frame.loc is not None and frame.loc.text.endswith("^")
        if is_written and isinstance(type, StructT):
            shown = self.program.facts.shown(type)
            message = f"'^' has no effect: a value of type '{shown}' is copied anyway"
            self.program.sink.warning("useless-transfer", frame.loc, message)

    def unused_handler(self, frame: Frame, handler: Region) -> None:
        """An `except` clause for errors that cannot come."""
        if not self._is_plain(frame) or frame.failures is not None or handler.first is None:
            return
        message = "this can never run: nothing in the 'try' block raises"
        self.program.sink.warning("unreachable-code", handler.first.loc, message)

    def deprecated(self, decl: FunctionDecl, loc: Any) -> None:
        """A call of a function with `@deprecated`."""
        decorator = decl.decorators.get("deprecated")
        if decorator is None:
            return
        note = self.program.candidates.note(f"declared here: {describe(decl)}", decl.loc)
        message = f"'{decl.qualified_name}' is deprecated{self._advice(decorator)}"
        self.program.sink.warning("deprecated", loc, message, note)

    def unavailable(self, frame: Frame, decl: FunctionDecl) -> None:
        """A call of a function with `@unavailable`, which is an error."""
        decorator = decl.decorators.get("unavailable")
        if decorator is None:
            return
        note = self.program.candidates.note(f"declared here: {describe(decl)}", decl.loc)
        message = f"'{decl.qualified_name}' cannot be used{self._advice(decorator)}"
        frame.fail("unavailable", message, notes=(note,))

    def _advice(self, decorator: lit.Decorator) -> str:
        """What `@deprecated("…")`, `@unavailable("…")` or `(use=f)` says."""
        last = decorator.arguments.last
        if last is None:
            return ""
        keywords = decorator.attrs["keywords"]
        if keywords and keywords[0] == "use":
            return f"; use '{last.loc.text}'" if last.loc is not None else ""
        text = self.program.comptime.text(decorator.arguments, self.program.empty_scope())
        return f": {text}"

    def _is_plain(self, frame: Frame) -> bool:
        """Whether the function is the program's own and has one instance."""
        signature = frame.signature
        if not frame.recovers or signature is None or signature.decl.params:
            return False
        owner = self.program.names.lookup(frame.scope, "Self")
        return not (isinstance(owner, StructT) and owner.args)
