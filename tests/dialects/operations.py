"""Ways to make one op and random values for it, shared by the tests of `evaluate`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from ember.dialects import types as t
from ember.dialects.constants import decode_float
from ember.dialects.evaluate import evaluate
from ember.ir.nodes import Op, Region
from ember.support import dtype as dt
from ember.support.dtype import DType

INTEGERS = tuple(d for d in dt.ALL if d.is_integer)
FLOATS = tuple(d for d in dt.ALL if d.is_float)
NUMBERS = (*INTEGERS, *FLOATS)


def make(cls: type[Op], operand_types: Sequence[t.Type], result_type: t.Type, **attrs: Any) -> Op:
    """An op whose operands are arguments of a region."""
    return cls(Region(operand_types).args, [result_type], attrs)


def compute(
    cls: type[Op],
    operand_types: Sequence[t.Type],
    result_type: t.Type,
    *values: object,
    **attrs: Any,
) -> Any:
    """The one result of an op, or None."""
    results = evaluate(make(cls, operand_types, result_type, **attrs), values)
    return None if results is None else results[0]


def integers(dtype: DType) -> st.SearchStrategy[int]:
    """Numbers of the dtype, with its edges and small ones often."""
    bits = dtype.bits
    low = -(1 << (bits - 1)) if dtype.kind == "signed" else 0
    high = low + (1 << bits) - 1
    edges = [
        n
        for n in (low, low + 1, -1, 0, 1, 2, 7, bits - 1, bits, high - 1, high)
        if low <= n <= high
    ]
    return st.sampled_from(edges) | st.integers(low, high) | st.integers(max(low, -9), 9)


def floats(dtype: DType) -> st.SearchStrategy[float]:
    """Numbers of the dtype from all its codes, with ordinary ones often."""
    codes = st.integers(0, (1 << dtype.bits) - 1).map(lambda code: decode_float(code, dtype))
    if dtype.bits <= 8:
        return codes
    plain = st.sampled_from(
        [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -3.0, math.inf, -math.inf, math.nan]
    )
    return codes | plain


def numbers(dtype: DType) -> st.SearchStrategy[Any]:
    if dtype.kind == "bool":
        return st.booleans()
    return floats(dtype) if dtype.is_float else integers(dtype)


def values_of(type: t.Type) -> st.SearchStrategy[Any]:
    """Values of a number type in the form of `constants.py`."""
    if isinstance(type, t.SimdType):
        lane = numbers(type.dtype)
        return lane if type.width == 1 else st.tuples(*[lane] * type.width)
    if type is t.I1:
        return st.booleans()
    width = type.width if isinstance(type, t.IntegerType) else 64
    return integers(DType(f"si{width}", "", "signed", width))


def same(a: Any, b: Any) -> bool:
    """Equal values of equal types; all nans are one, zeros differ by sign."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) and isinstance(b, float):
        if math.isnan(a) or math.isnan(b):
            return math.isnan(a) and math.isnan(b)
        return a == b and math.copysign(1.0, a) == math.copysign(1.0, b)
    return type(a) is type(b) and bool(a == b)
