"""Phi-3: Llama with one matrix for queries, keys and values, and one for both halves of the feed-forward layer."""

from __future__ import annotations

from dataclasses import replace

from ember.graph import DeviceRef
from ember.nn import Transformer, WeightData
from ember.pipelines.architectures import llama
from ember.pipelines.config import ModelConfig


def build(config: ModelConfig, device: DeviceRef) -> Transformer:
    """The model of a configuration."""
    return llama.build(replace(config, rope_interleaved=False), device)


def adapted(weights: dict[str, WeightData], config: ModelConfig) -> dict[str, WeightData]:
    """Cuts the matrices that are several: rows of one are behind those of the other."""
    queries, keys = config.heads * config.head_dim, config.kv_heads * config.head_dim
    feed = config.feed_forward
    found: dict[str, WeightData] = {}
    for name, weight in weights.items():
        if ".qkv_proj." in name:
            parts = {"q_proj": queries, "k_proj": keys, "v_proj": keys}
            found |= _cut(name, "qkv_proj", weight, parts)
        elif ".gate_up_proj." in name or (".up_proj." in name and len(weight.data) == 2 * feed):
            old = "gate_up_proj" if "gate_up_proj" in name else "up_proj"
            found |= _cut(name, old, weight, {"gate_proj": feed, "up_proj": feed})
        else:
            found[name] = weight
    return found


def _cut(name: str, old: str, weight: WeightData, parts: dict[str, int]) -> dict[str, WeightData]:
    found, at = {}, 0
    for part, rows in parts.items():
        data = weight.data[at : at + rows]
        found[name.replace(old, part)] = WeightData(data, weight.dtype, weight.encoding)
        at += rows
    return found
