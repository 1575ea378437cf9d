"""Llama, and what is built like it: SmolLM2, Mistral, Qwen2; with mixtures of experts Mixtral and Qwen's."""

from __future__ import annotations

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
from ember.nn.experts import MoE
from ember.pipelines.config import ModelConfig, ModelError

F32 = DType.float32


def build(config: ModelConfig, device: DeviceRef) -> Transformer:
    """The model of a configuration."""
    if config.experts and not 1 <= config.experts_used <= config.experts:
        raise ModelError(f"of {config.experts} experts {config.experts_used} cannot be used")
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

    def feed_forward(layer: int) -> Module:
        if not config.has_experts(layer):
            return MLP(config.hidden, config.feed_forward, F32, device, config.activation)
        return MoE(
            config.hidden,
            config.expert_length,
            config.experts,
            config.experts_used,
            F32,
            device,
            config.activation,
            config.shares_of_all,
            config.shared_length,
        )

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
        return TransformerBlock(attention, feed_forward(layer), norm(), norm())

    return Transformer(
        Embedding(config.vocabulary, config.hidden, F32, device),
        [block(layer) for layer in range(config.layers)],
        norm(),
        None if config.is_tied else Linear(config.hidden, config.vocabulary, F32, device),
        [rope],
    )
