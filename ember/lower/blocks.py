"""Statements that hold blocks and bind names: loops, `try`, `with`, `match`."""

from __future__ import annotations

from collections.abc import Sequence

from ember.dialects import lit
from ember.dialects.types import ANY
from ember.ir.nodes import Region, Value
from ember.lower.context import Lowering, current_function, lowers_statement
from ember.lower.patterns import lower_pattern
from ember.lower.targets import bind_element
from ember.support.source import Span
from ember.syntax import tree

# -- loops -----------------------------------------------------------------------------------------


@lowers_statement(tree.While)
def lower_while(lowering: Lowering, node: tree.While) -> None:
    condition = lowering.yielding(node.condition)
    function = current_function(lowering)
    function.loop_depth += 1
    body = lowering.block(node.body)
    function.loop_depth -= 1
    regions = (condition, body, lowering.block(node.orelse))
    lowering.emit(lit.While((), (), None, regions, node.span))


@lowers_statement(tree.For)
def lower_for(lowering: Lowering, node: tree.For) -> None:
    if node.is_async:
        lowering.error("unsupported-syntax", node.span, "'async for' is not supported")
    if node.comptime:
        _lower_comptime_for(lowering, node)
        return
    unroll = _unroll_factor(lowering, node.decorators)
    iterable = lowering.expression(node.iterable)
    body = _loop_body(lowering, node)
    attrs = {"convention": node.convention or "", "unroll": unroll}
    regions = (body, lowering.block(node.orelse))
    lowering.emit(lit.For((iterable,), (), attrs, regions, node.span))


def _lower_comptime_for(lowering: Lowering, node: tree.For) -> None:
    _unroll_factor(lowering, node.decorators)
    iterable = lowering.yielding(node.iterable)
    body = _loop_body(lowering, node)
    regions = (iterable, body, lowering.block(node.orelse))
    lowering.emit(lit.ComptimeFor((), (), None, regions, node.span))


def _loop_body(lowering: Lowering, node: tree.For) -> Region:
    body = Region((ANY,))
    function = current_function(lowering)
    outer = lowering.enter(body)
    bind_element(lowering, node.target, node.convention, body.args[0])
    function.loop_depth += 1
    lowering.statements(node.body)
    function.loop_depth -= 1
    lowering.leave(outer)
    return body


def _unroll_factor(lowering: Lowering, decorators: Sequence[tree.Expr]) -> int:
    """0 without `@unroll`, -1 for `@unroll`, n for `@unroll(n)`."""
    factor = 0
    for decorator in decorators:
        callee = decorator.function if isinstance(decorator, tree.Call) else decorator
        if not isinstance(callee, tree.Name) or callee.name != "unroll":
            lowering.error(
                "invalid-decorator",
                decorator.span,
                "only '@unroll' and '@parameter' can stand before a loop",
            )
        elif callee is decorator:
            factor = -1
        elif isinstance(decorator, tree.Call):
            factor = _literal_factor(lowering, decorator)
    return factor


def _literal_factor(lowering: Lowering, decorator: tree.Call) -> int:
    if len(decorator.arguments) == 1 and not decorator.keywords:
        factor = decorator.arguments[0]
        if isinstance(factor, tree.IntLiteral) and factor.value > 0:
            return factor.value
    lowering.error(
        "invalid-decorator", decorator.span, "'@unroll' takes one positive integer literal"
    )
    return 0


# -- try and with ----------------------------------------------------------------------------------


@lowers_statement(tree.Try)
def lower_try(lowering: Lowering, node: tree.Try) -> None:
    body = lowering.block(node.body)
    handler_node = node.handlers[0] if node.handlers else None
    for extra in node.handlers[1:]:
        lowering.error(
            "unsupported-syntax", extra.span, "a 'try' can have only one 'except' clause"
        )
    handler = Region() if handler_node is None else _handler(lowering, handler_node)
    attrs = {
        "has_handler": handler_node is not None,
        "has_finally": bool(node.finalbody),
    }
    regions = (body, handler, lowering.block(node.orelse), lowering.block(node.finalbody))
    lowering.emit(lit.Try((), (), attrs, regions, node.span))


def _handler(lowering: Lowering, node: tree.ExceptHandler) -> Region:
    if node.type is not None:
        lowering.error(
            "unsupported-syntax",
            node.type.span,
            "an 'except' clause cannot name a type; write 'except e:' and look at 'e'",
        )
    handler = Region((ANY,), (node.name,))
    outer = lowering.enter(handler)
    if node.name is not None:
        lowering.declare(node.name, handler.args[0], node.span)
        current_function(lowering).elements.append((handler.args[0], _name_span(node)))
    lowering.statements(node.body)
    lowering.leave(outer)
    return handler


def _name_span(node: tree.ExceptHandler) -> Span:
    """Where `e` stands in `except e:`."""
    name = node.name or ""
    at = node.span.file.text.find(name, node.span.start + len("except"))
    return node.span.file.span(at, at + len(name))


@lowers_statement(tree.With)
def lower_with(lowering: Lowering, node: tree.With) -> None:
    if node.is_async:
        lowering.error("unsupported-syntax", node.span, "'async with' is not supported")
    _lower_with_item(lowering, node, 0)


def _lower_with_item(lowering: Lowering, node: tree.With, index: int) -> None:
    """The item's body is the next item, or after the last one the statement's body."""
    item = node.items[index]
    context = lowering.expression(item.value)
    body = Region((ANY,))
    outer = lowering.enter(body)
    if item.target is not None:
        bind_element(lowering, item.target, item.convention, body.args[0])
    if index + 1 < len(node.items):
        _lower_with_item(lowering, node, index + 1)
    else:
        lowering.statements(node.body)
    lowering.leave(outer)
    bound = item.target is not None
    lowering.emit(lit.With((context,), (), {"bound": bound}, (body,), item.span))


# -- match -----------------------------------------------------------------------------------------


@lowers_statement(tree.Match)
def lower_match(lowering: Lowering, node: tree.Match) -> None:
    if node.comptime:
        lowering.error("unsupported-syntax", node.span, "'comptime match' is not supported")
    subject: Value = lowering.expression(node.subject)
    cases = Region()
    outer = lowering.enter(cases)
    for case in node.cases:
        _lower_case(lowering, case)
    lowering.leave(outer)
    lowering.emit(lit.Match((subject,), (), None, (cases,), node.span))


def _lower_case(lowering: Lowering, node: tree.MatchCase) -> None:
    """Captures are declared in the pattern's region and visible in the guard and the body."""
    pattern = Region()
    outer = lowering.enter(pattern)
    lower_pattern(lowering, node.pattern)
    guard = lowering.yielding(node.guard)
    body = Region()
    lowering.region = body
    lowering.statements(node.body)
    lowering.leave(outer)
    lowering.emit(lit.Case((), (), None, (pattern, guard, body), node.span))
