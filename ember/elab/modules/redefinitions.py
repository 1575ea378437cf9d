"""Names that a file defines or imports twice.

    from a import Size             from a import Size             struct Size: …
    from b import Size   error     struct Size: …       error     comptime Size = 4   error

Functions of one name are overloads (elaborator.py compares their arguments); importing the same thing twice is harmless.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ember.dialects import lit
from ember.support.diagnostics import CompileError, Note, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.elab.model.declarations import ModuleDecl


def check_redefinitions(program: Program, module: ModuleDecl) -> None:
    """Reports every name of the module that means two things."""
    first: dict[str, Any] = {}
    for op in module.op.body if module.op is not None else ():
        for name in _names_of(op):
            known = first.setdefault(name, op)
            if known is not op and _differ(program, module, name, known, op):
                program.report(CompileError(_mistake(name, known, op)))


def _names_of(op: Any) -> Iterator[str]:
    if isinstance(op, lit.Import):
        if op.attrs["names"]:
            yield from (bound for _, bound in op.attrs["names"])
        elif op.attrs.get("bound_as"):
            yield op.attrs["bound_as"]
    elif isinstance(op, (lit.Generator, lit.StructDecl, lit.TraitDecl, lit.Alias)):
        yield op.attrs["name"]


def _differ(program: Program, module: ModuleDecl, name: str, a: Any, b: Any) -> bool:
    if isinstance(a, lit.Generator) and isinstance(b, lit.Generator):
        return False
    if not isinstance(a, lit.Import) or not isinstance(b, lit.Import):
        return True
    try:
        return program.names.imported(module, name, a) != program.names.imported(module, name, b)
    except CompileError:
        return False  # reported where it is imported


def _mistake(name: str, first: Any, second: Any) -> Any:
    if isinstance(first, lit.Import) and isinstance(second, lit.Import):
        message = f"'{name}' is imported from two places; give one of them another name with 'as'"
        note = Note("it is imported here", first.loc)
    else:
        message = f"'{name}' is defined already"
        note = Note("the first one is here", first.loc)
    return error("duplicate-name", second.loc, message, [note])
