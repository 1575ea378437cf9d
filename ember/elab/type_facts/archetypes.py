"""What a generic body knows of its parameters where it is written: archetypes and unknown values.

An *archetype* stands for a type parameter: a type that has what its bounds promise, and nothing else. It is a struct
without fields whose methods and associated names are those of its traits. An *unknown* stands for the value of a
parameter: a constant of a known type whose raw value is an `Unknown`. A type is *open* when one of them is part of it;
how values of open types lie in memory nobody can say yet, and no code is made for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.dialects import kgen, lit, pop
from ember.dialects import types as t
from ember.elab.model.declarations import ModuleDecl, ParamInfo, Scope, StructDecl, TraitDecl
from ember.elab.model.types import (
    DEFERRED,
    ClosureRef,
    ClosureT,
    Const,
    FunctionRef,
    FunctionT,
    MlirT,
    OriginV,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    TraitT,
    distinct,
    has_hole,
)
from ember.elab.type_facts.signatures import SomeV
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

OPAQUE: Final = t.StructType((t.INDEX, t.INDEX, t.INDEX))
"""The form of values of open types: some memory."""


class Unknown:
    """The raw value of a constant that is not known where a generic body is checked."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


_COMPUTED: Final = Unknown("…")


class OpenPack(tuple[ParamValue, ...]):
    """A pack of any length; its only element stands for all of them."""

    __slots__ = ()

    @property
    def element(self) -> ParamValue:
        return self[0] if len(self) == 1 else DEFERRED


class ArchetypeDecl(StructDecl):
    """The declaration behind an archetype; `is_anything` where no bound is known: whatever is done with it may be right."""

    __slots__ = ("is_anything", "members", "traits")

    def __init__(self, name: str, module: ModuleDecl, loc: Any, *, is_anything: bool) -> None:
        op = lit.StructDecl((), (), {"name": name}, tuple(Region() for _ in range(5)), loc)
        super().__init__(op, module)
        self.is_anything = is_anything
        self.traits: frozenset[TraitDecl] = frozenset()
        self.members: dict[str, ParamValue] = {}  # associated names asked for so far

    def linear_reason(self, deinitable: TraitDecl) -> str:
        """Why values may not simply be dropped, or ""; in 2025 every type could be destroyed."""
        if deinitable in self.traits or self.module.means.all_types_end:
            return ""
        return (
            ""
            if self.is_anything
            else f"a value of type '{self.name}' must be destroyed explicitly"
        )


def is_archetype(type: object) -> bool:
    return isinstance(type, StructT) and isinstance(type.decl, ArchetypeDecl)


def is_anything(type: object) -> bool:
    """Whether nothing is known about a type, not even what it can do."""
    return (
        isinstance(type, StructT) and isinstance(type.decl, ArchetypeDecl) and type.decl.is_anything
    )


def is_unknown(value: object) -> bool:
    return isinstance(value, Const) and value.raw.__class__ is Unknown


def is_open(value: ParamValue) -> bool:
    """Whether an archetype or an unknown value is part of a parameter value."""
    if isinstance(value, StructT):
        known = value.facts.get("open")
        if known is None:
            known = isinstance(value.decl, ArchetypeDecl) or any(map(is_open, value.args))
            value.facts["open"] = known
        return bool(known)
    if isinstance(value, Const):
        return value.raw.__class__ is Unknown or is_open(value.type)
    if isinstance(value, tuple):
        return any(map(is_open, distinct(value)))
    if isinstance(value, StructGen):
        return any(map(is_open, value.args))
    if isinstance(value, FunctionRef):
        return is_open(value.owner) or any(map(is_open, value.bound))
    if isinstance(value, FunctionT):
        return any(is_open(a.type) for a in value.args) or is_open(value.result)
    if isinstance(value, MlirT):
        return value.ir is OPAQUE or (value.element is not None and is_open(value.element))
    if isinstance(value, (ClosureT, ClosureRef)):
        scope = value.closure.decl.scope
        return scope is not None and any(map(is_open, scope.bindings.values()))
    return value is DEFERRED


def is_vague(type: ParamValue) -> bool:
    """Whether not even the struct of a type is known."""
    return not isinstance(type, SourceType) or has_hole(type) or is_anything(type)


def may_be_same(a: ParamValue, b: ParamValue) -> bool:
    """Whether two parameter values that differ may turn out to be the same."""
    if is_unknown(a) or is_unknown(b) or a is DEFERRED or b is DEFERRED:
        return True
    return is_anything(a) or is_anything(b)


def depends_on_values(value: ParamValue) -> bool:
    """Whether an unknown value, rather than an archetype, is part of a parameter value."""
    if isinstance(value, StructT):
        return is_anything(value) or any(map(depends_on_values, value.args))
    if isinstance(value, tuple):
        return isinstance(value, OpenPack) or any(map(depends_on_values, distinct(value)))
    return is_unknown(value) or value is DEFERRED or (isinstance(value, MlirT) and is_open(value))


def will_be_known(value: Value) -> bool:
    """Whether a value depends on nothing but constants and unknowns: in an instance it is a constant."""
    owner = value.owner
    if isinstance(owner, kgen.Undefined):
        return bool(owner.attrs.get("unknown"))
    if isinstance(owner, kgen.Constant):
        return True
    if not isinstance(owner, Op) or not owner.operands or isinstance(owner, pop.Load):
        return False
    return all(map(will_be_known, owner.operands))


def new_archetype(
    program: Program, name: str, bound: TraitT | None, module: ModuleDecl, loc: Any
) -> StructT:
    """A type with these traits; without a bound, one that may be anything."""
    decl = ArchetypeDecl(name, module, loc, is_anything=bound is None)
    promise_traits(program, decl, bound.decls if bound is not None else ())
    archetype = StructT(decl, ())
    archetype.facts.update(open=True, shown=())
    return archetype


def promise_traits(
    program: Program, archetype: ArchetypeDecl, traits: tuple[TraitDecl, ...]
) -> None:
    """Gives an archetype more traits than it has."""
    with_parents = program.facts.with_parents
    found = (parent for trait in traits for parent in with_parents(trait))
    archetype.traits = archetype.traits.union(found)


def unknown_value(type: SourceType, name: str = "") -> Const:
    """A value of the type that nobody knows."""
    return Const(type, Unknown(name) if name else _COMPUTED)


def stand_in_of(program: Program, info: ParamInfo, scope: Scope) -> ParamValue:
    """What a declared parameter stands for, given those before it."""
    if info.type is None:
        return DEFERRED
    bound = program.comptime.evaluate_region(info.type, scope)
    if not info.variadic:
        return _stand_in(program, info.name, bound, scope.module, info.op.loc)
    element = _stand_in(program, f"{info.name}[…]", bound, scope.module, info.op.loc)
    return OpenPack((element,)) if element is not DEFERRED else DEFERRED


def _stand_in(
    program: Program, name: str, bound: ParamValue, module: ModuleDecl, loc: Any
) -> ParamValue:
    """What stands for a parameter of a declared type or with declared traits."""
    if isinstance(bound, SomeV):
        type = _stand_in(program, f"type_of({name})", bound.bound, module, loc)
        return unknown_value(type, name) if isinstance(type, StructT) else DEFERRED
    if isinstance(bound, TraitT):
        return new_archetype(program, name, bound, module, loc)
    if isinstance(bound, FunctionT):
        return DEFERRED if bound.params or has_hole(bound) else unknown_value(bound, name)
    if isinstance(bound, (StructT, StructGen)) and bound.decl is program.library.origin:
        return _origin(bound)
    if isinstance(bound, StructT) and not has_hole(bound):
        return unknown_value(bound, name)
    return DEFERRED


def associated_type(program: Program, archetype: StructT, name: str) -> ParamValue | None:
    """A name that a trait of the archetype asks for: `T.Element`."""
    decl = archetype.decl
    assert isinstance(decl, ArchetypeDecl)
    if decl.is_anything:
        return DEFERRED
    if name not in decl.members:
        decl.members[name] = _find_associated(program, archetype, name)
    return decl.members[name]


def _find_associated(program: Program, archetype: StructT, name: str) -> ParamValue | None:
    for trait in program.facts.traits(archetype):
        alias = trait.aliases.get(name)
        if alias is None or alias.value is not None:
            continue
        if alias.type is None or alias.params:
            return DEFERRED
        scope = Scope(trait.module, {"Self": archetype}, trait)
        try:
            bound = program.comptime.evaluate_region(alias.type, scope)
        except CompileError:
            return DEFERRED
        return _stand_in(program, f"{archetype.decl.name}.{name}", bound, trait.module, alias.loc)
    return None


def promised_methods(program: Program, archetype: StructT, name: str) -> tuple[Any, ...]:
    """The functions of that name that the traits promise, those of the most special trait first."""
    facts = program.facts
    traits = sorted(facts.traits(archetype), key=lambda d: (-len(facts.with_parents(d)), d.name))
    return tuple(f for trait in traits for f in trait.functions.get(name, ()))


def _origin(bound: StructT | StructGen) -> OriginV:
    mutable = bound.args[0] if bound.args else None
    if not isinstance(mutable, Const) or is_unknown(mutable):
        return OriginV(True)
    return OriginV(bool(mutable.raw))
