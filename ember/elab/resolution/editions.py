"""Which functions and conversions code of an edition may use."""

from __future__ import annotations

from ember.elab.model.declarations import FunctionDecl, StructDecl
from ember.elab.model.frame import Frame
from ember.elab.resolution.mismatches import WrongEdition
from ember.support.edition import Meanings


def is_implicit(decl: FunctionDecl, means: Meanings) -> bool:
    """Whether a constructor converts by itself in code that means this."""
    if decl.is_implicit or (means.has_old_functions and "__implicit_2025" in decl.decorators):
        return True
    parent = decl.parent
    if not isinstance(parent, StructDecl) or not decl.means.converts_by_constructor:
        return False
    return not any(d.is_implicit for d in parent.methods("__init__"))


def check_edition(frame: Frame, decl: FunctionDecl) -> None:
    """A function that only code of 2025 may call; the library asks on behalf of the program."""
    decorator = decl.decorators.get("__only_2025")
    if decorator is None:
        return
    program, module = frame.program, frame.scope.module
    if program.names.is_library(module):
        module = program.main
    if not module.means.has_old_functions:
        text = program.comptime.text(decorator.arguments, program.empty_scope())
        raise WrongEdition(text)
