"""The custom text form of every op: one template per op, read by the printer and by the parser alike.

A template is the text after the op's name. Literal text stands for itself; fields in braces stand for parts:

    {x}           operand, variadic operands or attribute `x`
    { x} {, x}    the same with this text before it, or nothing at all when it is empty or has its default
    {x|word}      a string attribute, without quotes where it is an identifier
    {attrs}       ` {key = value}`: every attribute the template does not name, less those that have their default
    {:results}    ` : T, U`: the result types (may be left out on input where `infer_results` knows them)
    {:results?}   the same, printed only where `infer_results` would say something else
    {->results}   ` -> T`, or nothing without results
    {:types x}    ` : T, U`: the types of the operands `x`, or nothing without operands
    {:signature}  ` : (T) -> U`: types of the argument list and of the results
    {region x}    ` { … }`, with its arguments before it; {else x} and {x?} print ` else { … }` and ` x { … }` unless empty

An op without a template here gets one derived from its declaration. Functions, globals and constants have a form of
their own in the printer and the parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ember.ir import types as t
from ember.ir.nodes import Op, Value
from ember.support import dtype as dt

_LEAVING_FORM = "{ values}{attrs}{:types values}"

TEMPLATES: Final[dict[str, str]] = {
    "kgen.undefined": "{attrs}{:results}",
    "kgen.is_compile_time": "{attrs}{:results}",
    "kgen.call": " {callee}({arguments}){attrs}{:signature}",
    "kgen.call_indirect": " {callee}({arguments}){attrs}{:signature}",
    "kgen.return": _LEAVING_FORM,
    "hlcf.yield": _LEAVING_FORM,
    "kgen.addressof": " {symbol}{attrs}{:results?}",
    "kgen.struct.create": "({fields}){attrs}{:results}",
    "kgen.struct.extract": " {container}[{index}]{attrs}{:results?}",
    "kgen.struct.replace": " {value}, {container}[{index}]{attrs}{:results?}",
    "kgen.struct.gep": " {pointer}[{index}]{attrs}{:results?}",
    "kgen.var.init": " {variable}{path|path}{attrs}",
    "kgen.var.move": " {variable}{path|path}{attrs}",
    "kgen.var.clear": " {variable}{path|path}{attrs}",
    "kgen.var.use": " {variable}{path|path}{, holder}{attrs}",
    "kgen.var.copy": " {variable}{path|path}, {destination}{attrs}",
    "kgen.var.take": " {variable}{path|path}, {destination}{attrs}",
    "kgen.var.destroy": " {variable}{path|path}{attrs}",
    "hlcf.if": " {condition}{attrs}{->results}{region then}{else otherwise}",
    "hlcf.loop": "{ inits}{attrs}{->results}{region body}",
    "hlcf.block": "{attrs}{->results}{region body}",
    "hlcf.break": "{ depth}" + _LEAVING_FORM,
    "hlcf.continue": "{ depth}" + _LEAVING_FORM,
    "pop.cmp": " {predicate|word} {lhs}, {rhs}{attrs}{:results}",
    "pop.simd.extractelement": " {vector}[{index}]{attrs}{:results?}",
    "pop.simd.insertelement": " {vector}, {value}[{index}]{attrs}{:results?}",
    "pop.simd.reduce": " {kind|word} {value}{attrs}{:results?}",
    "pop.stack_allocation": "{attrs}{:results?}",
    "pop.store": " {value}, {pointer}{attrs}{:types value}",
    "pop.offset": " {pointer}, {index}{attrs}{:results?}",
    "pop.atomic.rmw": " {kind|word} {pointer}, {value}{attrs}{:results?}",
    "pop.atomic.cmpxchg": " {pointer}, {expected}, {desired}{attrs}{:results?}",
    "pop.call_llvm_intrinsic": " {name}({arguments}){attrs}{:signature}",
    "pop.inline_asm": " {assembly}, {constraints}({arguments}){attrs}{:signature}",
    "pop.external_call": " {name}({arguments}){attrs}{:signature}",
    "lit.module": "{attrs}{region body}",
    "lit.var": " {name}{attrs}{:results?}{type?}",
    "lit.assert": " {condition}{attrs}{message?}",
    "lit.literal": " {kind|word} {value}{attrs}{:results?}",
    "lit.call": " {callee}({arguments}){attrs}{:results?}",
    "lit.subscript": " {base}[{items}]{attrs}{:results?}",
    "lit.if": " {condition}{attrs}{region then}{else otherwise}",
    "lit.display": " {kind|word} [{items}]{attrs}{:results?}",
}

SPECIAL_FORMS: Final = frozenset(
    {
        "kgen.func",
        "kgen.generator",
        "kgen.global",
        "kgen.param.constant",
        "kgen.param.declare",
        "kgen.compile_offload",
    }
)
"""Ops whose text form is code in the printer and the parser."""

SHARED_SCOPES: Final = frozenset({"lit.case"})
"""Ops whose later regions see the values of the earlier ones."""

HEAD_ATTRIBUTES: Final = frozenset({"name", "operator", "kind", "operation"})
"""Derived forms print a string attribute of this name, when it is the first, right after the op's name."""


class Field:
    """One `{…}` of a template. `kind` says how it is printed, `prefix` what stands before it when it is not empty."""

    __slots__ = ("kind", "name", "prefix")

    def __init__(self, kind: str, name: str = "", prefix: str = "") -> None:
        self.kind = kind
        self.name = name
        self.prefix = prefix


class Form:
    """A compiled template: literal texts and fields in order, and the attributes it prints outside `{attrs}`."""

    __slots__ = ("named_attrs", "parts")

    def __init__(self, parts: Sequence[str | Field], named_attrs: frozenset[str]) -> None:
        self.parts = tuple(parts)
        self.named_attrs = named_attrs


_forms: dict[type[Op], Form] = {}
_defaults: dict[type[Op], dict[str, Any]] = {}


def form_of(op_class: type[Op]) -> Form:
    """The compiled text form of an op class."""
    form = _forms.get(op_class)
    if form is None:
        template = TEMPLATES.get(op_class.op_name) or derive_template(op_class)
        form = _forms[op_class] = _compile(op_class, template)
    return form


def attribute_defaults(op_class: type[Op]) -> dict[str, Any]:
    """What each declared attribute is when it is not written: 0, False, "", () or None by its declared type."""
    defaults = _defaults.get(op_class)
    if defaults is None:
        annotations = op_class.__annotations__
        by_type: dict[str, Any] = {"int": 0, "bool": False, "str": ""}
        defaults = {
            name: () if annotations[name].startswith("tuple") else by_type.get(annotations[name])
            for name in op_class.attr_names
        }
        _defaults[op_class] = defaults
    return defaults


def derive_template(op_class: type[Op]) -> str:
    """The form of an op without a template: name-like attribute, operands, attributes, types, regions."""
    text = ""
    attrs, operands = op_class.attr_names, op_class.operand_names
    if attrs and attrs[0] in HEAD_ATTRIBUTES and op_class.__annotations__[attrs[0]] == "str":
        text += f" {{{attrs[0]}}}"
    for position, name in enumerate(operands):
        text += f"{{{', ' if position else ' '}{name}}}"
    is_lit = op_class.op_name.startswith("lit.")
    text += "{attrs}" + ("{:results?}" if is_lit else "{:results}") * bool(op_class.result_names)
    if len(op_class.region_names) == 1:
        return text + f"{{region {op_class.region_names[0]}}}"
    return text + "".join(f"{{{name}?}}" for name in op_class.region_names)


_FIELD = re.compile(r"\{([^}]*)\}")
_WORDS: Final = {"word", "path"}


def _compile(op_class: type[Op], template: str) -> Form:
    parts: list[str | Field] = []
    for position, text in enumerate(_FIELD.split(template)):
        if position % 2:
            parts.append(_compile_field(op_class, text))
        elif text:
            parts.append(text)
    named = {f.name for f in parts if isinstance(f, Field) and f.kind in ("attr", *_WORDS)}
    if op_class.op_name == "kgen.call_indirect":
        named.add("signature")  # printed as the trailing type
    return Form(parts, frozenset(named))


def _compile_field(op_class: type[Op], text: str) -> Field:
    if text in ("attrs", ":results", ":results?", "->results", ":signature"):
        return Field(text)
    if text.startswith(":types "):
        return Field(":types", text.removeprefix(":types "))
    if text.startswith("region "):
        return Field("region", text.removeprefix("region "))
    if text.startswith("else "):
        return Field("labelled", text.removeprefix("else "), "else")
    if text.endswith("?"):
        return Field("labelled", text[:-1], text[:-1])
    name = text.lstrip(" ,")
    prefix = text[: len(text) - len(name)]
    name, _, style = name.partition("|")
    if style:
        return Field(style, name, prefix)
    if name in op_class.attr_names:
        return Field("attr", name, prefix)
    is_list = name == op_class.operand_names[-1] and "operands" in op_class.variadic_groups
    return Field("operands" if is_list else "operand", name, prefix)


# -- result types that the text may leave out --------------------------------------------------------


def infer_results(
    op_class: type[Op], operands: Sequence[Value], attrs: Mapping[str, Any], count: int
) -> list[t.Type] | None:
    """The result types that follow from operands and attributes, or None when they must be written."""
    if not count:
        return []
    name = op_class.op_name
    if name.startswith("lit."):
        return [t.ANY] * count
    rule = _INFERENCE.get(name)
    if rule is None:
        return None
    try:
        return rule([v.type for v in operands], attrs)
    except (IndexError, AttributeError, TypeError):  # malformed op: its types must be written
        return None


def _same_as(position: int) -> Callable[[list[Any], Mapping[str, Any]], list[t.Type]]:
    return lambda types, attrs: [types[position]]


def _element(container: t.Type, index: int) -> t.Type:
    if isinstance(container, t.ArrayType):
        return container.element
    return container.elements[index]  # type: ignore[attr-defined,no-any-return]


def _comparison(types: list[Any], attrs: Mapping[str, Any]) -> list[t.Type]:
    operand = types[0]
    return [t.SimdType(operand.width, dt.BOOL) if isinstance(operand, t.SimdType) else t.I1]


_INFERENCE: Final[dict[str, Callable[[list[Any], Mapping[str, Any]], list[t.Type]]]] = {
    "kgen.addressof": lambda types, attrs: [t.POINTER],
    "kgen.struct.extract": lambda types, attrs: [_element(types[0], attrs["index"])],
    "kgen.struct.replace": _same_as(1),
    "kgen.struct.gep": _same_as(0),
    "kgen.var": lambda types, attrs: [t.POINTER],
    "pop.cmp": _comparison,
    "pop.select": _same_as(1),
    "pop.simd.extractelement": lambda types, attrs: [t.scalar(types[0].dtype)],
    "pop.simd.insertelement": _same_as(0),
    "pop.simd.shuffle": lambda types, attrs: [t.SimdType(len(attrs["mask"]), types[0].dtype)],
    "pop.simd.reduce": lambda types, attrs: [t.scalar(types[0].dtype)],
    "pop.stack_allocation": lambda types, attrs: [t.POINTER],
    "pop.offset": _same_as(0),
    "pop.atomic.rmw": _same_as(1),
    "pop.atomic.cmpxchg": lambda types, attrs: [types[1], t.I1],
    "pop.string.address": lambda types, attrs: [t.POINTER],
    "pop.string.size": lambda types, attrs: [t.INDEX],
    "pop.string.concat": lambda types, attrs: [t.STRING],
    "pop.dtype.to_ui8": lambda types, attrs: [t.BYTE],
    "pop.dtype.from_ui8": lambda types, attrs: [t.DTYPE],
    "pop.pointer_to_index": lambda types, attrs: [t.INDEX],
    "pop.call_llvm_intrinsic": _same_as(0),
    **{
        f"pop.{name}": _same_as(0)
        for name in (
            "add", "sub", "mul", "div", "rem", "floordiv", "floormod", "pow", "min", "max", "and",
            "or", "xor", "shl", "shr", "neg", "fma",
        )
    },
}  # fmt: skip
