"""The custom text form of ops: one template per op, read by the printer and by the parser alike.

A template, the `form` of a declaration, is the text after the op's name. Literal text stands for itself; fields in braces
stand for parts:

    {x}           operand, variadic operands or attribute `x`
    { x} {, x}    the same with this text before it, or nothing at all when it is empty or has its default
    {x|word}      a string attribute, without quotes where it is an identifier
    {x|path}      a tuple, or nothing when it is empty
    {attrs}       ` {key = value}`: every attribute the template does not name, less those that have their default
    {:results}    ` : T, U`: the result types (may be left out on input where `infer_results` knows them)
    {:results?}   the same, printed only where `infer_results` would say something else
    {->results}   ` -> T`, or nothing without results
    {:types x}    ` : T, U`: the types of the operands `x`, or nothing without operands
    {:all}        ` : (T, U) -> V`: types of all operands and of the results
    {:signature}  ` : (T) -> U`: types of the argument list and of the results; also the attribute `signature`
    {region x}    ` { … }`, with its arguments before it; {else x} and {x?} print ` else { … }` and ` x { … }` unless empty

An op without a template gets one derived from its declaration. One whose text no template can say has an `OwnForm`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ember.ir.nodes import Op, Value
from ember.ir.types import Type
from ember.support.patterns import lazy


class OwnForm(NamedTuple):
    """A text form in code: `write` gets the printer, the op and the indent; `read` the parser and the draft it fills."""

    write: Callable[[Any, Op, str], None]
    read: Callable[[Any, Any], None]
    read_generic: Callable[[Any], None] | None = None
    """Puts right what MLIR's generic form cannot say."""


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
        form = _forms[op_class] = _compile(op_class, op_class.form or derive_template(op_class))
    return form


def attribute_defaults(op_class: type[Op]) -> dict[str, Any]:
    """What each declared attribute is when it is not written: 0, False, "", (), {} or None by its declared type."""
    defaults = _defaults.get(op_class)
    if defaults is None:
        annotations = op_class.declared
        by_type: dict[str, Any] = {"int": 0, "bool": False, "str": "", "tuple": (), "dict": {}}
        defaults = {
            name: by_type.get(annotations[name].partition("[")[0]) for name in op_class.attr_names
        }
        _defaults[op_class] = defaults
    return defaults


def derive_template(op_class: type[Op]) -> str:
    """The form of an op without a template: name-like attribute, operands, attributes, types, regions."""
    text = ""
    attrs, operands = op_class.attr_names, op_class.operand_names
    if attrs and attrs[0] in HEAD_ATTRIBUTES and op_class.declared[attrs[0]] == "str":
        text += f" {{{attrs[0]}}}"
    for position, name in enumerate(operands):
        text += f"{{{', ' if position else ' '}{name}}}"
    results = "{:results?}" if op_class.implies_results else "{:results}"
    text += "{attrs}" + results * bool(op_class.result_names)
    if len(op_class.region_names) == 1:
        return text + f"{{region {op_class.region_names[0]}}}"
    return text + "".join(f"{{{name}?}}" for name in op_class.region_names)


_FIELD = lazy(r"\{([^}]*)\}")
_WORDS: Final = {"word", "path"}


def _compile(op_class: type[Op], template: str) -> Form:
    parts: list[str | Field] = []
    for position, text in enumerate(_FIELD.split(template)):
        if position % 2:
            parts.append(_compile_field(op_class, text))
        elif text:
            parts.append(text)
    named = {f.name for f in parts if isinstance(f, Field) and f.kind in ("attr", *_WORDS)}
    if any(isinstance(f, Field) and f.kind == ":signature" for f in parts):
        named.add("signature")
    return Form(parts, frozenset(named))


def _compile_field(op_class: type[Op], text: str) -> Field:
    if text in ("attrs", ":results", ":results?", "->results", ":signature", ":all"):
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
) -> list[Type] | None:
    """The result types that follow from operands and attributes, or None when they must be written."""
    if not count:
        return []
    rule = op_class.result_rule
    if rule is None:
        return None
    try:
        return rule([v.type for v in operands], attrs, count)
    except (LookupError, AttributeError, TypeError):  # malformed op: its types must be written
        return None
