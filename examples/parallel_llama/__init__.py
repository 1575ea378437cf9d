"""An architecture of your own: Llama whose attention and feed-forward layer look at the same numbers, side by side.

    ember generate --custom-architectures examples/parallel_llama --model FOLDER "Hi"

The list `ARCHITECTURES` says which models it is for: those whose `config.json` names one of them.
"""

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue
from ember.nn import (
    MLP,
    AttentionWithRope,
    Embedding,
    Linear,
    Module,
    PagedCache,
    RMSNorm,
    RotaryEmbedding,
    Transformer,
)
from ember.pipelines.config import ModelConfig
from ember.pipelines.registry import SupportedArchitecture

F32 = DType.float32


class ParallelBlock(Module):
    """`x + attention(norm(x)) + mlp(norm(x))`; the names of its parts are those of the weights in the file."""

    def __init__(self, config: ModelConfig, rope: RotaryEmbedding, device: DeviceRef) -> None:
        super().__init__()
        self.input_layernorm = RMSNorm(config.hidden, F32, device, config.eps)
        self.post_attention_layernorm = RMSNorm(config.hidden, F32, device, config.eps)
        self.self_attn = AttentionWithRope(config.attention, F32, device, rope=rope)
        self.mlp = MLP(config.hidden, config.feed_forward, F32, device, config.activation)

    def __call__(self, x: TensorValue, cache: PagedCache, layer: int) -> TensorValue:
        attended = self.self_attn(self.input_layernorm(x), cache, layer)
        return x + attended + self.mlp(self.post_attention_layernorm(x))


def build(config: ModelConfig, device: DeviceRef) -> Transformer:
    """The model of a configuration."""
    rope = RotaryEmbedding(config.head_dim, config.rope_theta, config.max_length, device, False)
    head = None if config.is_tied else Linear(config.hidden, config.vocabulary, F32, device)
    return Transformer(
        Embedding(config.vocabulary, config.hidden, F32, device),
        [ParallelBlock(config, rope, device) for _ in range(config.layers)],
        RMSNorm(config.hidden, F32, device, config.eps),
        head,
        [rope],
    )


ARCHITECTURES = [SupportedArchitecture("ParallelLlamaForCausalLM", build)]
