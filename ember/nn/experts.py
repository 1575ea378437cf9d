"""Mixtures of experts: several feed-forward layers, of which each token uses some."""

from __future__ import annotations

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, ops
from ember.nn.linear import Linear
from ember.nn.mlp import MLP
from ember.nn.module import LayerList, Module

_NOT_CHOSEN = -1e30


class MoE(Module):
    """The `used` experts that a gate scores highest, by the softmax of their scores.

    Every expert looks at every token, and what was not chosen counts nothing: right for any batch, fast for small ones.
    """

    def __init__(
        self,
        hidden_dim: int,
        feed_forward_length: int,
        experts: int,
        used: int,
        dtype: DType,
        device: DeviceRef,
        activation_function: str = "silu",
    ) -> None:
        super().__init__()
        self.used = used
        self.gate = Linear(hidden_dim, experts, dtype, device)
        self.experts = LayerList(
            MLP(hidden_dim, feed_forward_length, dtype, device, activation_function)
            for _ in range(experts)
        )

    def __call__(self, x: TensorValue) -> TensorValue:
        scores = self.gate(x)
        best, _ = ops.top_k(scores, self.used, axis=-1)
        least = best[:, self.used - 1 : self.used]
        shares = ops.softmax(ops.where(scores >= least, scores, _NOT_CHOSEN))
        total: TensorValue | None = None
        for number, expert in enumerate(self.experts):
            part: TensorValue = expert(x) * shares[:, number : number + 1]
            total = part if total is None else total + part
        assert total is not None
        return total
