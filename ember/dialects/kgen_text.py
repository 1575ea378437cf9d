"""Text forms of `kgen` that no template can say: functions, globals, constants, offloads.

Each is a pair of functions, one for the printer and one for the parser, named in the op's declaration. The parser also reads the
spelling of the talks: `kgen.generator` with a concrete signature (which is a `kgen.func`), `kgen.param.constant string = <"…">`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.dialects import types as t
from ember.dialects.types import NONE, STRING, FunctionType, Type
from ember.ir.assembly import OwnForm
from ember.ir.nodes import REGISTRY, Op, Region, SymbolRef
from ember.ir.reader import is_value
from ember.ir.text_values import quote_bytes, results_text, symbol, type_text, value_text, word

if TYPE_CHECKING:
    from ember.ir.parser import Draft, Parser
    from ember.ir.printer import Printer

# -- writing -----------------------------------------------------------------------------------------

_FUNC_HIDDEN: Final = frozenset({"name", "linkage", "type", "is_declaration"})


def _write_func(printer: Printer, op: Op, indent: str) -> None:
    """` export @f(%a: index) -> index attributes {…} { … }`; a declaration has types only and no body."""
    attrs = op.attrs
    linkage = attrs.get("linkage") or "internal"
    out = printer.out
    if linkage != "internal":
        out.append(f" {word(linkage)}")
    body = op.regions[0] if op.regions else Region()
    signature: FunctionType = attrs.get("type") or FunctionType(
        tuple(a.type for a in body.args), ()
    )
    if attrs.get("is_declaration"):
        args = ", ".join(map(type_text, signature.inputs))
    else:
        args = ", ".join(f"{printer.name(a)}: {type_text(a.type)}" for a in body.args)
    out.append(f" {symbol(str(attrs.get('name')))}({args})")
    if signature.results:
        out.append(" -> " + results_text(signature.results))
    extra = printer.attribute_dictionary(op, _FUNC_HIDDEN)
    if extra:
        out.append(" attributes " + extra)
    if not attrs.get("is_declaration"):
        printer.print_block(body, indent)


_GENERATOR_HIDDEN: Final = frozenset({"name"})


def _write_generator(printer: Printer, op: Op, indent: str) -> None:
    """` @f(%a, %b) attributes {…} params { … } args { … } … { body }`; absent parts are left out."""
    body = op.regions[-1] if op.regions else Region()
    args = printer.arguments(body.args)
    printer.out.append(f" {symbol(str(op.attrs.get('name')))}({args})")
    extra = printer.attribute_dictionary(op, _GENERATOR_HIDDEN)
    if extra:
        printer.out.append(" attributes " + extra)
    for label, region in zip(op.region_names[:-1], op.regions, strict=False):
        if region.first is not None or region.args:
            printer.out.append(" " + label)
            printer.print_region(region, indent)
    printer.print_block(body, indent)


_GLOBAL_HIDDEN: Final = frozenset({"name", "linkage", "type", "value"})


def _write_global(printer: Printer, op: Op, indent: str) -> None:
    """` export @g : T = <value> {…}`."""
    attrs = op.attrs
    linkage = attrs.get("linkage") or "internal"
    if linkage != "internal":
        printer.out.append(f" {word(linkage)}")
    printer.out.append(f" {symbol(str(attrs.get('name')))} : {value_text(attrs.get('type'))}")
    if attrs.get("value") is not None:
        printer.out.append(f" = <{constant_text(attrs['value'], attrs.get('type'))}>")
    extra = printer.attribute_dictionary(op, _GLOBAL_HIDDEN)
    if extra:
        printer.out.append(" " + extra)


_CONSTANT_HIDDEN: Final = frozenset({"value"})


def _write_constant(printer: Printer, op: Op, indent: str) -> None:
    """` = <value> {…} : T`."""
    type = op.results[0].type if op.results else None
    printer.out.append(f" = <{constant_text(op.attrs.get('value'), type)}>")
    extra = printer.attribute_dictionary(op, _CONSTANT_HIDDEN)
    if extra:
        printer.out.append(" " + extra)
    printer.print_result_types(op)


_OFFLOAD_HIDDEN: Final = frozenset({"target", "emission_kind", "emission_option", "func"})


def _write_declare(printer: Printer, op: Op, indent: str) -> None:
    """` nvptx: target = <value>`."""
    name, kind = word(op.attrs["name"]), word(op.attrs["kind"])
    printer.out.append(f" {name}: {kind} = <{value_text(op.attrs['value'])}>")


def _write_compile_offload(printer: Printer, op: Op, indent: str) -> None:
    """`<nvptx, 0, "", @kernel> -> !kgen.string, index`."""
    attrs = op.attrs
    target = attrs["target"]
    parts = (
        word(target) if isinstance(target, str) and not is_value(target) else value_text(target),
        str(attrs["emission_kind"]),
        value_text(attrs["emission_option"]),
        value_text(attrs["func"]),
    )
    printer.out.append(f"<{', '.join(parts)}>")
    if op.results:
        printer.out.append(f" -> {', '.join(str(result.type) for result in op.results)}")
    extra = printer.attribute_dictionary(op, _OFFLOAD_HIDDEN)
    if extra:
        printer.out.append(" " + extra)


def constant_text(value: Any, type: Type | None) -> str:
    """A constant's value; the bytes of a `!kgen.string` stand without the `b`, a `!kgen.none` is `none`."""
    if type is STRING and isinstance(value, bytes):
        return quote_bytes(value)
    return "none" if type is NONE else value_text(value)


# -- reading -----------------------------------------------------------------------------------------


def _linkage(parser: Parser) -> str:
    return "internal" if parser.kinds[parser.at] == "symbol" else parser.word()


def _read_func(parser: Parser, draft: Draft) -> None:
    """` export @f(%a: index) -> index attributes {…} { … }`."""
    linkage = _linkage(parser)
    name = parser.symbol()
    outer = parser.values, parser.defined
    parser.values, parser.defined = {}, []
    body = Region()
    parser.expect("(")
    parser.region_arguments(body)
    results = parser.result_types() if parser.accept("->") else []
    attrs = parser.attributes()
    is_declaration = parser.texts[parser.at] != "{"
    inputs = tuple(arg.type for arg in body.args)
    if is_declaration:
        body = Region()
    else:
        parser.ops_in_braces(body)
    parser.values, parser.defined = outer
    draft.attrs = {
        "name": name,
        "type": t.FunctionType(inputs, tuple(results)),
        "linkage": linkage,
        "is_declaration": is_declaration,
        **attrs,
    }
    draft.regions = [body]


def _read_generator(parser: Parser, draft: Draft) -> None:
    """A generator; one with a concrete signature, as the talks write them, is read as a `kgen.func`."""
    start = parser.at
    if _is_concrete(parser):
        parser.at = start
        draft.op_class = REGISTRY["kgen.func"]
        _read_func(parser, draft)
        return
    parser.at = start
    name = parser.symbol()
    mark = len(parser.defined)
    body = Region()
    parser.expect("(")
    parser.region_arguments(body)
    draft.attrs = {"name": name, **parser.attributes()}
    for label in draft.op_class.region_names[:-1]:
        draft.regions.append(parser.region() if parser.accept(label) else Region())
    parser.ops_in_braces(body)
    parser.forget_from(mark)
    draft.regions.append(body)


def _is_concrete(parser: Parser) -> bool:
    """Whether a signature says a linkage, an argument type or a result type."""
    if parser.kinds[parser.at] != "symbol":
        return True
    parser.symbol()
    first = parser.at
    parser.raw_brackets()
    return ":" in parser.texts[first : parser.at] or parser.texts[parser.at] == "->"


def _read_global(parser: Parser, draft: Draft) -> None:
    """` export @g : T = <value> {…}`."""
    linkage = _linkage(parser)
    name = parser.symbol()
    parser.expect(":")
    type = parser.type()
    value = _bracketed_constant(parser, type) if parser.accept("=") else None
    draft.attrs = {"name": name, "type": type, "value": value, "linkage": linkage}
    if parser.texts[parser.at] == "{":
        draft.attrs.update(parser.dictionary())


def _read_constant(parser: Parser, draft: Draft) -> None:
    """` = <5> {…} : index`; the talks write ` string = <"…">`, and nothing for an index; MLIR `index.constant 5`."""
    type: t.Type = t.INDEX
    if draft.written == "index.constant":
        draft.attrs["value"] = parser.integer()
        draft.result_types = [type]
        return
    if parser.texts[parser.at] != "=":
        parser.accept(":")
        type = parser.type()
    parser.expect("=")
    value = _bracketed_constant(parser, None)
    if parser.texts[parser.at] == "{":
        draft.attrs.update(parser.dictionary())
    if parser.accept(":"):
        type = parser.type()
    draft.attrs["value"] = _converted(value, type)
    draft.result_types = [type]


def _bracketed_constant(parser: Parser, type: t.Type | None) -> Any:
    parser.expect("<")
    value = parser.typed_value()
    parser.expect(">")
    return _converted(value, type)


def _converted(value: Any, type: t.Type | None) -> Any:
    if type is t.STRING:
        return _as_bytes(value)
    return () if type is t.NONE else value  # the one value of type none


def _read_declare(parser: Parser, draft: Draft) -> None:
    """` nvptx: target = <value>`."""
    draft.attrs["name"] = parser.word()
    parser.expect(":")
    draft.attrs["kind"] = parser.word()
    parser.expect("=")
    draft.attrs["value"] = _bracketed_constant(parser, None)
    draft.result_types = []


def _read_compile_offload(parser: Parser, draft: Draft) -> None:
    """`<nvptx, 0, "", :() -> !kgen.none @kernel> -> !kgen.string, index`."""
    parser.expect("<")
    named = parser.kinds[parser.at] == "ident" and not is_value(parser.texts[parser.at])
    draft.attrs["target"] = parser.word() if named else parser.value()
    parser.expect(",")
    draft.attrs["emission_kind"] = parser.integer()
    parser.expect(",")
    draft.attrs["emission_option"] = parser.string()
    parser.expect(",")
    if parser.accept(":"):
        parser.function_type()
    draft.attrs["func"] = SymbolRef(parser.symbol())
    parser.accept(">")
    draft.result_types = parser.type_list() if parser.accept("->") else []
    if parser.texts[parser.at] == "{":
        draft.attrs.update(parser.dictionary())


def _as_bytes(value: Any) -> Any:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def _bytes_of_string(draft: Draft) -> None:
    """MLIR has no bytes: the value of a `!kgen.string` is written as a string."""
    if draft.result_types == [STRING]:
        draft.attrs["value"] = _as_bytes(draft.attrs.get("value"))


FUNCTION: Final = OwnForm(_write_func, _read_func)
GENERATOR: Final = OwnForm(_write_generator, _read_generator)
GLOBAL: Final = OwnForm(_write_global, _read_global)
CONSTANT: Final = OwnForm(_write_constant, _read_constant, _bytes_of_string)
DECLARATION: Final = OwnForm(_write_declare, _read_declare)
OFFLOAD: Final = OwnForm(_write_compile_offload, _read_compile_offload)
