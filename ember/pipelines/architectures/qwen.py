"""Qwen2 (biases on queries, keys and values) and Qwen3 (norms of queries and keys), also with mixtures of experts."""

from __future__ import annotations

from dataclasses import replace

from ember.graph import DeviceRef
from ember.nn import Transformer
from ember.pipelines.architectures import llama
from ember.pipelines.config import ModelConfig


def build(config: ModelConfig, device: DeviceRef) -> Transformer:
    """The model of a configuration: the name says which."""
    is_third = "3" in config.architecture
    changed = replace(config, attention_bias=not is_third, has_qk_norm=is_third, window=0)
    return llama.build(changed, device)
