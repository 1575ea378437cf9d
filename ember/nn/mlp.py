"""Feed-forward layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, ops
from ember.nn.kernels import Normed, Unscaled, gated_matmul
from ember.nn.linear import Linear, can_fuse, can_join, joined
from ember.nn.module import Module

ACTIVATIONS: Final[dict[str, Callable[[TensorValue], TensorValue]]] = {
    "silu": ops.silu,
    "gelu": ops.gelu,
    "gelu_tanh": lambda x: ops.gelu(x, "tanh"),
    "gelu_new": lambda x: ops.gelu(x, "tanh"),
    "gelu_pytorch_tanh": lambda x: ops.gelu(x, "tanh"),
    "relu": ops.relu,
}
"""Activation functions by the names of configurations."""

FUSED: Final = {"silu": "silu", "gelu_tanh": "gelu_tanh", "gelu_new": "gelu_tanh", "gelu_pytorch_tanh": "gelu_tanh"}  # fmt: skip
"""Activation functions that are part of products on GPUs, by the same names."""


def activation(name: str) -> Callable[[TensorValue], TensorValue]:
    """The function of a name; `ValueError` for others."""
    if name not in ACTIVATIONS:
        raise ValueError(f"the activation '{name}' is not known; known are {', '.join(ACTIVATIONS)}")  # fmt: skip
    return ACTIVATIONS[name]


class MLP(Module):
    """`down(act(gate(x)) · up(x))`."""

    def __init__(
        self,
        hidden_dim: int,
        feed_forward_length: int,
        dtype: DType,
        device: DeviceRef,
        activation_function: str = "silu",
        has_bias: bool = False,
    ) -> None:
        super().__init__()
        self.gate_proj = Linear(hidden_dim, feed_forward_length, dtype, device, has_bias)
        self.up_proj = Linear(hidden_dim, feed_forward_length, dtype, device, has_bias)
        self.down_proj = Linear(feed_forward_length, hidden_dim, dtype, device, has_bias)
        self.activation = activation(activation_function)
        self._fused = FUSED.get(activation_function) if 2 * feed_forward_length % 8 == 0 else None

    def __call__(self, x: TensorValue) -> TensorValue:
        return self.down_proj(self.inner(x))

    def takes_unscaled(self) -> bool:
        """Whether `inner` takes what a norm gives without its factors."""
        return can_fuse([self.gate_proj, self.up_proj]) and self._fused is not None

    def inner(self, x: Normed) -> TensorValue:
        """What `down` gets."""
        layers = [self.gate_proj, self.up_proj]
        if can_fuse(layers) and self._fused is not None:
            encoding = str(self.gate_proj.encoding_of(self.gate_proj.weight))
            weights = (self.gate_proj.weight, self.up_proj.weight)
            return gated_matmul(encoding, x, *weights, self._fused)
        assert not isinstance(x, Unscaled), "only products of halves have factors of rows"
        if not can_join(layers):
            return self.activation(self.gate_proj(x)) * self.up_proj(x)
        both, size = joined(x, layers), self.gate_proj.out_dim
        gate, up = both[..., :size], both[..., size:]
        return self.activation(gate) * up


class FeedForward(Module):
    """`down(act(up(x)))`, with biases."""

    def __init__(
        self,
        hidden_dim: int,
        feed_forward_length: int,
        dtype: DType,
        device: DeviceRef,
        activation_function: str,
    ) -> None:
        super().__init__()
        self.up_proj = Linear(hidden_dim, feed_forward_length, dtype, device, has_bias=True)
        self.down_proj = Linear(feed_forward_length, hidden_dim, dtype, device, has_bias=True)
        self.activation = activation(activation_function)

    def __call__(self, x: TensorValue) -> TensorValue:
        return self.down_proj(self.activation(self.up_proj(x)))
