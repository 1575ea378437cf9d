"""Linear layers, with plain or quantised weights, and adapters beside them."""

from __future__ import annotations

from collections.abc import Sequence

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, Weight, ops
from ember.nn.kernels import HALVES, Unscaled, added_matmul, quantized_matmul
from ember.nn.lora import LoRA
from ember.nn.module import LayerList, Module
from ember.nn.norms import RMSNorm


class Linear(Module):
    """`x @ weight.T + bias`, and what adapters add; the weight is `[out_dim, in_dim]`."""

    def __init__(
        self, in_dim: int, out_dim: int, dtype: DType, device: DeviceRef, has_bias: bool = False
    ) -> None:
        super().__init__()
        self.in_dim, self.out_dim, self.device = in_dim, out_dim, device
        self.weight = Weight("weight", dtype, [out_dim, in_dim], device)
        self.bias = Weight("bias", dtype, [out_dim], device) if has_bias else None
        self.order: Weight | None = None
        self._adapters: list[LoRA] = []

    def may_have(self) -> tuple[str, ...]:
        """The order in which quantised weights want the numbers of `x`."""
        return ("order",)

    def expect(self, names: set[str]) -> None:
        if names:
            self.order = Weight("order", DType.int32, [self.in_dim], self.device)

    def add_adapter(self, rank: int, scale: float) -> None:
        """Adds a low-rank adapter; its weights are `adapters.N.a` and `adapters.N.b`."""
        self._adapters.append(
            LoRA(self.in_dim, self.out_dim, rank, scale, DType.float32, self.device)
        )
        self.adapters = LayerList(self._adapters)

    def half_type(self) -> DType | None:
        """The type of weights that are halves: what multiplies with them on GPUs is rounded to it."""
        return HALVES.get(self.encoding_of(self.weight) or "")

    def __call__(self, x: TensorValue) -> TensorValue:
        given = x if self.order is None else ops.gather(x, self.order, axis=-1)
        result = product(given, self.weight, self.encoding_of(self.weight))
        if self.bias is not None:
            result = result + self.bias
        for adapter in self._adapters:
            result = result + adapter(x)
        return result


def added(x: TensorValue, rows: TensorValue, layer: Linear, norm: Module | None) -> tuple[TensorValue, Unscaled] | None:  # fmt: skip
    """`x + layer(rows)`, and what the norm gives for it, in one kernel: for products of bf16 on a GPU; None for others."""
    encoding = layer.encoding_of(layer.weight)
    if not isinstance(norm, RMSNorm) or norm.weight_offset != 0:
        return None
    if encoding != "bf16" or not can_fuse([layer]) or layer.out_dim % 8 != 0:
        return None
    return added_matmul(encoding, x, rows, layer.weight, norm.weight, norm.eps)


def can_join(layers: Sequence[Linear]) -> bool:
    """Whether layers that take the same numbers can be one product: their weights are alike, and nothing is added to one alone."""
    first = layers[0]
    return all(
        layer.encoding_of(layer.weight) == first.encoding_of(first.weight)
        and layer.weight.type.dtype is first.weight.type.dtype
        and (layer.bias is None) == (first.bias is None)
        and layer.order is None
        and not layer._adapters
        for layer in layers
    )


def can_fuse(layers: Sequence[Linear]) -> bool:
    """Whether such layers are products of halves on a GPU and nothing else: then what follows can be part of them."""
    first = layers[0]
    is_plain = first.half_type() is not None and first.bias is None
    return not first.device.is_cpu() and is_plain and can_join(layers)


def joined(x: TensorValue, layers: Sequence[Linear]) -> TensorValue:
    """What layers give for the same numbers, side by side: one product where that is possible. Weights are joined when the model is loaded."""
    if not can_join(layers):
        return ops.concat([layer(x) for layer in layers], axis=-1)
    first = layers[0]
    weight = ops.concat([TensorValue(layer.weight) for layer in layers], axis=0)
    result = product(x, weight, first.encoding_of(first.weight))
    biases = [TensorValue(layer.bias) for layer in layers if layer.bias is not None]
    return result + ops.concat(biases, axis=0) if biases else result


def product(x: TensorValue, weight: Weight | TensorValue, encoding: str | None) -> TensorValue:
    """`x @ weight.T`, whatever the weight is made of."""
    if encoding is not None:
        return quantized_matmul(encoding, x, weight)
    return x @ TensorValue(weight).T
