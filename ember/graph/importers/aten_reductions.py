"""ATen ops along axes: sums, extremes, orders, softmax, norms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim, DimLike, Shape, StaticDim
from ember.graph.api.values import TensorValue
from ember.graph.importers.aten_call import (
    Call,
    as_dtype,
    as_float,
    axes_of,
    filled,
    handles,
    without,
)
from ember.graph.importers.composed import cumulative_product

Reduction = Callable[[TensorValue, int], TensorValue]


def along(function: Reduction, x: TensorValue, axes: Sequence[int]) -> TensorValue:
    """A reduction over several axes; neighbouring ones at the end are one."""
    tail = [axis for axis in axes if axis >= x.rank - len(axes)]
    if len(axes) > 1 and len(tail) == len(axes):
        flat = ops.reshape(x, [*x.shape[: axes[0]], Shape(x.shape[axes[0] :]).size])
        made = function(flat, axes[0])
        return ops.reshape(made, [*x.shape[: axes[0]], *[1] * len(axes)])
    for axis in reversed(axes):
        x = function(x, axis)
    return x


def _extreme(is_largest: bool) -> Reduction:
    pick = ops.max if is_largest else ops.min

    def reduce(x: TensorValue, axis: int) -> TensorValue:
        if x.dtype is DType.bool:
            return as_dtype(pick(ops.cast(x, DType.uint8), axis=axis), DType.bool)
        return pick(x, axis=axis)

    return reduce


_LARGEST, _SMALLEST = _extreme(True), _extreme(False)


def _reduced(
    x: TensorValue, dim: Any, keepdim: bool, function: Reduction, empty: Any
) -> TensorValue:
    axes = axes_of(dim, x.rank)
    if any(x.shape[axis] == 0 for axis in axes):
        if empty is None:
            raise NotImplementedError("the extreme of no elements")
        shape = [Dim(1) if axis in axes else size for axis, size in enumerate(x.shape)]
        return without(filled(empty, x.dtype, shape), axes, keepdim)
    return without(along(function, x, axes), axes, keepdim)


@handles("aten.sum.default", "aten.sum.dim_IntList", "aten.prod.default", "aten.prod.dim_int")
def total(call: Call, self: TensorValue, dim: Any = None, keepdim: bool = False, *, dtype: DType | None = None) -> Any:  # fmt: skip
    value = as_dtype(self, call.dtype)
    is_sum = ".sum." in call.op
    return _reduced(value, dim, keepdim, ops.sum if is_sum else ops.prod, 0 if is_sum else 1)


@handles("aten.mean.default", "aten.mean.dim")
def mean(call: Call, self: TensorValue, dim: Any = None, keepdim: bool = False, *, dtype: DType | None = None) -> Any:  # fmt: skip
    value = as_dtype(self, call.dtype)
    return _reduced(value, dim, keepdim, ops.mean, float("nan"))


@handles("aten.amax.default", "aten.amin.default", "aten.max.default", "aten.min.default")
def extreme(call: Call, self: TensorValue, dim: Any = None, keepdim: bool = False) -> Any:
    function = _LARGEST if "max" in call.op else _SMALLEST
    return _reduced(self, dim, keepdim, function, None)


@handles("aten.any.default", "aten.any.dim", "aten.any.dims", "aten.all.default", "aten.all.dim", "aten.all.dims")  # fmt: skip
def truth(call: Call, self: TensorValue, dim: Any = None, keepdim: bool = False) -> Any:
    value = as_dtype(self, DType.bool)
    is_any = ".any." in call.op
    return _reduced(value, dim, keepdim, _LARGEST if is_any else _SMALLEST, not is_any)


@handles("aten.argmax.default", "aten.argmin.default")
def arg_extreme(call: Call, self: TensorValue, dim: int | None = None, keepdim: bool = False) -> Any:  # fmt: skip
    function = ops.argmax if "argmax" in call.op else ops.argmin
    if dim is None:
        flat = ops.reshape(self, [self.shape.size])
        return ops.reshape(function(flat, 0), call.shape)
    axis = dim % self.rank
    return without(function(self, axis), [axis], keepdim)


@handles("aten.max.dim", "aten.min.dim")
def extreme_and_place(call: Call, self: TensorValue, dim: int, keepdim: bool = False) -> Any:
    axis = dim % self.rank
    is_max = ".max." in call.op
    value = (_LARGEST if is_max else _SMALLEST)(self, axis)
    place = (ops.argmax if is_max else ops.argmin)(self, axis)
    return [without(value, [axis], keepdim), without(place, [axis], keepdim)]


@handles("aten.topk.default")
def topk(call: Call, self: TensorValue, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:  # fmt: skip
    return list((ops.top_k if largest else ops.bottom_k)(self, k, dim % self.rank))


@handles("aten.sort.default", "aten.sort.stable")
def sort(call: Call, self: TensorValue, *rest: Any, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:  # fmt: skip
    numbers = [part for part in rest if part is not None and not isinstance(part, bool)]
    flags = [part for part in rest if isinstance(part, bool)]
    axis = (numbers[0] if numbers else dim) % self.rank
    is_down = flags[-1] if flags else descending
    return list((ops.top_k if is_down else ops.bottom_k)(self, int(self.shape[axis]), axis))


@handles("aten.cumsum.default")
def cumsum(call: Call, self: TensorValue, dim: int, *, dtype: DType | None = None) -> Any:
    value = as_dtype(self, call.dtype)
    return ops.cumsum(value, dim % self.rank) if self.rank else value


@handles("aten.cumprod.default")
def cumprod(call: Call, self: TensorValue, dim: int, *, dtype: DType | None = None) -> Any:
    value = as_dtype(self, call.dtype)
    return cumulative_product(value, dim % self.rank) if self.rank else value


# -- spread ----------------------------------------------------------------------------------------------


def _variance(x: TensorValue, axes: list[int], correction: float) -> tuple[TensorValue, TensorValue]:  # fmt: skip
    """Variance and mean, with the axes kept."""
    center = along(ops.mean, x, axes)
    apart = x - center
    squares = along(ops.mean, apart * apart, axes)
    if correction:
        sizes = [x.shape[axis] for axis in axes]
        if not Shape.is_static(sizes):
            raise NotImplementedError("a variance over an axis whose size is not known")
        count = prod(int(size) for size in sizes)
        squares = squares * (count / (count - correction) if count > correction else float("nan"))
    return squares, center


@handles(
    "aten.var.correction", "aten.var.dim", "aten.std.correction", "aten.std.dim", "aten.var_mean.correction", "aten.var_mean.dim",
)  # fmt: skip
def variance(call: Call, self: TensorValue, dim: Any = None, unbiased: bool = True, keepdim: bool = False, *, correction: Any = None) -> Any:  # fmt: skip
    if call.op.endswith(".correction"):
        correction = 1 if correction is None else correction
    else:
        correction = int(unbiased)
    axes = axes_of(dim, self.rank)
    spread, center = _variance(as_float(self), axes, correction)
    if ".std." in call.op:
        spread = ops.sqrt(spread)
    found = without(spread, axes, keepdim)
    return [found, without(center, axes, keepdim)] if "var_mean" in call.op else found


# -- softmax ---------------------------------------------------------------------------------------------


@handles("aten.softmax.int", "aten._softmax.default", "aten.log_softmax.int", "aten._log_softmax.default")  # fmt: skip
def softmax(call: Call, self: TensorValue, dim: int, *rest: Any, **options: Any) -> Any:
    value = as_dtype(self, call.dtype)
    if not value.rank:
        return value * 0 + (0 if "log" in call.op else 1)
    return (ops.logsoftmax if "log" in call.op else ops.softmax)(value, dim % self.rank)


@handles("aten._softmax_backward_data.default", "aten._log_softmax_backward_data.default")
def softmax_backward(call: Call, grad_output: TensorValue, output: TensorValue, dim: int, input_dtype: DType) -> Any:  # fmt: skip
    axis = dim % output.rank
    if "log" in call.op:
        return grad_output - ops.exp(output) * ops.sum(grad_output, axis)
    scaled = grad_output * output
    return scaled - output * ops.sum(scaled, axis)


@handles("aten.logsumexp.default")
def logsumexp(call: Call, self: TensorValue, dim: Any, keepdim: bool = False) -> Any:
    axes = axes_of(dim, self.rank)
    value = as_float(self)
    top = along(_LARGEST, value, axes)
    safe = ops.where(ops.is_inf(top), as_dtype(0, value.dtype), top)
    made = ops.log(along(ops.sum, ops.exp(value - safe), axes)) + safe
    return without(made, axes, keepdim)


# -- norms -----------------------------------------------------------------------------------------------


def _scales(x: TensorValue, axes: Sequence[Any], weight: Any, bias: Any) -> tuple[Any, Any]:
    """Gamma and beta, as many numbers as the normalised axes have."""
    size = Shape([Dim(axis) for axis in axes]).size
    gamma = filled(1, x.dtype, [size]) if weight is None else ops.reshape(weight, [size])
    beta = filled(0, x.dtype, [size]) if bias is None else ops.reshape(bias, [size])
    return gamma, beta


@handles("aten.layer_norm.default", "aten.native_layer_norm.default")
def layer_norm(call: Call, input: TensorValue, normalized_shape: Sequence[Any], weight: Any = None, bias: Any = None, eps: float = 1e-5, *rest: Any) -> Any:  # fmt: skip
    count = len(normalized_shape)
    lead = input.rank - count
    flat = input
    if count != 1:
        flat = ops.reshape(input, [*input.shape[:lead], Shape(input.shape[lead:]).size])
    gamma, beta = _scales(input, normalized_shape, weight, bias)
    made = ops.reshape(ops.layer_norm(flat, gamma, beta, eps), input.shape)
    if "native" not in call.op:
        return made
    if not call.used & {1, 2}:
        return [made, None, None]
    spread, center = _variance(flat, [lead], 0)
    shape: list[DimLike] = [*input.shape[:lead], *[1] * count]
    return [made, ops.reshape(center, shape), ops.reshape(ops.rsqrt(spread + eps), shape)]


@handles("aten.rms_norm.default")
def rms_norm(call: Call, input: TensorValue, normalized_shape: Sequence[Any], weight: Any = None, eps: float | None = None) -> Any:  # fmt: skip
    if len(normalized_shape) != 1:
        raise NotImplementedError("an RMS norm over several axes")
    gamma, _ = _scales(input, normalized_shape, weight, None)
    return ops.rms_norm(input, gamma, DType.finfo(input.dtype).eps if eps is None else eps)


@handles("aten.group_norm.default", "aten.native_group_norm.default")
def group_norm(call: Call, input: TensorValue, *args: Any) -> Any:
    if "native" in call.op:
        weight, bias, _, _, _, groups, eps = args
        if call.used & {1, 2}:
            raise NotImplementedError("the mean and spread of a group norm")
    else:
        groups, weight, bias, eps = (*args, None, None, 1e-5)[:4] if len(args) < 4 else args[:4]
    gamma, beta = _scales(input, [input.shape[1]], weight, bias)
    made = ops.group_norm(input, gamma, beta, groups, eps)
    return [made, None, None] if "native" in call.op else made


@handles("aten.batch_norm.default", "aten._native_batch_norm_legit_no_training.default")
def batch_norm(call: Call, input: TensorValue, weight: Any, bias: Any, running_mean: Any, running_var: Any, *rest: Any) -> Any:  # fmt: skip
    is_plain = call.op == "aten.batch_norm.default"
    if is_plain and rest[0]:
        raise NotImplementedError("a batch norm in training mode")
    eps = rest[2] if is_plain else rest[1]
    scale = ops.rsqrt(running_var + eps)
    if weight is not None:
        scale = scale * weight
    shift = -running_mean * scale
    if bias is not None:
        shift = shift + bias
    shape: list[DimLike] = [1, input.shape[1], *[1] * (input.rank - 2)]
    made = input * ops.reshape(scale, shape) + ops.reshape(shift, shape)
    if is_plain:
        return made
    nothing = filled(0, DType.float32, [Dim(0)])
    return [made, nothing, nothing]


@handles("aten.linalg_vector_norm.default")
def vector_norm(call: Call, self: TensorValue, ord: float = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Any:  # fmt: skip
    axes = axes_of(dim, self.rank)
    if ord not in (1, 2):
        raise NotImplementedError(f"a norm of the order {ord}")
    if ord == 1:
        made = along(ops.sum, ops.abs(self), axes)
    else:
        made = ops.sqrt(along(ops.sum, self * self, axes))
    return without(made, axes, keepdim)


def is_static(x: TensorValue, axes: Sequence[int]) -> bool:
    """Whether the sizes of these axes are numbers."""
    return all(isinstance(x.shape[axis], StaticDim) for axis in axes)
