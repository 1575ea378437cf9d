"""ONNX ops that read images between their points: `Resize` by any rule, `GridSample`.

A resize is a product with a matrix along each axis, made while importing: what a result takes of each point.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.values import TensorValue
from ember.graph.importers.onnx_node import CPU, Item, Node, handles

if TYPE_CHECKING:
    from ember.graph.importers.onnx_node import Array


class Along(NamedTuple):
    """How one axis is resized: from and to how many points, the scale, and the part of the image that counts."""

    given: int
    wanted: int
    scale: float
    start: float = 0.0
    end: float = 1.0


def resized(node: Node, x: TensorValue, axes: dict[int, Along]) -> TensorValue:
    """Every axis by a matrix of weights; points out of the image have the extrapolation's value."""
    import numpy as np

    outside: TensorValue | None = None
    for axis, along in axes.items():
        if along.given == along.wanted and along.scale == 1 and along[3:] == (0.0, 1.0):
            continue
        places = _places(node, along)
        weights = _weights(node, along, places)
        order = [*(at for at in range(x.rank) if at != axis), axis]
        matrix = ops.constant(np.ascontiguousarray(weights.T.astype(np.float32)))
        made = ops.cast(ops.permute(x, order), DType.float32) @ matrix
        x = ops.cast(ops.permute(made, [order.index(at) for at in range(x.rank)]), x.dtype)
        if node.get("coordinate_transformation_mode") == "tf_crop_and_resize":
            is_out = ops.constant((places < 0) | (places > along.given - 1))
            line = ops.reshape(is_out, [along.wanted if at == axis else 1 for at in range(x.rank)])
            outside = line if outside is None else ops.logical_or(outside, line)
    if outside is None:
        return x
    value = ops.constant(node.get("extrapolation_value", 0.0), x.dtype, CPU)
    return ops.where(outside, value, x)


def _places(node: Node, along: Along) -> Array:
    """Where in the image each point of the result is."""
    import numpy as np

    at = np.arange(along.wanted, dtype=np.float64)
    last, length = along.given - 1, along.scale * along.given
    how = node.get("coordinate_transformation_mode", "half_pixel")
    if how == "align_corners":
        return at * last / (length - 1) if length != 1 else at * 0
    if how == "asymmetric":
        return at / along.scale
    if how == "tf_crop_and_resize":
        width = (along.end - along.start) * last
        return along.start * last + (at * width / (length - 1) if length != 1 else width / 2 + at * 0)  # fmt: skip
    if how == "pytorch_half_pixel" and length == 1:
        return at * 0 - 0.5
    centre = (at + 0.5) / along.scale - 0.5
    if how == "half_pixel_symmetric":
        return centre + along.given / 2 * (1 - along.wanted / length)
    if how not in ("half_pixel", "pytorch_half_pixel"):
        raise NotImplementedError(f"a resize by '{how}'")
    return centre


def _weights(node: Node, along: Along, places: Array) -> Array:
    """A row for each point of the result: how much it takes of each point of the image."""
    import numpy as np

    found = np.zeros((along.wanted, along.given))
    scale = min(along.scale, 1.0) if node.get("antialias", 0) else 1.0
    for row, place in enumerate(places):
        if node.get("mode", "nearest") == "nearest":
            at = _nearest(place, node.get("nearest_mode", "round_prefer_floor"))
            found[row, min(max(at, 0), along.given - 1)] = 1
            continue
        reach = (1 if node.get("mode") == "linear" else 2) / scale
        points = np.arange(int(np.floor(place - reach)) + 1, int(np.ceil(place + reach)))
        shares = _shape_of(node, (points - place) * scale)
        if node.get("exclude_outside", 0):
            shares = shares * ((points >= 0) & (points < along.given))
        np.add.at(found[row], np.clip(points, 0, along.given - 1), shares / shares.sum())
    return found


def _nearest(place: float, how: str) -> int:
    from math import ceil, floor

    if how == "floor":
        return floor(place)
    if how == "ceil":
        return ceil(place)
    return ceil(place - 0.5) if how == "round_prefer_floor" else floor(place + 0.5)


def _shape_of(node: Node, distance: Array) -> Array:
    """What a point at a distance counts."""
    import numpy as np

    x = np.abs(distance)
    if node.get("mode") == "linear":
        return np.where(x < 1, 1 - x, 0)
    a = node.get("cubic_coeff_a", -0.75)
    return np.where(x <= 1, _near(x, a), np.where(x < 2, _far(x, a), 0))


def _near(x: Any, a: float) -> Any:
    """Keys' cubic, at a distance below one."""
    return ((a + 2) * x - (a + 3)) * x * x + 1


def _far(x: Any, a: float) -> Any:
    """The same between one and two."""
    return ((x - 5) * x + 8) * x * a - 4 * a


# -- samples at given places -----------------------------------------------------------------------------


@handles("GridSample")
def grid_sample(node: Node, x: Item, grid: Item) -> Any:
    mode = node.get("mode", "bilinear" if node.version < 20 else "linear")
    made = sampled(
        ops.permute(x.tensor, [0, *range(2, x.rank), 1]), grid.tensor, {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode),
        node.get("padding_mode", "zeros"), bool(node.get("align_corners", 0)),
    )  # fmt: skip
    return ops.permute(made, [0, x.rank - 1, *range(1, x.rank - 1)])


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
    numbers = ops.range(0, batch, 1, dtype=DType.int64, device=CPU) * count
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
            -1: _far(part + 1, -0.75), 0: _near(part, -0.75), 1: _near(1 - part, -0.75), 2: _far(2 - part, -0.75)
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
