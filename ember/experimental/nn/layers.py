"""The usual layers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ember.driver import Device
from ember.dtype import DType
from ember.experimental import functional as F
from ember.experimental import random
from ember.experimental.nn.module import Module
from ember.experimental.tensor import Tensor
from ember.graph.api import ops
from ember.graph.api.dims import Dim, DimLike, ShapeLike


class Linear(Module):
    """x @ weight.T + bias; the weight is [out, in]."""

    def __init__(self, in_dim: DimLike, out_dim: DimLike, *, bias: bool = True) -> None:
        self.weight = random.normal([out_dim, in_dim])
        self.bias: Any = random.normal([out_dim]) if bias else 0

    @property
    def in_dim(self) -> Dim:
        return self.weight.shape[1]

    @property
    def out_dim(self) -> Dim:
        return self.weight.shape[0]

    def forward(self, x: Any) -> Any:
        product = x @ self.weight.T
        return product + self.bias if isinstance(self.bias, Tensor) else product


class Embedding(Module):
    """Rows of a table by their numbers; `dims` are the sizes of a row that has several axes."""

    def __init__(self, vocab_size: DimLike, *, dim: DimLike | None = None, dims: ShapeLike | None = None) -> None:  # fmt: skip
        if (dim is None) == (dims is None):
            raise TypeError("a row of an embedding has either 'dim' or 'dims'")
        row = list(dims) if dims is not None else [dim]
        self.weight = random.normal([vocab_size, *row])

    @property
    def vocab_size(self) -> Dim:
        return self.weight.shape[0]

    @property
    def dim(self) -> Dim:
        if len(self.dims) != 1:
            raise ValueError(f"a row of this embedding has the axes {self.dims}")
        return self.dims[0]

    @property
    def dims(self) -> list[Dim]:
        return list(self.weight.shape[1:])

    def forward(self, indices: Any) -> Any:
        return _gather(self.weight, indices)


@F.functional
def _gather(table: Any, indices: Any) -> Any:
    return ops.gather(table, indices, 0)


class RMSNorm(Module):
    """x / sqrt(mean(x²) + eps) · weight over the last axis."""

    def __init__(self, dim: int, eps: float = 1e-6) -> None:
        self.weight = Tensor.ones([dim])
        self.eps = eps

    @property
    def dim(self) -> Dim:
        return self.weight.shape[0]

    def forward(self, x: Any) -> Any:
        return F.functional(ops.rms_norm)(x, self.weight, self.eps)


class GemmaRMSNorm(RMSNorm):
    """The same with 1 + weight, multiplied before the result is rounded."""

    def forward(self, x: Any) -> Any:
        return F.functional(ops.rms_norm)(x, self.weight, self.eps, 1.0, True)


class LayerNorm(Module):
    """(x - mean) / sqrt(variance + eps) · weight + bias over the last axis; with `keep_dtype` off it is computed as float32."""

    def __init__(
        self,
        dim: int,
        eps: float = 1e-5,
        *,
        keep_dtype: bool = True,
        elementwise_affine: bool = True,
        use_bias: bool = True,
    ) -> None:
        self.weight: Any = Tensor.ones([dim]) if elementwise_affine else None
        self.bias: Any = Tensor.zeros([dim]) if elementwise_affine and use_bias else None
        self.dim, self.eps, self.keep_dtype = dim, eps, keep_dtype

    def forward(self, x: Any) -> Any:
        kind = x.dtype
        given = x if self.keep_dtype else x.cast(DType.float32)
        weight = self.weight if self.weight is not None else Tensor.ones([self.dim], dtype=given.dtype)  # fmt: skip
        bias = self.bias if self.bias is not None else Tensor.zeros([self.dim], dtype=given.dtype)
        if not self.keep_dtype:
            weight, bias = weight.cast(DType.float32), bias.cast(DType.float32)
        result = F.functional(ops.layer_norm)(given, weight, bias, self.eps)
        return result.cast(kind)


class GroupNorm(Module):
    """Groups of channels (axis 1) normalised, then scaled and shifted by channel unless `affine` is off."""

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True) -> None:  # fmt: skip
        if num_channels % num_groups:
            raise ValueError(f"{num_channels} channels are no {num_groups} groups of one size")
        self.weight: Any = Tensor.ones([num_channels]) if affine else None
        self.bias: Any = Tensor.zeros([num_channels]) if affine else None
        self.num_groups, self.num_channels, self.eps = num_groups, num_channels, eps

    def forward(self, x: Any) -> Any:
        weight, bias = self.weight, self.bias
        if weight is None:
            weight, bias = Tensor.ones([self.num_channels], dtype=x.dtype), Tensor.zeros([self.num_channels], dtype=x.dtype)  # fmt: skip
        return F.functional(ops.group_norm)(x, weight, bias, self.num_groups, self.eps)


class Conv2d(Module):
    """Filters (RSCF) over images (NHWC); with `permute` both are as PyTorch has them (FCRS, NCHW)."""

    def __init__(
        self,
        kernel_size: int | tuple[int, int],
        in_channels: int,
        out_channels: int,
        dtype: DType | None = None,
        stride: int | tuple[int, int] = 1,
        padding: int | tuple[int, int] | tuple[int, int, int, int] = 0,
        dilation: int | tuple[int, int] = 1,
        num_groups: int = 1,
        device: Device | None = None,
        has_bias: bool = False,
        permute: bool = False,
        name: str | None = None,
    ) -> None:
        size, inside = _pair(kernel_size), in_channels // num_groups
        shape = [out_channels, inside, *size] if permute else [*size, inside, out_channels]
        self.weight = random.normal(shape, dtype=dtype, device=device)
        self.bias: Any = Tensor.zeros([out_channels], dtype=dtype, device=device) if has_bias else None  # fmt: skip
        self.stride, self.dilation = _pair(stride), _pair(dilation)
        pads = padding if isinstance(padding, tuple) else (padding, padding)
        self.padding = pads if len(pads) == 4 else (pads[0], pads[0], pads[1], pads[1])
        self.num_groups, self.permute, self.name = num_groups, permute, name

    def forward(self, x: Any) -> Any:
        weight = self.weight
        if self.permute:
            x, weight = x.permute([0, 2, 3, 1]), weight.permute([2, 3, 1, 0])
        result = F.functional(ops.conv2d)(
            x, weight, self.stride, self.dilation, self.padding, self.num_groups, self.bias
        )
        return result.permute([0, 3, 1, 2]) if self.permute else result


def _pair(value: int | tuple[int, int]) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else value


class RotaryEmbedding(Module):
    """Pairs of numbers turned by their place: the weight is [longest, dim / 2, 2], what is turned [batch, length, heads, dim]."""

    def __init__(self, weight: Tensor) -> None:
        self.weight = weight

    @property
    def dim(self) -> int:
        return int(self.weight.shape[1]) * 2

    @property
    def max_sequence_length(self) -> int:
        return int(self.weight.shape[0])

    def forward(self, x: Any, start_pos: DimLike = 0) -> Any:
        return _turned(x, self.weight, start_pos)


@F.functional
def _turned(x: Any, table: Any, start_pos: DimLike) -> Any:
    start = Dim(start_pos)
    turns = ops.slice_tensor(table, [slice(start, start + x.shape[1]), None, ...])
    return ops.reshape(ops.complex.mul(ops.as_interleaved_complex(x), turns), x.shape)


class ModuleList(Module, list[Module]):
    """A list of modules, which are its children by number."""

    __hash__ = object.__hash__  # type: ignore[assignment]

    @property
    def children(self) -> Iterator[tuple[str, Module]]:
        return ((str(number), module) for number, module in enumerate(self))


class Sequential(ModuleList):
    """Modules one after the other."""

    def __init__(self, *modules: Module) -> None:
        super().__init__(modules)

    def forward(self, x: Any) -> Any:
        for module in self:
            x = module(x)
        return x
