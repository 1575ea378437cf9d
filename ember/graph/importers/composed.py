"""What graphs have no op for, made of those they have, for models of ONNX and of PyTorch: running products, samples between the points of images."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.types import DeviceRef
from ember.graph.api.values import TensorValue


def cumulative_product(x: TensorValue, axis: int) -> TensorValue:
    """In steps that double: after the nth, an element is the product of the last 2ⁿ up to it."""
    step = 1
    while step < int(x.shape[axis]):
        x = x * with_ones_before(x, axis, step)
        step *= 2
    return x


def with_ones_before(x: TensorValue, axis: int, by: int) -> TensorValue:
    """Elements moved along an axis, with ones behind them."""
    size = int(x.shape[axis])
    before = [by if at == axis else dim for at, dim in enumerate(x.shape)]
    ones = ops.broadcast_to(ops.constant(1, x.dtype, DeviceRef.CPU()), before)
    kept = x[(slice(None),) * axis + (slice(0, size - by),)]
    return ops.concat([ones, kept], axis)


def reversed_along(x: TensorValue, axis: int) -> TensorValue:
    """An axis backwards; its size must be known."""
    import numpy as np

    places = np.arange(int(x.shape[axis]), dtype=np.int64)[::-1]
    return ops.gather(x, ops.constant(np.ascontiguousarray(places)), axis)


# -- samples at given places -----------------------------------------------------------------------------


class _Tap(NamedTuple):
    """A point that counts, along one axis: its number, how much it counts."""

    at: TensorValue
    weight: TensorValue


def sampled(images: TensorValue, grid: TensorValue, mode: str, padding: str, is_aligned: bool) -> TensorValue:  # fmt: skip
    """Points of images whose channels are the last axis, at the places of a grid, where -1 and 1 are the borders."""
    sizes = [int(size) for size in images.shape[1:-1]]
    dtype, channels, batch = images.dtype, images.shape[-1], images.shape[0]
    taps = []
    for axis, size in enumerate(sizes):
        place = ops.cast(grid[..., len(sizes) - 1 - axis], dtype)
        place = (place + 1) / 2 * (size - 1) if is_aligned else ((place + 1) * size - 1) / 2
        taps.append(_taps(place, size, mode, padding, is_aligned))
    count = 1
    for size in sizes:
        count *= size
    rows = ops.reshape(images, [batch * count, channels])
    numbers = ops.range(0, batch, 1, dtype=DType.int64, device=DeviceRef.CPU()) * count
    first = ops.reshape(numbers, [batch, *[1] * len(sizes)])
    total: TensorValue | None = None
    for chosen in product(*taps):
        at, weight = chosen[0]
        for tap, size in zip(chosen[1:], sizes[1:]):
            at, weight = at * size + tap.at, weight * tap.weight
        part = ops.gather(rows, first + at, 0) * ops.unsqueeze(weight, -1)
        total = part if total is None else total + part
    assert total is not None
    return total


def _taps(place: TensorValue, size: int, mode: str, padding: str, is_aligned: bool) -> list[_Tap]:
    """The points beside a place, with their weights."""
    if mode == "nearest":
        return [_tap(_inside(ops.round(place), size, padding, is_aligned), place * 0 + 1, size)]
    if padding != "zeros":
        place = _inside(place, size, padding, is_aligned)
    below = ops.floor(place)
    part = place - below
    if mode == "linear":
        shares = {0: 1 - part, 1: part}
    elif mode == "cubic":
        shares = {
            -1: far_cubic(part + 1, -0.75), 0: near_cubic(part, -0.75), 1: near_cubic(1 - part, -0.75), 2: far_cubic(2 - part, -0.75)
        }  # fmt: skip
    else:
        raise NotImplementedError(f"samples by '{mode}'")
    return [
        _tap(_inside(below + step, size, padding, is_aligned), share, size)
        for step, share in shares.items()
    ]


def _tap(at: TensorValue, weight: TensorValue, size: int) -> _Tap:
    """A point; one that is not there counts nothing."""
    is_there = ops.logical_and(at >= 0, at <= size - 1)
    number = ops.cast(ops.max(ops.min(at, size - 1), 0), DType.int64)
    return _Tap(number, ops.where(is_there, weight, weight * 0))


def _inside(place: TensorValue, size: int, padding: str, is_aligned: bool) -> TensorValue:
    """A place brought into the image, as the padding says."""
    if padding == "zeros":
        return place
    if padding == "border":
        return ops.max(ops.min(place, size - 1), 0)
    low, high = (0.0, size - 1.0) if is_aligned else (-0.5, size - 0.5)
    width = high - low
    if width == 0:
        return place * 0
    away = ops.abs(place - low)
    turns = ops.floor(away / width)
    rest = away - turns * width
    is_odd = ops.mod(turns, 2) >= 1
    return ops.where(is_odd, high - rest, low + rest)


def near_cubic(x: Any, a: float) -> Any:
    """Keys' cubic, at a distance below one."""
    return ((a + 2) * x - (a + 3)) * x * x + 1


def far_cubic(x: Any, a: float) -> Any:
    """The same between one and two."""
    return ((x - 5) * x + 8) * x * a - 4 * a
