"""ATen ops that make tensors, change their shapes, or select parts of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim, DimLike, StaticDim
from ember.graph.api.values import TensorValue
from ember.graph.importers.aten_call import CPU, END, Call, as_dtype, common_type, filled, handles

# -- sizes -----------------------------------------------------------------------------------------------


@handles("aten.sym_size.int", "aten.size.int")
def size_of(call: Call, self: TensorValue, dim: int) -> Any:
    return _number(self.shape[dim])


def _number(dim: Dim) -> Any:
    return int(dim) if isinstance(dim, StaticDim) else dim


@handles("aten.sym_numel.default", "aten.numel.default")
def count(call: Call, self: TensorValue) -> Any:
    return _number(self.shape.size)


@handles("_operator.getitem")
def item(call: Call, values: Any, index: int) -> Any:
    return values[index]


@handles(
    "aten._assert_scalar.default", "aten._assert_async.msg", "aten._assert_tensor_metadata.default",
    "aten.sym_constrain_range_for_size.default", "aten.sym_constrain_range.default", "_operator.ge", "_operator.le",
    "_operator.gt", "_operator.lt", "_operator.eq", "_operator.ne", "_operator.and_",
)  # fmt: skip
def check(call: Call, *rest: Any, **options: Any) -> Any:
    """What PyTorch checks of sizes: a graph checks its own."""
    return None


# -- other shapes ----------------------------------------------------------------------------------------


@handles("aten.view.default", "aten._unsafe_view.default", "aten.reshape.default", "aten._reshape_alias.default")  # fmt: skip
def view(call: Call, self: TensorValue, size: Sequence[Any], *rest: Any) -> Any:
    return ops.reshape(self, call.shape)


@handles(
    "aten.flatten.using_ints", "aten.unflatten.int", "aten.squeeze.default", "aten.squeeze.dim", "aten.squeeze.dims",
    "aten.unsqueeze.default", "aten.view_as.default", "aten.ravel.default",
)  # fmt: skip
def same_elements(call: Call, self: TensorValue, *rest: Any, **options: Any) -> Any:
    return ops.reshape(self, call.shape)


@handles("aten.permute.default")
def permute(call: Call, self: TensorValue, dims: Sequence[int]) -> Any:
    return ops.permute(self, [axis % self.rank for axis in dims])


@handles("aten.transpose.int", "aten.swapaxes.default")
def transpose(call: Call, self: TensorValue, dim0: int, dim1: int) -> Any:
    return ops.transpose(self, dim0, dim1) if self.rank else self


@handles("aten.t.default", "aten.numpy_T.default", "aten.mT.default", "aten.adjoint.default")
def turned(call: Call, self: TensorValue) -> Any:
    if self.rank < 2:
        return self
    if call.op == "aten.numpy_T.default":
        return ops.permute(self, list(reversed(range(self.rank))))
    return ops.transpose(self, -1, -2)


@handles("aten.expand.default", "aten.broadcast_to.default", "aten.expand_as.default")
def expand(call: Call, self: TensorValue, *rest: Any, **options: Any) -> Any:
    return ops.broadcast_to(self, call.shape)


@handles("aten.repeat.default", "aten.tile.default")
def repeat(call: Call, self: TensorValue, repeats: Sequence[Any]) -> Any:
    missing = len(repeats) - self.rank
    value = ops.reshape(self, [*[1] * missing, *self.shape]) if missing > 0 else self
    times = [*[1] * -missing, *repeats] if missing < 0 else list(repeats)
    for axis, number in enumerate(times):
        if number != 1:
            value = _repeated(value, axis, number)
    return value


def _repeated(x: TensorValue, axis: int, number: DimLike) -> TensorValue:
    """Again and again along one axis: stretched, then merged."""
    shape = list(x.shape)
    wide = ops.broadcast_to(ops.unsqueeze(x, axis), [*shape[:axis], number, *shape[axis:]])
    return ops.reshape(wide, [*shape[:axis], Dim(number) * shape[axis], *shape[axis + 1 :]])


# -- parts and wholes ------------------------------------------------------------------------------------


def selected(x: TensorValue, axis: int, start: Any, stop: Any, step: int = 1) -> TensorValue:
    """A part along one axis."""
    if start == 0 and x.shape[axis] == stop and step == 1:
        return x
    part: tuple[Any, ...] = (*[slice(None)] * axis, slice(start, stop, step))
    return x[part]


@handles("aten.slice.Tensor")
def slice_of(call: Call, self: TensorValue, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Any:  # fmt: skip
    axis = dim % self.rank
    size = self.shape[axis]
    first = _bound(0 if start is None else start, size)
    last = _bound(END if end is None else end, size)
    if isinstance(first, int) and isinstance(last, int):
        last = max(first, last)
    length = call.shape[axis]
    if step == 1 and Dim(last) - Dim(first) != length:
        last = Dim(first) + length  # PyTorch knows more of its sizes than we do
    return selected(self, axis, first, last, step)


def _bound(bound: Any, size: Dim) -> Any:
    """A bound within the axis, counted from its begin."""
    if isinstance(bound, Dim) and not isinstance(bound, StaticDim):
        return bound
    number = int(bound)
    if not isinstance(size, StaticDim):
        return size + number if number < 0 else _number(size) if number == END else number
    extent = int(size)
    return max(0, number + extent) if number < 0 else min(number, extent)


@handles("aten.narrow.default")
def narrow(call: Call, self: TensorValue, dim: int, start: Any, length: Any) -> Any:
    return selected(self, dim % self.rank, start, Dim(start) + Dim(length))


@handles("aten.select.int")
def select(call: Call, self: TensorValue, dim: int, index: Any) -> Any:
    axis = dim % self.rank
    if isinstance(index, int) and index < 0:
        index = _number(self.shape[axis] + index)
    return self[(*[slice(None)] * axis, index)]


@handles("aten.cat.default", "aten.concat.default")
def cat(call: Call, tensors: Sequence[TensorValue], dim: int = 0) -> Any:
    rank = len(call.shape)
    parts = [part for part in tensors if not (part.rank == 1 and part.shape[0] == 0 and rank != 1)]
    dtype = common_type(parts)
    return ops.concat([as_dtype(part, dtype) for part in parts], dim % rank)


@handles("aten.stack.default")
def stack(call: Call, tensors: Sequence[TensorValue], dim: int = 0) -> Any:
    dtype = common_type(tensors)
    return ops.stack([as_dtype(part, dtype) for part in tensors], dim % len(call.shape))


@handles("aten.split.Tensor", "aten.chunk.default")
def split(call: Call, self: TensorValue, number: Any, dim: int = 0) -> Any:
    axis = dim % self.rank
    size = int(self.shape[axis])
    step = ceil(size / number) if "chunk" in call.op else int(number)
    starts = range(0, size, step) if size else [0]
    return _pieces(self, axis, [min(step, size - start) for start in starts])


@handles("aten.split_with_sizes.default", "aten.split.sizes")
def split_sizes(call: Call, self: TensorValue, split_sizes: Sequence[Any], dim: int = 0) -> Any:
    return _pieces(self, dim % self.rank, split_sizes)


def _pieces(x: TensorValue, axis: int, sizes: Sequence[Any]) -> list[TensorValue]:
    """Views of the tensor, one behind the other."""
    found = []
    start: Any = 0
    for size in sizes:
        found.append(selected(x, axis, start, _number(Dim(start) + Dim(size))))
        start = _number(Dim(start) + Dim(size))
    return found


@handles("aten.unbind.int")
def unbind(call: Call, self: TensorValue, dim: int = 0) -> Any:
    axis = dim % self.rank
    return [self[(*[slice(None)] * axis, i)] for i in range(int(self.shape[axis]))]


@handles("aten.flip.default")
def flip(call: Call, self: TensorValue, dims: Sequence[int]) -> Any:
    value = self
    for axis in dims:
        size = value.shape[axis]
        line = ops.range(0, size, 1, dtype=DType.int64, device=CPU)
        value = ops.gather(value, size - 1 - line, axis % self.rank)
    return value


@handles("aten.roll.default")
def roll(call: Call, self: TensorValue, shifts: Sequence[int], dims: Sequence[int] = ()) -> Any:
    if not dims:
        raise NotImplementedError("a roll over all axes")
    value = self
    for shift, axis in zip(shifts, (axis % self.rank for axis in dims)):
        size = int(self.shape[axis])
        at = size - shift % size if size else 0
        parts = [selected(value, axis, at, size), selected(value, axis, 0, at)]
        value = ops.concat(parts, axis)
    return value


@handles("aten.constant_pad_nd.default", "aten.pad.default")
def pad(call: Call, self: TensorValue, pad: Sequence[int], *rest: Any, **options: Any) -> Any:
    modes = {"constant": "constant", "reflect": "reflect", "replicate": "edge"}
    numbers = [part for part in (*rest, *options.values()) if isinstance(part, int | float)]
    names = [part for part in (*rest, *options.values()) if isinstance(part, str)]
    mode = modes.get(names[0] if names else "constant")
    if mode is None:
        raise NotImplementedError(f"a pad of the kind '{names[0]}'")
    around = [0] * (2 * self.rank)
    value = self
    for place, number in enumerate(pad):
        axis, side = self.rank - 1 - place // 2, place % 2
        around[2 * axis + side] = max(0, number)
        if number < 0:
            size = value.shape[axis]
            value = selected(value, axis, -number if not side else 0, size + number if side else _number(size))  # fmt: skip
    return ops.pad(value, around, mode, numbers[0] if numbers else 0)


# -- new tensors -----------------------------------------------------------------------------------------


@handles("aten.full.default", "aten.full_like.default", "aten.new_full.default")
def full(call: Call, *args: Any, **options: Any) -> Any:
    given = [*args, options.get("fill_value")]
    value = next(part for part in reversed(given) if part is not None)
    return _of_value(call, value)


def _of_value(call: Call, value: Any) -> TensorValue:
    if isinstance(value, Dim):
        return ops.broadcast_to(as_dtype(value, call.dtype), call.shape)
    return filled(value, call.dtype, call.shape)


@handles(
    "aten.zeros.default", "aten.zeros_like.default", "aten.new_zeros.default", "aten.empty.memory_format",
    "aten.empty_like.default", "aten.new_empty.default", "aten.empty_strided.default", "aten.empty_permuted.default",
)  # fmt: skip
def zeros(call: Call, *rest: Any, **options: Any) -> Any:
    return _of_value(call, 0)


@handles("aten.ones.default", "aten.ones_like.default", "aten.new_ones.default")
def ones(call: Call, *rest: Any, **options: Any) -> Any:
    return _of_value(call, 1)


@handles("aten.scalar_tensor.default")
def scalar_tensor(call: Call, s: Any, **options: Any) -> Any:
    return _of_value(call, s)


@handles("aten.arange.default", "aten.arange.start", "aten.arange.start_step", "prims.iota.default")
def arange(call: Call, *bounds: Any, **options: Any) -> Any:
    if call.op == "prims.iota.default":
        start, step = options.get("start", 0), options.get("step", 1)
        stop: Any = start + step * bounds[0]
    else:
        start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    return ops.range(start, stop, step, call.shape[0], dtype=call.dtype, device=CPU)


@handles("aten.tril.default", "aten.triu.default")
def triangle(call: Call, self: TensorValue, diagonal: int = 0) -> Any:
    rows = ops.range(0, self.shape[-2], 1, dtype=DType.int64, device=CPU)
    columns = ops.range(0, self.shape[-1], 1, dtype=DType.int64, device=CPU)
    distance = ops.unsqueeze(columns, 0) - ops.unsqueeze(rows, 1)
    inside = distance <= diagonal if "tril" in call.op else distance >= diagonal
    return ops.where(inside, self, as_dtype(0, self.dtype))


@handles("aten.eye.default", "aten.eye.m")
def eye(call: Call, *sizes: Any, **options: Any) -> Any:
    rows = ops.range(0, call.shape[0], 1, dtype=DType.int64, device=CPU)
    columns = ops.range(0, call.shape[1], 1, dtype=DType.int64, device=CPU)
    return as_dtype(ops.equal(ops.unsqueeze(rows, 1), ops.unsqueeze(columns, 0)), call.dtype)
