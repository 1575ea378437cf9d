"""ONNX ops on images: convolutions, pools, other sizes. ONNX's images have their channels first, graphs last."""

from __future__ import annotations

from typing import Any, Final

from ember.dialects import mo_images
from ember.graph.api import ops
from ember.graph.api.build import append
from ember.graph.api.dims import Dim
from ember.graph.api.values import TensorValue
from ember.graph.importers.onnx_node import Item, Node, handles
from ember.graph.importers.onnx_pools import pooled
from ember.graph.importers.onnx_sampling import Along, resized


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
    groups = node.get("group", 1)
    if spatial > 2:
        raise NotImplementedError("a transposed convolution over more than two axes")
    if groups > 1:
        return _grouped(node, x, weight, bias, groups)
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


def _grouped(node: Node, x: Item, weight: Item, bias: Item | None, groups: int) -> Any:
    """Each group of channels alone, side by side."""
    images = ops.split(x.tensor, [int(x.shape[1]) // groups] * groups, 1)
    filters = ops.split(weight.tensor, [int(weight.shape[0]) // groups] * groups, 0)
    node.attributes["group"] = 1
    parts = [conv_transpose(node, Item(a), Item(b)) for a, b in zip(images, filters)]
    found = ops.concat(parts, 1)
    if bias is None:
        return found
    return found + ops.reshape(bias.tensor, [1, -1, *[1] * (x.rank - 2)])


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
    kernel = list(node.get("kernel_shape"))
    if node.outputs > 1 or len(kernel) > 2:
        return pooled(node, x.tensor, *_settings(node, x.tensor, kernel))
    image = x.tensor
    strides, dilations, pads = _settings(node, image, kernel)
    if len(kernel) == 1:
        image = ops.unsqueeze(image, 2)
        kernel, strides, dilations, pads = [1, *kernel], [1, *strides], [1, *dilations], [0, 0, *pads]  # fmt: skip
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
    """By sizes or scales: an op of graphs where there is one, else by matrices."""
    axes = [axis % x.rank for axis in node.get("axes") or range(x.rank)]
    given = [int(x.shape[axis]) for axis in axes]
    along = dict(zip(axes, _extents(node, given, rest)))
    shape = [along[axis].wanted if axis in along else int(dim) for axis, dim in enumerate(x.shape)]
    default = "half_pixel" if node.op == "Resize" else "asymmetric"
    where = node.attributes.setdefault("coordinate_transformation_mode", default)
    nearest = "round_prefer_floor" if node.op == "Resize" else "floor"
    rounding = _ROUNDINGS[node.attributes.setdefault("nearest_mode", nearest)]
    mode = node.get("mode", "nearest")
    if where in _PLACES and all(_is_exact(axis) for axis in along.values()):
        if mode == "nearest" and not node.get("antialias", 0):
            return ops.resize_nearest(x.tensor, shape, _PLACES[where], rounding)
        if mode == "linear" and not node.get("antialias", 0) and not node.get("exclude_outside", 0):
            return ops.resize_linear(x.tensor, shape, _PLACES[where])
    return resized(node, x.tensor, along)


def _is_exact(along: Along) -> bool:
    """Whether the scale is the quotient of the sizes."""
    return abs(along.given * along.scale - along.wanted) < 1e-6


def _extents(node: Node, given: list[int], rest: tuple[Item | None, ...]) -> list[Along]:
    """What becomes of each axis."""
    if node.op == "Upsample" or node.version < 11:
        scales = rest[0].numbers if rest and rest[0] is not None else node.get("scales")
        return [Along(size, int(size * scale), float(scale)) for size, scale in zip(given, scales)]
    region, scale_item, size_item = (*rest, None, None, None)[:3]
    is_cropped = node.get("coordinate_transformation_mode") == "tf_crop_and_resize"
    if is_cropped and region is not None:
        bounds = [float(number) for number in region.numbers.ravel()]
    else:
        bounds = [0.0] * len(given) + [1.0] * len(given)
    if size_item is not None:
        wanted, factors = _wanted(node, given, size_item.integers)
    else:
        assert scale_item is not None
        factors = [float(scale) for scale in scale_item.numbers.ravel()]
        wanted = [int(size * factor) for size, factor in zip(given, factors)]
    pairs = zip(bounds[: len(given)], bounds[len(given) :])
    return [Along(size, goal, factor, *pair) for size, goal, factor, pair in zip(given, wanted, factors, pairs)]  # fmt: skip


def _wanted(node: Node, given: list[int], sizes: list[int]) -> tuple[list[int], list[float]]:
    """Sizes and scales where sizes are given, of which some only bound the result."""
    factors = [size / known for size, known in zip(sizes, given)]
    policy = node.get("keep_aspect_ratio_policy", "stretch")
    if policy == "stretch":
        return sizes, factors
    factor = min(factors) if policy == "not_larger" else max(factors)
    return [int(known * factor + 0.5) for known in given], [factor] * len(given)


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
    """The p-norm of each window."""
    kernel, p = list(node.get("kernel_shape")), node.get("p", 2)
    powers = ops.pow(ops.abs(x.tensor), p)
    return ops.pow(pooled(node, powers, *_settings(node, x.tensor, kernel)), 1 / p)
