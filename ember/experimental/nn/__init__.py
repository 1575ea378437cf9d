"""Layers of tensors, which can be called at once or compiled as a whole."""

from ember.experimental.nn.layers import (
    Conv2d,
    Embedding,
    GemmaRMSNorm,
    GroupNorm,
    LayerNorm,
    Linear,
    ModuleList,
    RMSNorm,
    RotaryEmbedding,
    Sequential,
)
from ember.experimental.nn.module import CompiledModel, Module, module_dataclass

__all__ = [
    "CompiledModel",
    "Conv2d",
    "Embedding",
    "GemmaRMSNorm",
    "GroupNorm",
    "LayerNorm",
    "Linear",
    "Module",
    "ModuleList",
    "RMSNorm",
    "RotaryEmbedding",
    "Sequential",
    "module_dataclass",
]
