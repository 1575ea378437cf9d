"""Types of ops that select, move and repeat elements: sorting, gathering, scattering, padding, tiling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ember.dialects.dimensions import constant, short_number
from ember.dialects.mo_rules import (
    INT64,
    Attributes,
    Dims,
    RuleViolation,
    axis_of,
    padding,
    same_dimension,
    shape_text,
    tensors,
)
from ember.dialects.mo_types import HOST, TensorType
from ember.ir.nodes import Op
from ember.ir.types import Type


def ranked(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """The k first elements along an axis, and where they stood."""
    (x,) = tensors(types)
    axis = axis_of(attrs["axis"], x.rank)
    k, size = attrs["k"], x.dims[axis].constant
    if k < 0 or (size is not None and k > size):
        raise RuleViolation(
            f"k must be between 0 and the axis' size {x.dims[axis]}, not {short_number(k)}"
        )
    values = x.with_dims((*x.dims[:axis], constant(k), *x.dims[axis + 1 :]))
    return [values, values.with_dtype(INT64)]


def sorted_positions(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    if x.rank != 1:
        raise RuleViolation(f"takes a tensor of rank 1, not {x.rank}")
    return [x.with_dtype(INT64)]


def check_indices(indices: TensorType) -> None:
    if indices.dtype.name not in ("si32", "si64"):
        raise RuleViolation(f"takes int32 or int64 as indices, not {indices.dtype.source_name}")


def gather_nd(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Each row of the last axis of `indices` is an index into `x` after the batch axes."""
    x, indices = tensors(types)
    check_indices(indices)
    batch, depth = attrs["batch_dims"], _depth(indices)
    if batch < 0 or batch >= indices.rank or batch + depth > x.rank:
        raise RuleViolation(
            f"{batch} batch axes and indices of {depth} numbers do not fit a tensor of rank {x.rank}"
        )
    for position in range(batch):
        same_dimension(x.dims[position], indices.dims[position], f"the batch axis {position}")
    return [x.with_dims((*indices.dims[:-1], *x.dims[batch + depth :]))]


def _depth(indices: TensorType) -> int:
    """How many numbers make one index."""
    if not indices.dims:
        raise RuleViolation("takes indices of rank 1 or more")
    depth = indices.dims[-1].constant
    if depth is None:
        raise RuleViolation(
            f"the last dimension of the indices says how many numbers make an index, so it must be known, not {indices.dims[-1]}"
        )
    return depth


def scatter(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Updates to places along an axis."""
    x, updates, indices = tensors(types)
    axis_of(attrs["axis"], x.rank)
    check_indices(indices)
    _check_updates(x, updates)
    if updates.dims != indices.dims:
        raise RuleViolation(
            f"updates and indices must have one shape, not {shape_text(updates.dims)} and {shape_text(indices.dims)}"
        )
    if updates.rank != x.rank:
        raise RuleViolation(f"updates must have the rank {x.rank} of the tensor, not {updates.rank}")  # fmt: skip
    return [x]


def scatter_nd(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Updates to places that are rows of numbers."""
    x, updates, indices = tensors(types)
    check_indices(indices)
    _check_updates(x, updates)
    depth = _depth(indices)
    if depth > x.rank:
        raise RuleViolation(f"indices of {depth} numbers do not fit a tensor of rank {x.rank}")
    wanted = (*indices.dims[:-1], *x.dims[depth:])
    if updates.dims != wanted:
        raise RuleViolation(
            f"updates must have the shape {shape_text(wanted)}, not {shape_text(updates.dims)}"
        )
    return [x]


def _check_updates(x: TensorType, updates: TensorType) -> None:
    if x.dtype is not updates.dtype:
        raise RuleViolation(
            f"updates must have the element type {x.dtype.source_name} of the tensor, not {updates.dtype.source_name}"
        )


def found_positions(op: Op) -> str | None:
    """Places of true elements: as many as there are, each as many numbers as the tensor has axes."""
    (x,) = tensors([v.type for v in op.operands])
    (result,) = tensors([v.type for v in op.results])
    if not x.dims:
        return "takes a tensor of rank 1 or more"
    if result.rank != 2 or result.dims[1] != constant(x.rank) or result.dtype is not INT64:
        return f"gives int64 [found, {x.rank}], not {result}"
    return None


def tiled(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    repeats: Dims = attrs["repeats"]
    if len(repeats) != x.rank:
        raise RuleViolation(
            f"takes one number of repeats for each of the {x.rank} axes, not {len(repeats)}"
        )
    for repeat in repeats:
        if repeat.constant is not None and repeat.constant < 1:
            raise RuleViolation(f"repeats must be positive, not {repeat}")
    return [x.with_dims(tuple(size * repeat for size, repeat in zip(x.dims, repeats)))]


def repeated(op: Op) -> str | None:
    """Each slice along the axis as often as `repeats` says."""
    x, repeats = tensors([v.type for v in op.operands])
    (result,) = tensors([v.type for v in op.results])
    axis = axis_of(op.attrs["axis"], x.rank)
    if repeats.rank != 1 or not repeats.dtype.is_integer:
        return f"repeats must be a vector of whole numbers, not {repeats}"
    same_dimension(repeats.dims[0], x.dims[axis], "the number of repeats and the axis")
    wanted = x.with_dims((*x.dims[:axis], result.dims[axis], *x.dims[axis + 1 :]))
    return None if result is wanted else f"gives {wanted}, not {result}"


def reflected(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    """Padded with what stands inside: no more than there is."""
    (x,) = tensors(types)
    found = padding(types, attrs, count)
    for axis, size in enumerate(x.dims):
        most = max(attrs["paddings"][2 * axis : 2 * axis + 2])
        if size.constant is not None and most >= max(size.constant, 1):
            raise RuleViolation(f"{most} elements cannot be reflected at axis {axis} of size {size}")  # fmt: skip
    return found


def banded(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    if x.rank < 2:
        raise RuleViolation(f"takes matrices, so a rank of at least 2, not {x.rank}")
    for name, size in (("num_lower", x.dims[-2]), ("num_upper", x.dims[-1])):
        number = attrs[name]
        if number < -1 or (size.constant is not None and number >= size.constant):
            raise RuleViolation(f"{name} must be -1 or less than the size {size}, not {number}")
    return [x]


# -- sizes that are known when the graph runs ------------------------------------------------------------


def scalar_on_host(type: TensorType, name: str) -> None:
    if type.rank or type.device != HOST:
        raise RuleViolation(f"'{name}' must be one number on the CPU, not {type}")


def counted(op: Op) -> str | None:
    """start, start + step, … before stop."""
    start, stop, step = (v.type for v in op.operands)
    (result,) = tensors([v.type for v in op.results])
    for name, type in (("start", start), ("stop", stop), ("step", step)):
        assert isinstance(type, TensorType)
        scalar_on_host(type, name)
        if type.dtype is not result.dtype:
            return f"'{name}' must be {result.dtype.source_name}, not {type.dtype.source_name}"
    return None if result.rank == 1 else f"gives a vector, not {result}"


def _vector_on_host(value: Any, length: int, name: str) -> str | None:
    type = value.type
    if isinstance(type, TensorType) and type.device == HOST and type.dtype is INT64:
        if type.dims == (constant(length),):
            return None
    return f"'{name}' must be {length} int64 numbers on the CPU, not {type}"


def sliced_at_run_time(op: Op) -> str | None:
    x = op.operands[0].type
    assert isinstance(x, TensorType)
    for name, value in zip(("starts", "stops", "steps"), op.operands[1:]):
        problem = _vector_on_host(value, x.rank, name)
        if problem is not None:
            return problem
    (result,) = tensors([v.type for v in op.results])
    return None if x.with_dims(result.dims) is result else f"cannot make {result} of {x}"


def stretched_at_run_time(op: Op) -> str | None:
    (result,) = tensors([v.type for v in op.results])
    x = op.operands[0].type
    assert isinstance(x, TensorType)
    problem = _vector_on_host(op.operands[1], result.rank, "shape")
    if problem is not None:
        return problem
    return None if x.with_dims(result.dims) is result else f"cannot make {result} of {x}"
