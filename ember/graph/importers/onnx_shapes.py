"""ONNX ops that make tensors, and change or read their shapes."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim, Shape, StaticDim, of_size
from ember.graph.api.values import TensorValue
from ember.graph.importers.onnx_node import CPU, Item, Node, handles, is_known

# -- constants -------------------------------------------------------------------------------------------


@handles("Constant")
def constant(node: Node) -> Any:
    import numpy as np

    from ember.graph.importers.onnx import array_of

    for name, kind in (("value_int", np.int64), ("value_ints", np.int64), ("value_float", np.float32), ("value_floats", np.float32)):  # fmt: skip
        if name in node.attributes:
            return np.array(node.get(name), kind)
    if "value" not in node.attributes:
        raise NotImplementedError(f"a constant of {', '.join(node.attributes)}")
    return array_of(node.get("value"))


@handles("ConstantOfShape")
def constant_of_shape(node: Node, shape: Item) -> Any:
    import numpy as np

    from ember.graph.importers.onnx import array_of

    value = node.get("value")
    fill = array_of(value).reshape(()) if value is not None else np.float32(0).reshape(())
    return _filled(fill, shape.dims)


def _filled(fill: Any, dims: list[Dim]) -> Any:
    import numpy as np

    if all(isinstance(dim, StaticDim) for dim in dims):
        shape = [int(dim) for dim in dims]
        if np.prod(shape, dtype=np.int64) <= 64:
            return np.full(shape, fill)
    return ops.broadcast_to(ops.constant(np.asarray(fill)), dims)


@handles("EyeLike")
def eye_like(node: Node, x: Item) -> Any:
    import numpy as np

    from ember.graph.importers.onnx import element_type

    rows, columns = (int(dim) for dim in x.shape)
    dtype = element_type(node.get("dtype"), "dtype") if node.get("dtype") else x.dtype
    return np.eye(rows, columns, node.get("k", 0), dtype=dtype.to_numpy())


@handles("Range")
def count(node: Node, start: Item, limit: Item, delta: Item) -> Any:
    if is_known(start, limit, delta):
        first, last, step = (item.dims[0] for item in (start, limit, delta))
        return ops.range(first, last, step, dtype=start.dtype, device=CPU)
    raise ValueError("how long a range is must be known")


@handles("OneHot")
def one_hot(node: Node, indices: Item, depth: Item, values: Item) -> Any:
    size = int(depth.numbers.ravel()[0])
    axis = node.get("axis", -1)
    at = axis % (indices.rank + 1)
    numbers = ops.cast(indices.tensor, DType.int64)
    numbers = ops.where(numbers < 0, numbers + size, numbers)
    line = ops.range(0, size, 1, dtype=DType.int64, device=CPU)
    shape = [1] * at + [size] + [1] * (indices.rank - at)
    is_there = ops.equal(ops.unsqueeze(numbers, at), ops.reshape(line, shape))
    off, on = values.tensor[0], values.tensor[1]
    return ops.where(is_there, on, off)


# -- reading shapes --------------------------------------------------------------------------------------


@handles("Shape")
def shape_of(node: Node, x: Item) -> Any:
    import numpy as np

    dims = list(x.shape)[node.get("start", 0) : node.get("end")]
    return _array(dims) if dims else np.zeros(0, np.int64)


def _array(dims: list[Dim]) -> Any:
    """Dimensions as numbers where all are, as an array of `Dim`s otherwise."""
    import numpy as np

    if all(isinstance(dim, StaticDim) for dim in dims):
        return np.array([int(dim) for dim in dims], np.int64)
    found = np.empty(len(dims), object)
    found[:] = dims
    return Item(known=found, dtype=DType.int64)


@handles("Size")
def size_of(node: Node, x: Item) -> Any:
    import numpy as np

    total = x.shape.size
    if isinstance(total, StaticDim):
        return np.array(total.dim, np.int64)
    found = np.empty((), object)
    found[()] = total
    return Item(known=found, dtype=DType.int64)


# -- changing shapes -------------------------------------------------------------------------------------


@handles("Reshape")
def reshape(node: Node, x: Item, shape: Item | None = None) -> Any:
    dims = shape.dims if shape is not None else [Dim(dim) for dim in node.get("shape")]
    if not node.get("allowzero", 0):
        dims = [x.shape[i] if dim == 0 else dim for i, dim in enumerate(dims)]
    if x.known is not None and all(isinstance(dim, StaticDim) for dim in dims):
        return Item(known=x.known.reshape([int(dim) for dim in dims]), dtype=x.dtype)
    return ops.reshape(x.tensor, dims)


@handles("Flatten")
def flatten(node: Node, x: Item) -> Any:
    axis = node.get("axis", 1)
    axis = axis + x.rank if axis < 0 else axis
    return ops.reshape(x.tensor, [Shape(x.shape[:axis]).size, Shape(x.shape[axis:]).size])


@handles("Transpose")
def transpose(node: Node, x: Item) -> Any:
    return ops.permute(x.tensor, node.get("perm") or list(range(x.rank))[::-1])


def _axes(node: Node, axes: Item | None, rank: int) -> list[int] | None:
    """Axes of an input or, in older op sets, of an attribute."""
    found = axes.integers if axes is not None else node.get("axes")
    return [axis % rank for axis in found] if found is not None else None


@handles("Squeeze")
def squeeze(node: Node, x: Item, axes: Item | None = None) -> Any:
    gone = _axes(node, axes, x.rank)
    if gone is None:
        gone = [axis for axis, dim in enumerate(x.shape) if dim == 1]
    dims = [dim for axis, dim in enumerate(x.shape) if axis not in gone]
    if x.known is not None:
        return Item(known=x.known.reshape([int(dim) for dim in dims]), dtype=x.dtype)
    for axis in gone:
        if x.shape[axis] != 1:
            raise ValueError(f"axis {axis} of {x.shape} does not have size 1")
    return ops.reshape(x.tensor, dims)


@handles("Unsqueeze")
def unsqueeze(node: Node, x: Item, axes: Item | None = None) -> Any:
    count = len(axes.integers if axes is not None else node.get("axes"))
    new = _axes(node, axes, x.rank + count)
    rest = iter(x.shape)
    dims = [Dim(1) if axis in (new or ()) else next(rest) for axis in range(x.rank + count)]
    if x.known is not None:
        return Item(known=x.known.reshape([int(dim) for dim in dims]), dtype=x.dtype)
    return ops.reshape(x.tensor, dims)


@handles("Expand")
def expand(node: Node, x: Item, shape: Item) -> Any:
    from ember.dialects.mo_rules import broadcast

    wanted = broadcast(tuple(d.size for d in x.shape), tuple(d.size for d in shape.dims))
    return ops.broadcast_to(x.tensor, map(of_size, wanted))


@handles("Concat")
def concat(node: Node, *items: Item) -> Any:
    import numpy as np

    axis = node.get("axis", 1)
    if is_known(*items) and items[0].dtype.is_integral():
        return Item(known=np.concatenate([i.numbers for i in items], axis), dtype=items[0].dtype)
    return ops.concat([item.tensor for item in items], axis)


@handles("Split")
def split(node: Node, x: Item, sizes: Item | None = None) -> Any:
    axis = node.get("axis", 0) % x.rank
    given = sizes.integers if sizes is not None else node.get("split")
    if given is None:
        count = node.get("num_outputs", node.outputs)
        total = int(x.shape[axis])
        size = ceil(total / count)
        given = [min(size, total - i * size) for i in range(count)]
    return ops.split(x.tensor, given, axis)


@handles("Tile")
def tile(node: Node, x: Item, repeats: Item) -> Any:
    if any(dim == 0 for dim in repeats.dims):
        raise NotImplementedError("tiling zero times")
    return ops.tile(x.tensor, repeats.dims)


@handles("DepthToSpace")
def depth_to_space(node: Node, x: Item) -> Any:
    batch, channels, height, width = x.shape
    size = node.get("blocksize")
    depth = channels // (size * size)
    if node.get("mode", "DCR") == "DCR":
        parts = ops.reshape(x.tensor, [batch, size, size, depth, height, width])
        parts = ops.permute(parts, [0, 3, 4, 1, 5, 2])
    else:
        parts = ops.reshape(x.tensor, [batch, depth, size, size, height, width])
        parts = ops.permute(parts, [0, 1, 4, 2, 5, 3])
    return ops.reshape(parts, [batch, depth, height * size, width * size])


@handles("SpaceToDepth")
def space_to_depth(node: Node, x: Item) -> Any:
    batch, channels, height, width = x.shape
    size = node.get("blocksize")
    parts = ops.reshape(x.tensor, [batch, channels, height // size, size, width // size, size])
    is_depth_first = node.get("mode", "DCR") == "CRD"
    parts = ops.permute(parts, [0, 1, 3, 5, 2, 4] if is_depth_first else [0, 3, 5, 1, 2, 4])
    return ops.reshape(parts, [batch, channels * (size * size), height // size, width // size])


# -- parts -----------------------------------------------------------------------------------------------


@handles("Slice")
def slice_of(
    node: Node,
    x: Item,
    starts: Item | None = None,
    ends: Item | None = None,
    axes: Item | None = None,
    steps: Item | None = None,
) -> Any:
    first = starts.integers if starts is not None else node.get("starts")
    last = ends.dims if ends is not None else [Dim(end) for end in node.get("ends")]
    where = axes.integers if axes is not None else node.get("axes") or list(range(len(first)))
    step = steps.integers if steps is not None else [1] * len(first)
    if x.known is not None:
        index = [slice(None)] * x.rank
        for axis, start, end, by in zip(where, first, last, step):
            index[axis] = slice(start, int(end), by)
        return Item(known=x.known[tuple(index)], dtype=x.dtype)
    value = x.tensor
    for axis, start, end, by in zip(where, first, last, step):
        value = _sliced(value, axis % x.rank, start, end, by)
    return value


_ALL: Final = 10**9
"""Where exporters let a slice end that goes to the end: this, or the largest integer of 32 or 64 bits."""


def _sliced(x: TensorValue, axis: int, start: int, end: Dim, step: int) -> TensorValue:
    """One axis; bounds out of range mean the end, negative steps go backwards."""
    import numpy as np

    size = x.shape[axis]
    if isinstance(size, StaticDim) and isinstance(end, StaticDim):
        places = range(*slice(start, end.dim, step).indices(size.dim))
        if step < 0 or not len(places):
            return ops.gather(x, ops.constant(np.array(places, np.int64)), axis)
        return x[(slice(None),) * axis + (slice(places[0], places[-1] + 1, step),)]
    if step < 0:
        raise NotImplementedError("a negative step along an axis whose size is not known")
    stop = None if isinstance(end, StaticDim) and end.dim >= _ALL else end
    return x[(slice(None),) * axis + (slice(start, stop, step),)]


@handles("Gather")
def gather(node: Node, x: Item, indices: Item) -> Any:
    import numpy as np

    axis = node.get("axis", 0)
    if is_known(x, indices) and x.dtype.is_integral() and indices.numbers.dtype != object:
        return Item(known=np.take(x.numbers, indices.numbers, axis), dtype=x.dtype)
    return ops.gather(x.tensor, indices.tensor, axis)


@handles("GatherElements")
def gather_elements(node: Node, x: Item, indices: Item) -> Any:
    axis = node.get("axis", 0) % x.rank
    places = [_line(indices.tensor, i) for i in range(x.rank)]
    places[axis] = ops.cast(indices.tensor, DType.int64)
    return ops.gather_nd(x.tensor, ops.stack(places, -1))


def _line(like: TensorValue, axis: int) -> TensorValue:
    """The number of each element along an axis, in the shape of a tensor."""
    size = like.shape[axis]
    line = ops.range(0, size, 1, dtype=DType.int64, device=CPU)
    shape = [1] * axis + [size] + [1] * (like.rank - axis - 1)
    return ops.broadcast_to(ops.reshape(line, shape), like.shape)


@handles("GatherND")
def gather_nd(node: Node, x: Item, indices: Item) -> Any:
    return ops.gather_nd(x.tensor, indices.tensor, node.get("batch_dims", 0))


_SCATTERS = {"none": ops.scatter, "add": ops.scatter_add, "mul": ops.scatter_mul, "max": ops.scatter_max, "min": ops.scatter_min}  # fmt: skip
_SCATTERS_ND = {"none": ops.scatter_nd, "add": ops.scatter_nd_add, "mul": ops.scatter_nd_mul, "max": ops.scatter_nd_max, "min": ops.scatter_nd_min}  # fmt: skip


@handles("ScatterElements", "Scatter")
def scatter_elements(node: Node, x: Item, indices: Item, updates: Item) -> Any:
    function = _SCATTERS[node.get("reduction", "none")]
    return function(x.tensor, updates.tensor, indices.tensor, node.get("axis", 0))


@handles("ScatterND")
def scatter_nd(node: Node, x: Item, indices: Item, updates: Item) -> Any:
    function = _SCATTERS_ND[node.get("reduction", "none")]
    return function(x.tensor, updates.tensor, indices.tensor)


@handles("NonZero")
def nonzero(node: Node, x: Item) -> Any:
    return ops.permute(ops.nonzero(x.tensor, f"nonzero_{id(node)}"), [1, 0])


@handles("Compress")
def compress(node: Node, x: Item, condition: Item) -> Any:
    import numpy as np

    axis = node.get("axis")
    value = x.tensor if axis is not None else x.tensor.flatten()
    places = np.flatnonzero(condition.numbers)
    return ops.gather(value, ops.constant(places), axis if axis is not None else 0)


@handles("Trilu")
def trilu(node: Node, x: Item, k: Item | None = None) -> Any:
    """Above or below a diagonal."""
    shift = int(k.numbers.ravel()[0]) if k is not None else 0
    value = x.tensor
    rows = ops.unsqueeze(ops.range(0, value.shape[-2], 1, dtype=DType.int64, device=CPU), 1)
    columns = ops.unsqueeze(ops.range(0, value.shape[-1], 1, dtype=DType.int64, device=CPU), 0)
    distance = columns - rows
    inside = distance >= shift if node.get("upper", 1) else distance <= shift
    zero = ops.constant(0, value.dtype, CPU) if value.dtype is not DType.bool else ops.constant(False, DType.bool, CPU)  # fmt: skip
    return ops.where(inside, value, zero)


_PADS = {"constant": "constant", "reflect": "reflect", "edge": "edge"}


@handles("Pad")
def pad(node: Node, x: Item, pads: Item | None = None, value: Item | None = None, axes: Item | None = None) -> Any:  # fmt: skip
    amounts = pads.integers if pads is not None else node.get("pads") or node.get("paddings")
    where = [axis % x.rank for axis in axes.integers] if axes is not None else list(range(x.rank))
    mode = node.get("mode", "constant")
    if mode not in _PADS:
        raise NotImplementedError(f"padding by '{mode}'")
    pairs = [0] * (2 * x.rank)
    for position, axis in enumerate(where):
        pairs[2 * axis], pairs[2 * axis + 1] = amounts[position], amounts[position + len(where)]
    tensor = x.tensor
    for axis in range(x.rank):
        before, after = min(pairs[2 * axis], 0), min(pairs[2 * axis + 1], 0)
        if before or after:
            tensor = _sliced(tensor, axis, -before, tensor.shape[axis] + after, 1)
    fill = float(value.numbers.ravel()[0]) if value is not None else float(node.get("value", 0.0))
    return ops.pad(tensor, [max(pair, 0) for pair in pairs], _PADS[mode], fill)


@handles("TopK")
def top_k(node: Node, x: Item, k: Item | None = None) -> Any:
    number = int(k.numbers.ravel()[0]) if k is not None else node.get("k")
    function = ops.top_k if node.get("largest", 1) else ops.bottom_k
    return list(function(x.tensor, number, node.get("axis", -1)))


@handles("CumSum")
def cumsum(node: Node, x: Item, axis: Item) -> Any:
    at = int(axis.numbers.ravel()[0])
    return ops.cumsum(x.tensor, at, bool(node.get("exclusive", 0)), bool(node.get("reverse", 0)))


@handles("ReverseSequence")
def reverse_sequence(node: Node, x: Item, lengths: Item) -> Any:
    """Element i of a sequence of length n comes from n - 1 - i, if i < n."""
    batch, time = node.get("batch_axis", 1), node.get("time_axis", 0)
    places = _line(x.tensor, time)
    shape = [1] * batch + [x.shape[batch]] + [1] * (x.rank - batch - 1)
    count = ops.reshape(lengths.tensor, shape)
    reversed_places = ops.where(places < count, count - 1 - places, places)
    indices = [_line(x.tensor, axis) for axis in range(x.rank)]
    indices[time] = reversed_places
    return ops.gather_nd(x.tensor, ops.stack(indices, -1))
