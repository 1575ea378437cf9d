"""The text of kernels and of calls that execute: as the talks write them, which no template can say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.ir.assembly import OwnForm
from ember.ir.nodes import Op, Region, Value
from ember.ir.text_values import RawAttribute, quote, signature_text, type_text
from ember.ir.types import NamedType

if TYPE_CHECKING:
    from ember.ir.parser import Draft, Parser
    from ember.ir.printer import Printer

CONTEXT: Final = NamedType("mogg.context")
"""Where a kernel runs; every kernel has one, so calls need not say so."""


# -- kernels: `mogg.kernel(%0) {…} : (T) -> U (%x: T) { … }`, or `mogg.experimental.kernel(%0: T) -> U { … } {…}` --------


def _write_kernel(printer: Printer, op: Op, indent: str) -> None:
    attrs = printer.attribute_dictionary(op, frozenset())
    types = signature_text([v.type for v in op.operands], [v.type for v in op.results])
    shown = f"({printer.name_list(op.operands)}){' ' if attrs else ''}{attrs} : {types}"
    printer.out.append(shown)
    printer.print_region(op.regions[0], indent)


def _read_kernel(parser: Parser, draft: Draft) -> None:
    if draft.written == draft.op_class.op_name:
        _read_own_kernel(parser, draft)
    else:
        _read_talk_kernel(parser, draft)


def _read_own_kernel(parser: Parser, draft: Draft) -> None:
    at = parser.at
    parser.expect("(")
    draft.operands = parser.operand_list()
    parser.expect(")")
    draft.attrs = parser.attributes()
    parser.expect(":")
    type = parser.function_type()
    parser.check_types(draft.operands, type.inputs, at)
    draft.result_types = list(type.results)
    draft.regions = [parser.region()]


def _read_talk_kernel(parser: Parser, draft: Draft) -> None:
    """Its operands are its body's arguments by the same names; attributes stand behind it."""
    outer = parser.values, parser.defined
    inner: dict[str, Value] = {}
    body = Region()
    parser.expect("(")
    while not parser.accept(")"):
        if draft.operands:
            parser.expect(",")
        at = parser.at
        draft.operands.append(parser.operand())
        name = parser.texts[at]
        parser.expect(":")
        parser.check_types(draft.operands[-1:], [parser.type()], at)
        inner[name] = body.add_argument(draft.operands[-1].type, name[1:])
    parser.expect("->")
    draft.result_types = parser.result_types()
    parser.values, parser.defined = inner, []
    parser.ops_in_braces(body)
    parser.values, parser.defined = outer
    draft.attrs = {"summary": _summary(body), **parser.attributes()}
    draft.attrs["device"] = _device(draft.attrs.get("device", "cpu:0"))
    draft.regions = [body]


def _summary(body: Region) -> str:
    called = [
        inner.attrs["kernel"] for op in body for inner in op.walk() if "kernel" in inner.attrs
    ]
    return "+".join(kernel.removeprefix("mo.") for kernel in called)


def _device(value: object) -> str:
    """`#M.device_ref<"cpu", 0>` is `cpu:0`."""
    if not isinstance(value, RawAttribute):
        return str(value)
    kind, _, number = value.text.removeprefix("#M.device_ref<").removesuffix(">").partition(",")
    name = kind.strip(' "')
    return f"{name}:{number.strip() or 0}"


KERNEL_FORM: Final = OwnForm(_write_kernel, _read_kernel)


# -- calls: `["mo.matmul"] inputs(%a, %b : T, U) outputs(%c : V) {…}` --------------------------------------------------------


def _write_execute(printer: Printer, op: Op, indent: str) -> None:
    count = op.attrs["outputs"]
    outputs, inputs = op.operands[:count], op.operands[count:]
    printer.out.append(f"[{quote(op.attrs['kernel'])}]")
    for label, values in (("inputs", inputs), ("outputs", outputs)):
        types = ", ".join(type_text(value.type) for value in values)
        printer.out.append(f" {label}({printer.name_list(values)}{' : ' if values else ''}{types})")
    attrs = printer.attribute_dictionary(op, frozenset({"kernel", "outputs"}))
    printer.out.append(f" {attrs}" if attrs else "")


def _read_execute(parser: Parser, draft: Draft) -> None:
    parser.expect("[")
    kernel = parser.string()
    parser.expect("]")
    inputs = [value for value in _typed(parser, "inputs") if value.type is not CONTEXT]
    outputs = _typed(parser, "outputs")
    draft.operands = [*outputs, *inputs]
    attrs: dict[str, Any] = parser.dictionary() if parser.texts[parser.at] == "{" else {}
    draft.attrs = {"kernel_param": {}, **attrs, "kernel": kernel, "outputs": len(outputs)}
    draft.result_types = []


def _typed(parser: Parser, label: str) -> list[Value]:
    """`label(%a, %b : T, U)`."""
    parser.expect(label)
    parser.expect("(")
    at = parser.at
    values = parser.operand_list()
    if values:
        parser.expect(":")
        parser.check_types(values, parser.type_list(), at)
    parser.expect(")")
    return values


EXECUTE_FORM: Final = OwnForm(_write_execute, _read_execute)
