"""The text of graphs, and of sizes and element types among attributes: what no template can say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ember.dialects.dimensions import Dimension, parse_dimension
from ember.dialects.types import DTYPE
from ember.ir.assembly import OwnForm
from ember.ir.nodes import Op, Region
from ember.ir.reader import Reader, register_value
from ember.ir.text_values import quote, results_text, symbol, type_text

if TYPE_CHECKING:
    from ember.ir.parser import Draft, Parser
    from ember.ir.printer import Printer

_HIDDEN: Final = frozenset({"name", "parameters", "output_types"})


def _write_graph(printer: Printer, op: Op, indent: str) -> None:
    """` @model<n>(%x: T) -> T attributes {…} { … }`."""
    body = op.regions[0]
    parameters = ", ".join(op.attrs.get("parameters") or ())
    args = ", ".join(f"{printer.name(a)}: {type_text(a.type)}" for a in body.args)
    head = f" {symbol(op.attrs['name'])}{f'<{parameters}>' if parameters else ''}({args})"
    printer.out.append(f"{head} -> {results_text(op.attrs.get('output_types') or ())}")
    extra = printer.attribute_dictionary(op, _HIDDEN)
    if extra:
        printer.out.append(" attributes " + extra)
    printer.print_block(body, indent)


def _read_graph(parser: Parser, draft: Draft) -> None:
    name = parser.symbol()
    parameters: list[str] = []
    if parser.accept("<"):
        while not parser.accept(">"):
            if parameters:
                parser.expect(",")
            parameters.append(parser.word())
    outer = parser.values, parser.defined
    parser.values, parser.defined = {}, []
    body = Region()
    parser.expect("(")
    parser.region_arguments(body)
    outputs = parser.result_types() if parser.accept("->") else []
    attrs = parser.attributes()
    parser.ops_in_braces(body)
    parser.values, parser.defined = outer
    draft.attrs = {
        "name": name,
        "parameters": tuple(parameters),
        "output_types": tuple(outputs),
        **attrs,
    }
    draft.regions = [body]


GRAPH_FORM: Final = OwnForm(_write_graph, _read_graph)


def _size(reader: Reader) -> Dimension:
    at = reader.at
    try:
        return parse_dimension(reader.string())
    except ValueError as problem:
        reader.fail(str(problem), at=at)


ELEMENT_TYPES: Final = DTYPE
"""The type of `dtype` attributes; their text is that of constants of concrete code."""

register_value("dim", Dimension, lambda size: quote(str(size)), _size)
