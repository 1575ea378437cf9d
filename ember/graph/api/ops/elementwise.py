"""Ops that work element by element: arithmetic, comparisons, functions of one number, casts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ember.dialects import mo, rmo
from ember.dtype import DType
from ember.graph.api.build import append
from ember.graph.api.operands import as_operands, as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.ops import reductions
from ember.graph.api.values import TensorValue
from ember.ir.nodes import Op


def _binary(kind: type[Op], lhs: Any, rhs: Any) -> TensorValue:
    left, right = as_operands(lhs, rhs)
    return TensorValue(append(kind, (left.ir, right.ir)).results[0])


def _unary(kind: type[Op], x: Any) -> TensorValue:
    return TensorValue(append(kind, (as_tensor(x).ir,)).results[0])


# -- two operands ----------------------------------------------------------------------------------------


@operation
def add(lhs: Any, rhs: Any) -> TensorValue:
    """Sum."""
    return _binary(rmo.Add, lhs, rhs)


@operation
def sub(lhs: Any, rhs: Any) -> TensorValue:
    """Difference."""
    return _binary(rmo.Sub, lhs, rhs)


@operation
def mul(lhs: Any, rhs: Any) -> TensorValue:
    """Product."""
    return _binary(rmo.Mul, lhs, rhs)


@operation
def div(lhs: Any, rhs: Any) -> TensorValue:
    """Quotient; of two whole numbers it is a float64."""
    left, right = as_operands(lhs, rhs)
    if left.dtype.is_integral() and right.dtype.is_integral():
        left, right = cast(left, DType.float64), cast(right, DType.float64)
    return _binary(rmo.Div, left, right)


@operation
def floor_div(lhs: Any, rhs: Any) -> TensorValue:
    """Quotient rounded down."""
    left, right = as_operands(lhs, rhs)
    if left.dtype.is_float() or right.dtype.is_float():
        return floor(div(left, right))
    return _binary(rmo.Div, left - mod(left, right), right)


@operation
def mod(lhs: Any, rhs: Any) -> TensorValue:
    """Remainder with the sign of the divisor."""
    return _binary(rmo.Mod, lhs, rhs)


@operation
def pow(lhs: Any, rhs: Any) -> TensorValue:
    """Power."""
    return _binary(rmo.Pow, lhs, rhs)


@operation
def max(x: Any, y: Any = None, axis: int | None = None) -> TensorValue:
    """The larger of two tensors, or the largest element along an axis of one."""
    if y is None:
        return reductions.largest(x, -1 if axis is None else axis)
    if axis is not None:
        raise ValueError("max: takes a second tensor or an axis, not both")
    return _binary(rmo.Max, x, y)


@operation
def min(x: Any, y: Any = None, axis: int | None = None) -> TensorValue:
    """The smaller of two tensors, or the smallest element along an axis of one."""
    if y is None:
        return reductions.smallest(x, -1 if axis is None else axis)
    if axis is not None:
        raise ValueError("min: takes a second tensor or an axis, not both")
    return _binary(rmo.Min, x, y)


@operation
def equal(lhs: Any, rhs: Any) -> TensorValue:
    """Where both are equal."""
    return _binary(rmo.Equal, lhs, rhs)


@operation
def not_equal(lhs: Any, rhs: Any) -> TensorValue:
    """Where they differ."""
    return _binary(rmo.NotEqual, lhs, rhs)


@operation
def greater(lhs: Any, rhs: Any) -> TensorValue:
    """Where the first is larger."""
    return _binary(rmo.Greater, lhs, rhs)


@operation
def greater_equal(lhs: Any, rhs: Any) -> TensorValue:
    """Where the first is not smaller."""
    return _binary(rmo.GreaterEqual, lhs, rhs)


@operation
def logical_and(lhs: Any, rhs: Any) -> TensorValue:
    """Where both are true."""
    return _binary(rmo.And, lhs, rhs)


@operation
def logical_or(lhs: Any, rhs: Any) -> TensorValue:
    """Where one is true."""
    return _binary(rmo.Or, lhs, rhs)


@operation
def logical_xor(lhs: Any, rhs: Any) -> TensorValue:
    """Where just one is true."""
    return _binary(rmo.Xor, lhs, rhs)


@operation
def where(condition: Any, x: Any, y: Any) -> TensorValue:
    """`x` where the condition holds, else `y`."""
    yes, no = as_operands(x, y)
    operands = (as_tensor(condition).ir, yes.ir, no.ir)
    return TensorValue(append(rmo.Select, operands).results[0])


# -- one operand -----------------------------------------------------------------------------------------


def _function(name: str, kind: type[Op], meaning: str) -> Callable[[Any], TensorValue]:
    def function(x: Any) -> TensorValue:
        return _unary(kind, x)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = meaning
    return operation(function)


abs = _function("abs", mo.Abs, "Absolute value.")
acos = _function("acos", mo.Acos, "Arc cosine.")
atanh = _function("atanh", mo.Atanh, "Inverse hyperbolic tangent.")
ceil = _function("ceil", mo.Ceil, "Rounds up.")
cos = _function("cos", mo.Cos, "Cosine.")
erf = _function("erf", mo.Erf, "Error function.")
exp = _function("exp", mo.Exp, "Exponential.")
floor = _function("floor", mo.Floor, "Rounds down.")
is_inf = _function("is_inf", mo.IsInf, "Where it is infinite.")
is_nan = _function("is_nan", mo.IsNan, "Where it is no number.")
log = _function("log", mo.Log, "Natural logarithm.")
log1p = _function("log1p", mo.Log1p, "Logarithm of 1 + x.")
logical_not = _function("logical_not", mo.Not, "Where it is false.")
negate = _function("negate", mo.Negative, "-x.")
relu = _function("relu", mo.Relu, "The larger of x and 0.")
round = _function("round", mo.Round, "Rounds to nearest, ties to even.")
rsqrt = _function("rsqrt", mo.Rsqrt, "Reciprocal square root.")
sigmoid = _function("sigmoid", mo.Sigmoid, "1 / (1 + exp(-x)).")
silu = _function("silu", mo.Silu, "x · sigmoid(x).")
sin = _function("sin", mo.Sin, "Sine.")
sqrt = _function("sqrt", mo.Sqrt, "Square root.")
tanh = _function("tanh", mo.Tanh, "Hyperbolic tangent.")
trunc = _function("trunc", mo.Trunc, "Rounds toward zero.")

_GELU = {"none": mo.Gelu, "tanh": mo.GeluTanh, "quick": mo.GeluQuick}


@operation
def gelu(x: Any, approximate: str = "none") -> TensorValue:
    """x·Φ(x), exactly or by one of two approximations: "tanh" or "quick"."""
    if approximate not in _GELU:
        raise ValueError(
            f"approximate is one of {', '.join(map(repr, _GELU))}, not {approximate!r}"
        )
    return _unary(_GELU[approximate], x)


@operation
def cast(x: Any, dtype: DType) -> TensorValue:
    """The same numbers as other elements; the tensor itself where they are these already."""
    value = as_tensor(x)
    if not isinstance(dtype, DType):
        raise ValueError(f"cast: an element type is wanted, such as DType.float32, not {dtype!r}")
    if value.dtype is dtype:
        return value
    return TensorValue(append(mo.Cast, (value.ir,), {"dtype": dtype.entry}).results[0])
