"""Displays and comprehensions: `[a, b]`, `(a, b)`, `{a, b}`, `{k: v}`, `{a, name = b}`, `[x for x in xs if c]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.ir.nodes import Region, Value
from ember.lower.context import ONE_RESULT, Lowering, lowers_expression
from ember.lower.expressions import unpacked
from ember.lower.targets import bind_element
from ember.support.source import Span
from ember.syntax import tree

LONG: Final = 128
"""Elements that are run-time values from which on a display is a series."""

LONGEST_TUPLE: Final = 10_000
"""Each element of a tuple has a type of its own, and code of its own to be made, moved and destroyed."""

_LITERALS: Final = (tree.IntLiteral, tree.FloatLiteral, tree.StringLiteral, tree.BoolLiteral)

_KINDS: dict[type[tree.Expr], str] = {
    tree.TupleDisplay: "tuple",
    tree.ListDisplay: "list",
    tree.SetDisplay: "set",
}


@lowers_expression(tree.TupleDisplay, tree.ListDisplay, tree.SetDisplay)
def lower_display(
    lowering: Lowering, node: tree.TupleDisplay | tree.ListDisplay | tree.SetDisplay
) -> Value:
    if node.__class__ is not tree.TupleDisplay and _is_series(node.elements, node.elements):
        return _series(lowering, _KINDS[node.__class__], [[e] for e in node.elements], node.span)
    if node.__class__ is tree.TupleDisplay and len(node.elements) > LONGEST_TUPLE:
        message = f"a tuple has at most {LONGEST_TUPLE} elements; a list can have more"
        lowering.error("unsupported-syntax", node.elements[LONGEST_TUPLE].span, message)
    items, unpack = unpacked(lowering, node.elements)
    attrs = {"kind": _KINDS[node.__class__], "keywords": ("",) * len(items), "unpack": unpack}
    return lowering.value(lit.Display(items, ONE_RESULT, attrs, (), node.span))


@lowers_expression(tree.DictDisplay)
def lower_dict(lowering: Lowering, node: tree.DictDisplay) -> Value:
    pairs = [[key, value] for key, value in zip(node.keys, node.values, strict=True) if key]
    if len(pairs) == len(node.keys) and _is_series(
        pairs, [part for pair in pairs for part in pair]
    ):
        return _series(lowering, "dict", pairs, node.span)
    items: list[Value] = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            lowering.error(
                "misplaced-unpack", value.span, "'**' cannot be used inside a dictionary display"
            )
            continue
        items.append(lowering.expression(key))
        items.append(lowering.expression(value))
    nothing = ("",) * len(items)
    attrs = {"kind": "dict", "keywords": nothing, "unpack": nothing}
    return lowering.value(lit.Display(items, ONE_RESULT, attrs, (), node.span))


def _is_series(elements: Sequence[object], parts: Sequence[tree.Expr]) -> bool:
    """Whether a display is too long for a slot of each element, and its elements are no constants, which are one array."""
    if len(elements) < LONG or any(part.__class__ is tree.Unpack for part in parts):
        return False
    return not all(map(_is_constant, parts))


def _is_constant(node: tree.Expr) -> bool:
    if isinstance(node, tree.Unary):
        return _is_constant(node.operand)
    if isinstance(node, (tree.ListDisplay, tree.SetDisplay)):
        return all(map(_is_constant, node.elements))
    return isinstance(node, _LITERALS)


def _series(
    lowering: Lowering, kind: str, elements: Sequence[Sequence[tree.Expr]], span: Span
) -> Value:
    body = Region()
    outer, lowering.region = lowering.region, body
    for parts in elements:
        values = lowering.expressions(parts)
        lowering.emit(lit.Add(values, (), None, (), parts[-1].span))
    lowering.region = outer
    attrs = {"kind": kind, "count": len(elements)}
    return lowering.value(lit.Series((), ONE_RESULT, attrs, (body,), span))


@lowers_expression(tree.BraceInit)
def lower_brace_init(lowering: Lowering, node: tree.BraceInit) -> Value:
    items, unpack = unpacked(lowering, node.arguments)
    keywords = ("",) * len(items) + tuple(keyword.name for keyword in node.keywords)
    unpack += ("",) * len(node.keywords)
    items += [lowering.expression(keyword.value) for keyword in node.keywords]
    attrs = {"kind": "braces", "keywords": keywords, "unpack": unpack}
    return lowering.value(lit.Display(items, ONE_RESULT, attrs, (), node.span))


@lowers_expression(tree.Comprehension)
def lower_comprehension(lowering: Lowering, node: tree.Comprehension) -> Value:
    kind = node.kind
    if kind == "generator":
        lowering.error(
            "unsupported-syntax",
            node.span,
            "generator expressions are not supported; write a list comprehension in '[ ]'",
        )
        kind = "list"
    body = Region()
    outer = lowering.enter(body)
    _clauses(lowering, node, 0)
    lowering.leave(outer)
    return lowering.value(lit.Comprehension((), ONE_RESULT, {"kind": kind}, (body,), node.span))


def _clauses(lowering: Lowering, node: tree.Comprehension, index: int) -> None:
    """The clauses from `index` on, each around the next; the innermost adds the element."""
    if index == len(node.clauses):
        parts = [node.element] if node.key is None else [node.key, node.element]
        values = lowering.expressions(parts)
        lowering.emit(lit.Add(values, (), None, (), node.element.span))
        return
    clause = node.clauses[index]
    if isinstance(clause, tree.ComprehensionIf):
        condition = lowering.expression(clause.condition)
        then = Region()
        outer = lowering.enter(then)
        _clauses(lowering, node, index + 1)
        lowering.leave(outer)
        lowering.emit(lit.If((condition,), (), None, (then, Region()), clause.span))
        return
    iterable = lowering.expression(clause.iterable)
    body = Region((ANY,))
    outer = lowering.enter(body)
    bind_element(lowering, clause.target, clause.convention, body.args[0])
    _clauses(lowering, node, index + 1)
    lowering.leave(outer)
    attrs = {"convention": clause.convention or "", "unroll": 0}
    lowering.emit(lit.For((iterable,), (), attrs, (body, Region()), clause.span))
