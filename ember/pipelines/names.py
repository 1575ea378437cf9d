"""What weights are called: in GGUF files, in folders of `transformers`, and in our modules."""

from __future__ import annotations

import re
from typing import Final

_OUTSIDE: Final = {
    "token_embd": "embed_tokens",
    "output_norm": "norm",
    "output": "lm_head",
}

_INSIDE: Final = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_qkv": "self_attn.qkv_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "post_attention_norm": "after_attention",
    "post_ffw_norm": "after_mlp",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "ffn_gate_inp": "mlp.gate",
    "ffn_gate_exps": "mlp.experts.gate_proj",
    "ffn_up_exps": "mlp.experts.up_proj",
    "ffn_down_exps": "mlp.experts.down_proj",
    "ffn_gate_inp_shexp": "mlp.shared_expert_gate",
    "ffn_gate_shexp": "mlp.shared_expert.gate_proj",
    "ffn_up_shexp": "mlp.shared_expert.up_proj",
    "ffn_down_shexp": "mlp.shared_expert.down_proj",
}

_BLOCK: Final = re.compile(r"blk\.(\d+)\.(\w+)\.(weight|bias)\Z")

IGNORED: Final = ("rope_freqs.weight",)
"""Tensors of files that are no weights of the model."""


def of_gguf(name: str) -> str:
    """Our name of a tensor of a GGUF file; unknown ones stay as they are."""
    block = _BLOCK.match(name)
    if block is not None:
        inside = _INSIDE.get(block[2], block[2])
        return f"layers.{block[1]}.{inside}.{block[3]}"
    stem, _, kind = name.rpartition(".")
    return f"{_OUTSIDE.get(stem, stem)}.{kind}"


_TO_GGUF: Final = {
    **{own: name for name, own in _OUTSIDE.items()},
    **{own: name for name, own in _INSIDE.items()},
}
_LAYER: Final = re.compile(r"layers\.(\d+)\.(.+)\.(weight|bias)\Z")
_GEMMA: Final = {"after_attention": "post_attention_layernorm", "post_attention_layernorm": "pre_feedforward_layernorm", "after_mlp": "post_feedforward_layernorm"}  # fmt: skip


def to_gguf(name: str) -> str:
    """The name in GGUF files of a weight of ours: `of_gguf` backwards."""
    layer = _LAYER.match(name)
    if layer is not None:
        return f"blk.{layer[1]}.{_TO_GGUF.get(layer[2], layer[2])}.{layer[3]}"
    stem, _, kind = name.rpartition(".")
    return f"{_TO_GGUF.get(stem, stem)}.{kind}"


def to_transformers(name: str, architecture: str) -> str:
    """The name in folders of a tensor of a GGUF file."""
    own = of_gguf(name)
    if architecture == "gemma3":
        own = ".".join(_GEMMA.get(part, part) for part in own.split("."))
    return own if own.startswith("lm_head.") else f"model.{own}"


def of_transformers(name: str) -> str:
    """Our name of a tensor of a folder."""
    return name.removeprefix("model.")
