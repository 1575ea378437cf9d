"""What was probably meant: the nearest known name, or the Mojo name of something Python has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ember.elab.messages.foreign_names import FOREIGN_MEMBERS
from ember.elab.model.declarations import StructDecl
from ember.elab.model.frame import Frame
from ember.elab.model.types import Const, FunctionRef, ParamValue, StructGen, StructT, spell
from ember.support.diagnostics import Diagnostic, Fix, did_you_mean, error
from ember.support.source import Span

PYTHON_NAMES: Final = {
    "str": "String",
    "int": "Int",
    "float": "Float64",
    "bool": "Bool",
    "list": "List",
    "dict": "Dict",
    "set": "Set",
    "tuple": "Tuple",
    "object": "AnyType",
    "sorted": "sort",
    "true": "True",
    "false": "False",
    "null": "None",
    "nil": "None",
    "NULL": "None",
    "nullptr": "None",
    "this": "self",
    "Exception": "Error",
    "ValueError": "Error",
    "TypeError": "Error",
    "RuntimeError": "Error",
    "KeyError": "Error",
    "IndexError": "Error",
    "double": "Float64",
    "char": "Codepoint",
    "string": "String",
    "Str": "String",
    "Float": "Float64",
    "None_": "None",
    "threadIdx": "thread_idx",
    "blockIdx": "block_idx",
    "blockDim": "block_dim",
    "gridDim": "grid_dim",
    "__syncthreads": "barrier",
    "syncthreads": "barrier",
    "printf": "print",
    "malloc": "alloc",
    "println": "print",
    "puts": "print",
    "vector": "List",
    "Vec": "List",
    "HashMap": "Dict",
    "HashSet": "Set",
    "unordered_map": "Dict",
    "i8": "Int8",
    "i16": "Int16",
    "i32": "Int32",
    "i64": "Int64",
    "u8": "UInt8",
    "u16": "UInt16",
    "u32": "UInt32",
    "u64": "UInt64",
    "f32": "Float32",
    "f64": "Float64",
    "usize": "UInt",
    "size_t": "UInt",
    "isize": "Int",
    "typeof": "type_of",
    "assert_eq": "assert_equal",
    "Rc": "ArcPointer",
    "shared_ptr": "ArcPointer",
    "unique_ptr": "OwnedPointer",
    "super": "a trait (structs do not inherit)",
}


_HINTS: Final = {
    "isinstance": "a value has one type, known at compile time; ask 'conforms_to(T, Trait)'",
    "type": "write 'type_of(x)'",
    "yield": "write an iterator struct with '__iter__' and '__next__'",
    "cout": "write 'print(…)'",
    "endl": "'print' ends the line",
    "console": "write 'print(…)'",
    "panic": "write 'raise Error(…)', or 'abort(…)' of std.os to end the program",
    "Ok": "a function that can fail 'raises'; it returns its result as it is",
    "Err": "a function that can fail 'raises'; write 'raise Error(…)'",
    "Result": "a function that can fail 'raises' and names its result after '->'",
    "std": "what the library has is imported by name, as in 'from std.math import sqrt'",
}


class Suggestion:
    """The end of a message, and the change of the text that would follow it."""

    __slots__ = ("fix", "name", "text")

    def __init__(self, near: str | None, span: Span | None, is_sure: bool = False) -> None:
        word = "write" if is_sure else "did you mean"
        mark = "" if is_sure else "?"
        self.name = near
        self.text = f"; {word} '{near}'{mark}" if near else ""
        self.fix = Fix(span, near) if near and span is not None and span.text else None


class Advice(Suggestion):
    """A sentence; there is no text to put in place."""

    def __init__(self, sentence: str) -> None:
        super().__init__(None, None)
        self.text = f"; {sentence}"


def among(name: str, known: Iterable[str], span: Span | None = None) -> Suggestion:
    """The nearest of the known names."""
    return Suggestion(did_you_mean(name, known), span)


def for_name(frame: Frame, name: str) -> Suggestion:
    """What an undefined name could stand for: a local, a field of `self`, a name of the module or of every program."""
    span: Span | None = frame.loc
    owner = frame.program.names.lookup(frame.scope, "Self")
    if isinstance(owner, StructT) and name in (*owner.decl.field_names, *owner.decl.functions):
        return Suggestion(f"self.{name}", span)
    python = PYTHON_NAMES.get(name, name)
    names = frame.program.names
    is_visible = python is not name and names.lookup(frame.scope, python) is not None
    home = names.home_in_library(python) if not is_visible else None
    if home is not None:
        return Advice(f"it is in the library: write 'from {home} import {python}'")
    if python is not name:
        return Suggestion(python, span)
    if name in _HINTS:
        return Advice(_HINTS[name])
    local = [value.name for value in frame.values if value.name]
    return among(name, [*local, *frame.program.names.known_names(frame.scope)], span)


def for_member(
    decl: object, name: str, span: Span | None, inherited: Iterable[str] = ()
) -> Suggestion:
    """A field, method or alias of a struct; `inherited` are those that its traits give it."""
    if not isinstance(decl, StructDecl):
        return Suggestion(None, span)
    known = [*decl.field_names, *decl.functions, *decl.aliases]
    for extension in decl.extensions:
        known += [*extension.functions, *extension.aliases]
    known += inherited
    for meant in FOREIGN_MEMBERS.get(name, ()):
        needed, _, written = meant.rpartition(": ")
        if needed in known:
            return Advice(f"write '{written}'")
        if written in known and not needed:
            return Suggestion(written, span, is_sure=True)
    return among(name, [n for n in known if not n.startswith("_")] or known, span)


def not_concrete(type: StructGen | StructT, loc: Any) -> Diagnostic:
    """The error for a type that lacks parameters where there is nothing to tell them."""
    name = spell(type)
    bare = type.decl.name
    has_defaults = all(p.default is not None or p.variadic for p in type.decl.params)
    fix = f"write '{bare}[]' for its defaults" if has_defaults else f"bind them, as in '{bare}[…]'"
    return error("not-concrete", loc, f"'{name}' lacks parameters, so it is not one type; {fix}")


def not_a_type(value: ParamValue, loc: Any) -> Diagnostic:
    """The error for something else where a type must stand."""
    name = spell(value)
    near = Suggestion(PYTHON_NAMES.get(name), loc)
    kind = (
        "a value"
        if isinstance(value, Const)
        else "a function"
        if isinstance(value, FunctionRef)
        else "no type"
    )
    return error(
        "not-a-type", loc, f"expected a type here; '{name}' is {kind}{near.text}", (), near.fix
    )
