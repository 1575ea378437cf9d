"""Ops that change shape or select: the numbers stay what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ember.dialects import mo, mo_types
from ember.dialects.dimensions import ONE, ZERO, Dimension, constant, product_of
from ember.dialects.mo_rules import axis_of, shape_text
from ember.driver import Device
from ember.graph.api.build import append
from ember.graph.api.dims import Dim, ShapeLike, of_size
from ember.graph.api.operands import as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue

Dims = tuple[Dimension, ...]


def _type(x: TensorValue) -> mo_types.TensorType:
    assert isinstance(x.ir.type, mo_types.TensorType)
    return x.ir.type


def _dims(shape: ShapeLike) -> Dims:
    return tuple(Dim(dim).size for dim in shape)


def _with_dims(kind: Any, x: TensorValue, dims: Dims, **attrs: Any) -> TensorValue:
    return TensorValue(append(kind, (x.ir,), attrs, (_type(x).with_dims(dims),)).results[0])


@operation
def reshape(x: Any, shape: ShapeLike) -> TensorValue:
    """The same elements in order, in another shape; one dimension may be -1."""
    value = as_tensor(x)
    dims = _filled(value, _dims(shape))
    return value if dims == _type(value).dims else _with_dims(mo.Reshape, value, dims)


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
    rest = product_of(list(_type(value).dims)) // others
    return tuple(rest if dim == unknown else dim for dim in dims)


@operation
def flatten(x: Any, start_dim: int = 0, end_dim: int = -1) -> TensorValue:
    """Several axes as one."""
    value = as_tensor(x)
    dims = _type(value).dims
    start, end = axis_of(start_dim, len(dims)), axis_of(end_dim, len(dims))
    if start > end:
        raise ValueError(f"start_dim {start_dim} comes after end_dim {end_dim}")
    merged = product_of(list(dims[start : end + 1]))
    return reshape(value, map(of_size, (*dims[:start], merged, *dims[end + 1 :])))


@operation
def broadcast_to(x: Any, shape: ShapeLike) -> TensorValue:
    """Stretched to a shape."""
    value = as_tensor(x)
    dims = _dims(shape)
    return value if dims == _type(value).dims else _with_dims(mo.BroadcastTo, value, dims)


@operation
def rebind(x: Any, shape: ShapeLike, message: str = "") -> TensorValue:
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
    one, other = axis_of(axis_1, value.rank), axis_of(axis_2, value.rank)
    order = list(range(value.rank))
    order[one], order[other] = other, one
    return permute(value, order)


@operation
def squeeze(x: Any, axis: int) -> TensorValue:
    """Without an axis of size 1."""
    value = as_tensor(x)
    dims = _type(value).dims
    at = axis_of(axis, len(dims))
    if dims[at] != ONE:
        raise ValueError(f"axis {axis} of {shape_text(dims)} has size {dims[at]}, not 1")
    return reshape(value, map(of_size, (*dims[:at], *dims[at + 1 :])))


@operation
def unsqueeze(x: Any, axis: int) -> TensorValue:
    """With a new axis of size 1."""
    value = as_tensor(x)
    dims = _type(value).dims
    at = axis_of(axis, len(dims) + 1)
    return reshape(value, map(of_size, (*dims[:at], ONE, *dims[at:])))


@operation
def concat(values: Sequence[Any], axis: int = 0) -> TensorValue:
    """Tensors one behind the other along an axis."""
    parts = [as_tensor(value) for value in values]
    if not parts:
        raise ValueError("concat takes one tensor at least")
    at = axis_of(axis, parts[0].rank)
    return TensorValue(append(mo.Concat, [part.ir for part in parts], {"axis": at}).results[0])


@operation
def stack(values: Sequence[Any], axis: int = 0) -> TensorValue:
    """Tensors along a new axis."""
    return concat([unsqueeze(value, axis) for value in values], axis)


@operation
def split(x: Any, split_sizes: Sequence[int | Dim], axis: int = 0) -> list[TensorValue]:
    """Parts of the sizes given, along an axis."""
    value = as_tensor(x)
    attrs = {"axis": axis_of(axis, value.rank), "sizes": _dims(split_sizes)}
    return [TensorValue(part) for part in append(mo.Split, (value.ir,), attrs).results]


@operation
def chunk(x: Any, chunks: int, axis: int = 0) -> list[TensorValue]:
    """Parts of one size, which must divide the axis."""
    value = as_tensor(x)
    size = _type(value).dims[axis_of(axis, value.rank)]
    if size.constant is None or chunks < 1 or size.constant % chunks:
        raise ValueError(f"an axis of {size} cannot be divided into {chunks} chunks")
    return split(value, [size.constant // chunks] * chunks, axis)


@operation
def gather(x: Any, indices: Any, axis: int) -> TensorValue:
    """Slices along an axis by their numbers."""
    value, numbers = as_tensor(x), as_tensor(indices)
    attrs = {"axis": axis_of(axis, value.rank)}
    return TensorValue(append(mo.Gather, (value.ir, numbers.ir), attrs).results[0])


@operation
def pad(x: Any, paddings: Sequence[int], mode: str = "constant", value: float = 0) -> TensorValue:
    """A value around the tensor: before and after each axis."""
    if mode != "constant":
        raise ValueError(f"mode is 'constant', not {mode!r}")
    attrs = {"paddings": tuple(paddings), "value": float(value)}
    return TensorValue(append(mo.PadConstant, (as_tensor(x).ir,), attrs).results[0])


@operation
def transfer_to(x: Any, device: Device | DeviceRef) -> TensorValue:
    """The same tensor on a device; itself where it is there."""
    value, place = as_tensor(x), DeviceRef.from_device(device)
    if value.device == place:
        return value
    return TensorValue(append(mo.Transfer, (value.ir,), {"device": str(place)}).results[0])


# -- slices ----------------------------------------------------------------------------------------------


@operation
def slice_tensor(x: Any, indices: Sequence[Any]) -> TensorValue:
    """A part of a tensor: numbers, slices with positive steps, `...` and None for each axis."""
    value = as_tensor(x)
    axes = _axes(list(indices), value.rank)
    starts: list[Dimension] = []
    sizes: list[Dimension] = []
    steps: list[int] = []
    shape: list[Dimension] = []
    dims = iter(_type(value).dims)
    for index in axes:
        if index is None:
            shape.append(ONE)
            continue
        start, size, step = _range(index, next(dims))
        starts.append(start)
        sizes.append(size)
        steps.append(step)
        if isinstance(index, slice):
            shape.append(size)
    part = _with_dims(mo.Slice, value, tuple(sizes), starts=tuple(starts), steps=tuple(steps))
    return reshape(part, map(of_size, shape))


def _axes(indices: list[Any], rank: int) -> list[Any]:
    """One index for each axis, and None for new ones."""
    used = len([index for index in indices if index is not None and index is not ...])
    if sum(index is ... for index in indices) > 1:
        raise ValueError("'...' can stand once in an index")
    if used > rank:
        raise ValueError(f"{used} indices for a tensor of rank {rank}")
    rest: list[Any] = [slice(None)] * (rank - used)
    if not any(index is ... for index in indices):
        return indices + rest
    at = next(position for position, index in enumerate(indices) if index is ...)
    return indices[:at] + rest + indices[at + 1 :]


def _range(index: Any, size: Dimension) -> tuple[Dimension, Dimension, int]:
    """Start, number of elements and step of an index along an axis."""
    if not isinstance(index, slice):
        start = _bound(index, size)
        _check_within(start, size, index)
        return start, ONE, 1
    step = 1 if index.step is None else index.step
    if not isinstance(step, int) or step < 1:
        raise ValueError(f"the step of a slice is a positive number, not {index.step}")
    start = ZERO if index.start is None else _bound(index.start, size)
    stop = size if index.stop is None else _bound(index.stop, size)
    for bound, written in ((start, index.start), (stop, index.stop)):
        _check_end(bound, size, written)
    return start, (stop - start + constant(step - 1)) // constant(step), step


def _bound(index: Any, size: Dimension) -> Dimension:
    bound = Dim(index).size
    number = bound.constant
    return size + bound if number is not None and number < 0 else bound


def _check_within(start: Dimension, size: Dimension, written: Any) -> None:
    if start.constant is None or size.constant is None:
        return
    if not 0 <= start.constant < size.constant:
        raise ValueError(f"the index {written} is out of range for an axis of {size}")


def _check_end(bound: Dimension, size: Dimension, written: Any) -> None:
    if bound.constant is None or size.constant is None:
        return
    if not 0 <= bound.constant <= size.constant:
        raise ValueError(f"the slice bound {written} is out of range for an axis of {size}")


@operation
def outer(lhs: Any, rhs: Any) -> TensorValue:
    """Every product of an element of one vector and one of the other."""
    return unsqueeze(lhs, -1) * unsqueeze(rhs, 0)
