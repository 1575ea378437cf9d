"""Decorators -> `lit.decorator`: `@name`, `@package.name`, `@name(value, key=value)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ember.dialects import lit
from ember.ir.nodes import Op, Region
from ember.lower.context import Lowering
from ember.support.diagnostics import Fix, did_you_mean, error
from ember.support.source import Span
from ember.syntax import tree

_KNOWN: Final = (
    "adaptive",
    "align",
    "always_inline",
    "closure",
    "copy_capture",
    "deprecated",
    "doc_hidden",
    "doc_private",
    "explicit_destroy",
    "export",
    "extern",
    "fieldwise_init",
    "implicit",
    "linkage",
    "no_inline",
    "noncapturing",
    "nonmaterializable",
    "parameter",
    "register_passable",
    "stable",
    "staticmethod",
    "unavailable",
    "unroll",
    "value",
)
OF_STRUCTS: Final = frozenset(("explicit_destroy", "fieldwise_init"))
OF_FUNCTIONS: Final = frozenset(
    ("always_inline", "export", "extern", "implicit", "no_inline", "staticmethod")
)
_INLINING: Final = ("nodebug", "builtin")
_PYTHON: Final = {"dataclass": "fieldwise_init", "classmethod": "staticmethod"}


def decorator_region(
    lowering: Lowering,
    decorators: Sequence[tree.Expr],
    foreign: frozenset[str] = frozenset(),
    what: str = "",
) -> Region:
    """One op per decorator, in source order; those that `what` is declared with must not be `foreign` ones."""
    region = Region()
    for decorator in decorators:
        op = _decorator(lowering, decorator)
        if op is not None and op.attrs["name"] in foreign:
            message = f"'@{op.attrs['name']}' does not belong before {what}"
            lowering.error("invalid-decorator", decorator.span, message)
        elif op is not None:
            region.append(op)
    return region


def _decorator(lowering: Lowering, node: tree.Expr) -> Op | None:
    callee = node.function if isinstance(node, tree.Call) else node
    name = _dotted_name(callee)
    if name is None:
        lowering.error(
            "invalid-decorator", node.span, "a decorator must be a name, or a name with arguments"
        )
        return None
    _check_known(lowering, name, callee.span)
    if name == "explicit_destroy" and callee is node and not lowering.means.has_old_functions:
        message = "say how values are ended: '@explicit_destroy(\"call done()\")'"
        lowering.error("invalid-decorator", node.span, message)
    if name == "always_inline" and isinstance(node, tree.Call):
        _check_inlining(lowering, node)
    values: list[tree.Expr] = []
    keywords: tuple[str, ...] = ()
    if isinstance(node, tree.Call):
        values = [*node.arguments, *(keyword.value for keyword in node.keywords)]
        keywords = ("",) * len(node.arguments) + tuple(keyword.name for keyword in node.keywords)
    attrs = {"name": name, "called": callee is not node, "keywords": keywords}
    return lit.Decorator((), (), attrs, (lowering.yielding_all(values),), node.span)


def _check_inlining(lowering: Lowering, node: tree.Call) -> None:
    for argument in node.arguments:
        if isinstance(argument, tree.StringLiteral) and argument.text not in _INLINING:
            message = '\'@always_inline\' takes "nodebug" or "builtin"'
            lowering.error("invalid-decorator", argument.span, message)


def _check_known(lowering: Lowering, name: str, span: Span) -> None:
    """A decorator that nothing heeds is a mistake; what is imported and names with underscores belong to libraries and tools."""
    if name in _KNOWN or "." in name or name.startswith("_") or name in lowering.imported:
        return
    near = _PYTHON.get(name) or did_you_mean(name, _KNOWN)
    hint = f"; did you mean '@{near}'?" if near else ""
    fix = Fix(span, near) if near else None
    message = f"there is no decorator '@{name}'{hint}"
    lowering.sink.report(error("invalid-decorator", span, message, (), fix))


def _dotted_name(node: tree.Expr) -> str | None:
    if isinstance(node, tree.Name):
        return node.name
    if isinstance(node, tree.Attribute):
        base = _dotted_name(node.value)
        return None if base is None else f"{base}.{node.name}"
    return None
