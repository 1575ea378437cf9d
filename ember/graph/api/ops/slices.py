"""What an index selects: for each axis a start, a number of elements and a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ember.dialects.dimensions import ONE, ZERO, Dimension, constant
from ember.graph.api.dims import Dim, DimLike
from ember.graph.api.values import TensorValue

Dims = tuple[Dimension, ...]


class Selection(NamedTuple):
    """Starts, sizes and steps of the axes there are, and the shape after some vanished and others came."""

    starts: Dims
    sizes: Dims
    steps: tuple[int, ...]
    shape: Dims


class RunTimeSelection(NamedTuple):
    """The same where bounds are computed: each bound is a size or a scalar tensor of the graph."""

    starts: tuple[Any, ...]
    stops: tuple[Any, ...]
    steps: tuple[int, ...]
    sizes: Dims
    shape: Dims


Find = Callable[[Any, Dimension], tuple[tuple[Any, ...], Dimension | None]]
"""What is selected of an axis, and the dimension that is left of it, if it is."""


def selection(indices: list[Any], dims: Dims) -> Selection | RunTimeSelection:
    """What an index selects of a tensor of these dimensions."""
    axes = _axes(indices, len(dims))
    if any(_is_computed(index) for index in axes):
        return _at_run_time(axes, dims)
    rows, shape = _each_axis(axes, dims, _known)
    starts, sizes, steps = _columns(rows, 3)
    return Selection(starts, sizes, steps, shape)


def _each_axis(axes: list[Any], dims: Dims, find: Find) -> tuple[list[tuple[Any, ...]], Dims]:
    """What `find` says of the index of each axis, and the shape of what is selected."""
    rows: list[tuple[Any, ...]] = []
    shape: list[Dimension] = []
    rest = iter(dims)
    for index in axes:
        if index is None:
            shape.append(ONE)
            continue
        row, left = find(index, next(rest))
        rows.append(row)
        if left is not None:
            shape.append(left)
    return rows, tuple(shape)


def _columns(rows: list[tuple[Any, ...]], count: int) -> tuple[tuple[Any, ...], ...]:
    return tuple(zip(*rows, strict=True)) if rows else ((),) * count


def _known(index: Any, size: Dimension) -> tuple[tuple[Any, ...], Dimension | None]:
    start, count, step = _range(_plain(index), size)
    return (start, count, step), _named(index, count) if isinstance(index, slice | tuple) else None


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


def _plain(index: Any) -> Any:
    """The slice of `(slice, "out_dim")`."""
    return index[0] if isinstance(index, tuple) else index


def _named(index: Any, size: Dimension) -> Dimension:
    return Dim(index[1]).size if isinstance(index, tuple) else size


def _range(index: Any, size: Dimension) -> tuple[Dimension, Dimension, int]:
    """Start, number of elements and step of an index along an axis."""
    if not isinstance(index, slice):
        start = _bound(index, size)
        _check_within(start, size, index)
        return start, ONE, 1
    step = _step(index)
    start = ZERO if index.start is None else _bound(index.start, size)
    stop = size if index.stop is None else _bound(index.stop, size)
    for bound, written in ((start, index.start), (stop, index.stop)):
        _check_end(bound, size, written)
    count = (stop - start + constant(step - 1)) // constant(step)
    if count.constant is not None and count.constant < 0:
        raise ValueError(f"the slice ends at {index.stop} before it starts at {index.start}")
    return start, count, step


def _step(index: slice) -> int:
    step = 1 if index.step is None else index.step
    if not isinstance(step, int) or int(Dim(step)) < 1:
        raise ValueError(f"the step of a slice is a positive number, not {index.step}")
    return step


def _bound(index: DimLike, size: Dimension) -> Dimension:
    if isinstance(index, str | float):
        raise TypeError(f"an index is a number, a slice, '...' or None, not {index!r}")
    bound = Dim(index).size
    number = bound.constant
    return size + bound if number is not None and number < 0 else bound


def _check_within(start: Dimension, size: Dimension, written: Any) -> None:
    if start.constant is None:
        return
    if start.constant < 0 or (size.constant is not None and start.constant >= size.constant):
        raise ValueError(f"the index {written} is out of range for an axis of {size}")


def _check_end(bound: Dimension, size: Dimension, written: Any) -> None:
    if bound.constant is None or size.constant is None:
        return
    if not 0 <= bound.constant <= size.constant:
        raise ValueError(f"the slice bound {written} is out of range for an axis of {size}")


# -- bounds that are computed ----------------------------------------------------------------------------


def _is_computed(index: Any) -> bool:
    plain = _plain(index)
    if isinstance(plain, slice):
        return isinstance(plain.start, TensorValue) or isinstance(plain.stop, TensorValue)
    return isinstance(plain, TensorValue)


def _at_run_time(axes: list[Any], dims: Dims) -> RunTimeSelection:
    def find(index: Any, size: Dimension) -> tuple[tuple[Any, ...], Dimension | None]:
        row = _computed(index, size)
        return row, row[-1] if isinstance(_plain(index), slice) else None

    rows, shape = _each_axis(axes, dims, find)
    starts, stops, steps, sizes = _columns(rows, 4)
    return RunTimeSelection(starts, stops, steps, sizes, shape)


def _computed(index: Any, size: Dimension) -> tuple[Any, Any, int, Dimension]:
    """Start, stop, step and number of elements of an index, of which some are scalar tensors."""
    plain = _plain(index)
    if not _is_computed(index):
        start, count, step = _range(plain, size)
        return start, start + count * constant(step), step, _named(index, count)
    if isinstance(plain, TensorValue):
        return _scalar(plain), None, 1, ONE
    if not isinstance(index, tuple):
        raise TypeError(
            'how long a slice with computed bounds is must have a name: write x[(slice(start, stop), "length"),]'
        )
    start = ZERO if plain.start is None else _end(plain.start, size)
    stop = size if plain.stop is None else _end(plain.stop, size)
    return start, stop, _step(plain), Dim(index[1]).size


def _end(bound: Any, size: Dimension) -> Any:
    return _scalar(bound) if isinstance(bound, TensorValue) else _bound(bound, size)


def _scalar(value: TensorValue) -> TensorValue:
    if value.rank or not value.dtype.is_integral():
        raise ValueError(f"a computed index is one whole number, not {value.type}")
    return value
