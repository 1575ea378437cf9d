"""Ops that change shape or select: the numbers stay what they are."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

from ember.dialects import mo, mo_indexing
from ember.dialects.dimensions import ONE, ZERO, Dimension, constant, product_of
from ember.dialects.mo_rules import axis_of, shape_text
from ember.driver import Device
from ember.dtype import DType
from ember.graph.api.build import append, current_graph
from ember.graph.api.dims import DimLike, Shape, ShapeLike, of_size
from ember.graph.api.operands import as_tensor, tensor_type
from ember.graph.api.operands import constant as constant_tensor
from ember.graph.api.operations import operation
from ember.graph.api.ops.elementwise import cast as cast_to
from ember.graph.api.ops.slices import Selection, selection
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue

Dims = tuple[Dimension, ...]


def _dims(shape: ShapeLike) -> Dims:
    return tuple(dim.size for dim in Shape(shape))


def _with_dims(kind: Any, x: TensorValue, dims: Dims, **attrs: Any) -> TensorValue:
    return TensorValue(append(kind, (x.ir,), attrs, (tensor_type(x).with_dims(dims),)).results[0])


@operation
def reshape(x: Any, shape: ShapeLike) -> TensorValue:
    """The same elements in order, in another shape; one dimension may be -1."""
    value = as_tensor(x)
    dims = _filled(value, _dims(shape))
    return value if dims == tensor_type(value).dims else _with_dims(mo.Reshape, value, dims)


def _filled(value: TensorValue, dims: Dims) -> Dims:
    """The shape with its -1 replaced by what is left over."""
    unknown = constant(-1)
    if dims.count(unknown) > 1:
        raise ValueError(f"one dimension at most can be -1, not those of {shape_text(dims)}")
    if unknown not in dims:
        return dims
    others = product_of([dim for dim in dims if dim != unknown])
    if others == ZERO:
        raise ValueError(f"-1 beside a 0 could be anything: {shape_text(dims)}")
    rest = product_of(list(tensor_type(value).dims)) // others
    return tuple(rest if dim == unknown else dim for dim in dims)


@operation
def flatten(x: Any, start_dim: int = 0, end_dim: int = -1) -> TensorValue:
    """Several axes as one."""
    value = as_tensor(x)
    dims = tensor_type(value).dims
    if not dims:
        return reshape(value, [1])
    start, end = axis_of(start_dim, len(dims)), axis_of(end_dim, len(dims))
    if start > end:
        raise ValueError(f"start_dim {start_dim} comes after end_dim {end_dim}")
    merged = product_of(list(dims[start : end + 1]))
    return reshape(value, map(of_size, (*dims[:start], merged, *dims[end + 1 :])))


@operation
def broadcast_to(
    x: Any, shape: ShapeLike | TensorValue, out_dims: ShapeLike | None = None
) -> TensorValue:
    """Stretched to a shape; where that is a tensor, `out_dims` names its dimensions."""
    value = as_tensor(x)
    if isinstance(shape, TensorValue):
        if out_dims is None:
            raise ValueError("broadcast_to: the shape is computed; name its dimensions with 'out_dims'")  # fmt: skip
        type = tensor_type(value).with_dims(_dims(out_dims))
        operands = (value.ir, cast_to(shape, DType.int64).ir)
        return TensorValue(append(mo_indexing.BroadcastDynamic, operands, {}, (type,)).results[0])
    dims = _dims(shape)
    return value if dims == tensor_type(value).dims else _with_dims(mo.BroadcastTo, value, dims)


@operation
def rebind(x: Any, shape: ShapeLike, message: str = "", layout: Any = None) -> TensorValue:
    """The same tensor with this shape, which is checked when the graph runs."""
    value = as_tensor(x)
    return _with_dims(mo.Rebind, value, _dims(shape), message=message)


@operation
def permute(x: Any, dims: Sequence[int]) -> TensorValue:
    """Axes in another order."""
    value = as_tensor(x)
    order = tuple(axis_of(axis, value.rank) for axis in dims)
    return TensorValue(append(mo.Transpose, (value.ir,), {"permutation": order}).results[0])


@operation
def transpose(x: Any, axis_1: int, axis_2: int) -> TensorValue:
    """Two axes exchanged."""
    value = as_tensor(x)
    if not value.rank and axis_1 in (0, -1) and axis_2 in (0, -1):
        return value
    one, other = axis_of(axis_1, value.rank), axis_of(axis_2, value.rank)
    order = list(range(value.rank))
    order[one], order[other] = other, one
    return permute(value, order)


@operation
def squeeze(x: Any, axis: int) -> TensorValue:
    """Without an axis of size 1."""
    value = as_tensor(x)
    dims = tensor_type(value).dims
    at = axis_of(axis, len(dims))
    if dims[at] != ONE:
        raise ValueError(f"axis {axis} of {shape_text(dims)} has size {dims[at]}, not 1")
    return reshape(value, map(of_size, (*dims[:at], *dims[at + 1 :])))


@operation
def unsqueeze(x: Any, axis: int) -> TensorValue:
    """With a new axis of size 1."""
    value = as_tensor(x)
    dims = tensor_type(value).dims
    at = axis_of(axis, len(dims) + 1)
    return reshape(value, map(of_size, (*dims[:at], ONE, *dims[at:])))


@operation
def concat(original_vals: Iterable[Any], axis: int = 0) -> TensorValue:
    """Tensors one behind the other along an axis."""
    parts = [as_tensor(value) for value in original_vals]
    if not parts:
        raise ValueError("concat takes one tensor at least")
    at = axis_of(axis, parts[0].rank)
    return TensorValue(append(mo.Concat, [part.ir for part in parts], {"axis": at}).results[0])


@operation
def stack(values: Iterable[Any], axis: int = 0) -> TensorValue:
    """Tensors along a new axis."""
    parts = [unsqueeze(value, axis) for value in values]
    if not parts:
        raise ValueError("stack takes one tensor at least")
    return concat(parts, axis)


@operation
def split(x: Any, split_sizes: Sequence[DimLike], axis: int = 0) -> list[TensorValue]:
    """Parts of the sizes given, along an axis."""
    value = as_tensor(x)
    for size in _dims(split_sizes):
        if size.constant is not None and size.constant < 0:
            raise ValueError(f"split: a part cannot have {size} elements")
    attrs = {"axis": axis_of(axis, value.rank), "sizes": _dims(split_sizes)}
    return [TensorValue(part) for part in append(mo.Split, (value.ir,), attrs).results]


@operation
def chunk(x: Any, chunks: int, axis: int = 0) -> list[TensorValue]:
    """Parts of one size, which must divide the axis."""
    value = as_tensor(x)
    size = tensor_type(value).dims[axis_of(axis, value.rank)]
    if size.constant is None:
        raise TypeError(f"chunk: an axis of {size} is not known before the graph runs")
    if chunks < 1 or size.constant % chunks:
        raise ValueError(f"an axis of {size} cannot be divided into {chunks} chunks")
    return split(value, [size.constant // chunks] * chunks, axis)


@operation
def gather(input: Any, indices: Any, axis: int) -> TensorValue:
    """Slices along an axis by their numbers."""
    value, numbers = as_tensor(input), as_tensor(indices)
    attrs = {"axis": axis_of(axis, value.rank)}
    return TensorValue(append(mo.Gather, (value.ir, numbers.ir), attrs).results[0])


_PADS = {"constant": mo.PadConstant, "reflect": mo_indexing.PadReflect, "edge": mo_indexing.PadRepeat}  # fmt: skip


@operation
def pad(
    input: Any, paddings: Iterable[int], mode: str = "constant", value: float = 0
) -> TensorValue:
    """More around the tensor, before and after each axis: a value, its mirror image, or its edge."""
    if mode not in _PADS:
        raise ValueError(f"mode is one of {', '.join(map(repr, _PADS))}, not {mode!r}")
    if not isinstance(paddings, Iterable):
        raise TypeError(f"paddings are two numbers for each axis, not {paddings!r}")
    x = as_tensor(input)
    attrs: dict[str, Any] = {"paddings": tuple(paddings)}
    if mode == "constant":
        attrs["value"] = float(value)
        if not x.dtype.is_float() and not attrs["value"].is_integer():
            raise ValueError(f"pad: the value {value} is no {x.dtype}")
    return TensorValue(append(_PADS[mode], (x.ir,), attrs).results[0])


@operation
def transfer_to(x: Any, device: Device | DeviceRef) -> TensorValue:
    """The same tensor on a device; itself where it is there."""
    value, place = as_tensor(x), DeviceRef.from_device(device)
    if value.device == place:
        return value
    return TensorValue(append(mo.Transfer, (value.ir,), {"device": str(place)}).results[0])


def on_host(x: TensorValue, op: str) -> TensorValue:
    """An operand of an op that has a kernel for the host alone; what the graph's policy says about moving it."""
    if x.device.is_cpu():
        return x
    told = f"{op}: it is computed on the CPU, and its operand is moved there from {x.device}"
    policy = current_graph().strict_device_placement.value
    if policy == "error":
        raise ValueError(f"{told}, which 'strict_device_placement' forbids")
    if policy == "warn":
        warnings.warn(told, stacklevel=3)
    return transfer_to(x, DeviceRef.CPU())


# -- slices ----------------------------------------------------------------------------------------------


@operation
def slice_tensor(x: Any, indices: Sequence[Any]) -> TensorValue:
    """A part of a tensor: numbers, slices with positive steps, `...` and None for each axis; bounds may be tensors."""
    value = as_tensor(x)
    part = selection(list(indices), tensor_type(value).dims)
    if isinstance(part, Selection):
        made = _with_dims(mo.Slice, value, part.sizes, starts=part.starts, steps=part.steps)
        return reshape(made, map(of_size, part.shape))
    starts = [_number(start) for start in part.starts]
    stops = [
        start + 1 if stop is None else _number(stop) for start, stop in zip(starts, part.stops)
    ]
    steps = constant_tensor(list(part.steps), DType.int64, DeviceRef.CPU())
    operands = [value.ir, _vector(starts).ir, _vector(stops).ir, steps.ir]
    type = tensor_type(value).with_dims(part.sizes)
    made = TensorValue(append(mo_indexing.SliceDynamic, operands, {}, (type,)).results[0])
    return reshape(made, map(of_size, part.shape))


def _number(bound: Dimension | TensorValue) -> TensorValue:
    """A bound as one int64."""
    value = as_tensor(of_size(bound)) if isinstance(bound, Dimension) else bound
    return cast_to(value, DType.int64)


def _vector(numbers: list[TensorValue]) -> TensorValue:
    return stack(numbers)


@operation
def shape_to_tensor(shape: ShapeLike) -> TensorValue:
    """The dimensions of a shape as int64 numbers on the CPU."""
    return as_tensor(Shape(shape))


@operation
def outer(lhs: Any, rhs: Any) -> TensorValue:
    """Every product of an element of one vector and one of the other."""
    for value in (as_tensor(lhs), as_tensor(rhs)):
        if value.rank != 1:
            raise ValueError(f"outer: takes two vectors, not {value.type}")
    return unsqueeze(lhs, -1) * unsqueeze(rhs, 0)
