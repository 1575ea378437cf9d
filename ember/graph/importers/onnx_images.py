"""ONNX ops on images: convolutions, pools, other sizes. ONNX's images have their channels first, graphs last."""

from __future__ import annotations

from typing import Any, Final

from ember.dialects import mo_images
from ember.graph.api import ops
from ember.graph.api.build import append
from ember.graph.api.dims import Dim
from ember.graph.api.values import TensorValue
from ember.graph.importers.onnx_node import Item, Node, handles


def _paddings(node: Node, x: Any, kernel: list[int], strides: list[int], dilations: list[int]) -> list[int]:  # fmt: skip
    """Before and after each axis, side by side; `auto_pad` finds them from sizes."""
    count = len(kernel)
    how = node.get("auto_pad", "NOTSET")
    if how == "NOTSET":
        pads = node.get("pads") or [0] * (2 * count)
        return [pads[i + side * count] for i in range(count) for side in (0, 1)]
    if how == "VALID":
        return [0] * (2 * count)
    found = []
    for i in range(count):
        size = int(x.shape[2 + i])
        reach = dilations[i] * (kernel[i] - 1) + 1
        total = max(0, (-(-size // strides[i]) - 1) * strides[i] + reach - size)
        small = total // 2
        found += [small, total - small] if how == "SAME_UPPER" else [total - small, small]
    return found


def _settings(node: Node, x: TensorValue, kernel: list[int]) -> tuple[list[int], list[int], list[int]]:  # fmt: skip
    count = len(kernel)
    strides = node.get("strides") or [1] * count
    dilations = node.get("dilations") or [1] * count
    return strides, dilations, _paddings(node, x, kernel, strides, dilations)


# -- convolutions ----------------------------------------------------------------------------------------


@handles("Conv")
def conv(node: Node, x: Item, weight: Item, bias: Item | None = None) -> Any:
    image, filter = x.tensor, weight.tensor
    kernel = [int(size) for size in filter.shape[2:]]
    strides, dilations, pads = _settings(node, image, kernel)
    groups = node.get("group", 1)
    spatial = len(kernel)
    if spatial == 1:
        image, filter = ops.unsqueeze(image, 2), ops.unsqueeze(filter, 2)
        strides, dilations, pads = [1, *strides], [1, *dilations], [0, 0, *pads]
    if spatial > 3:
        raise NotImplementedError(f"a convolution over {spatial} axes")
    attrs = {"strides": tuple(strides), "dilations": tuple(dilations), "paddings": tuple(pads), "num_groups": groups}  # fmt: skip
    last = ops.permute(image, [0, *range(2, image.rank), 1])
    turned = ops.permute(filter, [*range(2, image.rank), 1, 0])
    made = TensorValue(append(mo_images.Conv, (last.ir, turned.ir), attrs).results[0])
    found = ops.permute(made, [0, made.rank - 1, *range(1, made.rank - 1)])
    if bias is not None:
        found = found + ops.reshape(bias.tensor, [1, -1, *[1] * (found.rank - 2)])
    return ops.squeeze(found, 2) if spatial == 1 else found


@handles("ConvTranspose")
def conv_transpose(node: Node, x: Item, weight: Item, bias: Item | None = None) -> Any:
    image, filter = x.tensor, weight.tensor
    kernel = [int(size) for size in filter.shape[2:]]
    spatial = len(kernel)
    strides = node.get("strides") or [1] * spatial
    dilations = node.get("dilations") or [1] * spatial
    extra = list(node.get("output_padding") or [0] * spatial)
    if node.get("group", 1) != 1 or spatial > 2:
        raise NotImplementedError("a transposed convolution of groups, or over more than two axes")
    pads = _transposed_paddings(node, image, kernel, strides, dilations, extra)
    if spatial == 1:
        image, filter = ops.unsqueeze(image, 2), ops.unsqueeze(filter, 2)
        strides, dilations, extra, pads = [1, *strides], [1, *dilations], [0, *extra], [0, 0, *pads]
    last = ops.permute(image, [0, 2, 3, 1])
    turned = ops.permute(filter, [2, 3, 1, 0])
    attrs = {"strides": tuple(strides), "dilations": tuple(dilations), "paddings": (0, 0, 0, 0), "output_paddings": (0, 0)}  # fmt: skip
    full = TensorValue(append(mo_images.ConvTranspose, (last.ir, turned.ir), attrs).results[0])
    full = ops.pad(full, [0, 0, 0, extra[0], 0, extra[1], 0, 0])
    full = full[:, pads[0] : full.shape[1] - pads[1], pads[2] : full.shape[2] - pads[3]]
    found = ops.permute(full, [0, 3, 1, 2])
    if bias is not None:
        found = found + ops.reshape(bias.tensor, [1, -1, 1, 1])
    return ops.squeeze(found, 2) if spatial == 1 else found


def _transposed_paddings(
    node: Node, x: TensorValue, kernel: list[int], strides: list[int], dilations: list[int], extra: list[int]
) -> list[int]:  # fmt: skip
    count, wanted = len(kernel), node.get("output_shape")
    how = node.get("auto_pad", "NOTSET")
    if wanted is None and how not in ("SAME_UPPER", "SAME_LOWER"):
        pads = node.get("pads") or [0] * (2 * count)
        return [pads[i + side * count] for i in range(count) for side in (0, 1)]
    found = []
    for i in range(count):
        size = int(x.shape[2 + i])
        goal = wanted[i] if wanted is not None else size * strides[i]
        total = strides[i] * (size - 1) + extra[i] + (kernel[i] - 1) * dilations[i] + 1 - goal
        if total < 0:
            extra[i] -= total
            total = 0
        small = total // 2
        found += [small, total - small] if how == "SAME_UPPER" else [total - small, small]
    return found


# -- pools -----------------------------------------------------------------------------------------------


@handles("MaxPool", "AveragePool")
def pool(node: Node, x: Item) -> Any:
    if node.outputs > 1 or node.get("storage_order", 0):
        raise NotImplementedError("the places of a MaxPool")
    image = x.tensor
    kernel = list(node.get("kernel_shape"))
    strides, dilations, pads = _settings(node, image, kernel)
    if len(kernel) == 1:
        image = ops.unsqueeze(image, 2)
        kernel, strides, dilations, pads = [1, *kernel], [1, *strides], [1, *dilations], [0, 0, *pads]  # fmt: skip
    if len(kernel) != 2:
        raise NotImplementedError(f"a pool over {len(kernel)} axes")
    kind = mo_images.MaxPool if node.op == "MaxPool" else mo_images.AvgPool
    is_ceil = bool(node.get("ceil_mode", 0))
    attrs: dict[str, Any] = {"kernel": tuple(kernel), "strides": tuple(strides), "dilations": tuple(dilations), "paddings": tuple(pads), "ceil_mode": is_ceil}  # fmt: skip
    if kind is mo_images.AvgPool:
        attrs["count_boundary"] = bool(node.get("count_include_pad", 0))
    last = ops.permute(image, [0, 2, 3, 1])
    found = TensorValue(append(kind, (last.ir,), attrs).results[0])
    if is_ceil:
        found = _without_empty_windows(found, image, kernel, strides, pads)
    found = ops.permute(found, [0, 3, 1, 2])
    return ops.squeeze(found, 2) if x.rank == 3 else found


def _without_empty_windows(found: TensorValue, image: TensorValue, kernel: list[int], strides: list[int], pads: list[int]) -> TensorValue:  # fmt: skip
    """ONNX leaves out windows that begin in the padding behind the image."""
    for axis in (0, 1):
        size, count = image.shape[2 + axis], found.shape[1 + axis]
        last = (int(count) - 1) * strides[axis]
        if last >= int(size) + pads[2 * axis]:
            found = found[(slice(None),) * (1 + axis) + (slice(0, int(count) - 1),)]
    return found


@handles("GlobalAveragePool", "GlobalMaxPool")
def global_pool(node: Node, x: Item) -> Any:
    value = x.tensor
    for axis in range(2, x.rank):
        value = ops.mean(value, axis) if node.op == "GlobalAveragePool" else ops.max(value, axis=axis)  # fmt: skip
    return value


@handles("Col2Im")
def fold(node: Node, x: Item, image: Item, block: Item) -> Any:
    size, kernel = image.integers, block.integers
    if len(size) != 2:
        raise NotImplementedError(f"Col2Im over {len(size)} axes")
    pads = node.get("pads") or [0, 0, 0, 0]
    attrs = {
        "output_size": tuple(Dim(s).size for s in size),
        "kernel_size": tuple(kernel),
        "strides": tuple(node.get("strides") or (1, 1)),
        "dilations": tuple(node.get("dilations") or (1, 1)),
        "paddings": (pads[0], pads[2], pads[1], pads[3]),
    }
    return TensorValue(append(mo_images.Fold, (x.tensor.ir,), attrs).results[0])


# -- other sizes -----------------------------------------------------------------------------------------

_PLACES: Final = {"half_pixel": 0, "align_corners": 1, "asymmetric": 2, "pytorch_half_pixel": 3}
_ROUNDINGS: Final = {"round_prefer_floor": 0, "round_prefer_ceil": 1, "floor": 2, "ceil": 3}


@handles("Resize", "Upsample")
def resize(node: Node, x: Item, *rest: Item | None) -> Any:
    """By sizes or scales; what a scale that is no quotient of sizes would change is not supported."""
    scales, sizes = _extent(node, rest)
    axes = node.get("axes") or list(range(x.rank))
    shape = [int(dim) for dim in x.shape]
    for position, axis in enumerate(axes):
        shape[axis % x.rank] = (
            int(sizes[position]) if sizes is not None else int(shape[axis % x.rank] * scales[position])
        )  # fmt: skip
    if sizes is None:
        _check_scales(x, axes, shape, scales)
    if sizes is not None and node.get("keep_aspect_ratio_policy", "stretch") != "stretch":
        raise NotImplementedError("a resize that keeps the aspect ratio")
    where = node.get("coordinate_transformation_mode", "half_pixel" if node.op == "Resize" else "asymmetric")  # fmt: skip
    mode = node.get("mode", "nearest")
    if where not in _PLACES or node.get("exclude_outside", 0):
        raise NotImplementedError(f"a resize by '{where}'")
    value = x.tensor
    if mode == "nearest":
        if node.get("antialias", 0):
            raise NotImplementedError("antialias with nearest")
        default = "round_prefer_floor" if node.op == "Resize" else "floor"
        rounding = _ROUNDINGS[node.get("nearest_mode", default)]
        return ops.resize_nearest(value, shape, _PLACES[where], rounding)
    if mode == "linear":
        return ops.resize_linear(value, shape, _PLACES[where], bool(node.get("antialias", 0)))
    if mode == "cubic" and where == "half_pixel" and not node.get("antialias", 0) and node.get("cubic_coeff_a", -0.75) == -0.75:  # fmt: skip
        return ops.resize_bicubic(value, shape)
    raise NotImplementedError(f"a resize by '{mode}' and '{where}'")


def _extent(node: Node, rest: tuple[Item | None, ...]) -> tuple[Any, Any]:
    if node.op == "Upsample" or node.version < 11:
        scales = rest[0].numbers if rest and rest[0] is not None else node.get("scales")
        return list(scales), None
    scales_item = rest[1] if len(rest) > 1 else None
    sizes_item = rest[2] if len(rest) > 2 else None
    if sizes_item is not None:
        return None, sizes_item.integers
    assert scales_item is not None
    return [float(scale) for scale in scales_item.numbers.ravel()], None


def _check_scales(x: Item, axes: list[int], shape: list[int], scales: list[float]) -> None:
    for position, axis in enumerate(axes):
        exact = int(x.shape[axis]) * scales[position]
        if abs(exact - shape[axis]) > 1e-6:
            raise NotImplementedError(f"a scale of {scales[position]} for an axis of {x.shape[axis]}")  # fmt: skip


@handles("RoiAlign")
def roi_align(node: Node, x: Item, rois: Item, batch: Item) -> Any:
    images = ops.permute(x.tensor, [0, 2, 3, 1])
    numbers = ops.cast(ops.unsqueeze(batch.tensor, 1), x.dtype)
    boxes = ops.concat([numbers, rois.tensor], 1)
    default = "half_pixel" if node.version >= 16 else "output_half_pixel"
    is_aligned = node.get("coordinate_transformation_mode", default) == "half_pixel"
    found = ops.roi_align(
        images, boxes, node.get("output_height", 1), node.get("output_width", 1),
        node.get("spatial_scale", 1.0), float(node.get("sampling_ratio", 0)), is_aligned, node.get("mode", "avg").upper(),
    )  # fmt: skip
    return ops.permute(found, [0, 3, 1, 2])


@handles("NonMaxSuppression")
def suppression(
    node: Node, boxes: Item, scores: Item, most: Item | None = None, iou: Item | None = None, least: Item | None = None
) -> Any:  # fmt: skip
    if node.get("center_point_box", 0):
        raise NotImplementedError("boxes by their centres")
    limit = int(most.numbers.ravel()[0]) if most is not None else 0
    overlap = float(iou.numbers.ravel()[0]) if iou is not None else 0.0
    score = float(least.numbers.ravel()[0]) if least is not None else float("-inf")
    return ops.non_maximum_suppression(
        boxes.tensor, scores.tensor, limit, overlap, score, out_dim=f"selected_{id(node)}"
    )


@handles("LpPool")
def lp_pool(node: Node, x: Item) -> Any:
    """The p-norm of each window: a mean of powers, times their number."""
    kernel, p = list(node.get("kernel_shape")), node.get("p", 2)
    if len(kernel) != 2 or node.get("ceil_mode", 0):
        raise NotImplementedError("a pool of p-norms over other than two axes, or rounded up")
    strides, dilations, pads = _settings(node, x.tensor, kernel)
    attrs = {"kernel": tuple(kernel), "strides": tuple(strides), "dilations": tuple(dilations), "paddings": tuple(pads), "ceil_mode": False, "count_boundary": True}  # fmt: skip
    last = ops.permute(ops.pow(ops.abs(x.tensor), p), [0, 2, 3, 1])
    mean = TensorValue(append(mo_images.AvgPool, (last.ir,), attrs).results[0])
    return ops.permute(ops.pow(mean * (kernel[0] * kernel[1]), 1 / p), [0, 3, 1, 2])
