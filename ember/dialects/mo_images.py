"""`mo`: windows that slide over images and volumes, and images in other sizes. Channels come last but for `resize` and `fold`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ember.dialects.dimensions import ONE, Dimension, constant, product_of
from ember.dialects.mo_indexing import checked
from ember.dialects.mo_indexing_rules import scalar_on_host
from ember.dialects.mo_rules import (
    INT64,
    Attributes,
    RuleViolation,
    fits,
    same_dimension,
    same_rank,
    tensors,
    to_shape,
)
from ember.dialects.mo_types import TensorType
from ember.ir.nodes import Op, Operand, Result
from ember.ir.types import Type

# -- rules -----------------------------------------------------------------------------------------------


def _positive(attrs: Attributes, names: Sequence[str], count: int) -> None:
    for name in names:
        values = attrs[name]
        if len(values) != count or any(value < 1 for value in values):
            raise RuleViolation(f"{name} must be {count} positive numbers, not {list(values)}")


def _check_paddings(attrs: Attributes, count: int, name: str = "paddings") -> None:
    values = attrs[name]
    if len(values) != count or any(value < 0 for value in values):
        raise RuleViolation(f"{name} must be {count} numbers of at least 0, not {list(values)}")


def _windows(
    size: Dimension, kernel: Dimension, attrs: Attributes, axis: int, is_ceil: bool = False
) -> Dimension:
    """How many windows fit an axis with its padding."""
    pads, step = attrs["paddings"], constant(attrs["strides"][axis])
    width = (kernel - ONE) * constant(attrs["dilations"][axis]) + ONE
    room = size + constant(pads[2 * axis] + pads[2 * axis + 1]) - width
    if room.constant is not None and room.constant < 0:
        raise RuleViolation(f"a window of {width} does not fit the axis of {size} with its padding")  # fmt: skip
    if is_ceil:
        room = room + step - ONE
    return (room + step) // step


def convolution(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    x, filter = tensors(types)
    spatial = x.rank - 2
    if spatial not in (2, 3) or filter.rank != x.rank:
        raise RuleViolation(f"takes two tensors of rank 4, or of rank 5, not {x.rank} and {filter.rank}")  # fmt: skip
    _same_dtype(x, filter)
    _positive(attrs, ("strides", "dilations"), spatial)
    _check_paddings(attrs, 2 * spatial)
    groups, channels, depth = attrs["num_groups"], x.dims[-1], filter.dims[-2]
    if groups < 1:
        raise RuleViolation(f"the number of groups must be positive, not {groups}")
    same_dimension(channels, depth * constant(groups), "the channels and those of the filter's groups")  # fmt: skip
    if filter.dims[-1].constant is not None and filter.dims[-1].constant % groups:
        raise RuleViolation(f"{filter.dims[-1]} filters do not make {groups} groups")
    sizes = [_windows(x.dims[1 + i], filter.dims[i], attrs, i) for i in range(spatial)]
    return [x.with_dims((x.dims[0], *sizes, filter.dims[-1]))]


def _same_dtype(x: TensorType, filter: TensorType) -> None:
    if x.dtype is not filter.dtype:
        raise RuleViolation(
            f"takes one element type, not {x.dtype.source_name} and {filter.dtype.source_name}"
        )


def transposed_convolution(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    x, filter = tensors(types)
    if x.rank != 4 or filter.rank != 4:
        raise RuleViolation(f"takes two tensors of rank 4, not {x.rank} and {filter.rank}")
    _same_dtype(x, filter)
    _positive(attrs, ("strides", "dilations"), 2)
    _check_paddings(attrs, 4)
    _check_paddings(attrs, 2, "output_paddings")
    same_dimension(x.dims[-1], filter.dims[-1], "the channels and the filter's last dimension")
    sizes = []
    for axis in (0, 1):
        pads, extra = attrs["paddings"], attrs["output_paddings"][axis]
        if extra >= attrs["strides"][axis]:
            raise RuleViolation(f"output_paddings must be smaller than the strides, not {extra}")
        reach = (filter.dims[axis] - ONE) * constant(attrs["dilations"][axis])
        steps = (x.dims[1 + axis] - ONE) * constant(attrs["strides"][axis])
        cut = constant(extra + 1 - pads[2 * axis] - pads[2 * axis + 1])
        sizes.append(steps + reach + cut)
    return [x.with_dims((x.dims[0], *sizes, filter.dims[2]))]


def pooling(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    if x.rank != 4:
        raise RuleViolation(f"takes a tensor of rank 4, not {x.rank}")
    _positive(attrs, ("kernel", "strides", "dilations"), 2)
    _check_paddings(attrs, 4)
    is_ceil = bool(attrs.get("ceil_mode"))
    sizes = [
        _windows(x.dims[1 + i], constant(attrs["kernel"][i]), attrs, i, is_ceil) for i in (0, 1)
    ]
    return [x.with_dims((x.dims[0], *sizes, x.dims[3]))]


def regions(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    x, rois = tensors(types)
    if x.rank != 4 or rois.rank != 2:
        raise RuleViolation(f"takes images of rank 4 and regions of rank 2, not {x.rank} and {rois.rank}")  # fmt: skip
    same_dimension(rois.dims[1], constant(5), "a region is (image, x1, y1, x2, y2)")
    if attrs["mode"] not in ("AVG", "MAX"):
        raise RuleViolation(f"mode is 'AVG' or 'MAX', not {attrs['mode']!r}")
    _positive({"size": (attrs["output_height"], attrs["output_width"])}, ("size",), 2)
    size = (constant(attrs["output_height"]), constant(attrs["output_width"]))
    return [x.with_dims((rois.dims[0], *size, x.dims[3]))]


def suppression(op: Op) -> str | None:
    boxes, scores, *limits = tensors([v.type for v in op.operands])
    (result,) = tensors([v.type for v in op.results])
    if boxes.rank != 3 or scores.rank != 3:
        return f"takes boxes [batch, boxes, 4] and scores [batch, classes, boxes], not {boxes} and {scores}"
    same_dimension(boxes.dims[0], scores.dims[0], "the batches of boxes and scores")
    same_dimension(boxes.dims[1], scores.dims[2], "the numbers of boxes and scores")
    same_dimension(boxes.dims[2], constant(4), "a box is four numbers")
    for name, limit in zip(op.operand_names[2:], limits):
        scalar_on_host(limit, name)
    is_right = result.dtype is INT64 and result.rank == 2 and result.dims[1] == constant(3)
    return None if is_right else f"gives int64 [selected, 3], not {result}"


def folding(types: Sequence[Type], attrs: Attributes, count: int) -> list[Type]:
    (x,) = tensors(types)
    if x.rank != 3:
        raise RuleViolation(f"takes [batch, channels * window, places], not rank {x.rank}")
    _positive(attrs, ("kernel_size", "strides", "dilations"), 2)
    _check_paddings(attrs, 4)
    window = product_of([constant(size) for size in attrs["kernel_size"]])
    channels = x.dims[1] // window
    same_dimension(channels * window, x.dims[1], "the channels times the window and dimension 1")
    height, width = attrs["output_size"]
    places = ONE
    for axis, size in enumerate((height, width)):
        places = places * _windows(size, constant(attrs["kernel_size"][axis]), attrs, axis)
    same_dimension(places, x.dims[2], "the number of places and dimension 2")
    return [x.with_dims((x.dims[0], channels, height, width))]


# -- ops -------------------------------------------------------------------------------------------------

_PAIR: Final = "({x}, {filter}){attrs}{:all}"
_ONE: Final = "({x}){attrs}{:all}"


class Conv(Op, name="mo.conv", pure=True, results=convolution, check=fits, form=_PAIR):
    """Filters over images (NHWC, RSCF) or volumes (NDHWC, QRSCF).

    `%2 = mo.conv(%0, %1) {strides = [1, 1], dilations = [1, 1], paddings = [0, 0, 0, 0], num_groups = 1} : (!mo.tensor<[b, 8, 8, 3], f32>, !mo.tensor<[3, 3, 3, c], f32>) -> !mo.tensor<[b, 6, 6, c], f32>`
    """

    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    paddings: tuple[int, ...]
    num_groups: int
    x: Operand
    filter: Operand
    result: Result


class ConvTranspose(Op, name="mo.conv_transpose", pure=True, results=transposed_convolution, check=fits, form=_PAIR):  # fmt: skip
    """Each pixel spread by filters (R, S, out, in).

    `%2 = mo.conv_transpose(%0, %1) {strides = [2, 2], dilations = [1, 1], paddings = [0, 0, 0, 0], output_paddings = [0, 0]} : (!mo.tensor<[b, 3, 3, 4], f32>, !mo.tensor<[2, 2, 5, 4], f32>) -> !mo.tensor<[b, 6, 6, 5], f32>`
    """

    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    paddings: tuple[int, ...]
    output_paddings: tuple[int, ...]
    x: Operand
    filter: Operand
    result: Result


class _Pool(Op, pure=True, results=pooling, check=fits, form=_ONE):
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    paddings: tuple[int, ...]
    ceil_mode: bool
    x: Operand
    result: Result


class MaxPool(_Pool, name="mo.max_pool"):
    """The largest of each window.

    `%1 = mo.max_pool(%0) {kernel = [2, 2], strides = [2, 2], dilations = [1, 1], paddings = [0, 0, 0, 0], ceil_mode = false} : (!mo.tensor<[b, 8, 8, c], f32>) -> !mo.tensor<[b, 4, 4, c], f32>`
    """


class AvgPool(_Pool, name="mo.avg_pool"):
    """The mean of each window, with the padding as zeros where `count_boundary` says so.

    `%1 = mo.avg_pool(%0) {kernel = [2, 2], strides = [2, 2], dilations = [1, 1], paddings = [0, 0, 0, 0], ceil_mode = false, count_boundary = true} : (!mo.tensor<[b, 8, 8, c], f32>) -> !mo.tensor<[b, 4, 4, c], f32>`
    """

    count_boundary: bool


class RoiAlign(Op, name="mo.roi_align", pure=True, results=regions, check=fits, form="({x}, {rois}){attrs}{:all}"):  # fmt: skip
    """Regions of images, each in one size.

    `%2 = mo.roi_align(%0, %1) {output_height = 2, output_width = 2, spatial_scale = 1.0, sampling_ratio = 0.0, aligned = false, mode = "AVG"} : (!mo.tensor<[b, 8, 8, c], f32>, !mo.tensor<[n, 5], f32>) -> !mo.tensor<[n, 2, 2, c], f32>`
    """

    output_height: int
    output_width: int
    spatial_scale: float
    sampling_ratio: float
    aligned: bool
    mode: str
    x: Operand
    rois: Operand
    result: Result


class NonMaximumSuppression(Op, name="mo.non_maximum_suppression", pure=True, check=checked(suppression), form="({boxes}, {scores}, {max_output_boxes_per_class}, {iou_threshold}, {score_threshold}){attrs}{:all}"):  # fmt: skip
    """The boxes that no better one covers, as (batch, class, box).

    `%5 = mo.non_maximum_suppression(%0, %1, %2, %3, %4) : (!mo.tensor<[b, n, 4], f32>, !mo.tensor<[b, c, n], f32>, !mo.tensor<[], si64>, !mo.tensor<[], f32>, !mo.tensor<[], f32>) -> !mo.tensor<[k, 3], si64>`
    """

    boxes: Operand
    scores: Operand
    max_output_boxes_per_class: Operand
    iou_threshold: Operand
    score_threshold: Operand
    result: Result


class _Resize(Op, pure=True, check=to_shape(same_rank), form=_ONE):
    x: Operand
    result: Result


class ResizeLinear(_Resize, name="mo.resize.linear"):
    """Other sizes, linearly between neighbours.

    `%1 = mo.resize.linear(%0) {coordinate_transform_mode = 0, antialias = false} : (!mo.tensor<[1, 3, 4, 4], f32>) -> !mo.tensor<[1, 3, 8, 8], f32>`
    """

    coordinate_transform_mode: int
    antialias: bool


class ResizeNearest(_Resize, name="mo.resize.nearest"):
    """Other sizes, the nearest element each.

    `%1 = mo.resize.nearest(%0) {coordinate_transform_mode = 0, round_mode = 0} : (!mo.tensor<[1, 3, 4, 4], f32>) -> !mo.tensor<[1, 3, 8, 8], f32>`
    """

    coordinate_transform_mode: int
    round_mode: int


class ResizeBicubic(_Resize, name="mo.resize.bicubic"):
    """Other sizes, by cubic curves: `%1 = mo.resize.bicubic(%0) : (!mo.tensor<[1, 3, 4, 4], f32>) -> !mo.tensor<[1, 3, 8, 8], f32>`."""


class Fold(Op, name="mo.fold", pure=True, results=folding, check=fits, form=_ONE):
    """Windows put back into images, and summed where they overlap.

    `%1 = mo.fold(%0) {output_size = [#dim<"4">, #dim<"4">], kernel_size = [2, 2], strides = [2, 2], dilations = [1, 1], paddings = [0, 0, 0, 0]} : (!mo.tensor<[b, 12, 4], f32>) -> !mo.tensor<[b, 3, 4, 4], f32>`
    """

    output_size: tuple[Dimension, ...]
    kernel_size: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    paddings: tuple[int, ...]
    x: Operand
    result: Result
