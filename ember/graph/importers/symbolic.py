"""PyTorch's symbolic sizes as dimensions: out of its expressions, or out of the text that files have of them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final

from ember.graph.api.dims import Dim


def _power(base: Dim, by: Any) -> Dim:
    return reduce(lambda x, _: x * base, range(int(by) - 1), base)


def _modulo(value: Dim, by: Dim) -> Dim:
    return value - value // by * by


_MEANING: Final[dict[str, Callable[..., Any]]] = {
    "Add": lambda *parts: reduce(lambda x, y: x + y, parts),
    "Mul": lambda *parts: reduce(lambda x, y: x * y, parts),
    "FloorDiv": lambda x, y: x // y,
    "CleanDiv": lambda x, y: x // y,
    "Pow": _power,
    "PythonMod": _modulo,
    "Mod": _modulo,
}
"""What classes of expressions mean."""
_NUMBERS: Final = ("Integer", "One", "Zero", "NegativeOne")


def _combined(kind: str, parts: Sequence[Dim]) -> Dim:
    meaning = _MEANING.get(kind)
    if meaning is None:
        raise NotImplementedError(f"a size that is a {kind}")
    return Dim(meaning(*parts))


def dim_of_expression(expression: Any) -> Dim:
    """The dimension of an expression, which is looked at by the names of its classes."""
    kind = type(expression).__name__
    if kind == "Symbol":
        return Dim(str(expression.name))
    if kind in _NUMBERS or isinstance(expression, int):
        return Dim(int(expression))
    return _combined(kind, [dim_of_expression(part) for part in expression.args])


def dim_of_text(text: str) -> Dim:
    """The dimension of `Mul(Integer(2), Symbol('s0', positive=True))`."""
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError:
        raise NotImplementedError(f"the size '{text}'") from None
    return _dim_of_tree(tree)


def _dim_of_tree(tree: ast.expr) -> Dim:
    if isinstance(tree, ast.Constant) and isinstance(tree.value, int):
        return Dim(tree.value)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return -_dim_of_tree(tree.operand)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name | ast.Attribute):
        kind = tree.func.id if isinstance(tree.func, ast.Name) else tree.func.attr
        first = tree.args[0]
        if kind == "Symbol" and isinstance(first, ast.Constant):
            return Dim(str(first.value))
        if kind == "Integer":
            return _dim_of_tree(first)
        return _combined(kind, [_dim_of_tree(part) for part in tree.args])
    raise NotImplementedError(f"the size '{ast.unparse(tree)}'")
