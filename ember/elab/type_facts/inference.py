"""Parameter inference: matches types with holes against the types of actual arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ember.elab.model.types import (
    ArgT,
    Const,
    Deferred,
    FunctionT,
    Hole,
    MlirT,
    OriginV,
    ParamValue,
    StructGen,
    StructT,
    Unbound,
    has_hole,
)
from ember.elab.type_facts.archetypes import OpenPack, may_be_same

if TYPE_CHECKING:
    from ember.elab.elaborator import Program

Bindings = dict[Hole, ParamValue]


def unify(program: Program, formal: ParamValue, actual: ParamValue, bindings: Bindings) -> bool:
    """Binds the holes of `formal` so that it becomes `actual`; False when that cannot be."""
    if isinstance(formal, Hole):
        return _bind(formal, actual, bindings)
    if isinstance(formal, (Deferred, Unbound)) or isinstance(actual, (Deferred, Unbound)):
        return True
    if isinstance(formal, StructT):
        if isinstance(actual, StructT) and formal.decl is actual.decl:
            return unify_all(program, formal.args, actual.args, bindings)
        if isinstance(actual, StructGen) and formal.decl is actual.decl:
            return unify_all(program, formal.args[: len(actual.args)], actual.args, bindings)
        return False
    if isinstance(formal, StructGen) and isinstance(actual, StructT):
        if formal.decl is not actual.decl:
            return False
        return unify_all(program, formal.args, actual.args[: len(formal.args)], bindings)
    if isinstance(formal, tuple):
        return isinstance(actual, tuple) and _unify_pack(program, formal, actual, bindings)
    if isinstance(formal, OriginV):
        return isinstance(actual, OriginV)
    if isinstance(formal, Const) and isinstance(actual, Const):
        return formal == actual or _same_value(formal, actual)
    if isinstance(formal, FunctionT):
        return _unify_function(program, formal, actual, bindings)
    if isinstance(formal, MlirT) and isinstance(actual, MlirT) and formal.element is not None:
        return actual.element is not None and unify(
            program, formal.element, actual.element, bindings
        )
    return bool(formal == actual)


def unify_all(
    program: Program,
    formals: tuple[ParamValue, ...],
    actuals: tuple[ParamValue, ...],
    bindings: Bindings,
) -> bool:
    if len(formals) != len(actuals):
        return False
    return all(unify(program, f, a, bindings) for f, a in zip(formals, actuals, strict=True))


def _unify_pack(
    program: Program,
    formals: tuple[ParamValue, ...],
    actuals: tuple[ParamValue, ...],
    bindings: Bindings,
) -> bool:
    """Lists of parameters; a variadic one in `formals`, `*Ts`, takes as many as the others leave."""
    place = next((i for i, f in enumerate(formals) if _is_variadic(f)), None)
    if place is None:
        return unify_all(program, formals, actuals, bindings)
    after = len(formals) - place - 1
    end = len(actuals) - after
    if end < place:
        return False
    return (
        unify_all(program, formals[:place], actuals[:place], bindings)
        and unify(program, formals[place], actuals[place:end], bindings)
        and unify_all(program, formals[place + 1 :], actuals[end:], bindings)
    )


def _bind(hole: Hole, actual: ParamValue, bindings: Bindings) -> bool:
    if has_hole(actual):
        return True  # says nothing yet: the actual type is itself being inferred
    known = bindings.get(hole)
    if known is None:
        bindings[hole] = actual
        return True
    if known == actual or isinstance(actual, Deferred):
        return True
    return _same_value(known, actual)


def _same_value(known: ParamValue, actual: ParamValue) -> bool:
    if may_be_same(known, actual):
        return True
    if isinstance(known, OriginV) and isinstance(actual, OriginV):
        return True
    if isinstance(known, Const) and isinstance(actual, Const):
        return bool(known.raw == actual.raw)  # an `Int` and an integer literal of the same value
    return False


def _unify_function(
    program: Program, formal: FunctionT, actual: ParamValue, bindings: Bindings
) -> bool:
    if not isinstance(actual, FunctionT):
        actual = program.callables.function_type(actual)
    if not isinstance(actual, FunctionT) or len(formal.args) != len(actual.args):
        return False
    pairs: list[tuple[ArgT, ArgT]] = list(zip(formal.args, actual.args, strict=True))
    fits = all(unify(program, f.type, a.type, bindings) for f, a in pairs)
    if fits and formal.error is not None:
        raised = actual.error if actual.error is not None else program.library.never
        unify(program, formal.error, raised, bindings)
    return fits and unify(program, formal.result, actual.result, bindings)


def substitute(value: ParamValue, bindings: Bindings) -> ParamValue:
    """The value with its known holes filled in."""
    if isinstance(value, Hole):
        return bindings.get(value, value)
    if isinstance(value, StructT) and has_hole(value):
        return StructT(value.decl, tuple(substitute(a, bindings) for a in value.args))
    if isinstance(value, tuple):
        kind = OpenPack if isinstance(value, OpenPack) else tuple
        return kind(_substitute_items(value, bindings))
    return value


def _substitute_items(values: tuple[ParamValue, ...], bindings: Bindings) -> Iterator[ParamValue]:
    for value in values:
        found = substitute(value, bindings)
        if _is_variadic(value) and isinstance(found, tuple):
            yield from found
        else:
            yield found


def _is_variadic(value: ParamValue) -> bool:
    """Whether this stands for any number of parameters."""
    if not isinstance(value, Hole):
        return False
    params = getattr(value.owner, "params", ())
    return any(p.name == value.name and p.variadic for p in params)
