"""ATen ops that read and write at places which are tensors themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim, Shape, StaticDim
from ember.graph.api.values import TensorValue
from ember.graph.importers.aten_call import CPU, Call, as_dtype, handles
from ember.graph.importers.aten_shapes import selected

# -- reading ---------------------------------------------------------------------------------------------


@handles("aten.embedding.default")
def embedding(call: Call, weight: TensorValue, indices: TensorValue, *rest: Any, **options: Any) -> Any:  # fmt: skip
    return ops.gather(weight, indices, 0)


@handles("aten.index_select.default")
def index_select(call: Call, self: TensorValue, dim: int, index: TensorValue) -> Any:
    return ops.gather(self, index, dim % self.rank)


@handles("aten.gather.default")
def gather(call: Call, self: TensorValue, dim: int, index: TensorValue, *, sparse_grad: bool = False) -> Any:  # fmt: skip
    """Each element by the number that stands at its place along one axis."""
    axis = dim % self.rank
    places = [_line(index.shape, at) if at != axis else index for at in range(self.rank)]
    stacked = [ops.broadcast_to(ops.cast(place, DType.int64), index.shape) for place in places]
    return ops.gather_nd(self, ops.stack(stacked, -1))


def _line(shape: Shape, axis: int) -> TensorValue:
    """0, 1, 2 … along one axis, of size 1 along the others."""
    line = ops.range(0, shape[axis], 1, dtype=DType.int64, device=CPU)
    return ops.reshape(line, [shape[axis] if at == axis else 1 for at in range(len(shape))])


@handles("aten.index.Tensor", "aten._unsafe_index.Tensor")
def index(call: Call, self: TensorValue, indices: Sequence[TensorValue | None]) -> Any:
    axes = _indexed(indices)
    found = [part for part in indices if part is not None]
    if len(found) == 1:
        return ops.gather(self, found[0], axes[0])
    rest = [axis for axis in range(self.rank) if axis not in axes]
    front = ops.permute(self, [*axes, *rest])
    taken = ops.gather_nd(front, _places(found))
    if axes != list(range(axes[0], axes[0] + len(axes))):
        return taken
    lead = taken.rank - len(rest)  # axes side by side: the result's new axes stand where they stood
    before = [lead + at for at, axis in enumerate(rest) if axis < axes[0]]
    after = [lead + at for at, axis in enumerate(rest) if axis > axes[0]]
    return ops.permute(taken, [*before, *range(lead), *after])


def _indexed(indices: Sequence[TensorValue | None]) -> list[int]:
    """The axes that have indices; truth values are refused, as they make results of unknown size."""
    for part in indices:
        if part is not None and part.dtype in (DType.bool, DType.uint8):
            raise NotImplementedError("an index of truth values: how many hold is not known before")
    return [axis for axis, part in enumerate(indices) if part is not None]


def _places(parts: Sequence[TensorValue]) -> TensorValue:
    """Index tensors of several axes as rows of numbers."""
    total = ops.cast(parts[0], DType.int64)
    for part in parts[1:]:
        total = total + ops.cast(part, DType.int64)  # its shape is the common one
    wide = [ops.broadcast_to(ops.cast(part, DType.int64), total.shape) for part in parts]
    return ops.stack(wide, -1)


# -- writing ---------------------------------------------------------------------------------------------


@handles("aten.index_put.default", "aten._unsafe_index_put.default")
def index_put(
    call: Call,
    self: TensorValue,
    indices: Sequence[TensorValue | None],
    values: TensorValue,
    accumulate: bool = False,
    *rest: Any,
) -> Any:
    axes = _indexed(indices)
    others = [axis for axis in range(self.rank) if axis not in axes]
    order = [*axes, *others]
    if axes != list(range(len(axes))) and len(axes) > 1:
        raise NotImplementedError("writing along axes that are not the first")
    front = ops.permute(self, order)
    places = _places([part for part in indices if part is not None])
    shape = [*places.shape[:-1], *front.shape[len(axes) :]]
    updates = as_dtype(values, self.dtype)
    if axes[0]:
        count = places.rank - 1
        wide = ops.broadcast_to(updates, [*self.shape[: axes[0]], *places.shape[:-1], *self.shape[axes[0] + 1 :]])  # fmt: skip
        before = list(range(axes[0]))
        new = [axes[0] + at for at in range(count)]
        updates = ops.permute(wide, [*new, *before, *range(axes[0] + count, wide.rank)])
    else:
        updates = ops.broadcast_to(updates, shape)
    write = ops.scatter_nd_add if accumulate else ops.scatter_nd
    made = write(front, updates, places)
    return ops.permute(made, [order.index(axis) for axis in range(self.rank)])


@handles("aten.scatter.src", "aten.scatter.value", "aten.scatter_add.default")
def scatter(call: Call, self: TensorValue, dim: int, index: TensorValue, src: Any = None, value: Any = None) -> Any:  # fmt: skip
    given = value if src is None else src
    if isinstance(given, TensorValue):
        updates = as_dtype(given, self.dtype)
        if list(updates.shape) != list(index.shape):
            updates = updates[tuple(slice(0, size) for size in index.shape)]
    else:
        updates = ops.broadcast_to(as_dtype(given, self.dtype), index.shape)
    write = ops.scatter_add if "scatter_add" in call.op else ops.scatter
    return write(self, updates, index, dim % self.rank)


@handles("aten.slice_scatter.default")
def slice_scatter(
    call: Call, self: TensorValue, src: TensorValue, dim: int = 0, start: Any = None, end: Any = None, step: int = 1
) -> Any:  # fmt: skip
    axis = dim % self.rank
    if step != 1:
        raise NotImplementedError(f"writing a slice in steps of {step}")
    size = self.shape[axis]
    first = Dim(0 if start is None else start)
    if isinstance(first, StaticDim) and int(first) < 0:
        first = size + first
    last = first + src.shape[axis]
    parts = [selected(self, axis, 0, first), as_dtype(src, self.dtype), selected(self, axis, last, size)]  # fmt: skip
    return ops.concat([part for part in parts if part.shape[axis] != 0], axis)


@handles("aten.select_scatter.default")
def select_scatter(call: Call, self: TensorValue, src: TensorValue, dim: int, index: Any) -> Any:
    axis = dim % self.rank
    start = self.shape[axis] + index if isinstance(index, int) and index < 0 else index
    return slice_scatter(call, self, ops.unsqueeze(src, axis), axis, start)
