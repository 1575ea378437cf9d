"""What a struct's header promises is there: methods and names as its traits ask for them, fields that can be copied.

A requirement is compared where both sides are concrete. What has parameters of its own is left to its uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ember.elab.model.declarations import AliasDecl, FunctionDecl, TraitDecl
from ember.elab.model.types import Const, Deferred, Hole, ParamValue, StructT, has_hole
from ember.elab.model.values import Known, Val
from ember.elab.type_facts.archetypes import is_archetype
from ember.elab.type_facts.signatures import Signature
from ember.support.diagnostics import CompileError, Diagnostic, Note, error

if TYPE_CHECKING:
    from ember.elab.elaborator import Program


def unlike(program: Program, type: StructT, trait: TraitDecl) -> list[str]:
    """The names that the struct has and the trait asks for in another form."""
    found = [
        name
        for name, wanted in trait.functions.items()
        if type.decl.methods(name) and not all(_is_met(program, type, w) for w in wanted)
    ]
    for name, alias in trait.aliases.items():
        own = type.decl.alias(name)
        if own is not None and alias.value is None and not _is_of_kind(program, type, alias, own):
            found.append(name)
    return found


def _is_met(program: Program, type: StructT, wanted: FunctionDecl) -> bool:
    return wanted.has_body or any(
        _agree(program, type, wanted, method) for method in type.decl.methods(wanted.name)
    )


def _agree(program: Program, type: StructT, wanted: FunctionDecl, method: FunctionDecl) -> bool:
    """Whether a method takes and gives what is wanted, as far as that is certain."""
    if wanted.params or method.params or wanted.where or method.where:
        return True
    try:
        asked = program.signatures.with_holes(wanted, type)
        given = program.signatures.with_holes(method, type)
    except CompileError:  # reported where the signature is
        return True
    arguments = (*asked.args, *given.args)
    if asked.auto or given.auto or any(a.info.variadic for a in arguments):
        return True
    if ("staticmethod" in wanted.decorators) != ("staticmethod" in method.decorators):
        return False
    if len(given.args) != len(asked.args) or (given.raises and not asked.raises):
        return False
    pairs = list(zip(asked.args, given.args, strict=True))
    if any(a.convention == "read" and b.convention in ("mut", "var", "deinit") for a, b in pairs):
        return False
    types = [(a.type, b.type) for a, b in pairs]
    return all(_may_be_same(a, b) for a, b in (*types, (asked.result, given.result)))


def _may_be_same(a: ParamValue, b: ParamValue) -> bool:
    if isinstance(a, Const) and isinstance(b, Const):
        return a == b
    if not isinstance(a, StructT) or not isinstance(b, StructT) or has_hole(a) or has_hole(b):
        return True
    return a.decl is b.decl and all(map(_may_be_same, a.args, b.args))


def _is_of_kind(program: Program, type: StructT, wanted: AliasDecl, own: AliasDecl) -> bool:
    """Whether an associated value has the type that the trait names, or becomes one of it."""
    if wanted.type is None or wanted.params or own.params or own.value is None:
        return True
    scope = program.facts.struct_scope(type)
    try:
        kind = program.comptime.evaluate_region(wanted.type, scope)
        frame = program.comptime.scratch(scope, None)
        value = program.region_values(frame, own.value)[0]
        if not isinstance(kind, StructT) or has_hole(kind) or _is_open(value):
            return True
        return program.conversions.cost(frame, value, kind, True, "read") is not None
    except CompileError:  # reported where the name is used
        return True


def _is_open(value: Val) -> bool:
    return isinstance(value, Known) and isinstance(value.value, (Hole, Deferred))


def field_that_stays(program: Program, type: StructT) -> Diagnostic | None:
    """The mistake in a struct that says it can be copied, leaves how to the compiler, and has a field that cannot."""
    facts, library = program.facts, program.library
    is_copyable = facts.has_trait(type, library.copyable)
    if not is_copyable or facts.copy_hook(type) is not None or facts.is_register(type):
        return None
    is_implicit = facts.has_trait(type, library.implicitly_copyable)
    can_be_copied = facts.is_implicitly_copyable if is_implicit else facts.is_copyable
    for field, field_type in zip(type.decl.fields, facts.fields(type), strict=True):
        if not can_be_copied(field_type):
            how = "copied implicitly" if is_implicit else "copied"
            message = (
                f"'{type.decl.name}' says it can be {how}, but its field '{field.attrs['name']}' of type "
                f"'{facts.shown(field_type)}' cannot; define '__init__(out self, *, copy: Self)'"
            )
            note = Note(f"'{type.decl.name}' is declared here", type.decl.loc)
            return error("not-implicitly-copyable", field.loc, message, [note])
    return None


def field_without_end(program: Program, type: StructT) -> Diagnostic | None:
    """The mistake in a generic struct that leaves its end to the compiler, and has a field that may not simply be dropped."""
    facts = program.facts
    if facts.destroy_hook(type) is not None or facts.linear_reason(type):
        return None
    for field, field_type in zip(type.decl.fields, facts.fields(type), strict=True):
        if is_archetype(field_type) and facts.linear_reason(field_type):
            shown = facts.shown(field_type)
            message = (
                f"the field '{field.attrs['name']}' has type '{shown}', whose values may not simply be dropped;"
                f" ask for 'Deinitable' in the bound of '{shown}'"
            )
            return error("linear-value-abandoned", field.loc, message)
    return None


def check_self(owner: StructT, signature: Signature) -> None:
    """The first argument of a method is the value it is called on."""
    first = signature.args[0]
    if (
        signature.decl.out_index < 0
        and isinstance(first.type, StructT)
        and first.type.decl is not owner.decl
    ):
        name = first.info.name
        message = f"'{name}' must be of the type 'Self' here, the one the method is called on"
        raise CompileError(error("missing-self", first.info.op.loc, message))
