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
from ember.elab.resolution.mismatches import describe, note_at
from ember.ir.nodes import Region

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


def warn_of_unused_result(frame: Frame, op: lit.Drop, value: Val) -> None:
    """A statement that computes something and throws it away; a text alone is a comment.

    Types whose every operation gives a value, wanted or not, say so with `comptime __may_be_unused`.
    """
    if not frame.recovers or op.attrs["explicit"]:
        return
    owner = op.operands[0].owner
    if isinstance(owner, lit.Literal) and owner.attrs["kind"] == "string":
        return
    type = frame.program.conversions.type_of(value)
    if not isinstance(type, StructT) or frame.program.is_nothing(type):
        return
    if type is frame.program.library.never or type.decl.alias("__may_be_unused"):
        return
    shown = frame.program.facts.shown(type)
    message = f"the result of type '{shown}' is not used; write '_ = …' if that is meant"
    frame.program.sink.warning("unused-result", frame.loc, message)


def warn_of_useless_transfer(frame: Frame, value: Val) -> None:
    """`n^` of a plain number."""
    if not _is_plain(frame):
        return
    type = frame.program.conversions.type_of(value)
    is_written = frame.loc is not None and frame.loc.text.endswith("^")
    if is_written and isinstance(type, StructT):
        shown = frame.program.facts.shown(type)
        message = f"'^' has no effect: a value of type '{shown}' is copied anyway"
        frame.program.sink.warning("useless-transfer", frame.loc, message)


def warn_of_unused_handler(frame: Frame, handler: Region) -> None:
    """An `except` clause for errors that cannot come."""
    if not _is_plain(frame) or frame.failures is not None or handler.first is None:
        return
    message = "this can never run: nothing in the 'try' block raises"
    frame.program.sink.warning("unreachable-code", handler.first.loc, message)


def warn_if_deprecated(program: Program, decl: FunctionDecl, loc: Any) -> None:
    """A call of a function with `@deprecated`."""
    decorator = decl.decorators.get("deprecated")
    if decorator is None:
        return
    note = note_at(program, f"declared here: {describe(decl)}", decl.loc)
    message = f"'{decl.qualified_name}' is deprecated{_advice(program, decorator)}"
    program.sink.warning("deprecated", loc, message, note)


def refuse_unavailable(frame: Frame, decl: FunctionDecl) -> None:
    """A call of a function with `@unavailable`, which is an error."""
    decorator = decl.decorators.get("unavailable")
    if decorator is None:
        return
    note = note_at(frame.program, f"declared here: {describe(decl)}", decl.loc)
    message = f"'{decl.qualified_name}' cannot be used{_advice(frame.program, decorator)}"
    frame.fail("unavailable", message, notes=(note,))


def _advice(program: Program, decorator: lit.Decorator) -> str:
    """What `@deprecated("…")`, `@unavailable("…")` or `(use=f)` says."""
    last = decorator.arguments.last
    if last is None:
        return ""
    keywords = decorator.attrs["keywords"]
    if keywords and keywords[0] == "use":
        return f"; use '{last.loc.text}'" if last.loc is not None else ""
    text = program.comptime.text(decorator.arguments, program.empty_scope())
    return f": {text}"


def _is_plain(frame: Frame) -> bool:
    """Whether the function is the program's own and has one instance."""
    signature = frame.signature
    if not frame.recovers or signature is None or signature.decl.params:
        return False
    owner = frame.program.names.lookup(frame.scope, "Self")
    return not (isinstance(owner, StructT) and owner.args)
