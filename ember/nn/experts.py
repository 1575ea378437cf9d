"""Mixtures of experts: several feed-forward layers, of which each token uses some."""

from __future__ import annotations

from collections.abc import Sequence

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, ops
from ember.nn.kernels import grouped_matmul
from ember.nn.linear import Linear
from ember.nn.mlp import MLP, activation
from ember.nn.module import LayerList, Module


class MoE(Module):
    """The `used` experts that a gate scores highest, by the softmax of their scores, or of all scores (`shares_of_all`).

    A `shared` expert of so many numbers looks at every token; how much it counts is for a gate of its own.

    Tokens are sorted by the experts they go to, so that each expert is one product of those that chose it, and no other is computed.
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
        shares_of_all: bool = False,
        shared: int = 0,
    ) -> None:
        super().__init__()
        self.used, self.size, self.shares_of_all = used, feed_forward_length, shares_of_all
        self.gate = Linear(hidden_dim, experts, dtype, device)
        self._experts = [
            MLP(hidden_dim, feed_forward_length, dtype, device, activation_function)
            for _ in range(experts)
        ]
        self.experts = LayerList(self._experts)
        self.activation = activation(activation_function)
        self.shared_expert = self.shared_expert_gate = None
        if shared:
            self.shared_expert = MLP(hidden_dim, shared, dtype, device, activation_function)
            self.shared_expert_gate = Linear(hidden_dim, 1, dtype, device)

    def __call__(self, x: TensorValue) -> TensorValue:
        scores = self.gate(x)
        best, chosen = ops.top_k(ops.softmax(scores) if self.shares_of_all else scores, self.used, axis=-1)  # fmt: skip
        shares = best if self.shares_of_all else ops.softmax(best)
        choices = ops.cast(chosen, DType.int32).reshape([-1])
        order, starts, restore, ids, _ = ops.moe_create_indices(choices, len(self._experts))
        rows = ops.gather(x, ops.cast(order, DType.int32) // self.used, axis=0)
        found = self._down(self._inner(rows, starts, ids), starts, ids)
        parts = ops.gather(found, ops.cast(restore, DType.int32), axis=0)
        parts = parts.reshape([x.shape[0], self.used, x.shape[1]])
        total = parts[:, 0] * shares[:, 0:1]
        for k in range(1, self.used):
            total = total + parts[:, k] * shares[:, k : k + 1]
        if self.shared_expert is not None and self.shared_expert_gate is not None:
            total = total + self.shared_expert(x) * ops.sigmoid(self.shared_expert_gate(x))
        return total

    def _inner(self, rows: TensorValue, starts: TensorValue, ids: TensorValue) -> TensorValue:
        gates = [expert.gate_proj for expert in self._experts]
        ups = [expert.up_proj for expert in self._experts]
        if _encoding(gates) != _encoding(ups):
            gate, up = (_products(rows, part, starts, ids) for part in (gates, ups))
            return self.activation(gate) * up
        weights = [
            ops.concat([TensorValue(gate.weight), TensorValue(up.weight)], axis=0)
            for gate, up in zip(gates, ups)
        ]
        both = grouped_matmul(_encoding(gates), rows, weights, starts, ids)
        return self.activation(both[:, : self.size]) * both[:, self.size :]

    def _down(self, rows: TensorValue, starts: TensorValue, ids: TensorValue) -> TensorValue:
        return _products(rows, [expert.down_proj for expert in self._experts], starts, ids)


def _products(rows: TensorValue, layers: Sequence[Linear], starts: TensorValue, ids: TensorValue) -> TensorValue:  # fmt: skip
    weights = [layer.weight for layer in layers]
    return grouped_matmul(_encoding(layers), rows, weights, starts, ids)


def _encoding(layers: Sequence[Linear]) -> str | None:
    """How the weights of experts are quantised: all alike."""
    if any(layer.order is not None for layer in layers):
        raise ValueError("the weights of experts want their inputs in orders of their own, which is not supported")  # fmt: skip
    first, *others = (layer.encoding_of(layer.weight) for layer in layers)
    if any(other != first for other in others):
        raise ValueError(f"the experts of a layer have weights of different kinds: {first or 'plain numbers'} and others")  # fmt: skip
    return first
