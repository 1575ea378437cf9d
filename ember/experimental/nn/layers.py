"""The usual layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ember.dtype import DType
from ember.experimental import functional as F
from ember.experimental import random
from ember.experimental.nn.module import Module
from ember.experimental.tensor import Tensor
from ember.graph.api import ops


class Linear(Module):
    """x @ weight.T + bias; the weight is [out, in]."""

    def __init__(self, in_dim: int, out_dim: int, *, bias: bool = True) -> None:
        self.weight = random.normal([out_dim, in_dim])
        self.bias: Any = random.normal([out_dim]) if bias else 0

    def forward(self, x: Any) -> Any:
        product = x @ self.weight.T
        return product + self.bias if isinstance(self.bias, Tensor) else product


class Embedding(Module):
    """Rows of a table by their numbers."""

    def __init__(self, vocab_size: int, *, dim: int) -> None:
        self.weight = random.normal([vocab_size, dim])

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

    def forward(self, x: Any) -> Any:
        return F.functional(ops.rms_norm)(x, self.weight, self.eps)


class LayerNorm(Module):
    """(x - mean) / sqrt(variance + eps) · weight + bias over the last axis."""

    def __init__(self, dim: int, eps: float = 1e-5, *, use_bias: bool = True) -> None:
        self.weight = Tensor.ones([dim])
        self.bias: Any = Tensor.zeros([dim]) if use_bias else None
        self.eps = eps

    def forward(self, x: Any) -> Any:
        bias = self.bias if self.bias is not None else Tensor.zeros_like(self.weight)
        return F.functional(ops.layer_norm)(x, self.weight, bias, self.eps)


class GroupNorm(Module):
    """Groups of channels (axis 1) normalised, then scaled and shifted by channel."""

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5) -> None:
        self.weight = Tensor.ones([num_channels])
        self.bias = Tensor.zeros([num_channels])
        self.num_groups, self.eps = num_groups, eps

    def forward(self, x: Any) -> Any:
        return F.functional(ops.group_norm)(x, self.weight, self.bias, self.num_groups, self.eps)


class Conv2d(Module):
    """Filters (RSCF) over images (NHWC)."""

    def __init__(
        self,
        kernel_size: int | tuple[int, int],
        in_channels: int,
        out_channels: int,
        dtype: DType | None = None,
        stride: int | tuple[int, int] = 1,
        padding: int | tuple[int, int] = 0,
        has_bias: bool = False,
    ) -> None:
        size = (kernel_size, kernel_size) if isinstance(kernel_size, int) else kernel_size
        self.weight = random.normal([*size, in_channels, out_channels], dtype=dtype)
        self.bias: Any = Tensor.zeros([out_channels], dtype=dtype) if has_bias else None
        self.stride = (stride, stride) if isinstance(stride, int) else stride
        pads = (padding, padding) if isinstance(padding, int) else padding
        self.padding = (pads[0], pads[0], pads[1], pads[1])

    def forward(self, x: Any) -> Any:
        return F.functional(ops.conv2d)(x, self.weight, self.stride, (1, 1), self.padding, 1, self.bias)  # fmt: skip


class ModuleList(Module):
    """Modules by number."""

    def __init__(self, modules: Iterable[Module] = ()) -> None:
        for module in modules:
            self.append(module)

    def append(self, module: Module) -> None:
        setattr(self, str(len(self)), module)

    def __len__(self) -> int:
        return len(list(self.children))

    def __iter__(self) -> Iterator[Module]:
        return (module for _, module in self.children)

    def __getitem__(self, index: int) -> Module:
        return [module for _, module in self.children][index]


class Sequential(ModuleList):
    """Modules one after the other."""

    def __init__(self, *modules: Module) -> None:
        super().__init__(modules)

    def forward(self, x: Any) -> Any:
        for module in self:
            x = module(x)
        return x
