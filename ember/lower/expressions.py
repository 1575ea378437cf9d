"""Expressions -> `lit` values. Names that are local become their SSA value, all others a `lit.name`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ember.dialects import lit
from ember.ir.nodes import Op, Region, Value
from ember.lower.context import ONE_RESULT, Lowering, lowers_expression
from ember.lower.mlir import lower_mlir_attribute, lower_mlir_call, lower_mlir_subscript
from ember.support.source import Span
from ember.syntax import tree

# -- names and literals ----------------------------------------------------------------------------


@lowers_expression(tree.Name)
def lower_name(lowering: Lowering, node: tree.Name) -> Value:
    name = node.name
    local = lowering.scope.lookup(name)
    if local is not None:
        return local
    if name == "_" and not node.backticks:
        return literal(lowering, "unbound", None, node.span)
    qualified = lowering.qualified
    if qualified is not None and name in qualified.names:
        if lowering.scope.declaring(name) is qualified:
            message = f"'{name}' is a parameter of the struct; write 'Self.{name}'"
            lowering.error("unqualified-parameter", node.span, message)
    return lowering.value(lit.Name((), ONE_RESULT, {"name": name}, (), node.span))


def literal(lowering: Lowering, kind: str, value: object, span: Span) -> Value:
    return lowering.value(lit.Literal((), ONE_RESULT, {"kind": kind, "value": value}, (), span))


@lowers_expression(tree.IntLiteral)
def lower_int(lowering: Lowering, node: tree.IntLiteral) -> Value:
    return literal(lowering, "int", node.value, node.span)


@lowers_expression(tree.FloatLiteral)
def lower_float(lowering: Lowering, node: tree.FloatLiteral) -> Value:
    return literal(lowering, "float", node.text, node.span)


@lowers_expression(tree.StringLiteral)
def lower_string(lowering: Lowering, node: tree.StringLiteral) -> Value:
    return literal(lowering, "string", node.value, node.span)


@lowers_expression(tree.BoolLiteral)
def lower_bool(lowering: Lowering, node: tree.BoolLiteral) -> Value:
    return literal(lowering, "bool", node.value, node.span)


@lowers_expression(tree.NoneLiteral)
def lower_none(lowering: Lowering, node: tree.NoneLiteral) -> Value:
    return literal(lowering, "none", None, node.span)


@lowers_expression(tree.EllipsisLiteral)
def lower_ellipsis(lowering: Lowering, node: tree.EllipsisLiteral) -> Value:
    return literal(lowering, "ellipsis", None, node.span)


@lowers_expression(tree.ErrorExpr)
def lower_error(lowering: Lowering, node: tree.ErrorExpr) -> Value:
    """The parser has reported it; anything well formed will do."""
    return literal(lowering, "none", None, node.span)


@lowers_expression(tree.TString)
def lower_tstring(lowering: Lowering, node: tree.TString) -> Value:
    parts: list[bytes | None] = []
    values: list[Value] = []
    for part in node.parts:
        if isinstance(part, bytes):
            parts.append(part)
        else:
            parts.append(None)
            values.append(lowering.expression(part))
    return lowering.value(lit.TString(values, ONE_RESULT, {"parts": tuple(parts)}, (), node.span))


# -- members, subscripts, calls --------------------------------------------------------------------


@lowers_expression(tree.Attribute)
def lower_attribute(lowering: Lowering, node: tree.Attribute) -> Value:
    base = node.value
    if base.__class__ is tree.Name and base.name in _MLIR_WORDS:
        return lower_mlir_attribute(lowering, node)
    return attribute(lowering, node, lowering.expression(base))


def attribute(lowering: Lowering, node: tree.Attribute, base: Value) -> Value:
    """`base.name`, located at the name."""
    span = node.span
    width = len(node.name) + 2 if node.backticks else len(node.name)
    at = Span(span.file, span.end - width, span.end)
    return lowering.value(lit.Attribute((base,), ONE_RESULT, {"name": node.name}, (), at))


@lowers_expression(tree.ContextualMember)
def lower_contextual_member(lowering: Lowering, node: tree.ContextualMember) -> Value:
    return lowering.value(lit.ContextualMember((), ONE_RESULT, {"name": node.name}, (), node.span))


@lowers_expression(tree.Subscript)
def lower_subscript(lowering: Lowering, node: tree.Subscript) -> Value:
    base = node.value
    if base.__class__ is tree.Name and base.name in _MLIR_WORDS:
        return lower_mlir_subscript(lowering, node)
    operands, attrs = subscript_parts(lowering, node)
    return lowering.value(lit.Subscript(operands, ONE_RESULT, attrs, (), node.span))


def subscript_parts(
    lowering: Lowering, node: tree.Subscript
) -> tuple[list[Value], dict[str, object]]:
    """Operands and attributes of a `lit.subscript`: base and items are evaluated, the subscript itself is not."""
    base = lowering.expression(node.value)
    return _arguments(lowering, base, node.arguments, node.keywords)


@lowers_expression(tree.Slice)
def lower_slice(lowering: Lowering, node: tree.Slice) -> Value:
    bounds = (node.lower, node.upper, node.step)
    parts = [lowering.expression(bound) for bound in bounds if bound is not None]
    present = tuple(bound is not None for bound in bounds)
    return lowering.value(lit.Slice(parts, ONE_RESULT, {"present": present}, (), node.span))


@lowers_expression(tree.Call)
def lower_call(lowering: Lowering, node: tree.Call) -> Value:
    function = node.function
    if function.__class__ is tree.Name:
        pseudo = _PSEUDO_CALLS.get(function.name)
        if pseudo is not None and lowering.is_free(function.name):
            return pseudo(lowering, node)
    elif _is_mlir_op(function):
        return lower_mlir_call(lowering, node)
    operands, attrs = _arguments(
        lowering, lowering.expression(function), node.arguments, node.keywords
    )
    return lowering.value(lit.Call(operands, ONE_RESULT, attrs, (), node.span))


def _arguments(
    lowering: Lowering,
    first: Value,
    arguments: Sequence[tree.Expr],
    keywords: Sequence[tree.Keyword],
) -> tuple[list[Value], dict[str, object]]:
    """The operands after `first`, positional ones before keywords, and the attributes that describe them."""
    values, unpack = unpacked(lowering, arguments)
    named = _named_values(lowering, keywords)
    attrs: dict[str, object] = {
        "keywords": ("",) * len(arguments) + tuple(named),
        "unpack": unpack + ("",) * len(named),
    }
    return [first, *values, *named.values()], attrs


def unpacked(lowering: Lowering, nodes: Sequence[tree.Expr]) -> tuple[list[Value], tuple[str, ...]]:
    """Values of a list in which `*x` and `**x` may stand, and the stars of each."""
    values: list[Value] = []
    stars: list[str] = []
    for node in nodes:
        if node.__class__ is tree.Unpack:
            stars.append("*" * node.stars)
            values.append(lowering.expression(node.value))
        else:
            stars.append("")
            values.append(lowering.expression(node))
    return values, tuple(stars)


def _named_values(lowering: Lowering, keywords: Sequence[tree.Keyword]) -> dict[str, Value]:
    """The values of keyword arguments; of a name that is given again, which is an error, the first."""
    named: dict[str, Value] = {}
    for keyword in keywords:
        value = lowering.expression(keyword.value)
        if named.setdefault(keyword.name, value) is not value:
            message = f"'{keyword.name}' is given more than once"
            lowering.error("duplicate-name", keyword.span, message)
    return named


@lowers_expression(tree.Unpack)
def lower_stray_unpack(lowering: Lowering, node: tree.Unpack) -> Value:
    """One outside a list of values, which the parser has reported."""
    return lowering.expression(node.value)


# -- calls that are not calls ----------------------------------------------------------------------


def _pseudo(op: type[Op], several: bool) -> Callable[[Lowering, tree.Call], Value]:
    """A rule for `word(e)`, where the expression is described and not run: it goes to a region."""

    def lower(lowering: Lowering, node: tree.Call) -> Value:
        arguments = node.arguments
        plain = not node.keywords and not any(isinstance(a, tree.Unpack) for a in arguments)
        if not plain or (len(arguments) != 1 and not several):
            word = node.function.span.text
            count = "places" if several else "exactly one argument"
            lowering.error("no-matching-call", node.span, f"'{word}' takes {count}")
            return literal(lowering, "none", None, node.span)
        return lowering.value(
            op((), ONE_RESULT, {}, (lowering.yielding_all(arguments),), node.span)
        )

    return lower


_PSEUDO_CALLS: dict[str, Callable[[Lowering, tree.Call], Value]] = {
    "type_of": _pseudo(lit.TypeOf, several=False),
    "__type_of": _pseudo(lit.TypeOf, several=False),
    "__typeof": _pseudo(lit.TypeOf, several=False),
    "origin_of": _pseudo(lit.OriginOf, several=True),
    "__origin_of": _pseudo(lit.OriginOf, several=True),
    "__lifetime_of": _pseudo(lit.OriginOf, several=True),
    "comptime": _pseudo(lit.Comptime, several=False),
}

_MLIR_WORDS = frozenset({"__mlir_type", "__mlir_attr", "__mlir_op"})


def _is_mlir_op(function: tree.Expr) -> bool:
    """Whether it is ``__mlir_op.`name` `` or ``__mlir_op.`name`[...]``."""
    if function.__class__ is tree.Subscript:
        function = function.value
    if function.__class__ is not tree.Attribute:
        return False
    base = function.value
    return base.__class__ is tree.Name and base.name == "__mlir_op"


# -- operators -------------------------------------------------------------------------------------


@lowers_expression(tree.Binary)
def lower_binary(lowering: Lowering, node: tree.Binary) -> Value:
    """Walks down the left side in a loop: `a + b + … + z` nests as deep as it is long."""
    spine = [node]
    left = node.left
    while left.__class__ is tree.Binary:
        spine.append(left)
        left = left.left
    value = lowering.expression(left)
    for link in reversed(spine):
        rhs = lowering.expression(link.right)
        attrs = {"operator": link.op}
        value = lowering.value(lit.Binary((value, rhs), ONE_RESULT, attrs, (), link.span))
    return value


@lowers_expression(tree.Unary)
def lower_unary(lowering: Lowering, node: tree.Unary) -> Value:
    value = lowering.expression(node.operand)
    return lowering.value(lit.Unary((value,), ONE_RESULT, {"operator": node.op}, (), node.span))


@lowers_expression(tree.Not)
def lower_not(lowering: Lowering, node: tree.Not) -> Value:
    value = lowering.expression(node.operand)
    return lowering.value(lit.Unary((value,), ONE_RESULT, {"operator": "not"}, (), node.span))


@lowers_expression(tree.Compare)
def lower_compare(lowering: Lowering, node: tree.Compare) -> Value:
    return _compare_from(lowering, node, 0, lowering.expression(node.left))


def _compare_from(lowering: Lowering, node: tree.Compare, index: int, lhs: Value) -> Value:
    """`lhs op[index] … `: the rest of a chain is evaluated only if this link holds."""
    rhs = lowering.expression(node.operands[index])
    span = node.span
    first = lowering.value(
        lit.Compare((lhs, rhs), ONE_RESULT, {"operator": node.ops[index]}, (), span)
    )
    if index + 1 == len(node.ops):
        return first
    outer = lowering.region
    lowering.region = rest = Region()
    value = _compare_from(lowering, node, index + 1, rhs)
    rest.append(lit.Yield((value,), (), None, (), span))
    lowering.region = outer
    return lowering.value(lit.BoolOp((first,), ONE_RESULT, {"operator": "and"}, (rest,), span))


@lowers_expression(tree.BoolOp)
def lower_bool_op(lowering: Lowering, node: tree.BoolOp) -> Value:
    """`a and b and c` is `(a and b) and c`."""
    value = lowering.expression(node.values[0])
    for operand in node.values[1:]:
        rest = lowering.yielding(operand)
        attrs = {"operator": node.op}
        span = node.span.to(operand.span)
        value = lowering.value(lit.BoolOp((value,), ONE_RESULT, attrs, (rest,), span))
    return value


@lowers_expression(tree.Ternary)
def lower_ternary(lowering: Lowering, node: tree.Ternary) -> Value:
    condition = lowering.expression(node.condition)
    arms = (lowering.yielding(node.body), lowering.yielding(node.orelse))
    return lowering.value(lit.Ternary((condition,), ONE_RESULT, {}, arms, node.span))


@lowers_expression(tree.Transfer)
def lower_transfer(lowering: Lowering, node: tree.Transfer) -> Value:
    value = lowering.expression(node.value)
    return lowering.value(lit.Transfer((value,), ONE_RESULT, {}, (), node.span))


@lowers_expression(tree.Await)
def lower_await(lowering: Lowering, node: tree.Await) -> Value:
    value = lowering.expression(node.value)
    attrs = {"of_variable": isinstance(node.value, tree.Name)}
    return lowering.value(lit.Await((value,), ONE_RESULT, attrs, (), node.span))


@lowers_expression(tree.RefType)
def lower_stray_ref_type(lowering: Lowering, node: tree.RefType) -> Value:
    lowering.error(
        "misplaced-binding", node.span, "'ref' can only be used on a function's result type"
    )
    return lowering.expression(node.type)


@lowers_expression(tree.Binding)
def lower_stray_binding(lowering: Lowering, node: tree.Binding) -> Value:
    lowering.error(
        "misplaced-binding", node.span, f"'{node.kind}' can only be used where a name is assigned"
    )
    return lowering.expression(node.target)
