"""What graphs mean, in NumPy: one function per op. The referee of passes and kernels; slow and plain on purpose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import erf
from typing import Any

import numpy as np

from ember.dialects import mo_types
from ember.driver.elements import decode
from ember.dtype import DType
from ember.ir.nodes import Op, Value

Array = np.ndarray[Any, Any]


Kernel = Callable[..., list[Array]]
"""What a kernel called by name means: its parameters and operands in, its results out; buffers are changed in place."""


def evaluate(
    graph: Op,
    inputs: Sequence[Array],
    weights: Mapping[str, Array] | None = None,
    kernels: Mapping[str, Kernel] | None = None,
) -> list[Array]:
    """The outputs of an `mo.graph` or of relaxed ops, for inputs of NumPy's types."""
    body = graph.regions[0]
    values: dict[Value, Any] = {}
    sizes: dict[str, int] = {}
    for arg, array in zip(body.args, inputs, strict=True):
        values[arg] = array
        if isinstance(arg.type, mo_types.ShapedType):
            for dim, size in zip(arg.type.dims, array.shape, strict=True):
                if dim.symbol is not None:
                    assert sizes.setdefault(dim.symbol, size) == size, "inputs disagree"
    for op in body:
        if op.op_name == "mo.output":
            return [values[v] for v in op.operands]
        args = [values[v] for v in op.operands]
        if op.op_name in ("mo.custom", "mo.custom.inplace"):
            given = _named_kernel(op, args, kernels or {})
        else:
            given = _run(op, args, sizes, weights or {})
        for result, value in zip(op.results, given, strict=True):
            values[result] = value
            check_shape(result, value, sizes)
    raise AssertionError("a graph without outputs")


def _named_kernel(op: Op, args: list[Any], kernels: Mapping[str, Kernel]) -> list[Any]:
    is_inplace = op.op_name == "mo.custom.inplace"
    operands = args[:-1] if is_inplace else args
    made = kernels[op.attrs["symbol"]](op.attrs["parameters"], *operands)
    return [*made, None] if is_inplace else made


def check_shape(result: Value, value: Any, sizes: dict[str, int]) -> None:
    if not isinstance(result.type, mo_types.TensorType):
        return
    for dim, size in zip(result.type.dims, value.shape, strict=True):
        if dim.symbol is not None and dim.symbol not in sizes:
            sizes[dim.symbol] = size
        assert dim.evaluate(sizes) == size, f"{result.type} has shape {value.shape}"


def _run(op: Op, args: list[Any], sizes: dict[str, int], weights: Mapping[str, Array]) -> list[Any]:
    name = op.op_name.removeprefix("r").removeprefix("mo.")
    result = op.results[0].type
    dims = (
        tuple(d.evaluate(sizes) for d in result.dims)
        if isinstance(result, mo_types.TensorType) and name in SHAPED
        else ()
    )
    attrs = op.attrs
    match name:
        case "chain.create":
            return [None]
        case "constant":
            return [_constant(attrs["value"], result, sizes)]
        case "constant.external":
            return [weights[attrs["name"]]]
        case "static.reshape":
            return [args[0].reshape(dims)]
        case "static.broadcast_to":
            return [np.broadcast_to(args[0], dims)]
        case "rebind" | "transfer":
            return [args[0]]
        case "slice":
            return [_slice(args[0], attrs, dims, sizes)]
        case "split":
            ends = np.cumsum([s.evaluate(sizes) for s in attrs["sizes"]])[:-1]
            return list(np.split(args[0], ends, attrs["axis"]))
        case "concat":
            return [np.concatenate(args, attrs["axis"])]
        case "index.to_tensor":
            return [np.int64(attrs["size"].evaluate(sizes)).reshape(())]
        case "cast":
            return [args[0].astype(DType(attrs["dtype"].name).to_numpy())]
        case "matmul" | "batch_matmul":
            right = np.swapaxes(args[1], -1, -2) if attrs.get("transpose_b") else args[1]
            return [np.matmul(args[0], right)]
        case "pad.constant":
            pads = attrs["paddings"]
            pairs = [(pads[i], pads[i + 1]) for i in range(0, len(pads), 2)]
            return [np.pad(args[0], pairs, constant_values=attrs["value"])]
        case "gather":
            return [np.take(args[0], args[1], attrs["axis"])]
        case "transpose":
            return [args[0].transpose(attrs["permutation"])]
    if name in ALONG:
        return [ALONG[name](args[0], attrs["axis"])]
    if name in NORMS:
        return [NORMS[name](attrs, *args)]
    value = ELEMENTWISE[name](*args)
    assert isinstance(result, mo_types.TensorType)
    return [np.asarray(value).astype(DType(result.dtype.name).to_numpy())]


SHAPED = {"static.reshape", "static.broadcast_to", "slice"}


def _constant(data: bytes, type: Any, sizes: dict[str, int]) -> Array:
    dtype = DType(type.dtype.name)
    kind = "?" if dtype is DType.bool else f"u{dtype.size_in_bytes}"
    raw = np.frombuffer(data, kind).reshape([d.evaluate(sizes) for d in type.dims])
    return decode(raw, dtype)


def _slice(
    x: Array, attrs: Mapping[str, Any], dims: tuple[int, ...], sizes: dict[str, int]
) -> Array:
    parts = []
    for start, step, count in zip(attrs["starts"], attrs["steps"], dims):
        first = start.evaluate(sizes)
        parts.append(slice(first, first + step * count, step))
    return x[tuple(parts)]


def _softmax(x: Array, axis: int) -> Array:
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def _sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


ALONG: dict[str, Callable[[Array, int], Array]] = {
    "reduce.add": lambda x, a: x.sum(a, keepdims=True, dtype=x.dtype),
    "reduce.mul": lambda x, a: x.prod(a, keepdims=True, dtype=x.dtype),
    "reduce.max": lambda x, a: x.max(a, keepdims=True),
    "reduce.min": lambda x, a: x.min(a, keepdims=True),
    "reduce.mean": lambda x, a: x.mean(a, keepdims=True).astype(x.dtype),
    "reduce.arg_max": lambda x, a: np.expand_dims(x.argmax(a), a),
    "reduce.arg_min": lambda x, a: np.expand_dims(x.argmin(a), a),
    "softmax": _softmax,
    "logsoftmax": lambda x, a: np.log(_softmax(x, a)),
    "cumsum": lambda x, a: x.cumsum(a, dtype=x.dtype),
}


def _layer_norm(attrs: Mapping[str, Any], x: Array, gamma: Array, beta: Array) -> Array:
    centered = x - x.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    return (centered / np.sqrt(variance + attrs["epsilon"]) * gamma + beta).astype(x.dtype)


def _rms_norm(attrs: Mapping[str, Any], x: Array, weight: Array) -> Array:
    scale = np.sqrt((x * x).mean(-1, keepdims=True) + attrs["epsilon"])
    return (x / scale * (weight + attrs["weight_offset"])).astype(x.dtype)


NORMS = {"reduce.layer_norm": _layer_norm, "reduce.rms_norm": _rms_norm}

ELEMENTWISE: dict[str, Callable[..., Array]] = {
    "abs": np.abs, "acos": np.arccos, "atanh": np.arctanh, "ceil": np.ceil, "cos": np.cos,
    "erf": np.vectorize(erf, otypes=[float]), "exp": np.exp, "floor": np.floor, "log": np.log, "log1p": np.log1p,
    "negative": np.negative, "relu": lambda x: np.maximum(x, 0), "round": np.round, "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": _sigmoid, "silu": lambda x: x * _sigmoid(x), "sin": np.sin, "sqrt": np.sqrt, "tanh": np.tanh,
    "trunc": np.trunc, "not": np.logical_not, "is_nan": np.isnan, "is_inf": np.isinf,
    "gelu": lambda x: x * (1 + np.vectorize(erf, otypes=[float])(x / np.sqrt(2))) / 2,
    "gelu_tanh": lambda x: x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))) / 2,
    "gelu_quick": lambda x: x * _sigmoid(1.702 * x),
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "mod": np.mod, "pow": np.power,
    "max": np.maximum, "min": np.minimum, "and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor,
    "equal": np.equal, "not_equal": np.not_equal, "greater": np.greater, "greater_equal": np.greater_equal,
    "select": np.where,
}  # fmt: skip
