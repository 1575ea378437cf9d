"""What calls of a nested function may change: variables of the function around that it captures by reference.

A capture list says so by `{mut x}`. Where it gives a default (`{mut}`), says `ref`, or where there is none (edition 2025),
the body is looked at: it assigns the variable, binds a `ref` to it, or calls something that takes it, or a part of it, as `mut`.
That is read off the text and the types of variables; calls of what has no name here are not taken to change anything, and
an element that is assigned stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ember.dialects import lit
from ember.elab.model.declarations import ArgInfo, FunctionDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import FunctionRef, SourceType, StructT
from ember.ir.nodes import Op, Value

_ASSIGNMENTS: Final = (lit.Assign, lit.AugAssign)
_PARTS: Final = (lit.Attribute, lit.Subscript)


def may_change(frame: Frame, body: lit.Generator, variable: Value, type: SourceType) -> bool:
    """Whether a nested function changes a variable of the one around."""
    return any(_changes(frame, op, variable, type) for op in body.walk())


def _changes(frame: Frame, op: Op, variable: Value, type: SourceType) -> bool:
    if isinstance(op, _ASSIGNMENTS):
        return variable in _targets(op.operands[0])
    if isinstance(op, lit.Init):
        local = op.operands[0].owner
        is_reference = isinstance(local, Op) and local.attrs.get("kind") == "ref"
        return is_reference and op.operands[1] is variable
    if isinstance(op, lit.Call):
        return _takes(frame, op, variable, type)
    return False


def _targets(target: Value) -> Sequence[Value]:
    owner = target.owner
    return owner.operands if isinstance(owner, lit.Display) else (target,)


def _root(place: Value) -> Value:
    """The variable that a field or element belongs to."""
    while isinstance(place.owner, _PARTS):
        place = place.owner.operands[0]
    return place


def _takes(frame: Frame, call: lit.Call, variable: Value, type: SourceType) -> bool:
    """Whether a call takes the variable, or part of it, as `mut`."""
    callee, *arguments = call.operands
    method = callee.owner
    if isinstance(method, lit.Attribute) and _root(method.operands[0]) is variable:
        types = _types(frame, method.operands[0], variable, type)
        return any(_of_self(decl) == "mut" for decl in _methods(frame, types, method.attrs["name"]))
    given = [i for i, argument in enumerate(arguments) if _root(argument) is variable]
    if not given or not isinstance(method, lit.Name):
        return False
    found = frame.program.names.lookup(frame.scope, method.attrs["name"])
    decls = found.decls if isinstance(found, FunctionRef) else ()
    return any(_convention(decl, call, i) == "mut" for decl in decls for i in given)


def _types(frame: Frame, place: Value, variable: Value, type: SourceType) -> Iterable[SourceType]:
    """What a part of the variable may be: a field's type, or any that an element's could be."""
    if place is variable:
        return (type,)
    owner = place.owner
    assert isinstance(owner, _PARTS)
    around = _types(frame, owner.operands[0], variable, type)
    facts = frame.program.facts
    found: list[SourceType] = []
    for outer in around:
        index = facts.field_index(outer, owner.attrs.get("name", ""))
        if isinstance(outer, StructT) and index is not None:
            found.append(facts.fields(outer)[index])
        elif isinstance(outer, StructT):
            found += [inner for inner in outer.args if isinstance(inner, SourceType)]
    return found


def _methods(frame: Frame, types: Iterable[SourceType], name: str) -> Iterable[FunctionDecl]:
    return (decl for type in types for decl in frame.program.members.methods(type, name))


def _of_self(decl: FunctionDecl) -> str:
    return "" if decl.is_static or not decl.args else decl.args[0].convention


def _convention(decl: FunctionDecl, call: lit.Call, place: int) -> str:
    """How a function takes an argument of a call."""
    keyword = call.attrs["keywords"][place]
    taken: list[ArgInfo] = decl.explicit_args()
    if keyword:
        return next((a.convention for a in taken if a.name == keyword), "")
    for position, argument in enumerate(taken):
        if position == place or argument.variadic:
            return argument.convention
    return ""
