"""Linear layers, with plain or quantised weights."""

from __future__ import annotations

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, Weight
from ember.nn.kernels import quantized_matmul
from ember.nn.module import Module


class Linear(Module):
    """`x @ weight.T + bias`; the weight is `[out_dim, in_dim]`."""

    def __init__(
        self, in_dim: int, out_dim: int, dtype: DType, device: DeviceRef, has_bias: bool = False
    ) -> None:
        super().__init__()
        self.weight = Weight("weight", dtype, [out_dim, in_dim], device)
        self.bias = Weight("bias", dtype, [out_dim], device) if has_bias else None

    def __call__(self, x: TensorValue) -> TensorValue:
        result = product(x, self.weight, self.encoding_of(self.weight))
        return result if self.bias is None else result + self.bias


def product(x: TensorValue, weight: Weight, encoding: str | None) -> TensorValue:
    """`x @ weight.T`, whatever the weight is made of."""
    if encoding is not None:
        return quantized_matmul(encoding, x, weight)
    return x @ TensorValue(weight).T
