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
from ember.elab.model.types import FunctionRef, ParamValue, SourceType, StructT
from ember.elab.model.values import OriginPath
from ember.ir.nodes import Op, Value

_ASSIGNMENTS: Final = (lit.Assign, lit.AugAssign)
_PARTS: Final = (lit.Attribute, lit.Subscript)


def changed_parts(
    frame: Frame, body: lit.Generator, variable: Value, type: SourceType
) -> list[OriginPath]:
    """Which fields of a variable of the function around (or, without a path, all of it) a nested function changes."""
    changed = {
        _path(frame, place, variable, type)
        for op in body.walk()
        for place in _changed(frame, op, variable, type)
    }
    return sorted(changed)


def _changed(frame: Frame, op: Op, variable: Value, type: SourceType) -> Sequence[Value]:
    """The variable, or the parts of it, that an op changes."""
    if isinstance(op, _ASSIGNMENTS):
        return (variable,) if variable in _targets(op.operands[0]) else ()
    if isinstance(op, lit.Init):
        local = op.operands[0].owner
        is_reference = isinstance(local, Op) and local.attrs.get("kind") == "ref"
        return (variable,) if is_reference and op.operands[1] is variable else ()
    if isinstance(op, lit.Call):
        return _taken(frame, op, variable, type)
    return ()


def _targets(target: Value) -> Sequence[Value]:
    owner = target.owner
    return owner.operands if isinstance(owner, lit.Display) else (target,)


def _root(place: Value) -> Value:
    """The variable that a field or element belongs to."""
    while isinstance(place.owner, _PARTS):
        place = place.owner.operands[0]
    return place


def _path(frame: Frame, place: Value, variable: Value, type: SourceType) -> OriginPath:
    """The fields on the way from the variable to a part of it; what an element has changes all that is around it."""
    names: list[str] = []
    while place is not variable:
        assert isinstance(place.owner, _PARTS)
        if isinstance(place.owner, lit.Attribute):
            names.insert(0, place.owner.attrs["name"])
        else:
            names.clear()
        place = place.owner.operands[0]
    path: list[int] = []
    facts = frame.program.facts
    at: ParamValue = type
    for name in names:
        index = facts.field_index(at, name)
        if index is None:
            break
        assert isinstance(at, StructT)
        path.append(index)
        at = facts.fields(at)[index]
    return tuple(path)


def _taken(frame: Frame, call: lit.Call, variable: Value, type: SourceType) -> Sequence[Value]:
    """The variable, or the parts of it, that a call takes as `mut`."""
    callee, *arguments = call.operands
    method = callee.owner
    if isinstance(method, lit.Attribute) and _root(method.operands[0]) is variable:
        place = method.operands[0]
        types = _types(frame, place, variable, type)
        methods = _methods(frame, types, method.attrs["name"])
        return (place,) if any(_of_self(decl) == "mut" for decl in methods) else ()
    given = [i for i, argument in enumerate(arguments) if _root(argument) is variable]
    if not given or not isinstance(method, lit.Name):
        return ()
    found = frame.program.names.lookup(frame.scope, method.attrs["name"])
    decls = found.decls if isinstance(found, FunctionRef) else ()
    return [
        arguments[i] for i in given if any(_convention(decl, call, i) == "mut" for decl in decls)
    ]


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
