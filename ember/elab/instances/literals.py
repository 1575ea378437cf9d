"""Literals as arguments: a function that takes an `IntLiteral` is made once for each number it is called with.

    def scaled(n: IntLiteral) -> Int: …        scaled(3), scaled(4)        two instances: in each `n` is known

A literal has no form at run time, so nothing of it is passed: its place in the call is empty, and the body sees the
constant. A function that gives one is inlined, and what it gives folds. The library's functions that are always inlined
take literals as they come, and fold alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ember.dialects import kgen
from ember.dialects import types as t
from ember.elab.model.frame import Frame
from ember.elab.model.types import Const, ParamValue, SourceType, StructT, spell
from ember.elab.model.values import Known, Rvalue, Val
from ember.elab.type_facts.facts import Facts

if TYPE_CHECKING:
    from ember.elab.resolution.overloads import Match
    from ember.elab.type_facts.signatures import Signature

_LITERALS: Final = frozenset({t.INT_LITERAL, t.FLOAT_LITERAL})


def is_literal(facts: Facts, type: ParamValue) -> bool:
    """Whether values of the type exist while compiling only."""
    return isinstance(type, SourceType) and facts.ir_type(type) in _LITERALS


def refuse_literals_around(frame: Frame, signature: Signature) -> None:
    """What a function of the program gives, and what it takes any number of, exists at run time; but it may give a
    literal that it takes."""
    facts = frame.program.facts
    if not any(is_literal(facts, arg.type) for arg in signature.args):
        refuse_literals(frame, signature.result)
    for arg in signature.args:
        if arg.info.variadic:
            refuse_literals(frame, arg.type)


def refuse_literals(frame: Frame, type: ParamValue) -> None:
    """A variable of the program cannot hold a literal: it exists at run time."""
    facts = frame.program.facts
    if not frame.recovers or frame.is_comptime or frame.is_sketch:
        return
    found = next(_literals_in(facts, type), None)
    if found is not None:
        frame.fail(
            "literal-at-run-time",
            f"a value of type '{spell(found)}' exists while compiling only;"
            f" write '{spell(facts.materialized(found))}' instead",
        )


def _literals_in(facts: Facts, type: ParamValue) -> Iterator[SourceType]:
    if not isinstance(type, StructT):
        return
    if is_literal(facts, type):
        yield type if "nonmaterializable" in type.decl.decorators else facts.fields(type)[0]
    else:
        yield from (field for field in facts.fields(type) if is_literal(facts, field))
    for part in type.args:
        yield from _literals_in(facts, part)


def with_literals(frame: Frame, match: Match) -> tuple[dict[str, ParamValue], Signature]:
    """The parameters and the signature of the instance to be called: a literal argument is a parameter."""
    literals = _literal_parameters(frame, match)
    if not literals:
        return match.params, match.signature
    params = {**match.params, **literals}
    return params, frame.program.signatures.concrete(match.decl, match.owner, params)


def _literal_parameters(frame: Frame, match: Match) -> dict[str, ParamValue]:
    program = frame.program
    found: dict[str, ParamValue] = {}
    if frame.is_comptime or program.definitions.is_checking:
        return found
    for arg, slot in zip(match.signature.args, match.slots, strict=True):
        if arg.info.variadic or not is_literal(program.facts, arg.type):
            continue
        if match.decl.inline == "always" and program.names.is_library(match.decl.module):
            return {}
        given = program.callables.default_value(frame, match, arg) if slot is None else slot.value
        value = _constant(frame, given, arg.type)
        if value is not None:
            found[_name(arg.info.name)] = value
    return found


def known_argument(signature: Signature, name: str) -> Const | None:
    """The literal that an argument of an instance stands for."""
    found = signature.scope.bindings.get(_name(name))
    return found if isinstance(found, Const) else None


def _name(argument: str) -> str:
    return f"#{argument}.known"


def _constant(frame: Frame, value: Val, type: SourceType) -> Const | None:
    conversions = frame.program.conversions
    value = conversions.convert(frame, conversions.settle(frame, value), type)
    if isinstance(value, Known) and isinstance(value.value, Const):
        return value.value
    if isinstance(value, Rvalue) and isinstance(value.ssa.owner, kgen.Constant):
        return Const(type, value.ssa.owner.attrs["value"])
    return None
