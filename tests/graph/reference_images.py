"""What windows over images and images in other sizes mean, in NumPy; slow and plain on purpose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Attrs = Mapping[str, Any]


def _windows(x: Array, kernel: tuple[int, ...], attrs: Attrs, out: tuple[int, ...], fill: float) -> Array:  # fmt: skip
    """[batch, *out, *kernel, channels]: the elements under each window, `fill` outside."""
    spatial = len(kernel)
    pads = attrs["paddings"]
    strides, dilations = attrs["strides"], attrs["dilations"]
    before = [pads[2 * i] for i in range(spatial)]
    reach = [(out[i] - 1) * strides[i] + (kernel[i] - 1) * dilations[i] + 1 for i in range(spatial)]
    after = [max(0, reach[i] - before[i] - x.shape[1 + i]) for i in range(spatial)]
    padded = np.pad(x, [(0, 0), *zip(before, after), (0, 0)], constant_values=fill)
    found = np.empty((x.shape[0], *out, *kernel, x.shape[-1]), x.dtype)
    for place in np.ndindex(*kernel):
        parts = [
            slice(place[i] * dilations[i], place[i] * dilations[i] + (out[i] - 1) * strides[i] + 1, strides[i])
            for i in range(spatial)
        ]  # fmt: skip
        found[(slice(None), *[slice(None)] * spatial, *place)] = padded[(slice(None), *parts)]
    return found


def conv(x: Array, filter: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    kernel = filter.shape[:-2]
    windows = _windows(x, kernel, attrs, dims[1:-1], 0)
    groups = attrs["num_groups"]
    depth, count = filter.shape[-2], filter.shape[-1] // groups
    parts = []
    for group in range(groups):
        seen = windows[..., group * depth : (group + 1) * depth]
        weights = filter[..., group * count : (group + 1) * count]
        axes = len(kernel) + 1
        parts.append(np.tensordot(seen, weights, axes=axes))
    return np.concatenate(parts, -1).astype(x.dtype)


def conv_transpose(x: Array, filter: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    strides, dilations, pads = attrs["strides"], attrs["dilations"], attrs["paddings"]
    out = np.zeros(dims, np.float64)
    for row, column in product(range(x.shape[1]), range(x.shape[2])):
        for r, s in product(range(filter.shape[0]), range(filter.shape[1])):
            y = row * strides[0] + r * dilations[0] - pads[0]
            z = column * strides[1] + s * dilations[1] - pads[2]
            if 0 <= y < dims[1] and 0 <= z < dims[2]:
                out[:, y, z] += x[:, row, column] @ filter[r, s].T
    return out.astype(x.dtype)


def max_pool(x: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    low = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    return _windows(x, attrs["kernel"], attrs, dims[1:-1], low).max((3, 4))


def avg_pool(x: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    """Windows that reach over the padded edge are cut there."""
    kernel, pads = attrs["kernel"], attrs["paddings"]
    total = _windows(x, kernel, attrs, dims[1:-1], 0).sum((3, 4))
    ones = np.ones((1, *x.shape[1:3], 1))
    inside = dict(attrs)
    if attrs["count_boundary"]:
        ones = np.pad(ones, [(0, 0), tuple(pads[:2]), tuple(pads[2:]), (0, 0)], constant_values=1)
        inside["paddings"] = (0, 0, 0, 0)
    return (total / _windows(ones, kernel, inside, dims[1:-1], 0).sum((3, 4))).astype(x.dtype)


def fold(x: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    batch, channels, height, width = dims
    kernel, strides, dilations, pads = (attrs[n] for n in ("kernel_size", "strides", "dilations", "paddings"))  # fmt: skip
    out = np.zeros((batch, channels, height + pads[0] + pads[1], width + pads[2] + pads[3]))
    rows = (out.shape[2] - dilations[0] * (kernel[0] - 1) - 1) // strides[0] + 1
    columns = (out.shape[3] - dilations[1] * (kernel[1] - 1) - 1) // strides[1] + 1
    parts = x.reshape(batch, channels, kernel[0], kernel[1], rows, columns)
    for r, s in product(range(kernel[0]), range(kernel[1])):
        y, z = r * dilations[0], s * dilations[1]
        out[:, :, y : y + rows * strides[0] : strides[0], z : z + columns * strides[1] : strides[1]] += parts[:, :, r, s]  # fmt: skip
    return out[:, :, pads[0] : pads[0] + height, pads[2] : pads[2] + width].astype(x.dtype)


# -- other sizes -----------------------------------------------------------------------------------------


def _place(mode: int, index: int, size: int, old: int) -> float:
    """Where an element of the result lies in the source."""
    scale = size / old
    if mode == 1:
        return 0.0 if size == 1 else index * (old - 1) / (size - 1)
    if mode == 2:
        return index / scale
    if mode == 3 and size == 1:
        return 0.0
    return (index + 0.5) / scale - 0.5


_ROUNDINGS: list[Callable[[float], float]] = [
    lambda v: np.ceil(v - 0.5),
    lambda v: np.floor(v + 0.5),
    np.floor,
    np.ceil,
]


def _along_axes(x: Array, dims: tuple[int, ...], weights: Callable[[int, int], Array]) -> Array:
    """Each axis that changes is multiplied by a matrix [new, old]."""
    out = x.astype(np.float64)
    for axis, size in enumerate(dims):
        if size != x.shape[axis]:
            matrix = weights(size, x.shape[axis])
            out = np.moveaxis(np.tensordot(matrix, out, (1, axis)), 0, axis)
    return out.astype(x.dtype)


def resize_nearest(x: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    for axis, size in enumerate(dims):
        old = x.shape[axis]
        places = [
            _ROUNDINGS[attrs["round_mode"]](_place(attrs["coordinate_transform_mode"], i, size, old))
            for i in range(size)
        ]  # fmt: skip
        x = np.take(x, np.clip(np.array(places, np.int64), 0, old - 1), axis)
    return x


def resize_linear(x: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    def weights(size: int, old: int) -> Array:
        scale = min(1.0, size / old) if attrs["antialias"] else 1.0
        matrix = np.zeros((size, old))
        for i in range(size):
            at = _place(attrs["coordinate_transform_mode"], i, size, old)
            for j in range(int(np.floor(at - 1 / scale)), int(np.ceil(at + 1 / scale)) + 1):
                share = max(0.0, 1 - abs(j - at) * scale)
                if attrs["antialias"] and not 0 <= j < old:
                    continue
                matrix[i, min(max(j, 0), old - 1)] += share
            matrix[i] /= matrix[i].sum()
        return matrix

    return _along_axes(x, dims, weights)


def resize_bicubic(x: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    def curve(t: float, a: float = -0.75) -> float:
        t = abs(t)
        if t <= 1:
            return (a + 2) * t**3 - (a + 3) * t**2 + 1
        return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a if t < 2 else 0.0

    def weights(size: int, old: int) -> Array:
        matrix = np.zeros((size, old))
        for i in range(size):
            at = _place(0, i, size, old)
            first = int(np.floor(at))
            for j in range(first - 1, first + 3):
                matrix[i, min(max(j, 0), old - 1)] += curve(at - j)
        return matrix

    return _along_axes(x, dims, weights)


# -- regions ---------------------------------------------------------------------------------------------


def _between(image: Array, y: float, x: float) -> Array:
    """An image [height, width, channels] at a point; outside it is 0."""
    height, width = image.shape[:2]
    if y < -1 or y > height or x < -1 or x > width:
        return np.zeros(image.shape[2])
    y, x = max(y, 0.0), max(x, 0.0)
    top, left = min(int(y), height - 1), min(int(x), width - 1)
    bottom, right = min(top + 1, height - 1), min(left + 1, width - 1)
    dy = y - top if top < height - 1 else 0.0
    dx = x - left if left < width - 1 else 0.0
    return np.array([
        image[top, left] * (1 - dy) * (1 - dx), image[top, right] * (1 - dy) * dx,
        image[bottom, left] * dy * (1 - dx), image[bottom, right] * dy * dx,
    ])  # fmt: skip


def roi_align(x: Array, rois: Array, attrs: Attrs, dims: tuple[int, ...]) -> Array:
    out = np.zeros(dims)
    rows, columns = dims[1:3]
    offset = 0.5 if attrs["aligned"] else 0.0
    for number, roi in enumerate(rois):
        left, top, right, bottom = roi[1:] * attrs["spatial_scale"] - offset
        height, width = bottom - top, right - left
        if not attrs["aligned"]:
            height, width = max(height, 1.0), max(width, 1.0)
        ratio = int(attrs["sampling_ratio"])
        count = (ratio or int(np.ceil(height / rows)), ratio or int(np.ceil(width / columns)))
        for r, c in product(range(rows), range(columns)):
            points = [
                _between(
                    x[int(roi[0])],
                    top + height / rows * (r + (i + 0.5) / count[0]),
                    left + width / columns * (c + (j + 0.5) / count[1]),
                )
                for i, j in product(range(count[0]), range(count[1]))
            ]
            if attrs["mode"] == "AVG":
                out[number, r, c] = np.sum([p.sum(0) for p in points], 0) / max(1, len(points))
            else:
                out[number, r, c] = np.max([p.max(0) for p in points], 0)
    return out.astype(x.dtype)


def suppression(boxes: Array, scores: Array, most: Array, iou: Array, least: Array) -> Array:
    found = []
    for batch, kind in np.ndindex(*scores.shape[:2]):
        kept: list[int] = []
        for box in np.argsort(-scores[batch, kind], kind="stable"):
            if len(kept) >= int(most) or scores[batch, kind, box] <= float(least):
                break
            if all(
                _overlap(boxes[batch, box], boxes[batch, other]) <= float(iou) for other in kept
            ):
                kept.append(int(box))
        found += [(batch, kind, box) for box in kept]
    return np.array(found, np.int64).reshape(-1, 3)


def _overlap(one: Array, other: Array) -> float:
    low = np.maximum(np.minimum(one[:2], one[2:]), np.minimum(other[:2], other[2:]))
    high = np.minimum(np.maximum(one[:2], one[2:]), np.maximum(other[:2], other[2:]))
    shared = float(np.prod(np.maximum(high - low, 0)))
    areas = [abs(float(np.prod(box[2:] - box[:2]))) for box in (one, other)]
    return shared / (sum(areas) - shared) if sum(areas) > shared else 0.0
