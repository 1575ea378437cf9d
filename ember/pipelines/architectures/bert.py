"""BERT and its like: encoders that see the whole text, for embeddings."""

from __future__ import annotations

import re

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue
from ember.nn import (  # fmt: skip
    AttentionWithRope,
    Embedding,
    FeedForward,
    LayerList,
    LayerNorm,
    Module,
    PagedCache,
    WeightData,
)
from ember.nn.kernels import positions_ragged
from ember.pipelines.config import ModelConfig

F32 = DType.float32


class EncoderBlock(Module):
    """Attention, then a feed-forward layer; norms come behind each."""

    def __init__(self, config: ModelConfig, device: DeviceRef) -> None:
        super().__init__()
        self.self_attn = AttentionWithRope(
            config.attention,
            F32,
            device,
            rope=None,
            has_bias=True,
            has_output_bias=True,
            causal=False,
        )
        self.attention_norm = LayerNorm(config.hidden, F32, device, config.eps)
        self.mlp = FeedForward(config.hidden, config.feed_forward, F32, device, config.activation)
        self.mlp_norm = LayerNorm(config.hidden, F32, device, config.eps)

    def __call__(self, x: TensorValue, cache: PagedCache, layer: int) -> TensorValue:
        x = self.attention_norm(x + self.self_attn(x, cache, layer))
        return self.mlp_norm(x + self.mlp(x))


class Encoder(Module):
    """Tokens to one row of numbers each."""

    def __init__(self, config: ModelConfig, device: DeviceRef) -> None:
        super().__init__()
        self.embed_tokens = Embedding(config.vocabulary, config.hidden, F32, device)
        self.embed_positions = Embedding(config.max_length, config.hidden, F32, device)
        self.embed_kinds = Embedding(config.token_kinds, config.hidden, F32, device)
        self.embed_norm = LayerNorm(config.hidden, F32, device, config.eps)
        self.layers = LayerList(EncoderBlock(config, device) for _ in range(config.layers))

    def hidden(self, tokens: TensorValue, cache: PagedCache) -> TensorValue:
        """What the last block gives; all tokens are of the first kind."""
        x = self.embed_tokens(tokens) + self.embed_positions(positions_ragged(tokens, cache))
        x = self.embed_norm(x + TensorValue(self.embed_kinds.weight)[0:1])
        for number, layer in enumerate(self.layers):
            x = layer(x, cache, number)
        return x


def build(config: ModelConfig, device: DeviceRef) -> Encoder:
    """The model of a configuration."""
    return Encoder(config, device)


_NAMES = {
    "embeddings.word_embeddings": "embed_tokens", "embeddings.position_embeddings": "embed_positions", "embeddings.token_type_embeddings": "embed_kinds",
    "embeddings.LayerNorm": "embed_norm", "encoder.layer": "layers", "attention.self.query": "self_attn.q_proj", "attention.self.key": "self_attn.k_proj",
    "attention.self.value": "self_attn.v_proj", "attention.output.dense": "self_attn.o_proj", "attention.output.LayerNorm": "attention_norm",
    "intermediate.dense": "mlp.up_proj", "output.dense": "mlp.down_proj", "output.LayerNorm": "mlp_norm",
}  # fmt: skip
_NAME = re.compile("|".join(map(re.escape, _NAMES)))


def renamed(name: str) -> str:
    """Our name of a weight of a folder."""
    return _NAME.sub(lambda found: _NAMES[found[0]], name.removeprefix("bert."))


def adapted(weights: dict[str, WeightData], config: ModelConfig) -> dict[str, WeightData]:
    """Without what embeddings do not need."""
    return {n: w for n, w in weights.items() if not n.startswith(("pooler.", "embeddings.position_ids", "cls."))}  # fmt: skip
