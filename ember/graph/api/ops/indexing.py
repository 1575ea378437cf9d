"""Ops that select, place and repeat elements: sorting, gathering, scattering, tiling, ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil
from numbers import Number
from typing import Any

from ember.dialects import mo_indexing, mo_types
from ember.dialects.dimensions import Dimension
from ember.dialects.dimensions import constant as constant_size
from ember.dialects.mo_rules import INT64, axis_of
from ember.driver import Device
from ember.dtype import DType
from ember.graph.api.build import append
from ember.graph.api.dims import Dim, DimLike, of_size
from ember.graph.api.operands import as_operands, as_tensor, constant, is_strong, tensor_type
from ember.graph.api.operations import operation
from ember.graph.api.ops.views import (
    broadcast_to,
    flatten,
    on_host,
    reshape,
    transfer_to,
    unsqueeze,
)
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue
from ember.ir.nodes import Op

# -- in order --------------------------------------------------------------------------------------------


def _ranked(kind: type[Op], input: Any, k: int, axis: int) -> tuple[TensorValue, TensorValue]:
    x = as_tensor(input)
    if not isinstance(k, int) or k < 0:
        raise TypeError(f"k is a number of elements, not {k!r}")
    attrs = {"k": k, "axis": axis_of(axis, x.rank)}
    values, indices = append(kind, (x.ir,), attrs).results
    return TensorValue(values), TensorValue(indices)


@operation
def top_k(input: Any, k: int, axis: int = -1) -> tuple[TensorValue, TensorValue]:
    """The k largest elements along an axis, largest first, and where they stood."""
    return _ranked(mo_indexing.TopK, input, k, axis)


@operation
def bottom_k(input: Any, k: int, axis: int = -1) -> tuple[TensorValue, TensorValue]:
    """The k smallest elements along an axis, smallest first, and where they stood."""
    return _ranked(mo_indexing.BottomK, input, k, axis)


@operation
def argsort(x: Any, ascending: bool = True) -> TensorValue:
    """Where the elements of a vector stand in order."""
    attrs = {"ascending": bool(ascending)}
    return TensorValue(append(mo_indexing.Argsort, (as_tensor(x).ir,), attrs).results[0])


# -- by position -----------------------------------------------------------------------------------------


@operation
def gather_nd(input: Any, indices: Any, batch_dims: int = 0) -> TensorValue:
    """Parts at places that are the rows of `indices`."""
    operands = (as_tensor(input).ir, as_tensor(indices).ir)
    return TensorValue(
        append(mo_indexing.GatherNd, operands, {"batch_dims": batch_dims}).results[0]
    )


@operation
def nonzero(x: Any, out_dim: DimLike) -> TensorValue:
    """Where elements are not zero, one row of positions for each; `out_dim` names how many there are."""
    given = as_tensor(x)
    value = on_host(given, "nonzero")
    result = mo_types.tensor((Dim(out_dim).size, constant_size(value.rank)), INT64)
    made = TensorValue(append(mo_indexing.ArgNonzero, (value.ir,), {}, (result,)).results[0])
    return made.to(given.device)


def _scatter(name: str, kind: type[Op], meaning: str) -> Callable[..., TensorValue]:
    def function(input: Any, updates: Any, indices: Any, axis: int = -1) -> TensorValue:
        x = as_tensor(input)
        operands = (x.ir, as_operands(x, updates)[1].ir, as_tensor(indices).ir)
        attrs = {"axis": axis_of(axis, x.rank)}
        return TensorValue(append(kind, operands, attrs).results[0])

    return _named(function, name, meaning)


def _scatter_nd(name: str, kind: type[Op], meaning: str) -> Callable[..., TensorValue]:
    def function(input: Any, updates: Any, indices: Any) -> TensorValue:
        x = as_tensor(input)
        operands = (x.ir, as_operands(x, updates)[1].ir, as_tensor(indices).ir)
        return TensorValue(append(kind, operands).results[0])

    return _named(function, name, meaning)


def _named(function: Callable[..., TensorValue], name: str, meaning: str) -> Callable[..., TensorValue]:  # fmt: skip
    function.__name__ = function.__qualname__ = name
    function.__doc__ = meaning
    return operation(function)


scatter = _scatter("scatter", mo_indexing.Scatter, "The tensor with updates in their places along an axis.")  # fmt: skip
scatter_add = _scatter("scatter_add", mo_indexing.ScatterAdd, "The tensor plus the updates of each place.")  # fmt: skip
scatter_max = _scatter("scatter_max", mo_indexing.ScatterMax, "The largest of each element and its updates.")  # fmt: skip
scatter_min = _scatter("scatter_min", mo_indexing.ScatterMin, "The smallest of each element and its updates.")  # fmt: skip
scatter_mul = _scatter("scatter_mul", mo_indexing.ScatterMul, "The tensor times the updates of each place.")  # fmt: skip
scatter_nd = _scatter_nd("scatter_nd", mo_indexing.ScatterNd, "The tensor with updates in places that are the rows of `indices`.")  # fmt: skip
scatter_nd_add = _scatter_nd("scatter_nd_add", mo_indexing.ScatterNdAdd, "The tensor plus the updates of each place.")  # fmt: skip
scatter_nd_max = _scatter_nd("scatter_nd_max", mo_indexing.ScatterNdMax, "The largest of each element and its updates.")  # fmt: skip
scatter_nd_min = _scatter_nd("scatter_nd_min", mo_indexing.ScatterNdMin, "The smallest of each element and its updates.")  # fmt: skip
scatter_nd_mul = _scatter_nd("scatter_nd_mul", mo_indexing.ScatterNdMul, "The tensor times the updates of each place.")  # fmt: skip


@operation
def masked_scatter(input: Any, mask: Any, updates: Any, out_dim: DimLike) -> TensorValue:
    """The tensor with the first updates, in order, where the mask holds; `out_dim` names how many places that are."""
    x, where = as_tensor(input), as_tensor(mask)
    if where.dtype is not DType.bool:
        raise ValueError(f"masked_scatter: the mask must be bool, not {where.dtype}")
    places = nonzero(broadcast_to(where, x.shape), out_dim)
    values = flatten(as_operands(x, updates)[1])
    return scatter_nd(x, values[(slice(0, Dim(out_dim)),)], places)


# -- more of the same ------------------------------------------------------------------------------------


@operation
def tile(x: Any, repeats: Iterable[DimLike]) -> TensorValue:
    """The whole tensor again and again along each axis."""
    attrs = {"repeats": tuple(Dim(repeat).size for repeat in repeats)}
    return TensorValue(append(mo_indexing.Tile, (as_tensor(x).ir,), attrs).results[0])


@operation
def repeat_interleave(
    x: Any, repeats: int | TensorValue, axis: int | None = None, out_dim: DimLike | None = None
) -> TensorValue:
    """Each slice along an axis several times; without an axis, each element of the flat tensor."""
    value = as_tensor(x)
    if axis is None:
        value, axis = flatten(value), 0
    at = axis_of(axis, value.rank)
    if is_strong(repeats):
        return _repeat_by(value, as_tensor(repeats), at, out_dim)
    if not isinstance(repeats, int) or repeats < 1:
        raise ValueError(f"repeat_interleave: repeats must be a positive number, not {repeats!r}")
    dims = tensor_type(value).dims
    wide = (*dims[: at + 1], constant_size(repeats), *dims[at + 1 :])
    merged = (*dims[:at], dims[at] * constant_size(repeats), *dims[at + 1 :])
    spread = broadcast_to(unsqueeze(value, at + 1), map(of_size, wide))
    return reshape(spread, map(of_size, merged))


def _repeat_by(x: TensorValue, repeats: TensorValue, axis: int, out_dim: DimLike | None) -> TensorValue:  # fmt: skip
    if out_dim is None:
        raise ValueError("repeat_interleave: how long the result is depends on the tensor of repeats; name it with 'out_dim'")  # fmt: skip
    dims = tensor_type(x).dims
    if not repeats.rank or repeats.shape[0] == 1:
        repeats = broadcast_to(repeats, [of_size(dims[axis])])
    result = tensor_type(x).with_dims((*dims[:axis], Dim(out_dim).size, *dims[axis + 1 :]))
    made = append(mo_indexing.RepeatInterleave, (x.ir, repeats.ir), {"axis": axis}, (result,))
    return TensorValue(made.results[0])


@operation
def band_part(
    x: Any, num_lower: int | None = None, num_upper: int | None = None, exclude: bool = False
) -> TensorValue:
    """Matrices with zeros outside of a band around the diagonal, or inside it; None is all of that side."""
    attrs = {
        "num_lower": -1 if num_lower is None else num_lower,
        "num_upper": -1 if num_upper is None else num_upper,
        "exclude": exclude,
    }
    return TensorValue(append(mo_indexing.BandPart, (as_tensor(x).ir,), attrs).results[0])


# -- ranges ----------------------------------------------------------------------------------------------


@operation
def range(
    start: Any,
    stop: Any,
    step: Any = 1,
    out_dim: DimLike | None = None,
    *,
    dtype: DType,
    device: Device | DeviceRef,
) -> TensorValue:
    """start, start + step, … before stop; `out_dim` says how many, where that is not known now."""
    bounds = (start, stop, step)
    length = Dim(out_dim).size if out_dim is not None else _length(*bounds)
    scalars = [_bound(bound, dtype) for bound in bounds]
    result = mo_types.tensor((length,), dtype.entry)
    made = append(mo_indexing.Range, [scalar.ir for scalar in scalars], {}, (result,))
    return transfer_to(TensorValue(made.results[0]), device)


def _bound(bound: Any, dtype: DType) -> TensorValue:
    if not is_strong(bound):
        return constant(bound, dtype, DeviceRef.CPU())
    value = as_tensor(bound)
    if value.rank:
        raise ValueError(f"range: a bound is one number, not {value.type}")
    return value.cast(dtype)


def _length(start: Any, stop: Any, step: Any) -> Dimension:
    """How many numbers a range has whose bounds are numbers or dimensions."""
    if any(isinstance(bound, TensorValue) for bound in (start, stop, step)):
        raise ValueError("range: how long it is depends on tensors; name it with 'out_dim'")
    for bound in (start, stop, step):
        if not isinstance(bound, Number | Dim):
            raise TypeError(f"range: a bound is a number, a Dim or a tensor, not {bound!r}")
    if step == 0:
        raise ValueError("range: the step must not be 0")
    if any(isinstance(bound, Dim) for bound in (start, stop, step)):
        by = Dim(step)
        return ((Dim(stop) - Dim(start) + by - 1) // by).size
    count = ceil((stop - start) / step)
    if count < 0:
        raise TypeError(f"range: no step of {step} leads from {start} to {stop}")
    return constant_size(count)
