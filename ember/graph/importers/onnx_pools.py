"""Pools of ONNX that are no op of graphs: over three axes, p-norms, the places of maxima.

A window's elements are slices of the image, one for each place in the window, which are combined element by element.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.dims import Dim
from ember.graph.api.values import TensorValue
from ember.graph.importers.onnx_node import CPU, Node


def pooled(node: Node, x: TensorValue, strides: list[int], dilations: list[int], pads: list[int]) -> Any:  # fmt: skip
    """The largest, the mean or the sum (`LpPool`) of each window; of a `MaxPool` with two outputs where it is, too."""
    kernel = list(node.get("kernel_shape"))
    sizes = [int(size) for size in x.shape[2:]]
    is_ceil = bool(node.get("ceil_mode", 0))
    counts = [
        _windows(size, width, stride, gap, pads[2 * at] + pads[2 * at + 1], pads[2 * at], is_ceil)
        for at, (size, width, stride, gap) in enumerate(zip(sizes, kernel, strides, dilations))
    ]
    reach = [(n - 1) * stride + gap * (width - 1) + 1 for n, width, stride, gap in zip(counts, kernel, strides, dilations)]  # fmt: skip
    behind = [max(end - size - pads[2 * at], 0) for at, (end, size) in enumerate(zip(reach, sizes))]

    def slices(image: TensorValue, fill: float) -> list[TensorValue]:
        amounts = [0, 0, 0, 0, *(n for at in range(len(sizes)) for n in (pads[2 * at], behind[at]))]
        wide = ops.pad(image, amounts, "constant", fill)
        starts = [range(0, gap * width, gap) for width, gap in zip(kernel, dilations)]
        return [_slice(wide, place, strides, counts) for place in product(*starts)]

    if node.op == "MaxPool":
        return _largest(node, x, slices, sizes)
    total = _sum(slices(x, 0.0))
    if node.op != "AveragePool":
        return total
    is_padding_counted = bool(node.get("count_include_pad", 0))
    members = [
        _members(n, width, stride, gap, pads[2 * at], size, pads[2 * at + 1], is_padding_counted)
        for at, (n, width, stride, gap, size) in enumerate(zip(counts, kernel, strides, dilations, sizes))
    ]  # fmt: skip
    return total / _counts(members, x.dtype)


def _members(count: int, width: int, stride: int, gap: int, before: int, size: int, after: int, is_padding_counted: bool) -> list[int]:  # fmt: skip
    """How many elements of each window along an axis count for the mean."""
    low, high = (0, before + size + after) if is_padding_counted else (before, before + size)
    return [
        sum(low <= at * stride + step * gap < high for step in range(width)) for at in range(count)
    ]


def _counts(members: list[list[int]], dtype: DType) -> TensorValue:
    """Those of windows over all axes."""
    import numpy as np

    found = np.ones((), dtype.to_numpy())
    for line in members:
        found = found[..., None] * np.array(line, dtype.to_numpy())
    return ops.constant(np.ascontiguousarray(found))


def _windows(size: int, width: int, stride: int, gap: int, padding: int, before: int, is_ceil: bool) -> int:  # fmt: skip
    """How many windows there are along an axis; none begins behind the image and what is before it."""
    room = size + padding - gap * (width - 1) - 1
    count = (-(-room // stride) if is_ceil else room // stride) + 1
    return count - 1 if is_ceil and (count - 1) * stride >= size + before else count


def _slice(x: TensorValue, place: tuple[int, ...], strides: list[int], counts: list[int]) -> TensorValue:  # fmt: skip
    """The element at a place of every window."""
    where = [slice(at, at + (n - 1) * stride + 1, stride) for at, stride, n in zip(place, strides, counts)]  # fmt: skip
    return x[(slice(None), slice(None), *where)]


def _sum(parts: list[TensorValue]) -> TensorValue:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _largest(node: Node, x: TensorValue, slices: Any, sizes: list[int]) -> Any:
    lowest = float("-inf") if x.dtype.is_float() else float(_lowest(x.dtype))
    values = slices(x, lowest)
    if node.outputs == 1:
        found = values[0]
        for value in values[1:]:
            found = ops.max(found, value)
        return found
    places = slices(_numbers(x, sizes, bool(node.get("storage_order", 0))), -1.0)
    found, at = values[0], places[0]
    for value, place in zip(values[1:], places[1:]):
        is_larger = ops.logical_or(value > found, at < 0)
        found, at = ops.where(is_larger, value, found), ops.where(is_larger, place, at)
    return [found, at]


def _lowest(dtype: DType) -> int:
    return -(1 << dtype.size_in_bits - 1) if dtype.is_signed_integral() else 0


def _numbers(x: TensorValue, sizes: list[int], is_by_columns: bool) -> TensorValue:
    """The number of each element of a tensor, as it lies, or with the first axis of an image innermost."""
    import numpy as np

    image = np.arange(int(np.prod(sizes)), dtype=np.int64).reshape(sizes)
    if is_by_columns:
        image = np.arange(image.size, dtype=np.int64).reshape(sizes[::-1]).T
    outer = [*x.shape[:2], *(Dim(1) for _ in sizes)]
    count = ops.range(0, x.shape[0] * x.shape[1], 1, dtype=DType.int64, device=CPU)
    first = ops.reshape(count * image.size, outer)
    return first + ops.constant(np.ascontiguousarray(image))
