"""ONNX ops that read images between their points: `Resize` by any rule, `GridSample`.

A resize is a product with a matrix along each axis, made while importing: what a result takes of each point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.values import TensorValue
from ember.graph.importers.composed import far_cubic, near_cubic, sampled
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
    return np.where(x <= 1, near_cubic(x, a), np.where(x < 2, far_cubic(x, a), 0))


# -- samples at given places -----------------------------------------------------------------------------


@handles("GridSample")
def grid_sample(node: Node, x: Item, grid: Item) -> Any:
    mode = node.get("mode", "bilinear" if node.version < 20 else "linear")
    made = sampled(
        ops.permute(x.tensor, [0, *range(2, x.rank), 1]), grid.tensor, {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode),
        node.get("padding_mode", "zeros"), bool(node.get("align_corners", 0)),
    )  # fmt: skip
    return ops.permute(made, [0, x.rank - 1, *range(1, x.rank - 1)])
