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
        _check_empty(node, x, where)
        return _kept(function(x.tensor, where), where, bool(node.get("keepdims", 1)))

    return handler


def _check_empty(node: Node, x: Item, axes: list[int]) -> None:
    if node.op in ("ReduceMax", "ReduceMin") and any(x.shape[axis] == 0 for axis in axes):
        raise NotImplementedError("the extreme of no elements")


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
    if node.get("training_mode", 0) or node.outputs > 1:
        raise NotImplementedError("batch normalisation in training mode")
    center, spread = _by_channel(mean, x.rank), _by_channel(variance, x.rank)
    normal = (x.tensor - center) * ops.rsqrt(spread + node.get("epsilon", 1e-5))
    return normal * _by_channel(scale, x.rank) + _by_channel(bias, x.rank)


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


def _along(value: TensorValue, rank: int, axis: int) -> TensorValue:
    """A vector along an axis of a tensor of a rank; one number is for all."""
    if value.rank == 0 or prod(int(d) for d in value.shape if isinstance(d, StaticDim)) == 1:
        return ops.reshape(value, [])
    if value.rank > 1:
        raise NotImplementedError("scales for blocks")
    shape: list[Any] = [1] * rank
    shape[axis] = -1
    return ops.reshape(value, shape)


@handles("DequantizeLinear")
def dequantize(node: Node, x: Item, scale: Item, zero: Item | None = None) -> Any:
    axis = node.get("axis", 1) % max(x.rank, 1)
    value = ops.cast(x.tensor, DType.int32)
    if zero is not None:
        value = value - _along(ops.cast(zero.tensor, DType.int32), x.rank, axis)
    return ops.cast(value, scale.dtype) * _along(scale.tensor, x.rank, axis)


@handles("QuantizeLinear")
def quantize(node: Node, x: Item, scale: Item, zero: Item | None = None) -> Any:
    axis = node.get("axis", 1) % max(x.rank, 1)
    target = zero.dtype if zero is not None else DType.uint8
    if not target.is_integral():
        raise NotImplementedError(f"quantising to {target}")
    value = ops.round(x.tensor / _along(scale.tensor, x.rank, axis))
    if zero is not None:
        value = value + _along(ops.cast(zero.tensor, x.dtype), x.rank, axis)
    bits = target.size_in_bits
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if target.is_signed_integral() else (0, (1 << bits) - 1)  # fmt: skip
    return ops.cast(ops.max(ops.min(value, high), low), target)
