"""Layers: modules that build graphs, with their weights as a tree of names."""

from ember.nn.attention import AttentionWithRope, Heads
from ember.nn.cache import PagedCache, PagedCacheType
from ember.nn.embedding import Embedding
from ember.nn.experts import MoE
from ember.nn.linear import Linear
from ember.nn.lora import LoRA
from ember.nn.mlp import MLP, FeedForward
from ember.nn.module import LayerList, Module, Sequential, StateDict, WeightData
from ember.nn.norms import LayerNorm, RMSNorm
from ember.nn.rotary import RopeScaling, RotaryEmbedding
from ember.nn.transformer import Transformer, TransformerBlock

__all__ = [
    "MLP",
    "AttentionWithRope",
    "Embedding",
    "FeedForward",
    "Heads",
    "LayerList",
    "LayerNorm",
    "Linear",
    "LoRA",
    "MoE",
    "Module",
    "PagedCache",
    "PagedCacheType",
    "RMSNorm",
    "RopeScaling",
    "RotaryEmbedding",
    "Sequential",
    "StateDict",
    "Transformer",
    "TransformerBlock",
    "WeightData",
]
