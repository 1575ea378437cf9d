"""Llama, and what is built like it: SmolLM2, Mistral, Qwen2."""

from __future__ import annotations

from collections.abc import Callable

from ember.dtype import DType
from ember.graph import DeviceRef
from ember.nn import (  # fmt: skip
    MLP,
    AttentionWithRope,
    Embedding,
    Linear,
    Module,
    RMSNorm,
    RotaryEmbedding,
    Transformer,
    TransformerBlock,
)
from ember.pipelines.config import ModelConfig

F32 = DType.float32


def build(
    config: ModelConfig, device: DeviceRef, feed_forward: Callable[[], Module] | None = None
) -> Transformer:
    """The model of a configuration; `feed_forward` makes its feed-forward layers, if they are others."""
    rope = RotaryEmbedding(
        config.rope_dim or config.head_dim,
        config.rope_theta,
        config.max_length,
        device,
        config.rope_interleaved,
        config.rope_scaling,
    )

    def norm() -> RMSNorm:
        return RMSNorm(config.hidden, F32, device, config.eps)

    def gated() -> MLP:
        return MLP(config.hidden, config.feed_forward, F32, device, config.activation)

    def block(layer: int) -> TransformerBlock:
        attention = AttentionWithRope(
            config.attention,
            F32,
            device,
            rope=rope,
            has_bias=config.attention_bias,
            norm_eps=config.eps if config.has_qk_norm else None,
            window=config.window if config.is_local(layer) else 0,
        )
        return TransformerBlock(attention, (feed_forward or gated)(), norm(), norm())

    return Transformer(
        Embedding(config.vocabulary, config.hidden, F32, device),
        [block(layer) for layer in range(config.layers)],
        norm(),
        None if config.is_tied else Linear(config.hidden, config.vocabulary, F32, device),
        [rope],
    )
