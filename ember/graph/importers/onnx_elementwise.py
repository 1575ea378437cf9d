"""ONNX ops that work element by element."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any, Final

from ember.dialects import rmo
from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.build import append
from ember.graph.api.operands import as_operands
from ember.graph.api.values import TensorValue
from ember.graph.importers.bits import bitwise, inverted, reinterpreted, shifted
from ember.graph.importers.onnx_node import CPU, HANDLERS, Item, Node, handles, is_known

# -- one operand -----------------------------------------------------------------------------------------


def _where(condition: TensorValue, yes: Any, no: Any) -> TensorValue:
    return ops.where(condition, yes, no)


def _sign(x: TensorValue) -> TensorValue:
    zero = x * 0
    return _where(x > 0, zero + 1, _where(x < 0, zero - 1, zero)) if x.dtype.is_signed_integral() or x.dtype.is_float() else _where(x > 0, zero + 1, zero)  # fmt: skip


def _asin(x: TensorValue) -> TensorValue:
    return pi / 2 - ops.acos(x)


_UNARY: Final[dict[str, Callable[[TensorValue], TensorValue]]] = {
    "Abs": ops.abs, "Acos": ops.acos, "Atanh": ops.atanh, "Ceil": ops.ceil, "Cos": ops.cos, "Erf": ops.erf,
    "Exp": ops.exp, "Floor": ops.floor, "Identity": lambda x: x, "IsNaN": ops.is_nan, "Log": ops.log,
    "Neg": ops.negate, "Not": ops.logical_not, "Reciprocal": lambda x: 1 / x, "Relu": ops.relu, "Round": ops.round,
    "Sigmoid": ops.sigmoid, "Sign": _sign, "Sin": ops.sin, "Sqrt": ops.sqrt, "Tanh": ops.tanh,
    "Tan": lambda x: ops.sin(x) / ops.cos(x), "Asin": _asin, "Atan": lambda x: _asin(x * ops.rsqrt(1 + x * x)),
    "Sinh": lambda x: (ops.exp(x) - ops.exp(-x)) / 2, "Cosh": lambda x: (ops.exp(x) + ops.exp(-x)) / 2,
    "Asinh": lambda x: ops.log(x + ops.sqrt(x * x + 1)), "Acosh": lambda x: ops.log(x + ops.sqrt(x * x - 1)),
    "Softsign": lambda x: x / (1 + ops.abs(x)),
    "Softplus": lambda x: ops.max(x, 0) + ops.log1p(ops.exp(-ops.abs(x))),
}  # fmt: skip


def _unary(function: Callable[[TensorValue], TensorValue]) -> Callable[..., Any]:
    def handler(node: Node, x: Item, *rest: Item | None) -> Any:
        if node.op == "Identity":
            return x
        return function(x.tensor)

    return handler


HANDLERS.update({name: _unary(function) for name, function in _UNARY.items()})


@handles("IsInf")
def is_inf(node: Node, x: Item) -> Any:
    found = ops.is_inf(x.tensor)
    if not node.get("detect_negative", 1):
        found = found & (x.tensor > 0)
    if not node.get("detect_positive", 1):
        found = found & (x.tensor < 0)
    return found


@handles("Dropout")
def dropout(node: Node, x: Item, ratio: Item | None = None, training: Item | None = None) -> Any:
    if training is not None and bool(training.numbers.all()) and node.version >= 12:
        raise NotImplementedError("dropout in training mode")
    mask = ops.constant(True, DType.bool, CPU).broadcast_to(x.shape)
    return [x, Item(mask)][: max(1, node.outputs)]


@handles("Gelu")
def gelu(node: Node, x: Item) -> Any:
    return ops.gelu(x.tensor, node.get("approximate", "none"))


@handles("LeakyRelu")
def leaky_relu(node: Node, x: Item) -> Any:
    return _where(x.tensor >= 0, x.tensor, x.tensor * node.get("alpha", 0.01))


@handles("Elu")
def elu(node: Node, x: Item) -> Any:
    return _where(x.tensor > 0, x.tensor, (ops.exp(x.tensor) - 1) * node.get("alpha", 1.0))


@handles("HardSigmoid")
def hard_sigmoid(node: Node, x: Item) -> Any:
    straight = x.tensor * node.get("alpha", 0.2) + node.get("beta", 0.5)
    return ops.max(ops.min(straight, 1), 0)


@handles("PRelu")
def prelu(node: Node, x: Item, slope: Item) -> Any:
    return _where(x.tensor >= 0, x.tensor, x.tensor * slope.tensor)


@handles("Clip")
def clip(node: Node, x: Item, low: Item | None = None, high: Item | None = None) -> Any:
    value = x.tensor
    lowest = low.tensor if low is not None else node.get("min")
    highest = high.tensor if high is not None else node.get("max")
    if lowest is not None:
        value = ops.max(value, lowest)
    return ops.min(value, highest) if highest is not None else value


# -- casts -----------------------------------------------------------------------------------------------


def _cast(x: Item, dtype: DType) -> Any:
    if x.known is not None and x.known.dtype != object:
        import numpy as np

        with np.errstate(all="ignore"):
            return x.known.astype(dtype.to_numpy())
    if x.known is not None and dtype.is_integral():
        return Item(known=x.known, dtype=dtype)
    if dtype is DType.bool:
        return x.tensor != 0
    return ops.cast(x.tensor, dtype)


@handles("Cast")
def cast(node: Node, x: Item) -> Any:
    from ember.graph.importers.onnx import element_type

    return _cast(x, element_type(node.get("to"), "to"))


@handles("CastLike")
def cast_like(node: Node, x: Item, like: Item) -> Any:
    return _cast(x, like.dtype)


# -- two operands and more -------------------------------------------------------------------------------


def _divide(x: TensorValue, y: TensorValue) -> TensorValue:
    """Whole numbers are divided toward zero."""
    left, right = as_operands(x, y)
    if left.dtype.is_integral():
        return TensorValue(append(rmo.Div, (left.ir, right.ir)).results[0])
    return ops.div(left, right)


_BINARY: Final[dict[str, Callable[[TensorValue, TensorValue], TensorValue]]] = {
    "Add": ops.add, "Sub": ops.sub, "Mul": ops.mul, "Div": _divide, "Equal": ops.equal, "Greater": ops.greater,
    "GreaterOrEqual": ops.greater_equal, "Less": lambda x, y: ops.greater(y, x),
    "LessOrEqual": lambda x, y: ops.greater_equal(y, x), "And": ops.logical_and, "Or": ops.logical_or,
    "Xor": ops.logical_xor,
}  # fmt: skip

_KNOWN: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "Add": lambda x, y: x + y,
    "Sub": lambda x, y: x - y,
    "Mul": lambda x, y: x * y,
    "Div": lambda x, y: x // y if x.dtype.kind in "iuO" else x / y,
    "Equal": lambda x, y: x == y,
}
"""What is computed while importing: sizes, above all."""


def _binary(name: str, function: Callable[..., TensorValue]) -> Callable[..., Any]:
    def handler(node: Node, x: Item, y: Item) -> Any:
        if name in _KNOWN and is_known(x, y) and x.dtype.is_integral():
            return _on_sizes(name, x, y)
        left, right = x.tensor, y.tensor
        if node.version < 7 and node.get("broadcast") and right.rank < left.rank:
            right = _aligned(left, right, node.get("axis"))
        return function(left, right)

    return handler


def _on_sizes(name: str, x: Item, y: Item) -> Any:
    import numpy as np

    found = _KNOWN[name](x.numbers, y.numbers)
    if name == "Equal":
        return np.asarray(found, bool)
    return Item(known=np.asarray(found), dtype=x.dtype) if np.asarray(found).dtype == object else found  # fmt: skip


def _aligned(x: TensorValue, y: TensorValue, axis: int | None) -> TensorValue:
    """The broadcasting of the first op sets: the second operand's axes begin at `axis`."""
    start = x.rank - y.rank if axis is None else axis
    return ops.reshape(y, [*y.shape, *[1] * (x.rank - start - y.rank)])


HANDLERS.update({name: _binary(name, function) for name, function in _BINARY.items()})


@handles("Mod")
def mod(node: Node, x: Item, y: Item) -> Any:
    if not node.get("fmod", 0):
        return ops.mod(x.tensor, y.tensor)
    quotient = _divide(x.tensor, y.tensor)
    whole = ops.trunc(quotient) if quotient.dtype.is_float() else quotient
    return x.tensor - whole * y.tensor


@handles("Pow")
def power(node: Node, x: Item, y: Item) -> Any:
    base, exponent = x.tensor, y.tensor
    if base.dtype is exponent.dtype:
        return ops.pow(base, exponent)
    wide = DType.float64 if DType.float32 is not base.dtype else DType.float32
    return ops.cast(ops.pow(ops.cast(base, wide), ops.cast(exponent, wide)), base.dtype)


def _folded(function: Callable[[Any, Any], TensorValue]) -> Callable[..., Any]:
    def handler(node: Node, *items: Item) -> Any:
        value = items[0].tensor
        for item in items[1:]:
            value = function(value, item.tensor)
        return value / len(items) if node.op == "Mean" else value

    return handler


HANDLERS.update({"Max": _folded(ops.max), "Min": _folded(ops.min), "Sum": _folded(ops.add), "Mean": _folded(ops.add)})  # fmt: skip


@handles("Where")
def where(node: Node, condition: Item, x: Item, y: Item) -> Any:
    if is_known(condition, x, y) and x.dtype.is_integral():
        import numpy as np

        return Item(known=np.where(condition.numbers, x.numbers, y.numbers), dtype=x.dtype)
    return ops.where(condition.tensor, x.tensor, y.tensor)


@handles("ThresholdedRelu")
def thresholded_relu(node: Node, x: Item) -> Any:
    return _where(x.tensor > node.get("alpha", 1.0), x.tensor, x.tensor * 0)


# -- bits ------------------------------------------------------------------------------------------------


@handles("BitShift")
def bit_shift(node: Node, x: Item, by: Item) -> Any:
    return shifted(x.tensor, by.tensor, node.get("direction") == "LEFT")


@handles("BitwiseAnd", "BitwiseOr", "BitwiseXor")
def of_bits(node: Node, x: Item, y: Item) -> Any:
    return bitwise(node.op.removeprefix("Bitwise").lower(), x.tensor, y.tensor)


@handles("BitwiseNot")
def turned_bits(node: Node, x: Item) -> Any:
    return inverted(x.tensor)


@handles("BitCast")
def bit_cast(node: Node, x: Item) -> Any:
    from ember.graph.importers.onnx import element_type

    return reinterpreted(x.tensor, element_type(node.get("to"), "to"))
