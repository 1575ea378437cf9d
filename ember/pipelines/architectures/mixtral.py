"""Mixtral: Llama with a mixture of experts in place of each feed-forward layer."""

from __future__ import annotations

import re

from ember.graph import DeviceRef
from ember.nn import Module, Transformer
from ember.nn.experts import MoE
from ember.pipelines.architectures import llama
from ember.pipelines.config import ModelConfig, ModelError


def build(config: ModelConfig, device: DeviceRef) -> Transformer:
    """The model of a configuration."""
    if not config.experts or not config.experts_used:
        raise ModelError("the model says not how many experts it has, and how many are used")

    def experts() -> Module:
        return MoE(config.hidden, config.feed_forward, config.experts, config.experts_used, llama.F32, device, config.activation)  # fmt: skip

    return llama.build(config, device, experts)


_EXPERT = re.compile(r"block_sparse_moe\.experts\.(\d+)\.(w[123])\.")
_PARTS = {"w1": "gate_proj", "w2": "down_proj", "w3": "up_proj"}


def renamed(name: str) -> str:
    """Our name of a weight of a folder."""
    name = name.removeprefix("model.")
    name = _EXPERT.sub(lambda found: f"mlp.experts.{found[1]}.{_PARTS[found[2]]}.", name)
    return name.replace("block_sparse_moe.gate.", "mlp.gate.")
