"""What graphs mean, in NumPy: one function per op. The referee of passes and kernels; slow and plain on purpose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, erf
from types import SimpleNamespace
from typing import Any

import numpy as np

from ember.dialects import mo_types
from ember.driver.elements import decode
from ember.dtype import DType
from ember.ir.nodes import Op, Region, Value
from tests.graph import reference_images as images

Array = np.ndarray[Any, Any]


Kernel = Callable[..., list[Array]]
"""What a kernel called by name means: its parameters and operands in, its results out; buffers are changed in place."""


class Trap(AssertionError):
    """What a graph promised when it was built does not hold for these inputs."""


class Machine:
    """Runs graphs: sizes and weights it was given, and the graphs that others call."""

    def __init__(
        self, weights: Mapping[str, Array], module: Op | None, kernels: Mapping[str, Kernel]
    ) -> None:
        self.weights = weights
        self.kernels = kernels
        self.graphs = {op.attrs["name"]: op for op in module.regions[0]} if module else {}
        self.printed: list[str] = []

    def run(self, graph: Op, inputs: Sequence[Any], prefix: str = "") -> list[Any]:
        """The outputs of a graph; a chain is None."""
        body = graph.regions[0]
        frame = Frame(self, prefix)
        for arg, array in zip(body.args, inputs, strict=True):
            frame.values[arg] = array
            if isinstance(arg.type, mo_types.ShapedType):
                for dim, size in zip(arg.type.dims, array.shape, strict=True):
                    if dim.symbol is not None and frame.sizes.setdefault(dim.symbol, size) != size:
                        raise Trap("inputs disagree")
        return frame.block(body)


class Frame:
    """One run of one graph."""

    def __init__(self, machine: Machine, prefix: str) -> None:
        self.machine = machine
        self.prefix = prefix
        self.values: dict[Value, Any] = {}
        self.sizes: dict[str, int] = {}

    def block(self, region: Region) -> list[Any]:
        """What the terminator of a region gives."""
        for op in region:
            args = [self.values[v] for v in op.operands]
            if op.is_terminator:
                return args
            for result, value in zip(op.results, self.op(op, args), strict=True):
                value = self.values[result] = rounded(value, result.type)
                check_shape(result, value, self.sizes)
        raise AssertionError("a region without an end")

    def op(self, op: Op, args: list[Any]) -> list[Any]:
        match op.op_name:
            case "mo.if":
                return self.block(op.regions[0 if args[0] else 1])
            case "mo.while":
                return self._loop(op, args)
            case "mo.call":
                callee = self.machine.graphs[op.attrs["callee"].name]
                return self.machine.run(callee, args, self.prefix + op.attrs.get("prefix", ""))
            case "mo.constant.external":
                is_placeholder = op.attrs.get("is_placeholder")
                return [self.machine.weights[self.prefix * bool(is_placeholder) + op.attrs["name"]]]
            case "mo.custom" | "mo.custom.inplace":
                return _named_kernel(op, args, self.machine.kernels)
            case "mo.invoke_shape_func":
                return [self._shape(op, args)]
            case "mo.declare_sizes":
                for dim, size in zip(op.attrs["dims"], args[0].tolist(), strict=True):
                    if dim.symbol in op.attrs["names"]:
                        self.sizes[dim.symbol] = size
                return []
            case "mo.debug.print":
                self.machine.printed.append(op.attrs["message"])
                return [None]
            case "mo.debug.tensor.print":
                self.machine.printed.append(f"{op.attrs['label']} = {args[0].tolist()}")
                return [None]
        return _run(op, args, self.sizes)

    def _shape(self, op: Op, args: list[Any]) -> Array:
        """What a kernel's shape function says: the shape of what the kernel gives."""
        nothing = SimpleNamespace(type=None)
        attrs = op.attrs["parameters"]
        kernel: Any = SimpleNamespace(op_name=op.attrs["symbol"], results=[nothing], attrs=attrs)
        return np.array(_run(kernel, args, self.sizes)[0].shape, np.int64)

    def _loop(self, op: Op, values: list[Any]) -> list[Any]:
        test, body = op.regions
        while True:
            self.values.update(zip(test.args, values, strict=True))
            if not self.block(test)[0]:
                return values
            self.values.update(zip(body.args, values, strict=True))
            values = self.block(body)


def evaluate(
    graph: Op,
    inputs: Sequence[Array],
    weights: Mapping[str, Array] | None = None,
    kernels: Mapping[str, Kernel] | None = None,
    module: Op | None = None,
) -> list[Array]:
    """The outputs of an `mo.graph` or of relaxed ops, for inputs of NumPy's types; buffers change in place."""
    return Machine(weights or {}, module, kernels or {}).run(graph, inputs)


def _named_kernel(op: Op, args: list[Any], kernels: Mapping[str, Kernel]) -> list[Any]:
    is_inplace = op.op_name == "mo.custom.inplace"
    operands = args[:-1] if is_inplace else args
    made = kernels[op.attrs["symbol"]](op.attrs["parameters"], *operands)
    return [*made, None] if is_inplace else made


def rounded(value: Any, type: Any) -> Any:
    """Numbers of bfloat16, which NumPy does not have, are float32 here: the nearest of those, or the even one of two."""
    if not isinstance(type, mo_types.ShapedType) or DType(type.dtype.name) is not DType.bfloat16:
        return value
    bits = np.asarray(value, np.float32).view(np.uint32)
    half = np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    kept = (bits + half) & np.uint32(0xFFFF0000)
    return np.where(np.isnan(value), np.float32(np.nan), kept.view(np.float32))


def numpy_type(dtype: Any) -> Any:
    """What NumPy calls an element type; see `rounded`."""
    kind = DType(dtype.name)
    return np.float32 if kind is DType.bfloat16 else kind.to_numpy()


def check_shape(result: Value, value: Any, sizes: dict[str, int]) -> None:
    if not isinstance(result.type, mo_types.TensorType):
        return
    for dim, size in zip(result.type.dims, value.shape, strict=True):
        if dim.symbol is not None and dim.symbol not in sizes:
            sizes[dim.symbol] = size
        if dim.evaluate(sizes) != size:
            raise Trap(f"{result.type} has shape {value.shape}")


def _run(op: Op, args: list[Any], sizes: dict[str, int]) -> list[Any]:
    name = op.op_name.removeprefix("r").removeprefix("mo.")
    result = op.results[0].type
    attrs = op.attrs
    is_known = isinstance(result, mo_types.ShapedType) and all(
        symbol in sizes for dim in result.dims for symbol in dim.symbols()
    )
    dims = tuple(d.evaluate(sizes) for d in result.dims) if is_known else ()
    match name:
        case "chain.create":
            return [None]
        case "constant":
            return [_constant(attrs["value"], result, sizes)]
        case "static.reshape":
            return [args[0].reshape(dims)]
        case "static.broadcast_to":
            return [np.broadcast_to(args[0], dims)]
        case "broadcast_to":
            return [np.broadcast_to(args[0], tuple(args[1]))]
        case "rebind" | "transfer":
            return [args[0]]
        case "slice":
            return [args[0][_parts(attrs, dims, sizes)]]
        case "slice.dynamic":
            return [_computed_slice(*args)]
        case "split":
            ends = np.cumsum([s.evaluate(sizes) for s in attrs["sizes"]])[:-1]
            return list(np.split(args[0], ends, attrs["axis"]))
        case "concat":
            return [np.concatenate(args, attrs["axis"])]
        case "index.to_tensor":
            return [np.int64(attrs["size"].evaluate(sizes)).reshape(())]
        case "range":
            count = dims[0] if dims else max(0, ceil((args[1] - args[0]) / args[2]))
            return [(args[0] + np.arange(count) * args[2]).astype(args[0].dtype)]
        case "bitcast":
            return [args[0].view(DType(attrs["dtype"].name).to_numpy())]
        case "cast":
            return [args[0].astype(numpy_type(attrs["dtype"]))]
        case "matmul" | "batch_matmul":
            right = np.swapaxes(args[1], -1, -2) if attrs.get("transpose_b") else args[1]
            return [np.matmul(args[0], right)]
        case "gather":
            return [np.take(args[0], args[1], attrs["axis"])]
        case "transpose":
            return [args[0].transpose(attrs["permutation"])]
        case "tile":
            return [np.tile(args[0], [r.evaluate(sizes) for r in attrs["repeats"]])]
        case "repeat_interleave":
            return [np.repeat(args[0], args[1], attrs["axis"])]
        case "mutable.load":
            return [args[0].copy(), None]
        case "mutable.store":
            args[0][...] = args[1]
            return [None]
        case "mutable.store.slice":
            args[0][_parts(attrs, args[1].shape, sizes)] = args[1]
            return [None]
        case "buffer.create":
            assert isinstance(result, mo_types.BufferType)
            return [np.zeros(dims, DType(result.dtype.name).to_numpy()), None]
    for table in (POSITIONS, IMAGES):
        if name in table:
            given = table[name](attrs, dims, *args)
            return list(given) if isinstance(given, tuple) else [given]
    if name in ALONG:
        return [ALONG[name](args[0], attrs["axis"])]
    if name in NORMS:
        return [NORMS[name](attrs, *args)]
    value = ELEMENTWISE[name](*args)
    assert isinstance(result, mo_types.TensorType)
    return [np.asarray(value).astype(numpy_type(result.dtype))]


def _constant(data: bytes, type: Any, sizes: dict[str, int]) -> Array:
    dtype = DType(type.dtype.name)
    kind = "?" if dtype is DType.bool else f"u{dtype.size_in_bytes}"
    raw = np.frombuffer(data, kind).reshape([d.evaluate(sizes) for d in type.dims])
    return decode(raw, dtype)


def _parts(attrs: Mapping[str, Any], dims: tuple[int, ...], sizes: dict[str, int]) -> tuple[slice, ...]:  # fmt: skip
    parts = []
    for start, step, count in zip(attrs["starts"], attrs["steps"], dims):
        first = start.evaluate(sizes)
        parts.append(slice(first, first + step * count, step))
    return tuple(parts)


def _computed_slice(x: Array, starts: Array, stops: Array, steps: Array) -> Array:
    parts = []
    for start, stop, step, size in zip(starts, stops, steps, x.shape):
        first = start + size if start < 0 else start
        last = stop + size if stop < 0 or (stop == 0 and start < 0) else stop
        parts.append(slice(int(first), int(last), int(step)))
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
}


def _cumsum(attrs: Mapping[str, Any], dims: Any, x: Array) -> Array:
    axis = attrs["axis"]
    if attrs["reverse"]:
        x = np.flip(x, axis)
    total = x.cumsum(axis, dtype=x.dtype)
    if attrs["exclusive"]:
        total = total - x
    return np.flip(total, axis) if attrs["reverse"] else total


def _ranked(sign: int) -> Callable[..., tuple[Array, Array]]:
    def function(attrs: Mapping[str, Any], dims: Any, x: Array) -> tuple[Array, Array]:
        axis = attrs["axis"]
        order = np.argsort(x.astype(np.float64) * sign, axis, kind="stable")
        first = np.take(order, range(attrs["k"]), axis)
        return np.take_along_axis(x, first, axis), first

    return function


def _gather_nd(attrs: Mapping[str, Any], dims: Any, x: Array, indices: Array) -> Array:
    batch = attrs["batch_dims"]
    if batch:
        parts = [_gather_nd({"batch_dims": batch - 1}, (), *pair) for pair in zip(x, indices)]
        return np.array(parts, x.dtype)
    return x[tuple(np.moveaxis(indices, -1, 0))]


def _put(x: Array, places: Any, updates: Array, combine: Any) -> Array:
    out = x.copy()
    if combine is None:
        out[places] = updates
    else:
        combine.at(out, places, updates)
    return out


def _scatter(combine: Any) -> Callable[..., Array]:
    def function(attrs: Any, dims: Any, x: Array, updates: Array, indices: Array) -> Array:
        places = list(np.indices(indices.shape))
        places[attrs["axis"]] = indices
        return _put(x, tuple(places), updates, combine)

    return function


def _scatter_nd(combine: Any) -> Callable[..., Array]:
    def function(attrs: Any, dims: Any, x: Array, updates: Array, indices: Array) -> Array:
        return _put(x, tuple(np.moveaxis(indices, -1, 0)), updates, combine)

    return function


def _pad(mode: str) -> Callable[..., Array]:
    def function(attrs: Mapping[str, Any], dims: Any, x: Array) -> Array:
        pads = attrs["paddings"]
        pairs = [(pads[i], pads[i + 1]) for i in range(0, len(pads), 2)]
        if mode == "constant":
            return np.pad(x, pairs, constant_values=attrs["value"])
        return np.pad(x, pairs, mode=mode)  # type: ignore[call-overload,no-any-return]

    return function


def _band(attrs: Mapping[str, Any], dims: Any, x: Array) -> Array:
    rows, columns = np.indices(x.shape[-2:])
    lower, upper = attrs["num_lower"], attrs["num_upper"]
    inside = ((lower < 0) | (rows - columns <= lower)) & ((upper < 0) | (columns - rows <= upper))
    return np.where(inside ^ attrs["exclude"], x, np.zeros((), x.dtype))


def grouped_product(rows: Array, matrices: Array, starts: Array, ids: Array) -> Array:
    """Each group of rows times the transpose of its matrix."""
    result = np.zeros((len(rows), matrices.shape[1]), rows.dtype)
    for first, end, expert in zip(starts, starts[1:], ids):
        if expert >= 0:
            result[first:end] = rows[first:end] @ matrices[expert].T
    return result


def _sorted_choices(attrs: Mapping[str, Any], dims: Any, chosen: Array) -> tuple[Array, ...]:
    experts = attrs["experts"]
    counts = np.bincount(chosen, minlength=experts)
    order = np.argsort(chosen, kind="stable")
    usage = np.array([counts.max(), experts])
    return order, np.cumsum([0, *counts]), np.argsort(order), np.arange(experts), usage


POSITIONS: dict[str, Callable[..., Any]] = {
    "cumsum": _cumsum,
    "top_k": _ranked(-1),
    "grouped.matmul.ragged": lambda a, d, *args: grouped_product(*args),
    "moe.create.indices": _sorted_choices,
    "bottom_k": _ranked(1),
    "argsort": lambda a, d, x: np.argsort(x if a["ascending"] else -x, kind="stable"),
    "gather_nd": _gather_nd,
    "arg_nonzero": lambda a, d, x: np.argwhere(x),
    "pad.constant": _pad("constant"),
    "pad.reflect": _pad("reflect"),
    "pad.repeat": _pad("edge"),
    "linalg.band_part": _band,
    **{
        f"{kind}{suffix}": make(combine)
        for kind, make in (("scatter", _scatter), ("scatter_nd", _scatter_nd))
        for suffix, combine in (("", None), (".add", np.add), (".max", np.maximum), (".min", np.minimum), (".mul", np.multiply))
    },
}  # fmt: skip

IMAGES: dict[str, Callable[..., Array]] = {
    "conv": lambda a, d, x, f: images.conv(x, f, a, d),
    "conv_transpose": lambda a, d, x, f: images.conv_transpose(x, f, a, d),
    "max_pool": lambda a, d, x: images.max_pool(x, a, d),
    "avg_pool": lambda a, d, x: images.avg_pool(x, a, d),
    "fold": lambda a, d, x: images.fold(x, a, d),
    "resize.linear": lambda a, d, x: images.resize_linear(x, a, d),
    "resize.nearest": lambda a, d, x: images.resize_nearest(x, a, d),
    "resize.bicubic": lambda a, d, x: images.resize_bicubic(x, a, d),
    "roi_align": lambda a, d, x, r: images.roi_align(x, r, a, d),
    "non_maximum_suppression": lambda a, d, *args: images.suppression(*args),
}


def _layer_norm(attrs: Mapping[str, Any], x: Array, gamma: Array, beta: Array) -> Array:
    centered = x - x.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    return (centered / np.sqrt(variance + attrs["epsilon"]) * gamma + beta).astype(x.dtype)


def _rms_norm(attrs: Mapping[str, Any], x: Array, weight: Array) -> Array:
    scale = np.sqrt((x * x).mean(-1, keepdims=True) + attrs["epsilon"])
    return (x / scale * (weight + attrs["weight_offset"])).astype(x.dtype)


def _group_norm(attrs: Mapping[str, Any], x: Array, gamma: Array, beta: Array) -> Array:
    groups = x.reshape(x.shape[0], attrs["num_groups"], -1)
    centered = groups - groups.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    normal = (centered / np.sqrt(variance + attrs["epsilon"])).reshape(x.shape)
    by_channel = (1, -1, *[1] * (x.ndim - 2))
    return (normal * gamma.reshape(by_channel) + beta.reshape(by_channel)).astype(x.dtype)


NORMS = {
    "reduce.layer_norm": _layer_norm,
    "reduce.rms_norm": _rms_norm,
    "reduce.group_norm": _group_norm,
}


def _div(x: Array, y: Array) -> Array:
    """Of whole numbers, toward zero."""
    return np.trunc(x / y) if x.dtype.kind in "iu" else x / y


ELEMENTWISE: dict[str, Callable[..., Array]] = {
    "abs": np.abs, "acos": np.arccos, "atanh": np.arctanh, "ceil": np.ceil, "cos": np.cos,
    "erf": np.vectorize(erf, otypes=[float]), "exp": np.exp, "floor": np.floor, "log": np.log, "log1p": np.log1p,
    "negative": np.negative, "relu": lambda x: np.maximum(x, 0), "round": np.round, "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": _sigmoid, "silu": lambda x: x * _sigmoid(x), "sin": np.sin, "sqrt": np.sqrt, "tanh": np.tanh,
    "trunc": np.trunc, "not": np.logical_not, "is_nan": np.isnan, "is_inf": np.isinf,
    "gelu": lambda x: x * (1 + np.vectorize(erf, otypes=[float])(x / np.sqrt(2))) / 2,
    "gelu_tanh": lambda x: x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))) / 2,
    "gelu_quick": lambda x: x * _sigmoid(1.702 * x),
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": _div, "mod": np.mod, "pow": np.power,
    "max": np.maximum, "min": np.minimum, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    "shift_left": np.left_shift, "shift_right": np.right_shift, "equal": np.equal, "not_equal": np.not_equal, "greater": np.greater, "greater_equal": np.greater_equal,
    "select": np.where,
}  # fmt: skip
