"""Patterns of `match` -> `lit.pattern` trees, with a `lit.var` per captured name in front."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ember.dialects import lit
from ember.ir.nodes import Op, Region, Value
from ember.lower.context import Lowering
from ember.support.source import Span
from ember.syntax import tree


def lower_pattern(lowering: Lowering, node: tree.Pattern) -> None:
    """Emits the variables a pattern captures, then the pattern; the names are visible afterwards."""
    captures = _Captures(lowering)
    pattern = captures.build(node)
    lowering.emit(pattern)


class _Captures:
    """Builds the pattern ops of one `case` and declares each captured name once."""

    __slots__ = ("lowering", "taken", "variables")

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.variables: dict[str, Value] = {}
        self.taken: set[str] = set()
        """Names captured on the way through the current alternative."""

    def build(self, node: tree.Pattern) -> Op:
        return _PATTERN_RULES[node.__class__](self, node)

    def build_all(self, nodes: Sequence[tree.Pattern]) -> Region:
        region = Region()
        for node in nodes:
            region.append(self.build(node))
        return region

    def variable(self, name: str, kind: str, span: Span) -> Value:
        """The variable for a name; alternatives of an `|` pattern share it."""
        if name in self.taken:
            self.lowering.error(
                "invalid-pattern", span, f"'{name}' is captured more than once in this pattern"
            )
        self.taken.add(name)
        variable = self.variables.get(name)
        if variable is None:
            variable = self.lowering.declare_variable(name, kind, span, None)
            self.lowering.scope.bind(name, variable)
            self.variables[name] = variable
        return variable


def _pattern(
    kind: str,
    span: Span,
    *,
    names: tuple[str, ...] = (),
    variable: Sequence[Value] = (),
    value: Region | None = None,
    nested: Region | None = None,
) -> Op:
    attrs = {"kind": kind, "names": names}
    return lit.Pattern(variable, (), attrs, (value or Region(), nested or Region()), span)


def _wildcard(captures: _Captures, node: tree.Pattern) -> Op:
    return _pattern("wildcard", node.span)


def _capture(captures: _Captures, node: tree.CapturePattern) -> Op:
    variable = captures.variable(node.name, node.convention or "ref", node.span)
    return _pattern("capture", node.span, variable=(variable,))


def _literal(captures: _Captures, node: tree.LiteralPattern) -> Op:
    return _pattern("literal", node.span, value=captures.lowering.yielding(node.value))


def _equal(captures: _Captures, node: tree.ValuePattern) -> Op:
    return _pattern("equal", node.span, value=captures.lowering.yielding(node.value))


def _or(captures: _Captures, node: tree.OrPattern) -> Op:
    before = captures.taken
    nested = Region()
    bound: list[set[str]] = []
    for alternative in node.alternatives:
        captures.taken = set(before)
        nested.append(captures.build(alternative))
        bound.append(captures.taken)
    for alternative, names in zip(node.alternatives, bound, strict=True):
        if names != bound[0]:
            captures.lowering.error(
                "invalid-pattern", alternative.span, "all alternatives must capture the same names"
            )
            break
    captures.taken = set().union(*bound)
    return _pattern("or", node.span, nested=nested)


def _as(captures: _Captures, node: tree.AsPattern) -> Op:
    nested = captures.build_all([node.pattern])
    variable = captures.variable(node.name, "ref", node.span)
    return _pattern("as", node.span, variable=(variable,), nested=nested)


def _tuple(captures: _Captures, node: tree.TuplePattern) -> Op:
    return _pattern("tuple", node.span, nested=captures.build_all(node.elements))


def _list(captures: _Captures, node: tree.ListPattern) -> Op:
    return _pattern("list", node.span, nested=captures.build_all(node.elements))


def _star(captures: _Captures, node: tree.StarPattern) -> Op:
    captures.lowering.error("unsupported-syntax", node.span, "'*' is not supported in a pattern")
    return _pattern("wildcard", node.span)


def _class(captures: _Captures, node: tree.ClassPattern) -> Op:
    patterns = [*node.arguments, *(keyword.pattern for keyword in node.keywords)]
    names = ("",) * len(node.arguments) + tuple(keyword.name for keyword in node.keywords)
    value = captures.lowering.yielding(node.type)
    nested = captures.build_all(patterns)
    return _pattern("class", node.span, names=names, value=value, nested=nested)


_PATTERN_RULES: dict[type[tree.Pattern], Callable[[_Captures, Any], Op]] = {
    tree.WildcardPattern: _wildcard,
    tree.CapturePattern: _capture,
    tree.LiteralPattern: _literal,
    tree.ValuePattern: _equal,
    tree.OrPattern: _or,
    tree.AsPattern: _as,
    tree.TuplePattern: _tuple,
    tree.ListPattern: _list,
    tree.StarPattern: _star,
    tree.ClassPattern: _class,
    tree.ErrorPattern: _wildcard,
}
