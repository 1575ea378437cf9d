"""The kernels that a module registers, as plain data: for those who build graphs of them. Signatures are read, nothing is run.

A struct is registered by a decorator of the library, and each type of an argument says itself what a kernel does with it:
its member `kernel_role` is a word (`input`, `output`, `context` …), perhaps followed by others (`fused`, `mutable` …).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ember.dialects import lit
from ember.dialects.constants import text_of
from ember.elab.model.declarations import (
    ArgInfo,
    FunctionDecl,
    ModuleDecl,
    ParamInfo,
    Scope,
    StructDecl,
)
from ember.elab.model.types import (
    DEFERRED,
    Const,
    FunctionRef,
    Hole,
    ModuleV,
    ParamValue,
    StructT,
    spell,
)
from ember.ir.nodes import Op, Region
from ember.support.diagnostics import CompileError
from ember.support.source import Span

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

REGISTRATION = "std.extensibility.registration"
"""The module whose decorators register."""


class SourcePosition(NamedTuple):
    """Where something is written."""

    path: str
    line: int
    column: int


class Parameter(NamedTuple):
    """A compile-time parameter of a kernel: its type, its default as text or None."""

    name: str
    type: str
    default: str | None


class Operand(NamedTuple):
    """An argument of a kernel. `role` is empty for a type that no kernel can take.

    `parameters` are those of its type that matter (`dtype`, `rank`): a number or text, or the name of the parameter or
    operand they follow (`output.dtype`), or None where nothing is said.
    """

    name: str
    role: str
    traits: tuple[str, ...]
    type: str
    parameters: dict[str, int | str | None]

    @property
    def is_fusable(self) -> bool:
        return "fused" in self.traits

    @property
    def is_mutable(self) -> bool:
        return "mutable" in self.traits


class Function(NamedTuple):
    """A function of a kernel."""

    name: str
    parameters: tuple[Parameter, ...]
    operands: tuple[Operand, ...]
    result: str
    raises: bool
    place: SourcePosition


class Kernel(NamedTuple):
    """A registered struct; `problem` says why it cannot be used, if it cannot."""

    name: str
    struct: str
    kind: str  # "elementwise", "view" or "opaque"
    conditions: dict[str, str]  # type, api, arch, model: what it is restricted to
    conformances: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    functions: dict[str, Function]  # execute, elementwise, update_input_view …
    shape: Function | None
    place: SourcePosition
    problem: str


def kernels_of(program: Program, module: ModuleDecl) -> list[Kernel]:
    """The kernels of a module, in the order of the source."""
    reader = _Reader(program, module)
    shapes = reader.shape_functions()
    found: list[Kernel] = []
    for member in module.members.values():
        if isinstance(member, StructDecl):
            found += reader.kernels(member, shapes)
    return found


class _Reader:
    """Reads one module."""

    def __init__(self, program: Program, module: ModuleDecl) -> None:
        self.program = program
        self.module = module
        self.scope = Scope(module, {})

    # -- decorators ------------------------------------------------------------------------------

    def registrations(self, decorators: Region, wanted: str) -> list[lit.Decorator]:
        """The decorators that are the library's function of this name."""
        return [
            d
            for d in decorators
            if isinstance(d, lit.Decorator) and self._meaning(d.attrs["name"]) == wanted
        ]

    def _meaning(self, dotted: str) -> str:
        """The name of the library's decorator that a dotted name stands for, or nothing."""
        first, *rest = dotted.split(".")
        value = self.program.names.member(self.module, first)
        for name in rest:
            if not isinstance(value, ModuleV):
                return ""
            value = self.program.names.member(value.module, name)
        if not isinstance(value, FunctionRef):
            return ""
        decl = value.decls[0]
        return decl.name if decl.module.name == REGISTRATION else ""

    def _texts(self, decorator: lit.Decorator) -> tuple[str, dict[str, str]]:
        """The name a decorator gives, and its other arguments."""
        value = self.program.comptime.evaluate_region(decorator.arguments, self.scope)
        values = value if isinstance(value, tuple) else (value,)
        name, others = "", {}
        for keyword, given in zip(decorator.attrs["keywords"], values, strict=True):
            if keyword in ("", "name"):
                name = name or _text(given)
            else:
                others[keyword] = _text(given)
        return name, others

    # -- kernels ---------------------------------------------------------------------------------

    def shape_functions(self) -> dict[str, Function]:
        """The functions that give shapes, by the name of their kernel."""
        found: dict[str, Function] = {}
        for member in self.module.members.values():
            for decl in member if isinstance(member, list) else ():
                for decorator in self.registrations(decl.op.decorators, "register_shape_function"):
                    found[self._texts(decorator)[0]] = self._function(decl, None)
        return found

    def kernels(self, decl: StructDecl, shapes: dict[str, Function]) -> list[Kernel]:
        """A struct as the kernels it is registered as."""
        assert isinstance(decl.op, lit.StructDecl)
        found = self.registrations(decl.op.decorators, "register")
        if not found:
            return []
        owner = self.program.signatures.open_struct(decl, ())
        functions = {
            name: self._function(decls[0], owner)
            for name, decls in decl.functions.items()
            if decls[0].is_static
        }
        is_view = bool(self.registrations(decl.op.decorators, "view_kernel"))
        kernels = []
        for decorator in found:
            name, conditions = self._texts(decorator)
            kernels.append(
                Kernel(
                    name,
                    decl.name,
                    _kind(functions, is_view),
                    conditions,
                    tuple(sorted(t.name for t in self.program.facts.traits(owner))),
                    tuple(self._parameter(p, None) for p in decl.params),
                    functions,
                    shapes.get(name) or functions.get("shape"),
                    _place(decl.loc),
                    _problem(name, functions),
                )
            )
        return kernels

    def _function(self, decl: FunctionDecl, owner: ParamValue | None) -> Function:
        signature = self.program.signatures.with_holes(decl, owner)
        operands = tuple(self._operand(arg.info, arg.type) for arg in signature.args)
        return Function(
            decl.name,
            tuple(self._parameter(p, decl) for p in decl.params),
            operands,
            spell(signature.result),
            signature.raises,
            _place(decl.loc),
        )

    def _parameter(self, info: ParamInfo, decl: FunctionDecl | None) -> Parameter:
        scope = self.program.signatures.hole_scope(decl, None) if decl is not None else self.scope
        return Parameter(
            info.name, self._shown(info.type, scope) or "", self._shown(info.default, scope)
        )

    def _shown(self, region: Region | None, scope: Scope) -> str | None:
        """An expression of a signature as text."""
        if region is None:
            return None
        try:
            value = self.program.comptime.evaluate_region(region, scope)
        except CompileError:
            return "…"
        return _text(value) if isinstance(value, Const) and _is_text(value) else spell(value)

    def _operand(self, info: ArgInfo, type: ParamValue) -> Operand:
        role, *traits = self._role(type).split() or [""]
        written = _written(info.type)
        parameters: dict[str, int | str | None] = {}
        if isinstance(type, StructT):
            for parameter, value in zip(type.decl.params, type.args, strict=True):
                name = parameter.name
                if name in ("dtype", "rank", "size"):
                    is_open = value is DEFERRED
                    parameters[name] = written.get(name) if is_open else _value(value, info.name)
        return Operand(info.name, role, tuple(traits), _type_text(info, type), parameters)

    def _role(self, type: ParamValue) -> str:
        """What a type says a kernel does with it."""
        if not isinstance(type, StructT):
            return ""
        try:
            value = self.program.members.type_member(type, "kernel_role")
        except CompileError:
            return ""
        return _text(value) if isinstance(value, Const) else ""


def _kind(functions: dict[str, Function], is_view: bool) -> str:
    if "elementwise" in functions:
        return "elementwise"
    return "view" if is_view or "update_input_view" in functions else "opaque"


def _problem(name: str, functions: dict[str, Function]) -> str:
    execute = functions.get("execute")
    if execute is None:
        has_work = "elementwise" in functions or "update_input_view" in functions
        return "" if has_work else f"'{name}' has neither 'execute' nor 'elementwise'"
    for operand in execute.operands:
        if not operand.role:
            return f"the argument '{operand.name}' of '{name}' is a '{operand.type}', which no kernel can take"
    return ""


def _type_text(info: ArgInfo, type: ParamValue) -> str:
    """A type as the program writes it."""
    owner = _yielded(info.type)
    return _source(owner) if owner is not None else spell(type)


def _written(region: Region | None) -> dict[str, str]:
    """The parameters that a type is given by keyword, as the program writes them."""
    owner = _yielded(region)
    if not isinstance(owner, lit.Subscript):
        return {}
    items = zip(owner.attrs["keywords"], owner.operands[1:], strict=True)
    return {k: _source(v.owner) for k, v in items if k and isinstance(v.owner, Op)}


def _yielded(region: Region | None) -> Op | None:
    """The op that computes what a region yields."""
    last = region.last if region is not None else None
    owner = last.operands[0].owner if last is not None and last.operands else None
    return owner if isinstance(owner, Op) else None


def _source(op: Op) -> str:
    """An expression as the program writes it."""
    first = op
    while isinstance(first, lit.Attribute) and isinstance(first.operands[0].owner, Op):
        first = first.operands[0].owner
    assert isinstance(first.loc, Span)
    assert isinstance(op.loc, Span)
    return " ".join(first.loc.to(op.loc).text.split())


def _value(value: ParamValue, operand: str) -> int | str | None:
    if isinstance(value, Hole):
        followed = value.name.removeprefix("#")
        return None if followed.split(".")[0] == operand else followed
    if isinstance(value, Const) and isinstance(value.raw, int):
        shown = spell(value)
        return int(shown) if shown.lstrip("-").isdigit() else shown
    return spell(value)


def _text(value: ParamValue) -> str:
    found = text_of(value.raw) if isinstance(value, Const) else None
    return found.decode("utf-8", "replace") if found is not None else spell(value)


def _is_text(value: Const) -> bool:
    return text_of(value.raw) is not None


def _place(loc: object) -> SourcePosition:
    assert isinstance(loc, Span)
    return SourcePosition(loc.file.path, loc.line, loc.column)
