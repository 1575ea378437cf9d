"""What a model is made of: read from the metadata of a GGUF file, or from `config.json`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ember.nn.attention import Heads
from ember.nn.rotary import RopeScaling

if TYPE_CHECKING:
    from ember.pipelines.weights.gguf import Gguf


class ModelError(ValueError):
    """A model that cannot be run: what it is, and what is wrong with it."""


_MOST: Final = {"layers": 10_000}
"""What no model has more of, where that is less than what fits into numbers of 32 bits."""


@dataclass(frozen=True)
class ModelConfig:
    """The sizes of a transformer."""

    architecture: str
    """The name that the registry knows: that of the file."""
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    feed_forward: int
    vocabulary: int
    max_length: int
    eps: float
    rope_theta: float = 10000.0
    rope_dim: int = 0
    """How many elements of a head are turned; 0: all."""
    rope_interleaved: bool = False
    rope_scaling: RopeScaling | None = None
    activation: str = "silu"
    is_tied: bool = False
    """Whether the embedding's table gives the scores, too."""
    attention_bias: bool = False
    has_qk_norm: bool = False
    window: int = 0
    window_pattern: int = 0
    """Every so many layers one looks at everything; 0: all look at the window, if there is one."""
    local_rope_theta: float = 0.0
    final_softcap: float = 0.0
    """The scores of tokens stay below it; 0: they may be any."""
    query_scale: float = 0.0
    """The head size that scores are divided by the root of; 0: the heads' own."""
    experts: int = 0
    experts_used: int = 0
    expert_length: int = 0
    """The feed-forward length of an expert."""
    shared_length: int = 0
    """That of an expert which looks at every token; 0: there is none."""
    shares_of_all: bool = False
    """Whether experts that were not chosen have their share, too, which then nobody gives."""
    expert_step: int = 1
    """Every so many layers one has experts."""
    plain_layers: tuple[int, ...] = ()
    """Layers that have none at all."""
    token_kinds: int = 0
    """How many kinds of tokens an encoder tells apart."""
    is_file_gguf: bool = False

    @property
    def attention(self) -> Heads:
        """The sizes of each layer's attention."""
        return Heads(self.hidden, self.heads, self.kv_heads, self.head_dim)

    def __post_init__(self) -> None:
        for name in ("layers", "hidden", "heads", "kv_heads", "head_dim", "vocabulary", "max_length"):  # fmt: skip
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= _MOST.get(name, 1 << 31):
                raise ModelError(f"the model's '{name}' is {value!r}, no number above 0 that a model can have")  # fmt: skip
        if self.heads % self.kv_heads:
            raise ModelError(f"{self.heads} heads of queries do not share {self.kv_heads} heads of keys")  # fmt: skip

    def has_experts(self, layer: int) -> bool:
        """Whether a layer is a mixture of experts."""
        return self.experts > 0 and layer not in self.plain_layers and (layer + 1) % self.expert_step == 0  # fmt: skip

    def is_local(self, layer: int) -> bool:
        """Whether a layer sees the window only."""
        if not self.window:
            return False
        return not self.window_pattern or (layer + 1) % self.window_pattern != 0


def _head_size(hidden: Any, heads: Any) -> int:
    """What a head has where nothing is said; 0 if the numbers are none, which the configuration then reports."""
    return hidden // heads if isinstance(hidden, int) and isinstance(heads, int) and heads else 0


def config_of_gguf(file: Gguf) -> ModelConfig:
    """The configuration of a GGUF file."""
    name = file.require("general.architecture", str)

    def key(suffix: str, kind: type, default: Any = None) -> Any:
        full = f"{name}.{suffix}"
        return file.require(full, kind) if default is None or full in file else default

    heads = key("attention.head_count", int)
    hidden = key("embedding_length", int)
    head_dim = key("attention.key_length", int, _head_size(hidden, heads))
    embedding = file.tensors.get("token_embd.weight")
    return ModelConfig(
        architecture=name,
        layers=key("block_count", int),
        hidden=hidden,
        heads=heads,
        kv_heads=key("attention.head_count_kv", int, heads),
        head_dim=head_dim,
        feed_forward=key("feed_forward_length", int),
        vocabulary=embedding.shape[0] if embedding else key("vocab_size", int),
        max_length=key("context_length", int),
        eps=key("attention.layer_norm_rms_epsilon", float, 0.0)
        or key("attention.layer_norm_epsilon", float, 1e-5),
        rope_theta=key("rope.freq_base", float, 10000.0),
        rope_dim=key("rope.dimension_count", int, head_dim),
        rope_interleaved=name == "llama",
        rope_scaling=_gguf_scaling(file, name),
        is_tied="output.weight" not in file.tensors,
        attention_bias="blk.0.attn_q.bias" in file.tensors,
        window=key("attention.sliding_window", int, 0),
        final_softcap=key("final_logit_softcapping", float, 0.0),
        experts=key("expert_count", int, 0),
        experts_used=key("expert_used_count", int, 0),
        expert_length=key("expert_feed_forward_length", int, 0)
        or key("feed_forward_length", int, 0),
        shared_length=max(
            (_rows(file, name) for name in file.tensors if name.endswith("ffn_up_shexp.weight")),
            default=0,
        ),
        shares_of_all=name == "qwen2moe",
        plain_layers=_plain_layers(file),
        is_file_gguf=True,
    )


def _plain_layers(file: Gguf) -> tuple[int, ...]:
    """Layers with a feed-forward layer that is no mixture of experts."""
    found = (re.fullmatch(r"blk\.(\d+)\.ffn_up\.weight", name) for name in file.tensors)
    return tuple(sorted(int(match[1]) for match in found if match is not None))


def _rows(file: Gguf, name: str) -> int:
    """How many rows a matrix has; 0: there is none of that name."""
    return file.tensors[name].shape[0] if name in file.tensors else 0


def _gguf_scaling(file: Gguf, name: str) -> RopeScaling | None:
    if "rope_freqs.weight" in file.tensors:
        import numpy as np

        factors = file.raw("rope_freqs.weight").view(np.float32)
        return RopeScaling("longrope", factors=tuple(factors.tolist()))
    kind = file.get(f"{name}.rope.scaling.type", "none")
    if kind == "none":
        return None
    factor = float(file.get(f"{name}.rope.scaling.factor", 1.0))
    original = int(file.get(f"{name}.rope.scaling.original_context_length", 8192))
    return RopeScaling(kind, factor, original_max_position=original)


_ALIASES = {
    "n_embd": "hidden_size",
    "n_layer": "num_hidden_layers",
    "n_head": "num_attention_heads",
    "n_positions": "max_position_embeddings",
    "n_inner": "intermediate_size",
    "layer_norm_epsilon": "layer_norm_eps",
    "activation_function": "hidden_act",
}
"""What the settings of GPT-2 are called elsewhere."""


def config_of_json(values: Mapping[str, Any]) -> ModelConfig:
    """The configuration of a folder as `transformers` writes them."""
    names = values.get("architectures") or [values.get("model_type", "")]
    text = values.get("text_config") or values
    text = {_ALIASES.get(name, name): value for name, value in text.items()}

    def key(name: str, default: Any = None) -> Any:
        found = text.get(name, default)
        if found is None and default is None:
            raise ModelError(f"'config.json' has no '{name}'")
        return found if found is not None else default

    heads, hidden = key("num_attention_heads"), key("hidden_size")
    head_dim = text.get("head_dim") or _head_size(hidden, heads)
    rope = text.get("rope_parameters") or text.get("rope_scaling") or {}
    rope = rope.get("full_attention") or rope
    config = ModelConfig(
        architecture=names[0],
        layers=key("num_hidden_layers"),
        hidden=hidden,
        heads=heads,
        kv_heads=text.get("num_key_value_heads") or heads,
        head_dim=head_dim,
        feed_forward=text.get("intermediate_size") or 4 * hidden,
        vocabulary=key("vocab_size"),
        max_length=key("max_position_embeddings", 2048),
        eps=text.get("rms_norm_eps") or text.get("layer_norm_eps") or 1e-5,
        rope_theta=float(rope.get("rope_theta") or text.get("rope_theta") or 10000.0),
        rope_dim=int(
            head_dim
            * float(rope.get("partial_rotary_factor") or text.get("partial_rotary_factor") or 1.0)
        ),  # fmt: skip
        activation=text.get("hidden_act") or text.get("hidden_activation") or "silu",
        is_tied=bool(text.get("tie_word_embeddings", False)),
        attention_bias=bool(text.get("attention_bias", False)),
        window=(text.get("sliding_window") or 0) if text.get("use_sliding_window", True) else 0,
        window_pattern=_window_pattern(text),
        local_rope_theta=_local_theta(text),
        final_softcap=float(text.get("final_logit_softcapping") or 0),
        query_scale=float(text.get("query_pre_attn_scalar") or 0),
        token_kinds=text.get("type_vocab_size") or 0,
        experts=text.get("num_local_experts") or text.get("num_experts") or 0,
        experts_used=text.get("num_experts_per_tok") or 0,
        expert_length=text.get("moe_intermediate_size") or text.get("intermediate_size") or 0,
        shared_length=text.get("shared_expert_intermediate_size") or 0
        if names[0].startswith("Qwen2")
        else 0,
        shares_of_all=not text.get("norm_topk_prob", not names[0].startswith("Qwen")),
        expert_step=text.get("decoder_sparse_step") or 1,
        plain_layers=tuple(text.get("mlp_only_layers") or ()),
    )
    return replace(config, rope_scaling=_json_scaling(rope, config))


def _window_pattern(text: Mapping[str, Any]) -> int:
    """Every how many layers one sees all."""
    kinds = text.get("layer_types") or []
    if "full_attention" in kinds and "sliding_attention" in kinds:
        return int(kinds.index("full_attention")) + 1
    return int(text.get("sliding_window_pattern") or 0)


def _local_theta(text: Mapping[str, Any]) -> float:
    rope = text.get("rope_parameters") or {}
    nested = rope.get("sliding_attention") or {}
    return float(nested.get("rope_theta") or text.get("rope_local_base_freq") or 0)


def _json_scaling(rope: Mapping[str, Any], config: ModelConfig) -> RopeScaling | None:
    kind = rope.get("rope_type") or rope.get("type") or "default"
    if kind == "default":
        return None
    original = int(rope.get("original_max_position_embeddings") or config.max_length)
    factor = float(rope.get("factor") or config.max_length / original)
    if kind in ("longrope", "su"):
        is_long = config.max_length > original
        factors = tuple(rope["long_factor" if is_long else "short_factor"])
        return RopeScaling("longrope", factor, original_max_position=original, factors=factors)
    return RopeScaling(
        kind,
        factor,
        low_freq_factor=float(rope.get("low_freq_factor", 1.0)),
        high_freq_factor=float(rope.get("high_freq_factor", 4.0)),
        original_max_position=original,
        beta_fast=float(rope.get("beta_fast") or 32.0),
        beta_slow=float(rope.get("beta_slow") or 1.0),
        attention_factor=rope.get("attention_factor"),
    )
