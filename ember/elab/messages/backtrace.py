"""Where an error is shown: at the user's line, with the way from there into the library as notes, nearest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.elab.model.types import spell
from ember.support.diagnostics import Diagnostic, Note

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.elab.instances.instances import Instance

_MAX_STEPS: Final = 12


def is_in_library(program: Program, loc: Any) -> bool:
    return loc is not None and loc.file.path.startswith(str(program.names.library))


def relocate(program: Program, diagnostic: Diagnostic, loc: Any) -> None:
    """An error that code of the program met in the library, without calling a function there, is at that code."""
    if (
        is_in_library(program, diagnostic.span)
        and loc is not None
        and not is_in_library(program, loc)
    ):
        diagnostic.notes.append(Note("found here in the library", diagnostic.span, True, True))
        diagnostic.span = loc


def explain_way(program: Program, instance: Instance, diagnostics: list[Diagnostic]) -> None:
    """Gives errors found in a function their place in the program and the chain of calls that led there."""
    for diagnostic in diagnostics:
        if diagnostic not in program.explained:
            program.explained.add(diagnostic)
            _explain_one(program, instance, diagnostic)


def _explain_one(program: Program, instance: Instance, diagnostic: Diagnostic) -> None:
    current: Instance | None = instance
    while current is not None and is_in_library(program, diagnostic.span):
        where = current.requested
        if where is None:
            break
        text = f"in '{current.decl.qualified_name}' of the library"
        diagnostic.notes.append(Note(text, diagnostic.span, True, True))
        diagnostic.span = where
        current = current.parent
    if diagnostic.code == "comptime-assert" and current is not None:
        current = _blame_caller(current, diagnostic)
    steps = 0
    while current is not None and steps < _MAX_STEPS:
        _add_step(program, current, diagnostic)
        current = current.parent
        steps += 1


def _blame_caller(instance: Instance, diagnostic: Diagnostic) -> Instance | None:
    """What a generic function asserts about its parameters is broken by the call that gives them."""
    where = instance.requested
    is_generic = bool(instance.decl.params or getattr(instance.decl.parent, "params", ()))
    if where is None or not is_generic or where is diagnostic.span:
        return instance
    text = f"asserted in '{instance.decl.qualified_name}'{_parameters(instance)}"
    diagnostic.notes.insert(0, Note(text, diagnostic.span))
    diagnostic.span = where
    return instance.parent


def _add_step(program: Program, instance: Instance, diagnostic: Diagnostic) -> None:
    """A generic function of the program was instantiated by a call: which one, with what."""
    decl, where = instance.decl, instance.requested
    if where is None or where in (diagnostic.span, *(note.span for note in diagnostic.notes)):
        return
    if decl.params and not program.names.is_library(decl.module):
        text = f"in '{decl.qualified_name}'{_parameters(instance)}, called from here"
        diagnostic.notes.append(Note(text, where, is_in_library(program, where), True))


def _parameters(instance: Instance) -> str:
    bindings = instance.signature.scope.bindings
    shown = [
        f"{info.name} = {spell(bindings[info.name])}"
        for info in instance.decl.params
        if info.name in bindings
    ]
    return f" with {', '.join(shown)}" if shown else ""
