"""ONNX ops along axes: reductions, softmax, norms; and products of matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim, Shape, StaticDim
from ember.graph.api.values import TensorValue
from ember.graph.importers.onnx_node import CPU, HANDLERS, Item, Node, handles

# -- reductions ------------------------------------------------------------------------------------------


def _total(x: TensorValue, axes: Sequence[int]) -> TensorValue:
    for axis in axes:
        x = ops.sum(x, axis)
    return x


def _each(function: Callable[[TensorValue, int], TensorValue]) -> Callable[..., TensorValue]:
    """A reduction over several axes, one after the other."""

    def reduce(x: TensorValue, axes: Sequence[int]) -> TensorValue:
        for axis in axes:
            x = function(x, axis)
        return x

    return reduce


def _log_sum_exp(x: TensorValue, axes: Sequence[int]) -> TensorValue:
    top = _each(lambda v, a: ops.max(v, axis=a))(x, axes)
    safe = ops.where(ops.is_inf(top), top * 0 if not top.dtype.is_float() else _zero(top), top)
    return ops.log(_total(ops.exp(x - safe), axes)) + safe


def _zero(x: TensorValue) -> TensorValue:
    return ops.broadcast_to(ops.constant(0, x.dtype, CPU), x.shape)


def _largest(x: TensorValue, axis: int) -> TensorValue:
    if x.dtype is DType.bool:
        return ops.max(x.cast(DType.uint8), axis=axis).cast(DType.bool)
    return ops.max(x, axis=axis)


def _smallest(x: TensorValue, axis: int) -> TensorValue:
    if x.dtype is DType.bool:
        return ops.min(x.cast(DType.uint8), axis=axis).cast(DType.bool)
    return ops.min(x, axis=axis)


_REDUCTIONS: Final[dict[str, Callable[[TensorValue, Sequence[int]], TensorValue]]] = {
    "ReduceSum": _total,
    "ReduceMean": _each(ops.mean),
    "ReduceMax": _each(_largest),
    "ReduceMin": _each(_smallest),
    "ReduceProd": _each(ops.prod),
    "ReduceL1": lambda x, axes: _total(ops.abs(x), axes),
    "ReduceL2": lambda x, axes: ops.sqrt(_total(x * x, axes)),
    "ReduceLogSum": lambda x, axes: ops.log(_total(x, axes)),
    "ReduceLogSumExp": _log_sum_exp,
    "ReduceSumSquare": lambda x, axes: _total(x * x, axes),
}


def _reduction(function: Callable[[TensorValue, Sequence[int]], TensorValue]) -> Callable[..., Any]:
    def handler(node: Node, x: Item, axes: Item | None = None) -> Any:
        given = axes.integers if axes is not None else node.get("axes")
        if not given:
            given = [] if node.get("noop_with_empty_axes", 0) else list(range(x.rank))
        where = sorted(axis % x.rank for axis in given)
        if node.op in _OF_NOTHING and any(x.shape[axis] == 0 for axis in where):
            value = _of_nothing(x, where, _OF_NOTHING[node.op])
        else:
            value = function(x.tensor, where)
        return _kept(value, where, bool(node.get("keepdims", 1)))

    return handler


_OF_NOTHING: Final = {"ReduceMax": -1, "ReduceMin": 1, "ReduceLogSumExp": -1}
"""Which end of the numbers the reduction of no elements is."""


def _of_nothing(x: Item, axes: Sequence[int], side: int) -> TensorValue:
    dtype = x.dtype
    end: float | int | bool = side * float("inf")
    if dtype is DType.bool:
        end = side > 0
    elif dtype.is_integral():
        bits = dtype.size_in_bits
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if dtype.is_signed_integral() else (0, (1 << bits) - 1)  # fmt: skip
        end = high if side > 0 else low
    shape = [1 if axis in axes else dim for axis, dim in enumerate(x.shape)]
    return ops.broadcast_to(ops.constant(end, dtype, CPU), shape)


def _kept(x: TensorValue, axes: Sequence[int], keep: bool) -> TensorValue:
    if keep:
        return x
    return ops.reshape(x, [dim for axis, dim in enumerate(x.shape) if axis not in axes])


HANDLERS.update({name: _reduction(function) for name, function in _REDUCTIONS.items()})


@handles("ArgMax", "ArgMin")
def arg_extreme(node: Node, x: Item) -> Any:
    axis = node.get("axis", 0) % x.rank
    function = ops.argmax if node.op == "ArgMax" else ops.argmin
    value = x.tensor
    if not node.get("select_last_index", 0):
        return _kept(function(value, axis), [axis], bool(node.get("keepdims", 1)))
    size = value.shape[axis]
    line = ops.range(0, size, 1, dtype=DType.int64, device=CPU)
    backwards = ops.gather(value, size - 1 - line, axis)
    return _kept(size - 1 - function(backwards, axis), [axis], bool(node.get("keepdims", 1)))


# -- softmax ---------------------------------------------------------------------------------------------


@handles("Softmax", "LogSoftmax")
def softmax(node: Node, x: Item) -> Any:
    function = ops.softmax if node.op == "Softmax" else ops.logsoftmax
    if node.version >= 13:
        return function(x.tensor, node.get("axis", -1) % x.rank)
    axis = node.get("axis", 1) % x.rank
    flat = ops.reshape(x.tensor, [Shape(x.shape[:axis]).size, Shape(x.shape[axis:]).size])
    return ops.reshape(function(flat, 1), x.shape)


@handles("Hardmax")
def hardmax(node: Node, x: Item) -> Any:
    axis = node.get("axis", -1) % x.rank
    place = ops.argmax(x.tensor, axis)
    line = ops.range(0, x.shape[axis], 1, dtype=DType.int64, device=CPU)
    shape = [1] * axis + [x.shape[axis]] + [1] * (x.rank - axis - 1)
    return ops.cast(ops.equal(place, ops.reshape(line, shape)), x.dtype)


# -- norms -----------------------------------------------------------------------------------------------


def _by_channel(value: Item, rank: int) -> TensorValue:
    return ops.reshape(value.tensor, [1, -1, *[1] * (rank - 2)])


@handles("BatchNormalization")
def batch_norm(node: Node, x: Item, scale: Item, bias: Item, mean: Item, variance: Item) -> Any:
    if node.get("training_mode", 0):
        return _batch_norm_training(node, x, scale, bias, mean, variance)
    if node.outputs > 1:
        raise NotImplementedError(
            "batch normalisation in training mode, as op sets before 14 say it"
        )
    center, spread = _by_channel(mean, x.rank), _by_channel(variance, x.rank)
    normal = (x.tensor - center) * ops.rsqrt(spread + node.get("epsilon", 1e-5))
    return normal * _by_channel(scale, x.rank) + _by_channel(bias, x.rank)


def _batch_norm_training(node: Node, x: Item, scale: Item, bias: Item, mean: Item, variance: Item) -> Any:  # fmt: skip
    """With mean and variance of the batch; those given are moved toward them."""
    others = [0, *range(2, x.rank)]
    middle = _each(ops.mean)(x.tensor, others)
    centered = x.tensor - middle
    spread = _each(ops.mean)(centered * centered, others)
    normal = centered * ops.rsqrt(spread + node.get("epsilon", 1e-5))
    result = normal * _by_channel(scale, x.rank) + _by_channel(bias, x.rank)
    kept = node.get("momentum", 0.9)
    moved = [
        old.tensor * kept + ops.reshape(new, old.shape) * (1 - kept)
        for old, new in ((mean, middle), (variance, spread))
    ]
    return [result, *moved]


@handles("InstanceNormalization")
def instance_norm(node: Node, x: Item, scale: Item, bias: Item) -> Any:
    normal = _normalised(x.tensor, range(2, x.rank), node.get("epsilon", 1e-5))
    return normal * _by_channel(scale, x.rank) + _by_channel(bias, x.rank)


def _normalised(x: TensorValue, axes: Sequence[int], epsilon: float) -> TensorValue:
    mean = _each(ops.mean)
    centered = x - mean(x, axes)
    return centered * ops.rsqrt(mean(centered * centered, axes) + epsilon)


@handles("LpNormalization")
def lp_norm(node: Node, x: Item) -> Any:
    axis = node.get("axis", -1) % x.rank
    if node.get("p", 2) == 1:
        length = ops.sum(ops.abs(x.tensor), axis)
    else:
        length = ops.sqrt(ops.sum(x.tensor * x.tensor, axis))
    return ops.where(length == 0, _zero(x.tensor), x.tensor / length)


@handles("LRN")
def local_response(node: Node, x: Item) -> Any:
    size = node.get("size")
    squares = ops.pad(x.tensor * x.tensor, [0, 0, (size - 1) // 2, size // 2, *[0] * (2 * x.rank - 4)])  # fmt: skip
    channels = x.shape[1]
    total = squares[:, 0:channels]
    for shift in range(1, size):
        total = total + squares[:, shift : channels + shift]
    base = total * (node.get("alpha", 1e-4) / size) + node.get("bias", 1.0)
    return x.tensor / ops.pow(base, node.get("beta", 0.75))


# -- products --------------------------------------------------------------------------------------------


@handles("MatMul")
def matmul(node: Node, x: Item, y: Item) -> Any:
    return ops.matmul(x.tensor, y.tensor)


@handles("Gemm")
def gemm(node: Node, a: Item, b: Item, c: Item | None = None) -> Any:
    left = a.tensor.T if node.get("transA", 0) else a.tensor
    right = b.tensor.T if node.get("transB", 0) else b.tensor
    result = left @ right
    if node.get("alpha", 1.0) != 1:
        result = result * node.get("alpha")
    if c is None:
        return result
    return result + (c.tensor * node.get("beta") if node.get("beta", 1.0) != 1 else c.tensor)


@handles("MatMulInteger")
def matmul_integer(node: Node, a: Item, b: Item, a_zero: Item | None = None, b_zero: Item | None = None) -> Any:  # fmt: skip
    left, right = ops.cast(a.tensor, DType.int32), ops.cast(b.tensor, DType.int32)
    if a_zero is not None:
        zero = ops.cast(a_zero.tensor, DType.int32)
        left = left - (ops.unsqueeze(zero, 1) if zero.rank == 1 and a_zero.shape[0] != 1 else zero)
    if b_zero is not None:
        right = right - ops.cast(b_zero.tensor, DType.int32)
    return left @ right


@handles("Einsum")
def einsum(node: Node, *items: Item) -> Any:
    """Products with indices: every operand gets all indices as axes, is multiplied, and summed."""
    equation = node.get("equation").replace(" ", "")
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    if "..." in equation:
        terms, right = _spelled_out(terms, right, [item.rank for item in items], bool(arrow))
    letters = sorted(set("".join(terms)))
    if not arrow:
        right = "".join(letter for letter in letters if "".join(terms).count(letter) == 1)
    order = [*right, *(letter for letter in letters if letter not in right)]
    value: TensorValue | None = None
    for item, term in zip(items, terms):
        if len(set(term)) < len(term):
            raise NotImplementedError("a diagonal in an Einsum")
        part = _spread(item.tensor, term, order)
        value = part if value is None else value * part
    assert value is not None
    summed = _total(value, range(len(right), len(order)))
    return ops.reshape(summed, summed.shape[: len(right)])


def _spelled_out(terms: list[str], right: str, ranks: list[int], has_arrow: bool) -> tuple[list[str], str]:  # fmt: skip
    """The axes of `...` by letters of their own."""
    width = max(rank - len(term.replace("...", "")) for term, rank in zip(terms, ranks) if "..." in term)  # fmt: skip
    letters = "ABCDEFGH"[:width]
    found = []
    for term, rank in zip(terms, ranks):
        count = rank - len(term.replace("...", ""))
        found.append(term.replace("...", letters[width - count :]))
    if not has_arrow:
        joined = "".join(found)
        rest = "".join(sorted(c for c in set(joined) if joined.count(c) == 1 and c not in letters))
        return found, letters + rest
    return found, right.replace("...", letters)


def _spread(x: TensorValue, term: str, order: Sequence[str]) -> TensorValue:
    present = [letter for letter in order if letter in term]
    moved = ops.permute(x, [term.index(letter) for letter in present])
    sizes = {letter: moved.shape[i] for i, letter in enumerate(present)}
    return ops.reshape(moved, [sizes.get(letter, Dim(1)) for letter in order])


# -- quantised numbers -----------------------------------------------------------------------------------


def _along(value: TensorValue, rank: int, axis: int, block: int = 0) -> TensorValue:
    """A vector along an axis of a tensor of a rank; one number is for all, one of a block for all of it."""
    import numpy as np

    if value.rank == 0 or prod(int(d) for d in value.shape if isinstance(d, StaticDim)) == 1:
        return ops.reshape(value, [])
    if value.rank > 1:
        places = np.repeat(np.arange(int(value.shape[axis]), dtype=np.int64), block)
        return ops.gather(value, ops.constant(places), axis)
    shape: list[Any] = [1] * rank
    shape[axis] = -1
    return ops.reshape(value, shape)


@handles("DequantizeLinear")
def dequantize(node: Node, x: Item, scale: Item, zero: Item | None = None) -> Any:
    axis, block = node.get("axis", 1) % max(x.rank, 1), node.get("block_size", 0)
    value = ops.cast(x.tensor, DType.int32)
    if zero is not None:
        value = value - _along(ops.cast(zero.tensor, DType.int32), x.rank, axis, block)
    return ops.cast(value, scale.dtype) * _along(scale.tensor, x.rank, axis, block)


@handles("QuantizeLinear")
def quantize(node: Node, x: Item, scale: Item, zero: Item | None = None) -> Any:
    axis, block = node.get("axis", 1) % max(x.rank, 1), node.get("block_size", 0)
    return _quantized(x.tensor, scale, zero, axis, block, _target(node, zero))


def _target(node: Node, zero: Item | None) -> DType:
    from ember.graph.importers.onnx import element_type

    if zero is not None:
        return zero.dtype
    number = node.get("output_dtype", 0)
    return element_type(number, "output_dtype") if number else DType.uint8


def _quantized(x: TensorValue, scale: Item, zero: Item | None, axis: int, block: int, target: DType) -> TensorValue:  # fmt: skip
    if not target.is_integral():
        raise NotImplementedError(f"quantising to {target}")
    value = ops.round(x / _along(scale.tensor, x.rank, axis, block))
    if zero is not None:
        value = value + _along(ops.cast(zero.tensor, x.dtype), x.rank, axis, block)
    bits = target.size_in_bits
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if target.is_signed_integral() else (0, (1 << bits) - 1)  # fmt: skip
    return ops.cast(ops.max(ops.min(value, high), low), target)


def _plain(x: Item, zero: Item | None, axis: int) -> TensorValue:
    """Quantised numbers less their zero, in float64, which has every product and sum of them."""
    value = ops.cast(x.tensor, DType.float64)
    if zero is None:
        return value
    return value - _along(ops.cast(zero.tensor, DType.float64), x.rank, axis)


@handles("ConvInteger")
def conv_integer(node: Node, x: Item, weight: Item, x_zero: Item | None = None, w_zero: Item | None = None) -> Any:  # fmt: skip
    made = HANDLERS["Conv"](node, Item(_plain(x, x_zero, 1)), Item(_plain(weight, w_zero, 0)))
    return ops.cast(made, DType.int32)


@handles("QLinearConv")
def quantized_conv(
    node: Node, x: Item, x_scale: Item, x_zero: Item, weight: Item, w_scale: Item, w_zero: Item, scale: Item, zero: Item,
    bias: Item | None = None,
) -> Any:  # fmt: skip
    made = HANDLERS["Conv"](node, Item(_plain(x, x_zero, 1)), Item(_plain(weight, w_zero, 0)))
    if bias is not None:
        made = made + _along(ops.cast(bias.tensor, DType.float64), made.rank, 1)
    factor = ops.cast(x_scale.tensor, DType.float64) * ops.cast(w_scale.tensor, DType.float64)
    wide = Item(ops.cast(scale.tensor, DType.float64))
    return _quantized(made * _along(factor, made.rank, 1), wide, zero, 1, 0, zero.dtype)


@handles("QLinearMatMul")
def quantized_matmul(
    node: Node, a: Item, a_scale: Item, a_zero: Item, b: Item, b_scale: Item, b_zero: Item, scale: Item, zero: Item
) -> Any:  # fmt: skip
    made = _plain(a, a_zero, a.rank - 2) @ _plain(b, b_zero, b.rank - 1)
    factor = ops.cast(a_scale.tensor, DType.float64) * ops.cast(b_scale.tensor, DType.float64)
    wide = Item(ops.cast(scale.tensor, DType.float64))
    return _quantized(made * factor, wide, zero, made.rank - 1, 0, zero.dtype)
