"""Mixtral: Llama with a mixture of experts in place of each feed-forward layer, under other names."""

from __future__ import annotations

import re

from ember.pipelines.architectures.llama import build

__all__ = ["build", "renamed"]

_EXPERT = re.compile(r"block_sparse_moe\.experts\.(\d+)\.(w[123])\.")
_PARTS = {"w1": "gate_proj", "w2": "down_proj", "w3": "up_proj"}


def renamed(name: str) -> str:
    """Our name of a weight of a folder."""
    name = name.removeprefix("model.")
    name = _EXPERT.sub(lambda found: f"mlp.experts.{found[1]}.{_PARTS[found[2]]}.", name)
    return name.replace("block_sparse_moe.gate.", "mlp.gate.")
