"""What the functions of a module take and give, as plain data: for those who call them from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ember.elab.model.declarations import FunctionDecl, ModuleDecl
from ember.elab.model.types import Const, Hole, OriginV, ParamValue, StructT, spell
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program
    from ember.elab.type_facts.signatures import Signature


class Shape(NamedTuple):
    """A type by name with its parameters: None for one left open, a text for a constant, a shape for a type.

    Names of types outside the library come with their module.
    """

    name: str
    parameters: tuple[Shape | str | None, ...]

    def __str__(self) -> str:
        if not self.parameters:
            return self.name
        shown = ", ".join("_" if p is None else str(p) for p in self.parameters)
        return f"{self.name}[{shown}]"


class Argument(NamedTuple):
    """One argument of a function."""

    name: str
    type: Shape
    convention: str


class Interface(NamedTuple):
    """One function; `problem` says why it cannot be called from outside, if it cannot."""

    name: str
    arguments: tuple[Argument, ...]
    result: Shape
    problem: str


_NOTHING = Shape("NoneType", ())


def interfaces_of(program: Program, module: ModuleDecl) -> list[Interface]:
    """The public functions of a module, in the order of the source."""
    found: list[Interface] = []
    for name, member in module.members.items():
        if isinstance(member, list) and not name.startswith("_") and name != "main":
            found.append(_interface(program, name, member))
    return found


def _interface(program: Program, name: str, decls: list[FunctionDecl]) -> Interface:
    decl = decls[0]
    if len(decls) > 1:
        return Interface(name, (), _NOTHING, "it has several overloads")
    if decl.params:
        return Interface(name, (), _NOTHING, "it has parameters")
    try:
        signature = program.signatures.with_holes(decl, None)
    except CompileError as failure:
        return Interface(name, (), _NOTHING, failure.diagnostics[0].message)
    return _described(name, signature)


def _described(name: str, signature: Signature) -> Interface:
    arguments: list[Argument] = []
    problem = ""
    for arg in signature.args:
        if arg.info.variadic:
            problem = problem or f"'{arg.info.name}' takes any number of arguments"
        elif arg.convention not in ("read", "var"):
            problem = problem or f"'{arg.info.name}' is passed as '{arg.convention}'"
        arguments.append(Argument(arg.info.name, _shape(arg.type), arg.convention))
    if signature.result_ref:
        problem = problem or "it gives a reference"
    return Interface(name, tuple(arguments), _shape(signature.result), problem)


def _shape(type: ParamValue) -> Shape:
    if not isinstance(type, StructT):
        return Shape(spell(type), ())
    module = type.decl.module.name
    name = type.decl.name if module.startswith("std.") else f"{module}.{type.decl.name}"
    parameters: list[Shape | str | None] = []
    for value in type.args:
        parameters += map(_parameter, value if isinstance(value, tuple) else (value,))
    return Shape(name, tuple(parameters))


def _parameter(value: ParamValue) -> Shape | str | None:
    if isinstance(value, Hole):
        return None
    if isinstance(value, StructT):
        return _shape(value)
    if isinstance(value, OriginV):
        return "mutable" if value.mutable else "immutable"
    is_number = isinstance(value, Const) and isinstance(value.raw, int)
    return str(value.raw) if is_number else spell(value)
