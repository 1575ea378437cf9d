"""Normalisation over the last axis."""

from __future__ import annotations

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, Weight, ops
from ember.nn.module import Module


class RMSNorm(Module):
    """x / sqrt(mean(x²) + eps) · (weight + weight_offset)."""

    def __init__(
        self,
        dim: int,
        dtype: DType,
        device: DeviceRef,
        eps: float = 1e-6,
        weight_offset: float = 0.0,
    ) -> None:
        super().__init__()
        self.weight = Weight("weight", dtype, [dim], device)
        self.eps = eps
        self.weight_offset = weight_offset

    def __call__(self, x: TensorValue) -> TensorValue:
        return ops.rms_norm(x, self.weight, self.eps, self.weight_offset)


class LayerNorm(Module):
    """(x - mean) / sqrt(variance + eps) · weight + bias."""

    def __init__(
        self,
        dim: int,
        dtype: DType,
        device: DeviceRef,
        eps: float = 1e-5,
    ) -> None:
        super().__init__()
        self.weight = Weight("weight", dtype, [dim], device)
        self.bias = Weight("bias", dtype, [dim], device)
        self.eps = eps

    def __call__(self, x: TensorValue) -> TensorValue:
        return ops.layer_norm(x, self.weight, self.bias, self.eps)
