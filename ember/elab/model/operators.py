"""The operators and the methods that give them their meaning."""

from __future__ import annotations

from typing import Final

BINARY: Final = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}  # fmt: skip
"""`a + b` is `a.__add__(b)` or `b.__radd__(a)`, `a += b` is `a.__iadd__(b)`."""

COMPARE: Final = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
SWAPPED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
UNARY: Final = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}

OF_METHOD: Final = {
    **{f"__{kind}{stem}__": o for o, stem in BINARY.items() for kind in ("", "r", "i")},
    **{method: operator for operator, method in UNARY.items()},
}
"""The operator that a method gives its meaning to."""
