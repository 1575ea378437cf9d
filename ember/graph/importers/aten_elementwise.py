"""ATen ops that work element by element."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, pi, sqrt
from typing import Any, Final

from ember.dialects import rmo
from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.build import append
from ember.graph.api.dims import Dim
from ember.graph.api.values import TensorValue
from ember.graph.importers.aten_call import (
    HANDLERS,
    Call,
    as_dtype,
    as_float,
    common_type,
    handles,
    promoted,
)
from ember.graph.importers.bits import bitwise, inverted, reinterpreted, shifted

# -- one operand -----------------------------------------------------------------------------------------


def sign(x: TensorValue) -> TensorValue:
    """-1, 0 or 1."""
    up, down = ops.cast(x > 0, x.dtype), ops.cast(ops.greater(0, x), x.dtype)
    return up if x.dtype.is_unsigned_integral() or x.dtype is DType.bool else up - down


def _asin(x: TensorValue) -> TensorValue:
    return pi / 2 - ops.acos(x)


def _expm1(x: TensorValue) -> TensorValue:
    """Near 0 by its series, which loses nothing."""
    near = x * (1 + x * (0.5 + x * (1 / 6 + x * (1 / 24))))
    return ops.where(ops.greater(0.05, ops.abs(x)), near, ops.exp(x) - 1)


_REAL: Final[dict[str, Callable[[TensorValue], TensorValue]]] = {
    "acos": ops.acos, "asin": _asin, "atan": lambda x: _asin(x * ops.rsqrt(1 + x * x)), "atanh": ops.atanh,
    "cos": ops.cos, "sin": ops.sin, "tan": lambda x: ops.sin(x) / ops.cos(x), "tanh": ops.tanh,
    "cosh": lambda x: (ops.exp(x) + ops.exp(-x)) / 2, "sinh": lambda x: (ops.exp(x) - ops.exp(-x)) / 2,
    "asinh": lambda x: sign(x) * ops.log(ops.abs(x) + ops.sqrt(x * x + 1)),
    "acosh": lambda x: ops.log(x + ops.sqrt(x * x - 1)),
    "erf": ops.erf, "erfc": lambda x: 1 - ops.erf(x), "exp": ops.exp, "exp2": lambda x: ops.exp(x * log(2)),
    "expm1": _expm1, "log": ops.log, "log1p": ops.log1p, "log2": lambda x: ops.log(x) * (1 / log(2)),
    "log10": lambda x: ops.log(x) * (1 / log(10)), "reciprocal": lambda x: 1 / x, "rsqrt": ops.rsqrt,
    "sigmoid": ops.sigmoid, "sqrt": ops.sqrt,
}  # fmt: skip
"""Functions of real numbers: whole numbers become floats first."""


def _whole_stays(function: Callable[[TensorValue], TensorValue]) -> Callable[[TensorValue], Any]:
    return lambda x: function(x) if x.dtype.is_float() else x


def at_least(x: TensorValue, limit: Any) -> TensorValue:
    """The larger one; what is no number stays so, which `ops.max` does not promise."""
    return ops.where(ops.greater(limit, x), limit, x) if x.dtype.is_float() else ops.max(x, limit)


def at_most(x: TensorValue, limit: Any) -> TensorValue:
    """The smaller one, the same way."""
    return ops.where(ops.greater(x, limit), limit, x) if x.dtype.is_float() else ops.min(x, limit)


def _maximum(x: TensorValue, y: TensorValue) -> TensorValue:
    return ops.where(ops.is_nan(y), y, at_least(x, y)) if x.dtype.is_float() else ops.max(x, y)


def _minimum(x: TensorValue, y: TensorValue) -> TensorValue:
    return ops.where(ops.is_nan(y), y, at_most(x, y)) if x.dtype.is_float() else ops.min(x, y)


_PLAIN: Final[dict[str, Callable[[TensorValue], TensorValue]]] = {
    "abs": ops.abs, "neg": ops.negate, "relu": lambda x: at_least(x, 0), "silu": ops.silu, "sign": sign, "sgn": sign,
    "ceil": _whole_stays(ops.ceil), "floor": _whole_stays(ops.floor), "round": _whole_stays(ops.round),
    "trunc": _whole_stays(ops.trunc), "square": lambda x: x * x, "positive": lambda x: x,
    "logical_not": lambda x: ops.logical_not(as_dtype(x, DType.bool)),
    "relu6": lambda x: at_most(at_least(x, 0), 6), "mish": lambda x: x * ops.tanh(_softplus(x)),
    "hardsigmoid": lambda x: ops.min(ops.relu(x + 3), 6) / 6,
    "hardswish": lambda x: x * ops.min(ops.relu(x + 3), 6) / 6,
}  # fmt: skip


def _softplus(x: TensorValue) -> TensorValue:
    return ops.relu(x) + ops.log1p(ops.exp(-ops.abs(x)))


def _unary(function: Callable[[TensorValue], TensorValue], is_real: bool) -> Callable[..., Any]:
    def handler(call: Call, self: TensorValue) -> Any:
        return function(as_float(self) if is_real else self)

    return handler


HANDLERS.update({f"aten.{name}.default": _unary(f, True) for name, f in _REAL.items()})
HANDLERS.update({f"aten.{name}.default": _unary(f, False) for name, f in _PLAIN.items()})


@handles("aten.isnan.default", "aten.isinf.default")
def is_special(call: Call, self: TensorValue) -> Any:
    if not self.dtype.is_float():
        return ops.not_equal(self, self)
    return ops.is_nan(self) if "isnan" in call.op else ops.is_inf(self)


@handles("aten.bitwise_not.default")
def bitwise_not(call: Call, self: TensorValue) -> Any:
    return inverted(self)


@handles("aten.view.dtype")
def other_elements(call: Call, self: TensorValue, dtype: DType) -> Any:
    return reinterpreted(self, dtype)


@handles("aten.gelu.default")
def gelu(call: Call, self: TensorValue, *, approximate: str = "none") -> Any:
    return ops.gelu(self, approximate)


@handles("aten.leaky_relu.default")
def leaky_relu(call: Call, self: TensorValue, negative_slope: float = 0.01) -> Any:
    return ops.where(self > 0, self, self * negative_slope)


@handles("aten.elu.default")
def elu(call: Call, self: TensorValue, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Any:  # fmt: skip
    return ops.where(self > 0, self * scale, _expm1(self * input_scale) * (alpha * scale))


@handles("aten.softplus.default")
def softplus(call: Call, self: TensorValue, beta: float = 1, threshold: float = 20) -> Any:
    return ops.where(self * beta > threshold, self, _softplus(self * beta) / beta)


@handles("aten.threshold_backward.default")
def threshold_backward(call: Call, grad_output: TensorValue, self: TensorValue, threshold: float) -> Any:  # fmt: skip
    return ops.where(ops.greater_equal(threshold, self), grad_output * 0, grad_output)


@handles("aten.gelu_backward.default")
def gelu_backward(call: Call, grad_output: TensorValue, self: TensorValue, *, approximate: str = "none") -> Any:  # fmt: skip
    if approximate == "none":
        density = ops.exp(self * self * -0.5) * (1 / sqrt(2 * pi))
        return grad_output * ((1 + ops.erf(self * sqrt(0.5))) * 0.5 + self * density)
    inner = sqrt(2 / pi) * (self + 0.044715 * self * self * self)
    slope = sqrt(2 / pi) * (1 + 3 * 0.044715 * self * self)
    curve = ops.tanh(inner)
    return grad_output * (0.5 * (1 + curve) + 0.5 * self * (1 - curve * curve) * slope)


@handles("aten.tanh_backward.default", "aten.sigmoid_backward.default")
def curve_backward(call: Call, grad_output: TensorValue, output: TensorValue) -> Any:
    if "tanh" in call.op:
        return grad_output * (1 - output * output)
    return grad_output * output * (1 - output)


# -- limits ----------------------------------------------------------------------------------------------


@handles("aten.clamp.default", "aten.clamp.Tensor", "aten.clip.default")
def clamp(call: Call, self: TensorValue, min: Any = None, max: Any = None) -> Any:
    given = [limit for limit in (min, max) if limit is not None]
    dtype = common_type([self, *given])
    value = as_dtype(self, dtype)
    if min is not None and not (isinstance(min, float) and min == -inf):
        value = at_least(value, as_dtype(min, dtype))
    if max is None or (isinstance(max, float) and max == inf):
        return value
    return at_most(value, as_dtype(max, dtype))


@handles("aten.clamp_min.default", "aten.clamp_min.Tensor")
def clamp_min(call: Call, self: TensorValue, min: Any) -> Any:
    return clamp(call, self, min)


@handles("aten.clamp_max.default", "aten.clamp_max.Tensor")
def clamp_max(call: Call, self: TensorValue, max: Any) -> Any:
    return clamp(call, self, None, max)


@handles("aten.hardtanh.default")
def hardtanh(call: Call, self: TensorValue, min_val: float = -1, max_val: float = 1) -> Any:
    return clamp(call, self, min_val, max_val)


# -- two operands ----------------------------------------------------------------------------------------


def _sum(left: TensorValue, right: TensorValue) -> TensorValue:
    return ops.logical_or(left, right) if left.dtype is DType.bool else ops.add(left, right)


def _product(left: TensorValue, right: TensorValue) -> TensorValue:
    return ops.logical_and(left, right) if left.dtype is DType.bool else ops.mul(left, right)


def quotient(left: TensorValue, right: TensorValue) -> TensorValue:
    """Whole numbers are divided toward zero."""
    return TensorValue(append(rmo.Div, (left.ir, right.ir)).results[0])


def _remainder_of_truncation(left: TensorValue, right: TensorValue) -> TensorValue:
    parts = quotient(left, right)
    return left - (ops.trunc(parts) if parts.dtype.is_float() else parts) * right


_BINARY: Final[dict[str, Callable[[TensorValue, TensorValue], TensorValue]]] = {
    "mul": _product, "maximum": _maximum, "minimum": _minimum, "remainder": ops.mod,
    "floor_divide": ops.floor_div, "fmod": _remainder_of_truncation, "eq": ops.equal, "ne": ops.not_equal,
    "gt": ops.greater, "ge": ops.greater_equal, "lt": lambda x, y: ops.greater(y, x),
    "le": lambda x, y: ops.greater_equal(y, x),
}  # fmt: skip


def _binary(function: Callable[..., TensorValue]) -> Callable[..., Any]:
    def handler(call: Call, self: Any, other: Any) -> Any:
        return function(*promoted(self, other))

    return handler


for _name, _function in _BINARY.items():
    for _kind in ("Tensor", "Scalar", "default"):
        HANDLERS[f"aten.{_name}.{_kind}"] = _binary(_function)


@handles("aten.add.Tensor", "aten.add.Scalar", "aten.sub.Tensor", "aten.sub.Scalar")
def add(call: Call, self: Any, other: Any, alpha: Any = 1) -> Any:
    left, right = promoted(self, other)
    if alpha != 1:
        right = ops.mul(right, as_dtype(alpha, right.dtype))
    return _sum(left, right) if ".add." in call.op else ops.sub(left, right)


@handles("aten.rsub.Scalar", "aten.rsub.Tensor")
def rsub(call: Call, self: Any, other: Any, alpha: Any = 1) -> Any:
    left, right = promoted(other, self)
    return ops.sub(left, right if alpha == 1 else ops.mul(right, as_dtype(alpha, right.dtype)))


@handles("aten.div.Tensor", "aten.div.Scalar", "aten.true_divide.Tensor")
def div(call: Call, self: Any, other: Any) -> Any:
    left, right = promoted(self, other)
    if isinstance(other, float | int) and other and left.dtype.is_float():
        return ops.mul(left, as_dtype(1 / other, left.dtype)) if _is_exact(other) else left / right
    return ops.div(as_float(left), as_float(right))


def _is_exact(divisor: float) -> bool:
    """Whether dividing by it is multiplying by its reciprocal: powers of two."""
    numerator, denominator = abs(float(divisor)).as_integer_ratio()
    return not (numerator & (numerator - 1) or denominator & (denominator - 1))


@handles("aten.div.Tensor_mode", "aten.div.Scalar_mode")
def div_rounded(call: Call, self: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    if rounding_mode is None:
        return div(call, self, other)
    left, right = promoted(self, other)
    if rounding_mode == "floor":
        return ops.floor_div(left, right)
    parts = quotient(left, right)
    return ops.trunc(parts) if parts.dtype.is_float() else parts


@handles("aten.pow.Tensor_Scalar", "aten.pow.Tensor_Tensor", "aten.pow.Scalar")
def power(call: Call, self: Any, exponent: Any) -> Any:
    base, by = promoted(self, exponent)
    if isinstance(exponent, int | float) and exponent in (1, 2, 3):
        return base if exponent == 1 else base * base if exponent == 2 else base * base * base
    if isinstance(exponent, float) and abs(exponent) == 0.5:
        return ops.sqrt(base) if exponent > 0 else ops.rsqrt(base)
    if isinstance(exponent, int) and exponent == -1:
        return 1 / base
    return ops.pow(base, by)


_LOGIC: Final = {"and": ops.logical_and, "or": ops.logical_or, "xor": ops.logical_xor}


def _logical(name: str, is_bitwise: bool) -> Callable[..., Any]:
    def handler(call: Call, self: Any, other: Any) -> Any:
        if is_bitwise and common_type([self, other]) is not DType.bool:
            return bitwise(name, *promoted(self, other))
        return _LOGIC[name](as_dtype(self, DType.bool), as_dtype(other, DType.bool))

    return handler


for _name in _LOGIC:
    HANDLERS[f"aten.logical_{_name}.default"] = _logical(_name, False)
    for _kind in ("Tensor", "Scalar"):
        HANDLERS[f"aten.bitwise_{_name}.{_kind}"] = _logical(_name, True)
        HANDLERS[f"aten.__{_name}__.{_kind}"] = _logical(_name, True)


def _shift(is_left: bool) -> Callable[..., Any]:
    def handler(call: Call, self: Any, other: Any) -> Any:
        x, by = promoted(self, other)
        return shifted(x, by, is_left)

    return handler


for _side in ("left", "right"):
    for _kind in ("Tensor", "Tensor_Scalar"):
        HANDLERS[f"aten.bitwise_{_side}_shift.{_kind}"] = _shift(_side == "left")
    for _kind in ("Tensor", "Scalar"):
        HANDLERS[f"aten.__{_side[0]}shift__.{_kind}"] = _shift(_side == "left")


# -- three operands --------------------------------------------------------------------------------------


@handles("aten.where.self", "aten.where.ScalarSelf", "aten.where.ScalarOther", "aten.where.Scalar")
def where(call: Call, condition: TensorValue, self: Any, other: Any) -> Any:
    return ops.where(as_dtype(condition, DType.bool), *promoted(self, other))


@handles("aten.masked_fill.Scalar", "aten.masked_fill.Tensor")
def masked_fill(call: Call, self: TensorValue, mask: TensorValue, value: Any) -> Any:
    return ops.where(mask, as_dtype(value, self.dtype), self)


@handles("aten.addcmul.default", "aten.addcdiv.default")
def add_combined(call: Call, self: Any, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Any:
    base, one, other = promoted(self, tensor1, tensor2)
    part = one * other if "addcmul" in call.op else one / other
    return base + (part if value == 1 else part * as_dtype(value, part.dtype))


@handles("aten.lerp.Tensor", "aten.lerp.Scalar")
def lerp(call: Call, self: TensorValue, end: TensorValue, weight: Any) -> Any:
    return self + (end - self) * as_dtype(weight, self.dtype)


# -- element types ---------------------------------------------------------------------------------------


@handles("aten._to_copy.default", "aten.to.dtype", "aten.to.dtype_layout", "aten.to.device")
def to_copy(call: Call, self: TensorValue, *rest: Any, dtype: DType | None = None, **options: Any) -> Any:  # fmt: skip
    wanted = dtype or next((part for part in rest if isinstance(part, DType)), None)
    return self if wanted is None else as_dtype(self, wanted)


@handles("aten.type_as.default", "aten.to.other")
def type_as(call: Call, self: TensorValue, other: TensorValue, *rest: Any, **options: Any) -> Any:
    return as_dtype(self, other.dtype)


@handles("prims.convert_element_type.default")
def convert(call: Call, a: TensorValue, dtype: DType) -> Any:
    return as_dtype(a, dtype)


@handles(
    "aten.clone.default", "aten.alias.default", "aten.detach.default", "aten.detach_.default", "aten.contiguous.default",
    "aten.lift_fresh_copy.default", "aten.lift_fresh.default", "aten.dropout.default", "aten.feature_dropout.default",
    "aten.copy.default", "aten.to.dtype_layout_", "aten.positive.default",
)  # fmt: skip
def same(call: Call, self: TensorValue, *rest: Any, **options: Any) -> Any:
    """What changes nothing about the numbers."""
    if "dropout" in call.op and rest[-1] and rest[0]:
        raise NotImplementedError("dropout in training mode")
    if call.op == "aten.copy.default":
        return ops.broadcast_to(as_dtype(rest[0], self.dtype), self.shape)
    return self


# -- numbers outside of tensors --------------------------------------------------------------------------


_ON_NUMBERS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y,
    "floordiv": lambda x, y: x // y,
}  # fmt: skip


def _on_numbers(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def handler(call: Call, a: Any, b: Any) -> Any:
        if isinstance(a, float) or isinstance(b, float):
            if isinstance(a, Dim) or isinstance(b, Dim):
                raise NotImplementedError("a fraction of a size that is not known yet")
        return function(a, b)

    return handler


HANDLERS.update({f"_operator.{name}": _on_numbers(f) for name, f in _ON_NUMBERS.items()})


@handles("_operator.neg")
def negated(call: Call, a: Any) -> Any:
    return -a
