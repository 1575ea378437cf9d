"""Low-rank adapters: what a linear layer learned later, as the product of two small matrices."""

from __future__ import annotations

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, Weight
from ember.nn.module import Module


class LoRA(Module):
    """`scale · (x @ a.T) @ b.T`; `a` is `[rank, in_dim]`, `b` `[out_dim, rank]`."""

    def __init__(
        self, in_dim: int, out_dim: int, rank: int, scale: float, dtype: DType, device: DeviceRef
    ) -> None:
        super().__init__()
        self.a = Weight("a", dtype, [rank, in_dim], device)
        self.b = Weight("b", dtype, [out_dim, rank], device)
        self.scale = scale

    def __call__(self, x: TensorValue) -> TensorValue:
        return (x @ TensorValue(self.a).T) @ TensorValue(self.b).T * self.scale
