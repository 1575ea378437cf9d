"""Llama as the talk writes it: layers that are plain classes over graph ops, keys and values in tensors that the caller keeps.

`ember.nn` has the same layers with weights in a tree, quantised ones and caches in pages; this is the idea without them.

    graph = llama(weights, heads=9, kv_heads=3, eps=1e-5)
    scores, keys, values = InferenceSession().load(graph).execute(tokens, cos, sin, mask, keys, values)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ember.dtype import DType
from ember.graph import DeviceRef, Graph, TensorType, TensorValue, ops

Array = np.ndarray[Any, Any]
CPU, F32 = DeviceRef.CPU(), DType.float32


@dataclass
class FeedForward:
    w1: TensorValue
    w2: TensorValue
    w3: TensorValue

    def __call__(self, x: TensorValue) -> TensorValue:
        return (ops.silu(x @ self.w1) * (x @ self.w3)) @ self.w2


@dataclass
class RMSNorm:
    eps: float
    weight: TensorValue

    def __call__(self, x: TensorValue) -> TensorValue:
        scale = ops.rsqrt(ops.mean(x * x, axis=-1) + self.eps)
        return x * scale * self.weight


@dataclass
class Attention:
    heads: int
    kv_heads: int
    head_dim: int
    wq: TensorValue
    wk: TensorValue
    wv: TensorValue
    wo: TensorValue

    def __call__(
        self, x: TensorValue, cos: TensorValue, sin: TensorValue, mask: TensorValue, past_keys: TensorValue, past_values: TensorValue
    ) -> tuple[TensorValue, TensorValue, TensorValue]:  # fmt: skip
        """The result, and keys and values with the new ones behind those that were there; each is `[heads, length, head_dim]`."""
        queries = self.rope(self.split(x @ self.wq, self.heads), cos, sin)
        new_keys = self.rope(self.split(x @ self.wk, self.kv_heads), cos, sin)
        new_values = self.split(x @ self.wv, self.kv_heads)
        shape = [self.kv_heads, "total", self.head_dim]
        keys = ops.concat([past_keys, new_keys], axis=1).rebind(shape)
        values = ops.concat([past_values, new_values], axis=1).rebind(shape)
        scores = queries @ self.repeated(keys).transpose(1, 2) * self.head_dim**-0.5
        mixed = ops.softmax(scores + mask) @ self.repeated(values)
        joined = mixed.transpose(0, 1).reshape([x.shape[0], self.heads * self.head_dim])
        return joined @ self.wo, keys, values

    def split(self, x: TensorValue, heads: int) -> TensorValue:
        return x.reshape([x.shape[0], heads, self.head_dim]).transpose(0, 1)

    def repeated(self, x: TensorValue) -> TensorValue:
        """Several heads of queries share one of keys."""
        times = self.heads // self.kv_heads
        wide = ops.broadcast_to(x.reshape([self.kv_heads, 1, x.shape[1], self.head_dim]), [self.kv_heads, times, x.shape[1], self.head_dim])  # fmt: skip
        return wide.reshape([self.heads, x.shape[1], self.head_dim])

    def rope(self, x: TensorValue, cos: TensorValue, sin: TensorValue) -> TensorValue:
        half = self.head_dim // 2
        a, b = x[:, :, :half], x[:, :, half:]
        return ops.concat([a * cos - b * sin, a * sin + b * cos], axis=2)


@dataclass
class TransformerBlock:
    attention: Attention
    feed_forward: FeedForward
    attention_norm: RMSNorm
    ffn_norm: RMSNorm

    def __call__(self, x: TensorValue, *rest: TensorValue) -> tuple[TensorValue, TensorValue, TensorValue]:  # fmt: skip
        attended, keys, values = self.attention(self.attention_norm(x), *rest)
        h = x + attended
        return h + self.feed_forward(self.ffn_norm(h)), keys, values


def llama(weights: Mapping[str, Array], heads: int, kv_heads: int, eps: float) -> Graph:
    """The graph of a model whose weights have the names of `transformers`; the embedding gives the scores, too."""
    layers = 1 + max(int(name.split(".")[2]) for name in weights if ".layers." in name)
    hidden = weights["model.norm.weight"].size
    dim = weights["model.layers.0.self_attn.q_proj.weight"].shape[0] // heads

    def constant(name: str) -> TensorValue:
        values = weights[f"model.{name}.weight"]
        turned = values.T if values.ndim == 2 and name != "embed_tokens" else values
        return ops.constant(np.ascontiguousarray(turned), F32, CPU)

    def block(number: int) -> TransformerBlock:
        def own(name: str) -> TensorValue:
            return constant(f"layers.{number}.{name}")

        matrices = [own(f"self_attn.{name}_proj") for name in "qkvo"]
        return TransformerBlock(
            Attention(heads, kv_heads, dim, *matrices),
            FeedForward(own("mlp.gate_proj"), own("mlp.down_proj"), own("mlp.up_proj")),
            RMSNorm(eps, own("input_layernorm")),
            RMSNorm(eps, own("post_attention_layernorm")),
        )

    past = TensorType(F32, [layers, kv_heads, "past", dim], CPU)
    angles = TensorType(F32, ["new", dim // 2], CPU)
    types = [TensorType(DType.int32, ["new"], CPU), angles, angles, TensorType(F32, ["new", "total"], CPU), past, past]  # fmt: skip

    def forward(tokens: Any, cos: Any, sin: Any, mask: Any, keys: Any, values: Any) -> Any:
        table = constant("embed_tokens")
        x = ops.gather(table, tokens.tensor, axis=0)
        kept: list[tuple[TensorValue, TensorValue]] = []
        for number in range(layers):
            x, new_keys, new_values = block(number)(x, cos.tensor, sin.tensor, mask.tensor, keys.tensor[number], values.tensor[number])  # fmt: skip
            kept.append((new_keys, new_values))
        x = RMSNorm(eps, constant("norm"))(x).rebind(["new", hidden])
        return x @ table.T, ops.stack([k for k, _ in kept]), ops.stack([v for _, v in kept])

    return Graph("llama", forward, types)


def causal_mask(past: int, new: int) -> Array:
    """0 where a token may look, and what is behind it far below."""
    return np.where(np.arange(past + new) > past + np.arange(new)[:, None], np.float32(-1e30), np.float32(0))  # fmt: skip
