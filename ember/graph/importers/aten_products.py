"""ATen ops of matrices and images: products, convolutions, pools, attention. PyTorch's images have their channels first,
graphs last."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any, Final

from ember.dialects import mo_images
from ember.dtype import DType
from ember.graph.api import ops
from ember.graph.api.build import append
from ember.graph.api.dims import DimLike
from ember.graph.api.values import TensorValue
from ember.graph.importers.aten_call import CPU, Call, as_dtype, handles
from ember.graph.importers.aten_reductions import is_static
from ember.graph.importers.composed import sampled

# -- matrices --------------------------------------------------------------------------------------------


@handles("aten.mm.default", "aten.bmm.default", "aten.matmul.default", "aten.mv.default", "aten.dot.default")  # fmt: skip
def product(call: Call, self: TensorValue, other: TensorValue) -> Any:
    if self.rank == other.rank == 1:
        return ops.reshape(ops.sum(self * other, 0), [])
    return ops.matmul(self, other)


@handles("aten.linear.default")
def linear(call: Call, input: TensorValue, weight: TensorValue, bias: Any = None) -> Any:
    made = ops.matmul(input, ops.transpose(weight, 0, 1) if weight.rank == 2 else weight)
    return made if bias is None else made + bias


@handles("aten.addmm.default", "aten.baddbmm.default", "aten.addmv.default")
def add_product(call: Call, self: TensorValue, one: TensorValue, other: TensorValue, *, beta: Any = 1, alpha: Any = 1) -> Any:  # fmt: skip
    made = ops.matmul(one, other)
    if alpha != 1:
        made = made * as_dtype(alpha, made.dtype)
    return made + (self if beta == 1 else self * as_dtype(beta, self.dtype))


# -- attention -------------------------------------------------------------------------------------------


@handles("aten.scaled_dot_product_attention.default")
def attention(
    call: Call,
    query: TensorValue,
    key: TensorValue,
    value: TensorValue,
    attn_mask: TensorValue | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Any:
    """Softmax of the products of queries and keys, times the values."""
    if dropout_p:
        raise NotImplementedError("attention with dropout")
    if enable_gqa:
        groups = int(query.shape[-3]) // int(key.shape[-3])
        key, value = (ops.repeat_interleave(part, groups, part.rank - 3) for part in (key, value))
    factor = 1 / sqrt(int(query.shape[-1])) if scale is None else scale
    scores = ops.matmul(query * factor, ops.transpose(key, -1, -2))
    if is_causal:
        scores = ops.where(_is_past(query, key), scores, as_dtype(-inf, scores.dtype))
    if attn_mask is not None and attn_mask.dtype is DType.bool:
        scores = ops.where(attn_mask, scores, as_dtype(-inf, scores.dtype))
    elif attn_mask is not None:
        scores = scores + as_dtype(attn_mask, scores.dtype)
    weights = ops.softmax(scores)
    if attn_mask is not None and attn_mask.dtype is DType.bool:
        weights = ops.where(
            ops.is_nan(weights), as_dtype(0, weights.dtype), weights
        )  # rows with nothing to see
    return ops.matmul(weights, value)


def _is_past(query: TensorValue, key: TensorValue) -> TensorValue:
    rows = ops.range(0, query.shape[-2], 1, dtype=DType.int64, device=CPU)
    columns = ops.range(0, key.shape[-2], 1, dtype=DType.int64, device=CPU)
    return ops.greater_equal(ops.unsqueeze(rows, 1), ops.unsqueeze(columns, 0))


@handles("aten._scaled_dot_product_flash_attention_for_cpu.default")
def flash_attention(call: Call, query: TensorValue, key: TensorValue, value: TensorValue, dropout_p: float = 0.0, is_causal: bool = False, *, attn_mask: Any = None, scale: float | None = None) -> Any:  # fmt: skip
    if 1 in call.used:
        raise NotImplementedError("the sums of attention, which its gradient needs")
    made = attention(call, query, key, value, attn_mask, dropout_p, is_causal, scale=scale)
    return [made, None]


# -- convolutions ----------------------------------------------------------------------------------------


def _each(number: Any, count: int) -> list[int]:
    """One number per axis; a single one is for all."""
    numbers = [number] if isinstance(number, int) else list(number)
    return numbers * count if len(numbers) == 1 else numbers


@handles("aten.convolution.default")
def convolution(
    call: Call,
    input: TensorValue,
    weight: TensorValue,
    bias: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    transposed: bool,
    output_padding: Any,
    groups: int,
) -> Any:
    if transposed:
        return _transposed(input, weight, bias, stride, padding, dilation, output_padding, groups)
    return _convolved(input, weight, bias, stride, padding, dilation, groups)


@handles("aten.conv1d.default", "aten.conv2d.default", "aten.conv3d.default", "aten.conv1d.padding", "aten.conv2d.padding")  # fmt: skip
def conv(call: Call, input: TensorValue, weight: TensorValue, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1) -> Any:  # fmt: skip
    if isinstance(padding, str):
        count = weight.rank - 2
        reach = [by * (int(size) - 1) for by, size in zip(_each(dilation, count), weight.shape[2:])]
        if padding == "same" and any(total % 2 for total in reach):
            raise NotImplementedError("'same' padding for a filter of even size")
        padding = [total // 2 if padding == "same" else 0 for total in reach]
    if input.rank == weight.rank - 1:
        made = _convolved(ops.unsqueeze(input, 0), weight, bias, stride, padding, dilation, groups)
        return ops.squeeze(made, 0)
    return _convolved(input, weight, bias, stride, padding, dilation, groups)


def _convolved(input: TensorValue, weight: TensorValue, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> TensorValue:  # fmt: skip
    count = weight.rank - 2
    strides, pads, dilations = (_each(given, count) for given in (stride, padding, dilation))
    if count == 1:
        input, weight = ops.unsqueeze(input, 2), ops.unsqueeze(weight, 2)
        strides, pads, dilations = [1, *strides], [0, *pads], [1, *dilations]
    attrs = {
        "strides": tuple(strides),
        "dilations": tuple(dilations),
        "paddings": tuple(pad for pad in pads for _ in range(2)),
        "num_groups": groups,
    }
    image = _channels_last(input)
    filters = ops.permute(weight, [*range(2, weight.rank), 1, 0])
    made = TensorValue(append(mo_images.Conv, (image.ir, filters.ir), attrs).results[0])
    if bias is not None:
        made = made + bias
    made = _channels_first(made)
    return ops.squeeze(made, 2) if count == 1 else made


def _channels_last(x: TensorValue) -> TensorValue:
    return ops.permute(x, [0, *range(2, x.rank), 1])


def _channels_first(x: TensorValue) -> TensorValue:
    return ops.permute(x, [0, x.rank - 1, *range(1, x.rank - 1)])


@handles("aten.conv_transpose2d.input", "aten.conv_transpose1d.default")
def conv_transpose(call: Call, input: TensorValue, weight: TensorValue, bias: Any = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0, groups: int = 1, dilation: Any = 1) -> Any:  # fmt: skip
    return _transposed(input, weight, bias, stride, padding, dilation, output_padding, groups)


def _transposed(input: TensorValue, weight: TensorValue, bias: Any, stride: Any, padding: Any, dilation: Any, output_padding: Any, groups: int) -> TensorValue:  # fmt: skip
    count = weight.rank - 2
    if groups != 1 or count > 2:
        raise NotImplementedError("a transposed convolution of groups, or over three axes")
    strides, pads, dilations, extra = (_each(given, count) for given in (stride, padding, dilation, output_padding))  # fmt: skip
    if count == 1:
        input, weight = ops.unsqueeze(input, 2), ops.unsqueeze(weight, 2)
        strides, pads, dilations, extra = [1, *strides], [0, *pads], [1, *dilations], [0, *extra]
    attrs = {"strides": tuple(strides), "dilations": tuple(dilations), "paddings": (0, 0, 0, 0), "output_paddings": (0, 0)}  # fmt: skip
    filters = ops.permute(weight, [2, 3, 1, 0])
    operands = (_channels_last(input).ir, filters.ir)
    full = TensorValue(append(mo_images.ConvTranspose, operands, attrs).results[0])
    full = ops.pad(full, [0, 0, 0, extra[0], 0, extra[1], 0, 0])
    full = full[:, pads[0] : full.shape[1] - pads[0], pads[1] : full.shape[2] - pads[1]]
    made = _channels_first(full if bias is None else full + bias)
    return ops.squeeze(made, 2) if count == 1 else made


# -- pools -----------------------------------------------------------------------------------------------


@handles("aten.max_pool2d.default", "aten.max_pool2d_with_indices.default")
def max_pool(call: Call, self: TensorValue, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Any:  # fmt: skip
    if 1 in call.used:
        raise NotImplementedError("the places of a max pool")
    kernel = _each(kernel_size, 2)
    made = _pooled(
        self,
        lambda image: ops.max_pool2d(
            image, (kernel[0], kernel[1]), _pair(stride or kernel), _pair(dilation), _pair(padding), ceil_mode
        ),
    )  # fmt: skip
    _check_windows(made, call)
    return [made, None] if "with_indices" in call.op else made


@handles("aten.avg_pool2d.default")
def avg_pool(call: Call, self: TensorValue, kernel_size: Any, stride: Any = (), padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None) -> Any:  # fmt: skip
    if divisor_override is not None:
        raise NotImplementedError("an average with a divisor of its own")
    kernel = _each(kernel_size, 2)
    made = _pooled(
        self,
        lambda image: ops.avg_pool2d(
            image, (kernel[0], kernel[1]), _pair(stride or kernel), 1, _pair(padding), ceil_mode, count_include_pad
        ),
    )  # fmt: skip
    _check_windows(made, call)
    return made


def _pair(number: Any) -> tuple[int, int]:
    one, other = _each(number, 2)
    return one, other


def _pooled(x: TensorValue, pool: Any) -> TensorValue:
    image = ops.unsqueeze(x, 0) if x.rank == 3 else x
    made = _channels_first(pool(_channels_last(image)))
    return ops.squeeze(made, 0) if x.rank == 3 else made


def _check_windows(made: TensorValue, call: Call) -> None:
    if list(made.shape) != list(call.shape):
        raise NotImplementedError(f"windows at the edge: {made.shape} instead of {call.shape}")


@handles("aten.adaptive_avg_pool2d.default", "aten._adaptive_avg_pool2d.default", "aten.adaptive_avg_pool1d.default")  # fmt: skip
def adaptive_pool(call: Call, self: TensorValue, output_size: Sequence[int]) -> Any:
    count = len(output_size)
    axes = [self.rank - count + at for at in range(count)]
    if all(size == 1 for size in output_size):
        made = self
        for axis in reversed(axes):
            made = ops.mean(made, axis)
        return made
    if not is_static(self, axes):
        raise NotImplementedError("an adaptive pool of images whose size is not known")
    value = self
    for axis, size in zip(axes, output_size):
        whole = int(value.shape[axis])
        if whole % size:
            raise NotImplementedError(f"an adaptive pool from {whole} to {size}")
        parts: list[DimLike] = [*value.shape[:axis], size, whole // size, *value.shape[axis + 1 :]]
        mean = ops.mean(ops.reshape(value, parts), axis + 1)
        value = ops.squeeze(mean, axis + 1)
    return value


# -- other sizes -----------------------------------------------------------------------------------------


@handles("aten.upsample_nearest2d.vec", "aten.upsample_nearest2d.default")
def upsample_nearest(call: Call, input: TensorValue, *rest: Any, **options: Any) -> Any:
    return ops.resize_nearest(input, call.shape, 2, 2)


@handles("aten.upsample_bilinear2d.vec", "aten.upsample_bilinear2d.default")
def upsample_bilinear(call: Call, input: TensorValue, output_size: Any, align_corners: bool, *rest: Any) -> Any:  # fmt: skip
    return ops.resize_linear(input, call.shape, 1 if align_corners else 0)


@handles("aten.pixel_shuffle.default")
def pixel_shuffle(call: Call, self: TensorValue, upscale_factor: int) -> Any:
    batch, channels, height, width = self.shape
    by = upscale_factor
    parts = ops.reshape(self, [batch, channels // (by * by), by, by, height, width])
    return ops.reshape(ops.permute(parts, [0, 1, 4, 2, 5, 3]), call.shape)


_SAMPLES: Final = ("linear", "nearest", "cubic")
_BORDERS: Final = ("zeros", "border", "reflection")


@handles("aten.grid_sampler_2d.default", "aten.grid_sampler_3d.default")
def grid_sampler(
    call: Call, input: TensorValue, grid: TensorValue, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Any:  # fmt: skip
    last = ops.permute(input, [0, *range(2, input.rank), 1])
    made = sampled(last, grid, _SAMPLES[interpolation_mode], _BORDERS[padding_mode], align_corners)
    return ops.permute(made, [0, made.rank - 1, *range(1, made.rank - 1)])
