"""Decorators -> `lit.decorator`: `@name`, `@package.name`, `@name(value, key=value)`."""

from __future__ import annotations

from collections.abc import Sequence

from ember.dialects import lit
from ember.ir.nodes import Op, Region
from ember.lower.context import Lowering
from ember.syntax import tree


def decorator_region(lowering: Lowering, decorators: Sequence[tree.Expr]) -> Region:
    """One op per decorator, in source order."""
    region = Region()
    for decorator in decorators:
        op = _decorator(lowering, decorator)
        if op is not None:
            region.append(op)
    return region


def _decorator(lowering: Lowering, node: tree.Expr) -> Op | None:
    callee = node.function if isinstance(node, tree.Call) else node
    name = _dotted_name(callee)
    if name is None:
        lowering.error(
            "malformed-decorator", node.span, "a decorator must be a name, or a name with arguments"
        )
        return None
    values: list[tree.Expr] = []
    keywords: tuple[str, ...] = ()
    if isinstance(node, tree.Call):
        values = [*node.arguments, *(keyword.value for keyword in node.keywords)]
        keywords = ("",) * len(node.arguments) + tuple(keyword.name for keyword in node.keywords)
    attrs = {"name": name, "called": callee is not node, "keywords": keywords}
    return lit.Decorator((), (), attrs, (lowering.yielding_all(values),), node.span)


def _dotted_name(node: tree.Expr) -> str | None:
    if isinstance(node, tree.Name):
        return node.name
    if isinstance(node, tree.Attribute):
        base = _dotted_name(node.value)
        return None if base is None else f"{base}.{node.name}"
    return None
