"""How values of graphs are written in Mojo: sizes, element types, numbers, parameters."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from math import isfinite, isinf, isnan
from typing import Any, Final

import numpy as np

from ember.dialects.dimensions import Dimension
from ember.dialects.mo_types import ShapedType
from ember.driver.elements import decode
from ember.dtype import DType
from ember.support.dtype import DType as ElementType

_TAKEN: Final = frozenset(keyword.kwlist) | frozenset(
    "var fn struct trait comptime alias ref mut out inout owned deinit self Self width index value failure "
    "frame sizes arena table lanes context contexts number stream end max min abs range print Int Bool Index IndexList Scalar SIMD DType".split()
)


def size_name(symbol: str) -> str:
    """The variable that holds a dimension."""
    plain = not symbol.startswith("_") and symbol not in _TAKEN
    is_ours = symbol[:1] in "xyvef" and symbol[1:].isdigit()
    return symbol if plain and not is_ours else f"dim_{symbol}"


def size_text(size: Dimension) -> str:
    """A size as an expression."""
    return str(size.substitute({name: _renamed(name) for name in size.symbols()}))


def _renamed(name: str) -> Dimension:
    from ember.dialects.dimensions import symbol

    return symbol(size_name(name))


def index_text(sizes: Sequence[Dimension]) -> str:
    """A shape: `IndexList[2](n, 4)`."""
    return f"IndexList[{len(sizes)}]({', '.join(map(size_text, sizes))})"


def known_text(sizes: Sequence[Dimension]) -> str:
    """What is known of a shape at compile time: -1 stands for what is not."""
    shown = (str(-1 if size.constant is None else size.constant) for size in sizes)
    return f"IndexList[{len(sizes)}]({', '.join(shown)})"


def dtype_text(dtype: ElementType) -> str:
    return f"DType.{dtype.source_name}"


def spec_text(type: ShapedType) -> str:
    """What is known of a tensor at compile time."""
    return f"StaticTensorSpec[{dtype_text(type.dtype)}, {type.rank}].row_major({known_text(type.dims)})"


def number_text(data: bytes, dtype: ElementType) -> str:
    """One number, as a literal of any lanes."""
    kind = DType(dtype.name)
    code = "?" if kind is DType.bool else f"u{kind.size_in_bytes}"
    value = decode(np.frombuffer(data, code), kind)[0].item()
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        if isnan(value):
            return f"nan[{dtype_text(dtype)}]()"
        if isinf(value):
            return f"{'neg_' if value < 0 else ''}inf[{dtype_text(dtype)}]()"
    return repr(value)


def value_text(value: Any) -> str:
    """An attribute, as a compile-time parameter or an argument."""
    match value:
        case float() if not isfinite(value):
            return (
                "FloatLiteral.nan"
                if isnan(value)
                else f"FloatLiteral.{'negative_' if value < 0 else ''}infinity"
            )
        case bool() | int() | float():
            return repr(value)
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case DType():
            return f"DType.{value.entry.source_name}"
        case ElementType():
            return dtype_text(value)
        case Dimension():
            return size_text(value)
        case tuple() | list():
            return f"IndexList[{len(value)}]({', '.join(map(value_text, value))})"
    raise ValueError(f"{value!r} cannot be given to a kernel")
