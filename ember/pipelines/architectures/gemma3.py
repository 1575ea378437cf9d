"""Gemma 3: five layers that see a window, then one that sees all; norms before and behind; embeddings scaled."""

from __future__ import annotations

import math

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, ops
from ember.nn import (  # fmt: skip
    MLP,
    AttentionWithRope,
    Embedding,
    RMSNorm,
    RotaryEmbedding,
    Transformer,
    TransformerBlock,
)
from ember.pipelines.config import ModelConfig

F32 = DType.float32
PATTERN = 6


def build(config: ModelConfig, device: DeviceRef) -> Transformer:
    """The model of a configuration. GGUF files have the 1 in their norms that others leave to be added."""
    offset = 0.0 if config.is_file_gguf else 1.0
    pattern = config.window_pattern or PATTERN

    def rope(theta: float, is_global: bool) -> RotaryEmbedding:
        scaling = config.rope_scaling if is_global else None
        return RotaryEmbedding(config.head_dim, theta, config.max_length, device, False, scaling)

    everywhere = rope(config.rope_theta, True)
    nearby = rope(config.local_rope_theta or 10000.0, False)

    def norm() -> RMSNorm:
        return RMSNorm(config.hidden, F32, device, config.eps, offset)

    def block(layer: int) -> TransformerBlock:
        is_global = (layer + 1) % pattern == 0
        attention = AttentionWithRope(
            config.attention,
            F32,
            device,
            rope=everywhere if is_global else nearby,
            scale=(config.query_scale or config.head_dim) ** -0.5,
            norm_eps=config.eps,
            norm_offset=offset,
            window=0 if is_global else config.window,
        )
        mlp = MLP(config.hidden, config.feed_forward, F32, device, "gelu_tanh")
        return TransformerBlock(attention, mlp, norm(), norm(), norm(), norm())

    def capped(scores: TensorValue) -> TensorValue:
        return ops.tanh(scores / config.final_softcap) * config.final_softcap

    return Transformer(
        Embedding(config.vocabulary, config.hidden, F32, device),
        [block(layer) for layer in range(config.layers)],
        norm(),
        rope=[everywhere, nearby],
        embedding_scale=math.sqrt(config.hidden),
        finish=capped if config.final_softcap else None,
    )


_NAMES = {
    "post_attention_layernorm": "after_attention",
    "pre_feedforward_layernorm": "post_attention_layernorm",
    "post_feedforward_layernorm": "after_mlp",
}


def renamed(name: str) -> str:
    """Our name of a weight of a folder: norms have others."""
    name = name.removeprefix("model.").removeprefix("language_model.").removeprefix("model.")
    return ".".join(_NAMES.get(part, part) for part in name.split("."))
