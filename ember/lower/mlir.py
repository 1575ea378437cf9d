"""`__mlir_type`, `__mlir_attr` and `__mlir_op`: raw IR written in the source."""

from __future__ import annotations

from ember.dialects import lit
from ember.ir.nodes import Op, Value
from ember.lower.context import ONE_RESULT, Lowering
from ember.support.source import Span
from ember.syntax import tree

_TEXT_OPS: dict[str, type[Op]] = {"__mlir_type": lit.MlirType, "__mlir_attr": lit.MlirAttr}


def lower_mlir_attribute(lowering: Lowering, node: tree.Attribute) -> Value:
    """``__mlir_type.index``, ``__mlir_attr.`1 : index` ``."""
    assert isinstance(node.value, tree.Name)
    return _text(lowering, node.value.name, (node.name,), [], node.span)


def lower_mlir_subscript(lowering: Lowering, node: tree.Subscript) -> Value:
    """``__mlir_type[`!pop.array<`, n, `, `, T, `>`]``: text between backticks, values in between."""
    assert isinstance(node.value, tree.Name)
    parts: list[str | None] = []
    values: list[Value] = []
    for part in node.arguments:
        if isinstance(part, tree.Name) and part.backticks:
            parts.append(part.name)
        else:
            parts.append(None)
            values.append(lowering.expression(part))
    for keyword in node.keywords:
        _malformed(lowering, keyword.span, node.value.name)
    return _text(lowering, node.value.name, tuple(parts), values, node.span)


def _text(
    lowering: Lowering, word: str, parts: tuple[str | None, ...], values: list[Value], span: Span
) -> Value:
    op = _TEXT_OPS.get(word)
    if op is None:  # an `__mlir_op` that is not called
        _malformed(lowering, span, word)
        op = lit.MlirAttr
    return lowering.value(op(values, ONE_RESULT, {"parts": parts}, (), span))


def lower_mlir_call(lowering: Lowering, node: tree.Call) -> Value:
    """``__mlir_op.`pop.add`[key=value](a, *rest)``."""
    function = node.function
    keys: list[str] = []
    values: list[Value] = []
    if isinstance(function, tree.Subscript):
        for keyword in function.keywords:
            keys.append(keyword.name)
            values.append(lowering.expression(keyword.value))
        for stray in function.arguments:
            _malformed(lowering, stray.span, "__mlir_op")
        function = function.value
    assert isinstance(function, tree.Attribute)
    unpack: list[str] = []
    for argument in node.arguments:
        stars = argument.stars if isinstance(argument, tree.Unpack) else 0
        unpack.append("*" * stars)
        values.append(
            lowering.expression(argument.value if isinstance(argument, tree.Unpack) else argument)
        )
    for keyword in node.keywords:
        _malformed(lowering, keyword.span, "__mlir_op")
    attrs = {"operation": function.name, "attr_keys": tuple(keys), "unpack": tuple(unpack)}
    return lowering.value(lit.MlirOp(values, ONE_RESULT, attrs, (), node.span))


_FORMS = {
    "__mlir_type": "__mlir_type.`text` or __mlir_type[`text`, value, ...]",
    "__mlir_attr": "__mlir_attr.`text` or __mlir_attr[`text`, value, ...]",
    "__mlir_op": "__mlir_op.`name`[key=value, ...](values...)",
}


def _malformed(lowering: Lowering, span: Span, word: str) -> None:
    lowering.error("invalid-mlir", span, f"'{word}' must be written as {_FORMS[word]}")
