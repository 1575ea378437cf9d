"""Attention with rotary embeddings over a cache in pages."""

from __future__ import annotations

from typing import NamedTuple

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue
from ember.nn.cache import PagedCache
from ember.nn.kernels import Normed, Unscaled, attention_ragged, store_kv
from ember.nn.linear import Linear, can_fuse, joined
from ember.nn.module import Module
from ember.nn.norms import RMSNorm
from ember.nn.rotary import RotaryEmbedding


class Heads(NamedTuple):
    """Sizes of attention: rows of `hidden` numbers; heads of `dim` numbers each, `queries` of them for queries, `keys` for keys and values."""

    hidden: int
    queries: int
    keys: int
    dim: int


class AttentionWithRope(Module):
    """Each token looks at its sequence so far. Several heads of queries may share one of keys; `window` limits how far back they look."""

    def __init__(
        self,
        heads: Heads,
        dtype: DType,
        device: DeviceRef,
        *,
        rope: RotaryEmbedding | None,
        scale: float | None = None,
        has_bias: bool = False,
        has_output_bias: bool = False,
        norm_eps: float | None = None,
        norm_offset: float = 0.0,
        window: int = 0,
        softcap: float = 0.0,
        causal: bool = True,
    ) -> None:
        super().__init__()
        hidden_dim, self.heads, self.kv_heads, self.head_dim = heads
        queries, keys = self.heads * self.head_dim, self.kv_heads * self.head_dim
        self.q_proj = Linear(hidden_dim, queries, dtype, device, has_bias)
        self.k_proj = Linear(hidden_dim, keys, dtype, device, has_bias)
        self.v_proj = Linear(hidden_dim, keys, dtype, device, has_bias)
        self.o_proj = Linear(queries, hidden_dim, dtype, device, has_output_bias)
        self.q_norm = self.k_norm = None
        if norm_eps is not None:
            self.q_norm = RMSNorm(self.head_dim, DType.float32, device, norm_eps, norm_offset)
            self.k_norm = RMSNorm(self.head_dim, DType.float32, device, norm_eps, norm_offset)
        self._rope = (rope,)
        self.scale = scale if scale is not None else self.head_dim**-0.5
        self.window, self.softcap, self.causal = window, softcap, causal

    def __call__(self, x: TensorValue, cache: PagedCache, layer: int) -> TensorValue:
        return self.o_proj(self.inner(x, cache, layer))

    def takes_unscaled(self, cache: PagedCache) -> bool:
        """Whether `inner` takes what a norm gives without its factors."""
        return self._can_project(cache)

    def inner(self, x: Normed, cache: PagedCache, layer: int) -> TensorValue:
        """What the last product gets: all heads side by side."""
        queries = self._projected(x, cache, layer)
        attended = attention_ragged(
            queries,
            cache,
            layer,
            scale=self.scale,
            window=self.window,
            softcap=self.softcap,
            causal=self.causal,
            dtype=None if queries.device.is_cpu() else self.o_proj.half_type(),
            early=self._can_project(cache),
        )
        return attended.reshape([queries.shape[0], self.heads * self.head_dim])

    def _can_project(self, cache: PagedCache) -> bool:
        """Whether keys and values go to the cache as they are computed."""
        (rope,) = self._rope
        if rope is None or self.q_norm is not None:
            return False
        return can_fuse([self.q_proj, self.k_proj, self.v_proj]) and rope.can_project(self.head_dim, cache)  # fmt: skip

    def _projected(self, x: Normed, cache: PagedCache, layer: int) -> TensorValue:
        """The queries; keys and values go to the cache, as they are computed where that is possible."""
        layers = [self.q_proj, self.k_proj, self.v_proj]
        (rope,) = self._rope
        if rope is not None and self._can_project(cache):
            encoding = str(self.q_proj.encoding_of(self.q_proj.weight))
            return rope.project(encoding, x, layers, self.heads, cache, layer)
        assert not isinstance(x, Unscaled), "only products of halves have factors of rows"
        heads = joined(x, layers)
        heads = heads.reshape([x.shape[0], self.heads + 2 * self.kv_heads, self.head_dim])
        return self._stored(heads, cache, layer)

    def _stored(self, heads: TensorValue, cache: PagedCache, layer: int) -> TensorValue:
        """The queries as attention takes them; keys and values go to the cache."""
        (rope,) = self._rope
        if rope is not None and self.q_norm is None:
            return rope.store(heads, self.heads, cache, layer)
        both = self.heads + self.kv_heads
        queries, keys, values = heads[:, : self.heads], heads[:, self.heads : both], heads[:, both:]
        if self.q_norm is not None and self.k_norm is not None:
            queries, keys = self.q_norm(queries), self.k_norm(keys)
        if rope is not None:
            queries, keys = rope(queries, cache), rope(keys, cache)
        store_kv(keys, values, cache, layer)
        return queries
