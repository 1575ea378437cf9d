"""Convolutions, pools, resizes and regions beside plain loops in NumPy."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from kernel_library import (
    Array,
    Instance,
    KernelLibrary,
    Operand,
    computed,
    empty,
    fused_out,
    numbers,
    out,
    plain,
    scalar,
)

F32 = "float32"
Windows = dict[str, tuple[int, ...]]


def lists(windows: Windows) -> list[Operand]:
    return [numbers(*values) for values in windows.values()]


CONVS: list[tuple[tuple[int, ...], tuple[int, ...], int, Windows]] = [
    ((2, 9, 8, 3), (3, 2, 3, 5), 1, {"strides": (2, 1), "dilations": (1, 2), "paddings": (1, 0, 2, 1)}),
    ((1, 5, 6, 8), (3, 3, 4, 38), 2, {"strides": (1, 1), "dilations": (1, 1), "paddings": (1, 1, 1, 1)}),
    ((2, 11, 3), (4, 3, 7), 1, {"strides": (3,), "dilations": (2,), "paddings": (2, 3)}),
    ((1, 4, 5, 6, 2), (2, 3, 2, 2, 3), 1, {"strides": (1, 2, 1), "dilations": (1, 1, 1), "paddings": (0, 1, 1, 1, 0, 0)}),
]  # fmt: skip
POOLS: list[tuple[str, str, Windows]] = [
    ("_MaxPool", "", {"kernel": (3, 2), "strides": (2, 2), "dilations": (1, 2), "paddings": (1, 1, 0, 1)}),
    ("_AvgPool", "count_boundary = True", {"kernel": (2, 3), "strides": (1, 2), "dilations": (1, 1), "paddings": (1, 0, 1, 1)}),
    ("_AvgPool", "count_boundary = False", {"kernel": (2, 3), "strides": (1, 2), "dilations": (1, 1), "paddings": (1, 0, 1, 1)}),
]  # fmt: skip
LINEAR = [(0, False), (1, False), (2, False), (3, False), (0, True)]
NEAREST = [(0, 0), (2, 2), (1, 3), (0, 1)]


def conv(case: int) -> Instance:
    shape, _, groups, windows = CONVS[case]
    rank = len(shape)
    return Instance("nn.conv", "_Conv", f"num_groups = {groups}", computed(F32, rank), plain(F32, rank),
                    plain(F32, rank), *lists(windows))  # fmt: skip


def transposed(case: int) -> Instance:
    shape, _, _, windows = CONVS[case]
    rank = len(shape)
    return Instance("nn.conv", "_ConvTranspose", "", computed(F32, rank), plain(F32, rank), plain(F32, rank), *lists(windows))  # fmt: skip


def pool(case: int) -> Instance:
    struct, parameters, windows = POOLS[case]
    return Instance("nn.pool", struct, parameters, fused_out(F32, 4), plain(F32, 4), *lists(windows))  # fmt: skip


def resize(struct: str, parameters: str) -> Instance:
    return Instance("nn.resize", struct, parameters, fused_out(F32, 4), plain(F32, 4))


def linear(mode: int, antialias: bool) -> Instance:
    return resize("_ResizeLinear", f"coordinate_transform_mode = {mode}, antialias = {antialias}")


def nearest(mode: int, rounding: int) -> Instance:
    return resize("_ResizeNearest", f"coordinate_transform_mode = {mode}, round_mode = {rounding}")


BICUBIC = resize("_ResizeBicubic", "")
FOLD = Instance("nn.pool", "_Fold", "", fused_out(F32, 4), plain(F32, 3), numbers(2, 3), numbers(1, 2),
                numbers(2, 1), numbers(1, 0, 1, 1))  # fmt: skip
ROI = {mode: Instance("nn._regions", "_RoiAlign", f'spatial_scale = 0.5, sampling_ratio = {ratio}, aligned = {aligned}, mode = "{mode}"',
                      fused_out(F32, 4), plain(F32, 4), plain(F32, 2)) for mode, ratio, aligned in [("AVG", 0.0, False), ("MAX", 2.0, True)]}  # fmt: skip
NMS = Instance("nn._regions", "_NonMaximumSuppression", "", out("int64", 2), plain(F32, 3), plain(F32, 3),
               scalar("int64"), scalar(F32), scalar(F32))  # fmt: skip


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    convs = [conv(i) for i in range(len(CONVS))] + [transposed(0), transposed(2)]
    pools = [pool(i) for i in range(len(POOLS))]
    resizes = [*[linear(*c) for c in LINEAR], *[nearest(*c) for c in NEAREST], BICUBIC]
    return KernelLibrary([*convs, *pools, *resizes, FOLD, *ROI.values(), NMS])


def windows_of(x: Array, kernel: tuple[int, ...], windows: Windows, fill: float, sizes: tuple[int, ...]) -> Array:  # fmt: skip
    """x [N, …, C] -> [N, sizes…, kernel…, C]; outside of the padding stands what is not a number."""
    axes = len(kernel)
    pads = windows["paddings"]
    padded = np.pad(x, [(0, 0), *[(pads[2 * i], pads[2 * i + 1]) for i in range(axes)], (0, 0)], constant_values=fill)  # fmt: skip
    result = np.full((x.shape[0], *sizes, *kernel, x.shape[-1]), np.nan)
    for place in np.ndindex(*sizes, *kernel):
        at = [place[i] * windows["strides"][i] + place[axes + i] * windows["dilations"][i] for i in range(axes)]  # fmt: skip
        if all(a < n for a, n in zip(at, padded.shape[1:-1], strict=True)):
            result[:, *place] = padded[:, *at]
    return result


def sizes_of(shape: tuple[int, ...], kernel: tuple[int, ...], windows: Windows) -> tuple[int, ...]:
    pads = windows["paddings"]
    return tuple((shape[1 + i] + pads[2 * i] + pads[2 * i + 1] - windows["dilations"][i] * (kernel[i] - 1) - 1)
                 // windows["strides"][i] + 1 for i in range(len(kernel)))  # fmt: skip


@pytest.mark.parametrize("case", range(len(CONVS)))
def test_conv(library: KernelLibrary, case: int) -> None:
    shape, filter_shape, groups, windows = CONVS[case]
    source = np.random.default_rng(0)
    x, weights = (source.normal(size=s).astype(np.float32) for s in (shape, filter_shape))
    kernel = filter_shape[:-2]
    sizes = sizes_of(shape, kernel, windows)
    parts = windows_of(x, kernel, windows, 0, sizes).reshape(shape[0], *sizes, -1, groups, filter_shape[-2])  # fmt: skip
    grouped = weights.reshape(-1, filter_shape[-2], groups, filter_shape[-1] // groups)
    wanted = np.einsum("...wgc,wcgf->...gf", parts, grouped).reshape(shape[0], *sizes, -1)
    y = empty(wanted.shape, F32)
    library.run(conv(case), y, x, weights)
    np.testing.assert_allclose(y, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("case", [0, 2])
def test_conv_transpose(library: KernelLibrary, case: int) -> None:
    shape, filter_shape, _, windows = CONVS[case]
    kernel, inner, outer = filter_shape[:-2], shape[-1], 4
    source = np.random.default_rng(0)
    x = source.normal(size=shape).astype(np.float32)
    weights = source.normal(size=(*kernel, outer, inner)).astype(np.float32)
    axes, pads = len(kernel), windows["paddings"]
    sizes = [(shape[1 + i] - 1) * windows["strides"][i] + windows["dilations"][i] * (kernel[i] - 1) + 1 for i in range(axes)]  # fmt: skip
    full = np.zeros((shape[0], *sizes, outer))
    for place in np.ndindex(*shape[1:-1], *kernel):
        at = [place[i] * windows["strides"][i] + place[axes + i] * windows["dilations"][i] for i in range(axes)]  # fmt: skip
        full[:, *at] += x[:, *place[:axes]] @ weights[*place[axes:]].T
    cut = [slice(pads[2 * i], sizes[i] - pads[2 * i + 1]) for i in range(axes)]
    wanted = full[:, *cut]
    y = empty(wanted.shape, F32)
    library.run(transposed(case), y, x, weights)
    np.testing.assert_allclose(y, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("case", range(len(POOLS)))
@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.filterwarnings("ignore:Mean of empty slice")
def test_pools(library: KernelLibrary, case: int, more: int) -> None:
    struct, parameters, windows = POOLS[case]
    shape = (2, 8, 9, 7)
    x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    sizes = sizes_of(shape, windows["kernel"], windows)
    sizes = (
        sizes[0],
        sizes[1] + more,
    )  # as where sizes are rounded up: windows are cut at the padded edge
    outside = 0.0 if "True" in parameters else np.nan
    parts = windows_of(x, windows["kernel"], windows, outside, sizes)
    with np.errstate(invalid="ignore"):
        wanted = (np.nanmax if struct == "_MaxPool" else np.nanmean)(parts, axis=(3, 4))
    y = empty(wanted.shape, F32)
    library.run(pool(case), y, x)
    np.testing.assert_allclose(y, wanted, rtol=1e-5, atol=1e-6)


def source_of(mode: int, i: int, made: int, given: int) -> float:
    if mode == 1:
        return i * (given - 1) / (made - 1) if made > 1 else 0
    if mode == 2:
        return i * given / made
    return (i + 0.5) * given / made - 0.5 if mode == 0 or made > 1 else 0


def along(x: Array, axis: int, made: int, weights_of: Any) -> Array:
    """A tensor with another size of one axis: `weights_of(i)` are the weights of the input's places."""
    matrix = np.array([weights_of(i) for i in range(made)])
    return np.moveaxis(np.tensordot(matrix, x, (1, axis)), 0, axis)


SHAPES = [((1, 2, 4, 5), (1, 2, 8, 3)), ((2, 1, 5, 1), (2, 1, 1, 6)), ((1, 3, 6, 9), (1, 2, 4, 9))]


def resized(x: Array, shape: tuple[int, ...], weights: Any) -> Array:
    for axis, made in enumerate(shape):
        given = x.shape[axis]
        if made != given:
            x = along(x, axis, made, lambda i: weights(i, made, given))  # noqa: B023
    return x


@pytest.mark.parametrize(("mode", "antialias"), LINEAR)
def test_resize_linear(library: KernelLibrary, mode: int, antialias: bool) -> None:
    def weights(i: int, made: int, given: int) -> Array:
        center = source_of(mode, i, made, given)
        scale = min(1, made / given) if antialias else 1
        center = center if antialias else min(max(center, 0), given - 1)
        tent = np.maximum(0, 1 - np.abs(np.arange(given) - center) * scale)
        return np.asarray(tent / tent.sum())

    for given, made in SHAPES:
        x = np.random.default_rng(0).normal(size=given).astype(np.float32)
        y = empty(made, F32)
        library.run(linear(mode, antialias), y, x)
        np.testing.assert_allclose(y, resized(x, made, weights), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("mode", "rounding"), NEAREST)
def test_resize_nearest(library: KernelLibrary, mode: int, rounding: int) -> None:
    def weights(i: int, made: int, given: int) -> Array:
        center = source_of(mode, i, made, given)
        at = [np.ceil(center - 0.5), np.floor(center + 0.5), np.floor(center), np.ceil(center)][rounding]  # fmt: skip
        return np.arange(given) == min(max(at, 0), given - 1)

    for given, made in SHAPES:
        x = np.random.default_rng(0).normal(size=given).astype(np.float32)
        y = empty(made, F32)
        library.run(nearest(mode, rounding), y, x)
        np.testing.assert_array_equal(y, resized(x, made, weights).astype(np.float32))


def test_resize_bicubic(library: KernelLibrary) -> None:
    def weights(i: int, made: int, given: int) -> Array:
        center = source_of(0, i, made, given)
        result = np.zeros(given)
        for k in range(int(np.floor(center)) - 1, int(np.floor(center)) + 3):
            d = abs(k - center)
            near = 1.25 * d**3 - 2.25 * d**2 + 1
            far = -0.75 * d**3 + 3.75 * d**2 - 6 * d + 3
            result[min(max(k, 0), given - 1)] += near if d <= 1 else far
        return result

    for given, made in SHAPES:
        x = np.random.default_rng(0).normal(size=given).astype(np.float32)
        y = empty(made, F32)
        library.run(BICUBIC, y, x)
        np.testing.assert_allclose(y, resized(x, made, weights), rtol=1e-5, atol=1e-6)


def test_fold(library: KernelLibrary) -> None:
    shape, kernel = (2, 3, 5, 6), (2, 3)
    windows = {"strides": (1, 2), "dilations": (2, 1), "paddings": (1, 0, 1, 1)}
    sizes = sizes_of((2, 5, 6, 3), kernel, windows)
    x = np.random.default_rng(0).normal(size=(2, 3 * 6, sizes[0] * sizes[1])).astype(np.float32)
    padded = np.zeros((2, 3, 6, 8))
    columns = x.reshape(2, 3, *kernel, *sizes)
    for a, b, h, w in itertools.product(*map(range, (*kernel, *sizes))):
        padded[:, :, a * 2 + h, b + w * 2] += columns[:, :, a, b, h, w]
    y = empty(shape, F32)
    library.run(FOLD, y, x)
    np.testing.assert_allclose(y, padded[:, :, 1:, 1:-1], rtol=1e-5, atol=1e-6)


def region(x: Array, roi: Array, sizes: tuple[int, int], ratio: int, aligned: bool, mode: str) -> Array:  # fmt: skip
    height, width, channels = x.shape[1:]
    x1, y1, x2, y2 = roi[1:] * 0.5 - (0.5 if aligned else 0)
    least = 0 if aligned else 1
    bins = (max(y2 - y1, least) / sizes[0], max(x2 - x1, least) / sizes[1])
    counts = [ratio or int(np.ceil(b)) for b in bins]

    def sample(at_y: float, at_x: float) -> Array:
        if not (-1 <= at_y <= height and -1 <= at_x <= width):
            return np.zeros(channels)
        at_y, at_x = min(max(at_y, 0), height - 1), min(max(at_x, 0), width - 1)
        y0, x0 = int(at_y), int(at_x)
        corners = []
        for dy, dx in itertools.product((0, 1), (0, 1)):
            weight = abs(1 - dy - (at_y - y0)) * abs(1 - dx - (at_x - x0))
            corner = x[int(roi[0]), min(y0 + dy, height - 1), min(x0 + dx, width - 1)]
            corners.append(weight * corner)
        return np.sum(corners, 0) if mode == "AVG" else np.max(corners, 0)

    result = np.zeros((*sizes, channels))
    for i, j in np.ndindex(*sizes):
        samples = [sample(y1 + bins[0] * (i + (a + 0.5) / counts[0]), x1 + bins[1] * (j + (b + 0.5) / counts[1]))
                   for a in range(counts[0]) for b in range(counts[1])]  # fmt: skip
        result[i, j] = np.mean(samples, 0) if mode == "AVG" else np.max(samples, 0)
    return result


@pytest.mark.parametrize(("mode", "ratio", "aligned"), [("AVG", 0, False), ("MAX", 2, True)])
def test_roi_align(library: KernelLibrary, mode: str, ratio: int, aligned: bool) -> None:
    x = np.random.default_rng(0).normal(size=(2, 7, 9, 5)).astype(np.float32)
    rois = np.array([[0, 1, 2, 9, 8], [1, 4, 0, 16, 13], [0, 12, 10, 20, 16]], np.float32)
    y = empty((3, 3, 2, 5), F32)
    library.run(ROI[mode], y, x, rois)
    wanted = [region(x, roi, (3, 2), ratio, aligned, mode) for roi in rois]
    np.testing.assert_allclose(y, wanted, rtol=1e-4, atol=1e-5)
    with pytest.raises(Exception, match=r"region 0 is of image 2.0, there are 2"):
        library.run(ROI[mode], y, x, rois + np.float32(2))


def test_non_maximum_suppression(library: KernelLibrary) -> None:
    boxes = np.array([[[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [0, 100, 1, 101]]], np.float32)  # fmt: skip
    scores = np.array([[[0.9, 0.75, 0.6, 0.95, 0.5, 0.3]]], np.float32)
    y = empty((3, 3), "int64")
    library.run(NMS, y, boxes, scores, *[np.array(v, d) for v, d in ((3, np.int64), (0.5, np.float32), (0, np.float32))])  # fmt: skip
    assert y.tolist() == [[0, 0, 3], [0, 0, 0], [0, 0, 5]]
