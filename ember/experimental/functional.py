"""The operators of graphs on tensors: `F.relu(x @ w)`. Each appends to the lines that wait, or to the graph being built."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from ember.driver import Device
from ember.dtype import DType
from ember.experimental.recording import is_building, target
from ember.experimental.tensor import Tensor, defaults
from ember.graph.api import ops
from ember.graph.api.types import DeviceRef, Parameter, Type
from ember.graph.api.values import TensorValue

C = TypeVar("C", bound=Callable[..., Any])


def _given(value: Any) -> Any:
    """Tensors as values of the current graph, wherever they stand."""
    if isinstance(value, Tensor):
        return value.__tensorvalue__()
    if isinstance(value, list | tuple):
        return type(value)(_given(part) for part in value)
    return value


def _made(value: Any) -> Any:
    """Values of the current graph as tensors."""
    if isinstance(value, TensorValue):
        return Tensor.from_graph_value(value)
    if isinstance(value, list | tuple):
        return type(value)(_made(part) for part in value)
    return value


def functional(graph_op: C, rule: Callable[..., Any] | None = None) -> C:
    """A function of graph values as a function of tensors: all its lines are one graph with those around them.

    `rule`, which says how tensors of several devices are shared out, changes nothing here.
    """

    @wraps(graph_op)
    def lifted(*args: Any, **named: Any) -> Any:
        with target():
            given = [_given(value) for value in args]
            return _made(graph_op(*given, **{key: _given(value) for key, value in named.items()}))

    return lifted  # type: ignore[return-value]


@contextmanager
def lazy() -> Iterator[None]:
    """Nothing inside runs before it is read; nor does it outside."""
    yield


def _reducing(function: Callable[..., TensorValue]) -> Callable[..., Any]:
    """A reduction, of all elements where the axis is None."""

    def reduce(x: Any, axis: int | None = -1) -> TensorValue:
        if axis is not None:
            return function(x, axis=axis)
        return ops.reshape(function(ops.flatten(x), axis=0), [])

    reduce.__name__ = function.__name__
    return functional(reduce)


def _extreme(function: Callable[..., TensorValue]) -> Callable[..., Any]:
    def extreme(x: Any, y: Any = None, axis: int | None = -1) -> TensorValue:
        if y is not None:
            return function(x, y)
        return function(x, axis=axis) if axis is not None else ops.reshape(function(ops.flatten(x), axis=0), [])  # fmt: skip

    return functional(extreme)


_ALIKE = [
    "abs", "acos", "add", "argsort", "as_interleaved_complex", "atanh", "avg_pool2d", "band_part", "bottom_k",
    "broadcast_to", "cast", "ceil", "chunk", "concat", "constant", "conv2d", "conv2d_transpose", "conv3d", "cos",
    "cumsum", "dequantize", "div", "equal", "erf", "exp", "flatten", "floor", "floor_div", "fold", "gather", "gather_nd",
    "gelu", "greater", "greater_equal", "group_norm", "irfft", "is_inf", "is_nan", "layer_norm", "log", "log1p",
    "logical_and", "logical_not", "logical_or", "logical_xor", "logsoftmax", "masked_scatter", "matmul", "max_pool2d",
    "mod", "mul", "negate", "non_maximum_suppression", "nonzero", "not_equal", "outer", "pad", "permute", "pow", "print",
    "qmatmul", "rebind", "relu", "repeat_interleave", "reshape", "resize", "resize_bicubic", "resize_linear",
    "resize_nearest", "rms_norm", "roi_align", "round", "rsqrt", "scatter", "scatter_add", "scatter_max", "scatter_min",
    "scatter_mul", "scatter_nd", "scatter_nd_add", "scatter_nd_max", "scatter_nd_min", "scatter_nd_mul", "shape_to_tensor", "side_stream", "sigmoid",
    "silu", "sin", "slice_tensor", "softmax", "sqrt", "squeeze", "stack", "sub", "tanh", "tile", "top_k",
    "transpose", "trunc", "unsqueeze", "where",
]  # fmt: skip
_RANDOM = ("gaussian", "gaussian_like", "normal", "normal_like", "uniform", "uniform_like")
_REDUCTIONS = ("sum", "mean", "prod", "argmax", "argmin")


def __getattr__(name: str) -> Any:
    """The operator of graphs with this name, on tensors; made when it is first asked for."""
    if name in _REDUCTIONS:
        made: Any = _reducing(getattr(ops, name))
    elif name in _RANDOM:
        from ember.experimental import random

        made = getattr(random, name)
    elif name in ("elementwise_max", "elementwise_min"):
        made = functional(getattr(ops, name.removeprefix("elementwise_")))
    elif name in ("max", "min"):
        made = _extreme(getattr(ops, name))
    elif name in _ALIKE:
        made = functional(getattr(ops, name))
    else:
        raise AttributeError(f"there is no operator '{name}' on tensors")
    globals()[name] = made
    return made


def __dir__() -> list[str]:
    return sorted({*globals(), *_ALIKE, *_REDUCTIONS, *_RANDOM, "elementwise_max", "elementwise_min", "max", "min"})  # fmt: skip


complex_mul = functional(ops.complex.mul)


@functional
def less(lhs: Any, rhs: Any) -> TensorValue:
    """Where the first is smaller."""
    return ops.greater(rhs, lhs)


@functional
def less_equal(lhs: Any, rhs: Any) -> TensorValue:
    """Where the first is not larger."""
    return ops.greater_equal(rhs, lhs)


@functional
def clip(x: Any, lower_bound: Any = None, upper_bound: Any = None) -> TensorValue:
    """The nearest number between two."""
    value = ops.max(x, lower_bound) if lower_bound is not None else x
    return ops.min(value, upper_bound) if upper_bound is not None else value


clamp = clip


@functional
def split(x: Any, split_size_or_sections: int | Sequence[int], axis: int = 0) -> Any:
    """Parts of the sizes given, or of one size but for the last."""
    sizes = split_size_or_sections
    if isinstance(sizes, int):
        total = int(x.shape[axis])
        sizes = [builtins.min(sizes, total - at) for at in builtins.range(0, total, sizes)]
    return ops.split(x, sizes, axis)


def full(shape: Any, value: float, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
    """One number everywhere."""
    return Tensor.full(shape, value, dtype=dtype, device=device)


def zeros(shape: Any, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:
    return Tensor.zeros(shape, dtype=dtype, device=device)


def ones(shape: Any, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:
    return Tensor.ones(shape, dtype=dtype, device=device)


def arange(start: Any = 0, stop: Any = None, step: Any = 1, out_dim: Any = None, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
    return Tensor.arange(start, stop, step, out_dim, dtype=dtype, device=device)


def range(start: Any, stop: Any, step: Any = 1, out_dim: Any = None, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
    """Numbers from one to another."""
    return Tensor.arange(start, stop, step, out_dim, dtype=dtype, device=device)


def hann_window(window_length: int, *, periodic: bool = True, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
    """The window of Hann, of the default type and on the default device."""
    kind, place = defaults(dtype, device)
    with target():
        made: Tensor = _made(ops.hann_window(window_length, place, periodic, kind))
        return made


@functional
def transfer_to(t: Any, target: Device | DeviceRef) -> TensorValue:
    """A tensor on another device."""
    return ops.transfer_to(t, target)


def full_like(like: Tensor, value: float) -> Tensor:
    return Tensor.full_like(like, value)


def zeros_like(like: Tensor) -> Tensor:
    return Tensor.zeros_like(like)


def ones_like(like: Tensor) -> Tensor:
    return Tensor.ones_like(like)


def in_graph_context() -> bool:
    """Whether lines written now are part of a graph that somebody builds."""
    return is_building()


def cond(pred: Any, out_types: Iterable[Type] | None, then_fn: Callable[[], Any], else_fn: Callable[[], Any]) -> list[Tensor]:  # fmt: skip
    """One of two functions of tensors, whose results have these types."""
    with target():
        made: list[Tensor] = _made(ops.cond(_given(pred), out_types, _branch(then_fn), _branch(else_fn)))  # fmt: skip
        return made


def while_loop(initial_values: Any, predicate: Callable[..., Any], body: Callable[..., Any]) -> list[Tensor]:  # fmt: skip
    """A function of tensors again and again, as long as another one says so."""
    with target():
        made: list[Tensor] = _made(ops.while_loop(_given(initial_values), _branch(predicate), _branch(body)))  # fmt: skip
        return made


def _branch(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of tensors as one of graph values."""
    return lambda *args: _given(function(*_made(args)))


def inplace_custom(
    name: str,
    device: Device | DeviceRef,
    values: Sequence[Any],
    out_types: Sequence[Type] | None = None,
    parameters: Mapping[str, Parameter] | None = None,
    custom_extensions: Sequence[Path | str] | None = None,
) -> list[Tensor]:
    """The results of a kernel that changes buffers of the graph being built."""
    return _of_kernel(ops.inplace_custom, custom_extensions, name, device, values, out_types, parameters)  # fmt: skip


def custom(
    name: str,
    device: Device | DeviceRef,
    values: Sequence[Any],
    out_types: Sequence[Type],
    parameters: Mapping[str, Parameter] | None = None,
    custom_extensions: Sequence[Path | str] | None = None,
) -> list[Tensor]:
    """The results of a kernel by its name."""
    return _of_kernel(ops.custom, custom_extensions, name, device, values, out_types, parameters)


def _of_kernel(
    op: Callable[..., Any], extensions: Sequence[Path | str] | None, name: str, device: Device | DeviceRef, values: Sequence[Any], *facts: Any
) -> list[Tensor]:  # fmt: skip
    """What an op of graphs makes of tensors, with kernels of a user."""
    with target() as graph:
        graph.kernel_library.load_paths(extensions or ())
        made: list[Tensor] = _made(op(name, device, _given(list(values)), *facts))
        return made
