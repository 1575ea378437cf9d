"""`alias` / `comptime name = value`: in files, structs and traits (`lit.alias`), and in functions (`lit.local_alias`)."""

from __future__ import annotations

from collections.abc import Sequence

from ember.dialects import lit
from ember.ir.nodes import Op, Region, Value
from ember.lower.context import ONE_RESULT, Lowering, lowers_statement
from ember.lower.expressions import literal
from ember.lower.functions import parameter_region, where_region
from ember.lower.scopes import LocalNames
from ember.support.source import Span
from ember.syntax import tree


def lower_alias(lowering: Lowering, node: tree.AliasDecl) -> list[Op]:
    """A member or file-scope alias; `a, b = value` gives one op for the whole and one per name."""
    _check_value(lowering, node.value)
    if node.pattern is not None:
        return _alias_pattern(lowering, node, node.pattern)
    return [_alias(lowering, node, node.name, node.value)]


def _alias(lowering: Lowering, node: tree.AliasDecl, name: str, value: tree.Expr | None) -> Op:
    outer = lowering.scope
    lowering.scope = LocalNames(outer, outer.function)
    regions = (
        parameter_region(lowering, node.parameters),
        lowering.yielding(node.type),
        lowering.yielding(value),
        where_region(lowering, node.where),
    )
    lowering.scope = outer
    attrs = {"name": name}
    return lit.Alias((), (), attrs, regions, node.span)


def _check_value(lowering: Lowering, value: tree.Expr | None) -> None:
    if isinstance(value, tree.Comprehension) and not lowering.means.has_old_functions:
        message = (
            "a comprehension runs at run time; build the value in a function, and call that here"
        )
        lowering.error("unsupported-syntax", value.span, message)


def _alias_pattern(lowering: Lowering, node: tree.AliasDecl, pattern: tree.Expr) -> list[Op]:
    """The whole is an alias whose name cannot be written; each name is one of its elements."""
    whole = f"({pattern.span.text})"
    ops = [_alias(lowering, node, whole, node.value)]
    for name, path in _paths(lowering, pattern):
        element: tree.Expr = tree.Name(name.span, whole)
        for index in path:
            element = tree.Subscript(name.span, element, [tree.IntLiteral(name.span, index)], [])
        bare = tree.AliasDecl(name.span, name.name, name.span, [], None, element)
        ops.append(_alias(lowering, bare, name.name, element))
    return ops


def _paths(
    lowering: Lowering, pattern: tree.Expr, prefix: tuple[int, ...] = ()
) -> list[tuple[tree.Name, tuple[int, ...]]]:
    """Each name of a tuple pattern with the indices that lead to its element."""
    if isinstance(pattern, (tree.TupleDisplay, tree.ListDisplay)):
        found = []
        for index, element in enumerate(pattern.elements):
            found += _paths(lowering, element, (*prefix, index))
        return found
    if not isinstance(pattern, tree.Name):
        lowering.error("invalid-target", pattern.span, "only a name can be declared here")
        return []
    return [] if pattern.name == "_" else [(pattern, prefix)]


# -- inside functions ------------------------------------------------------------------------------


@lowers_statement(tree.AliasDecl)
def lower_local_alias(lowering: Lowering, node: tree.AliasDecl) -> None:
    if node.value is None:
        message = f"'{node.name}' needs a value; only a trait leaves it to others"
        lowering.error("missing-value", node.name_span, message)
        return
    _check_value(lowering, node.value)
    for clause in node.where[:1]:
        lowering.error(
            "unsupported-syntax",
            clause.span,
            "a compile-time value in a function cannot have 'where'",
        )
    if node.pattern is not None:
        whole = _local_alias(lowering, "", node, node.span)
        for name, path in _paths(lowering, node.pattern):
            _bind(lowering, name.name, _local_element(lowering, whole, name, path), name.span)
        return
    result = _local_alias(lowering, node.name, node, node.span)
    _bind(lowering, node.name, result, node.name_span)


def _local_alias(lowering: Lowering, name: str, node: tree.AliasDecl, span: Span) -> Value:
    outer = lowering.scope
    lowering.scope = LocalNames(outer, outer.function)
    regions = (
        parameter_region(lowering, node.parameters),
        lowering.yielding(node.type),
        lowering.yielding(node.value),
    )
    lowering.scope = outer
    return lowering.value(lit.LocalAlias((), ONE_RESULT, {"name": name}, regions, span))


def _local_element(lowering: Lowering, whole: Value, name: tree.Name, path: Sequence[int]) -> Value:
    outer = lowering.region
    lowering.region = region = Region()
    element = whole
    for index in path:
        item = literal(lowering, "int", index, name.span)
        attrs: dict[str, object] = {"keywords": ("",), "unpack": ("",)}
        element = lowering.value(lit.Subscript((element, item), ONE_RESULT, attrs, (), name.span))
    region.append(lit.Yield((element,), (), None, (), name.span))
    lowering.region = outer
    regions = (Region(), Region(), region)
    return lowering.value(lit.LocalAlias((), ONE_RESULT, {"name": name.name}, regions, name.span))


def _bind(lowering: Lowering, name: str, value: Value, span: Span) -> None:
    value.name = name
    lowering.declare(name, value, span)
