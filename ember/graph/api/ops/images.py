"""Windows over images and volumes, and images in other sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from math import cos, pi
from typing import Any, Final

from ember.dialects import mo_images, mo_types
from ember.dialects.dimensions import constant as constant_size
from ember.dialects.mo_rules import INT64, promote
from ember.driver import Device
from ember.dtype import DType
from ember.graph.api.build import append
from ember.graph.api.dims import Dim, DimLike, ShapeLike
from ember.graph.api.operands import as_operands, as_tensor, constant, tensor_type
from ember.graph.api.operations import operation
from ember.graph.api.ops.elementwise import cast
from ember.graph.api.ops.views import on_host, permute
from ember.graph.api.types import ConvInputLayout, DeviceRef, FilterLayout
from ember.graph.api.values import TensorValue
from ember.ir.nodes import Op


class InterpolationMode(Enum):
    """How `resize` finds what lies between."""

    NEAREST = "nearest"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"


_TO_LAST: Final = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
_TO_FIRST: Final = {4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}
_FILTERS: Final = {
    FilterLayout.FCRS: (2, 3, 1, 0),
    FilterLayout.FCQRS: (2, 3, 4, 1, 0),
    FilterLayout.CFRS: (2, 3, 0, 1),
}
"""The axes of filters in the order of the op."""


def _numbers(values: int | Iterable[Any], count: int) -> tuple[int, ...]:
    """One number for each axis; a single one is for all."""
    return (values,) * count if isinstance(values, int) else tuple(int(Dim(v)) for v in values)


def _paddings(values: int | Iterable[Any]) -> tuple[int, ...]:
    """Before and after each axis; both are the same."""
    return tuple(pad for pad in _numbers(values, 2) for _ in range(2))


def _steps(
    stride: Iterable[int], dilation: Iterable[int], padding: Iterable[int]
) -> dict[str, Any]:
    """How a window moves over images, as attributes of an op."""
    for name, numbers in (("stride", stride), ("dilation", dilation), ("padding", padding)):
        if not isinstance(numbers, Iterable):
            raise TypeError(f"{name} has a number for each direction, such as (1, 1), and is not {numbers!r}")  # fmt: skip
    return {"strides": tuple(stride), "dilations": tuple(dilation), "paddings": tuple(padding)}


# -- convolutions ----------------------------------------------------------------------------------------


def _convolution(
    kind: type[Op],
    x: Any,
    filter: Any,
    attrs: dict[str, Any],
    bias: Any,
    layouts: tuple[ConvInputLayout, FilterLayout],
    rank: int,
) -> TensorValue:
    image, weights = as_operands(x, filter)
    for value, what in ((image, "the input"), (weights, "the filter")):
        if value.rank != rank:
            raise ValueError(f"{kind.op_name.removeprefix('mo.')}: {what} must have rank {rank}, not {value.rank}: {value.type}")  # fmt: skip
    wide = DType(promote(image.dtype.entry, weights.dtype.entry).name)
    image, weights = cast(image, wide), cast(weights, wide)
    is_first = layouts[0] is ConvInputLayout.NCHW
    if is_first:
        image = permute(image, _TO_LAST[rank])
    if layouts[1] in _FILTERS:
        weights = permute(weights, _FILTERS[layouts[1]])
    result = TensorValue(append(kind, (image.ir, weights.ir), attrs).results[0])
    if bias is not None:
        result = result + bias
    return permute(result, _TO_FIRST[rank]) if is_first else result


@operation
def conv2d(
    x: Any,
    filter: Any,
    stride: tuple[int, int] = (1, 1),
    dilation: tuple[int, int] = (1, 1),
    padding: tuple[int, int, int, int] = (0, 0, 0, 0),
    groups: int = 1,
    bias: Any = None,
    input_layout: ConvInputLayout = ConvInputLayout.NHWC,
    filter_layout: FilterLayout = FilterLayout.RSCF,
) -> TensorValue:
    """Filters over images."""
    attrs = _steps(stride, dilation, padding) | {"num_groups": groups}
    return _convolution(mo_images.Conv, x, filter, attrs, bias, (input_layout, filter_layout), 4)


@operation
def conv3d(
    x: Any,
    filter: Any,
    stride: tuple[int, int, int] = (1, 1, 1),
    dilation: tuple[int, int, int] = (1, 1, 1),
    padding: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0),
    groups: int = 1,
    bias: Any = None,
    input_layout: ConvInputLayout = ConvInputLayout.NHWC,
    filter_layout: FilterLayout = FilterLayout.QRSCF,
) -> TensorValue:
    """Filters over volumes."""
    attrs = _steps(stride, dilation, padding) | {"num_groups": groups}
    return _convolution(mo_images.Conv, x, filter, attrs, bias, (input_layout, filter_layout), 5)


@operation
def conv2d_transpose(
    x: Any,
    filter: Any,
    stride: tuple[int, int] = (1, 1),
    dilation: tuple[int, int] = (1, 1),
    padding: tuple[int, int, int, int] = (0, 0, 0, 0),
    output_paddings: tuple[int, int] = (0, 0),
    bias: Any = None,
    input_layout: ConvInputLayout = ConvInputLayout.NHWC,
    filter_layout: FilterLayout = FilterLayout.RSCF,
) -> TensorValue:
    """Each pixel spread by filters (R, S, out, in)."""
    attrs = _steps(stride, dilation, padding) | {"output_paddings": tuple(output_paddings)}
    layouts = (input_layout, filter_layout)
    return _convolution(mo_images.ConvTranspose, x, filter, attrs, bias, layouts, 4)


# -- pools and regions -----------------------------------------------------------------------------------


def _pool(
    kind: type[Op], input: Any, kernel: Any, stride: Any, dilation: Any, padding: Any, **attrs: Any
) -> TensorValue:
    attrs |= _steps(_numbers(stride, 2), _numbers(dilation, 2), _paddings(padding))
    attrs["kernel"] = _numbers(kernel, 2)
    return TensorValue(append(kind, (as_tensor(input).ir,), attrs).results[0])


@operation
def avg_pool2d(
    input: Any,
    kernel_size: tuple[DimLike, DimLike],
    stride: int | tuple[int, int] = 1,
    dilation: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
    ceil_mode: bool = False,
    count_boundary: bool = True,
) -> TensorValue:
    """The mean of each window of images (NHWC)."""
    return _pool(mo_images.AvgPool, input, kernel_size, stride, dilation, padding, ceil_mode=ceil_mode, count_boundary=count_boundary)  # fmt: skip


@operation
def max_pool2d(
    input: Any,
    kernel_size: tuple[DimLike, DimLike],
    stride: int | tuple[int, int] = 1,
    dilation: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
    ceil_mode: bool = False,
) -> TensorValue:
    """The largest of each window of images (NHWC)."""
    return _pool(mo_images.MaxPool, input, kernel_size, stride, dilation, padding, ceil_mode=ceil_mode)  # fmt: skip


@operation
def roi_align(
    input: Any,
    rois: Any,
    output_height: int,
    output_width: int,
    spatial_scale: float = 1.0,
    sampling_ratio: float = 0.0,
    aligned: bool = False,
    mode: str = "AVG",
) -> TensorValue:
    """Regions of images (NHWC), each in one size; a region is (image, x1, y1, x2, y2)."""
    attrs = {
        "output_height": output_height,
        "output_width": output_width,
        "spatial_scale": float(spatial_scale),
        "sampling_ratio": float(sampling_ratio),
        "aligned": aligned,
        "mode": mode,
    }
    operands = (as_tensor(input).ir, as_tensor(rois).ir)
    return TensorValue(append(mo_images.RoiAlign, operands, attrs).results[0])


@operation
def non_maximum_suppression(
    boxes: Any,
    scores: Any,
    max_output_boxes_per_class: Any,
    iou_threshold: Any,
    score_threshold: Any,
    out_dim: DimLike = "num_selected",
) -> TensorValue:
    """The boxes that no better one covers, as rows (batch, class, box)."""
    frames, points = as_operands(boxes, scores)
    limits = [
        _limit(max_output_boxes_per_class, DType.int64),
        _limit(iou_threshold, frames.dtype),
        _limit(score_threshold, frames.dtype),
    ]
    result = mo_types.tensor((Dim(out_dim).size, constant_size(3)), INT64)
    given = [on_host(value, "non_maximum_suppression") for value in (frames, points, *limits)]
    operands = [value.ir for value in given]
    made = append(mo_images.NonMaximumSuppression, operands, {}, (result,)).results[0]
    return TensorValue(made).to(frames.device)


def _limit(value: Any, dtype: DType) -> TensorValue:
    if isinstance(value, int | float):
        return constant(value, dtype, DeviceRef.CPU())
    return as_tensor(value)


# -- other sizes -----------------------------------------------------------------------------------------


def _resized(kind: type[Op], input: Any, size: ShapeLike, **attrs: Any) -> TensorValue:
    x = as_tensor(input)
    result = tensor_type(x).with_dims(tuple(Dim(dim).size for dim in size))
    return TensorValue(append(kind, (x.ir,), attrs, (result,)).results[0])


def _check_mode(name: str, value: int) -> None:
    if value not in range(4):
        raise ValueError(f"{name} is a number from 0 to 3, not {value!r}")


@operation
def resize(
    input: Any, shape: ShapeLike, interpolation: InterpolationMode = InterpolationMode.BILINEAR
) -> TensorValue:
    """Images (NCHW) in another size."""
    sizes = list(shape)
    rank = as_tensor(input).rank
    if rank != 4 or len(sizes) != 4:
        raise ValueError(f"resize: takes images and a shape of rank 4, not {rank} and {len(sizes)}")
    if interpolation is InterpolationMode.BILINEAR:
        return resize_linear(input, sizes)
    if interpolation is InterpolationMode.BICUBIC:
        return resize_bicubic(input, sizes)
    return resize_nearest(input, sizes)


@operation
def resize_linear(
    input: Any, size: ShapeLike, coordinate_transform_mode: int = 0, antialias: bool = False
) -> TensorValue:
    """Another size, linearly between neighbours; modes: half_pixel, align_corners, asymmetric, half_pixel_1D."""
    _check_mode("coordinate_transform_mode", coordinate_transform_mode)
    return _resized(mo_images.ResizeLinear, input, size, coordinate_transform_mode=coordinate_transform_mode, antialias=antialias)  # fmt: skip


@operation
def resize_nearest(
    input: Any, size: ShapeLike, coordinate_transform_mode: int = 0, round_mode: int = 0
) -> TensorValue:
    """Another size, the nearest element each; rounding: half down, half up, floor, ceil."""
    _check_mode("coordinate_transform_mode", coordinate_transform_mode)
    _check_mode("round_mode", round_mode)
    return _resized(mo_images.ResizeNearest, input, size, coordinate_transform_mode=coordinate_transform_mode, round_mode=round_mode)  # fmt: skip


@operation
def resize_bicubic(input: Any, size: ShapeLike) -> TensorValue:
    """Another size, by cubic curves."""
    return _resized(mo_images.ResizeBicubic, input, size)


@operation
def fold(
    input: Any,
    output_size: tuple[DimLike, DimLike],
    kernel_size: tuple[DimLike, DimLike],
    stride: int | tuple[int, int] = 1,
    dilation: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
) -> TensorValue:
    """Windows [batch, channels · window, places] put back into images and summed where they overlap."""
    attrs = {
        "output_size": tuple(Dim(size).size for size in output_size),
        "kernel_size": _numbers(kernel_size, 2),
        "strides": _numbers(stride, 2),
        "dilations": _numbers(dilation, 2),
        "paddings": _paddings(padding),
    }
    return TensorValue(append(mo_images.Fold, (as_tensor(input).ir,), attrs).results[0])


@operation
def hann_window(
    window_length: int,
    device: Device | DeviceRef,
    periodic: bool = True,
    dtype: DType = DType.float32,
) -> TensorValue:
    """A raised cosine."""
    if window_length < 0:
        raise ValueError(f"hann_window: the length must not be negative: {window_length}")
    return constant(_cosine(window_length, periodic), dtype, device)


def _cosine(length: int, periodic: bool) -> Sequence[float]:
    if length == 1:
        return [1.0]
    period = length if periodic else length - 1
    return [0.5 - 0.5 * cos(2 * pi * i / period) for i in range(length)]
