"""GPT-2: learned positions, layer norms, feed-forward layers without gates, biases everywhere."""

from __future__ import annotations

import re

from ember.dtype import DType
from ember.graph import DeviceRef
from ember.nn import (  # fmt: skip
    AttentionWithRope,
    Embedding,
    FeedForward,
    LayerNorm,
    Transformer,
    TransformerBlock,
    WeightData,
)
from ember.pipelines.config import ModelConfig

F32 = DType.float32


def build(config: ModelConfig, device: DeviceRef) -> Transformer:
    """The model of a configuration."""

    def norm() -> LayerNorm:
        return LayerNorm(config.hidden, F32, device, config.eps)

    def block() -> TransformerBlock:
        attention = AttentionWithRope(
            config.attention,
            F32,
            device,
            rope=None,
            has_bias=True,
            has_output_bias=True,
        )
        feed = FeedForward(config.hidden, config.feed_forward, F32, device, "gelu_tanh")
        return TransformerBlock(attention, feed, norm(), norm())

    return Transformer(
        Embedding(config.vocabulary, config.hidden, F32, device),
        [block() for _ in range(config.layers)],
        norm(),
        embed_positions=Embedding(config.max_length, config.hidden, F32, device),
    )


_NAMES = {
    "wte": "embed_tokens", "wpe": "embed_positions", "ln_f": "norm", "h": "layers", "ln_1": "input_layernorm", "ln_2": "post_attention_layernorm",
    "attn.c_attn": "self_attn.qkv_proj", "attn.c_proj": "self_attn.o_proj", "mlp.c_fc": "mlp.up_proj", "mlp.c_proj": "mlp.down_proj",
}  # fmt: skip
_NAME = re.compile("|".join(rf"(?<![\w.])(?:{re.escape(n)})(?=\.)|(?<=\.)(?:{re.escape(n)})(?=\.)" for n in _NAMES))  # fmt: skip


def renamed(name: str) -> str:
    """Our name of a weight of a folder."""
    return _NAME.sub(lambda found: _NAMES[found[0]], name.removeprefix("transformer."))


def adapted(weights: dict[str, WeightData], config: ModelConfig) -> dict[str, WeightData]:
    """Matrices of folders lie the other way round; queries, keys and values are one."""
    import numpy as np

    found: dict[str, WeightData] = {}
    for name, weight in weights.items():
        data = weight.data
        if name.endswith((".attn.bias", ".attn.masked_bias")) or name == "lm_head.weight":
            continue
        if name.startswith("layers.") and data.ndim == 2 and not config.is_file_gguf:
            data = np.ascontiguousarray(data.T)
        if ".qkv_proj." not in name:
            found[name] = WeightData(data, weight.dtype, weight.encoding)
            continue
        size = len(data) // 3
        for place, part in enumerate(("q_proj", "k_proj", "v_proj")):
            rows = data[place * size : (place + 1) * size]
            found[name.replace("qkv_proj", part)] = WeightData(rows, weight.dtype, weight.encoding)
    return found
