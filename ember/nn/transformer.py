"""Transformers: blocks of attention and feed-forward layers, between an embedding and scores of all tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ember.graph import TensorValue, ops
from ember.nn.attention import AttentionWithRope
from ember.nn.cache import PagedCache
from ember.nn.embedding import Embedding
from ember.nn.kernels import Unscaled, positions_ragged
from ember.nn.linear import added
from ember.nn.mlp import MLP
from ember.nn.module import LayerList, Module


class Stream(NamedTuple):
    """What goes from block to block: numbers, and what the next norm gives for them where the kernel that made them has done that, too."""

    numbers: TensorValue
    normed: Unscaled | None = None


class TransformerBlock(Module):
    """Attention, then a feed-forward layer, each beside what went in.

    Norms come before each (`input_layernorm`, `post_attention_layernorm`); models that also normalise what comes out give
    `after_attention` and `after_mlp`.
    """

    def __init__(
        self,
        attention: Module,
        mlp: Module,
        attention_norm: Module,
        mlp_norm: Module,
        after_attention: Module | None = None,
        after_mlp: Module | None = None,
    ) -> None:
        super().__init__()
        self.self_attn = attention
        self.mlp = mlp
        self.input_layernorm = attention_norm
        self.post_attention_layernorm = mlp_norm
        self.after_attention = after_attention
        self.after_mlp = after_mlp

    def __call__(self, x: TensorValue, cache: PagedCache, layer: int) -> TensorValue:
        return self.step(Stream(x), cache, layer).numbers

    def step(self, stream: Stream, cache: PagedCache, layer: int, next: Module | None = None) -> Stream:  # fmt: skip
        """What `next`, the block behind this one, gets."""
        return self._fed(self._attended(stream, cache, layer), cache, next)

    def _attended(self, stream: Stream, cache: PagedCache, layer: int) -> Stream:
        x, attention = stream.numbers, self.self_attn
        normed = stream.normed or self.input_layernorm(x)
        if isinstance(attention, AttentionWithRope):
            inner = attention.inner(normed, cache, layer)
            is_taken = isinstance(self.mlp, MLP) and self.mlp.takes_unscaled()
            if is_taken and self.after_attention is None:
                both = added(x, inner, attention.o_proj, self.post_attention_layernorm)
                if both is not None:
                    return Stream(*both)
            attended = attention.o_proj(inner)
        else:
            attended = attention(normed, cache, layer)
        if self.after_attention is not None:
            attended = self.after_attention(attended)
        return Stream(x + attended)

    def _fed(self, stream: Stream, cache: PagedCache, next: Module | None) -> Stream:
        x, mlp = stream.numbers, self.mlp
        normed = stream.normed or self.post_attention_layernorm(x)
        if isinstance(mlp, MLP):
            inner = mlp.inner(normed)
            if isinstance(next, TransformerBlock) and self.after_mlp is None:
                both = added(x, inner, mlp.down_proj, next.norm_of_unscaled(cache))
                if both is not None:
                    return Stream(*both)
            fed = mlp.down_proj(inner)
        else:
            fed = mlp(normed)
        if self.after_mlp is not None:
            fed = self.after_mlp(fed)
        return Stream(x + fed)

    def norm_of_unscaled(self, cache: PagedCache) -> Module | None:
        """The norm before attention, if attention takes what it gives without its factors."""
        attention = self.self_attn
        is_taken = isinstance(attention, AttentionWithRope) and attention.takes_unscaled(cache)
        return self.input_layernorm if is_taken else None


class Transformer(Module):
    """Tokens to scores. Without `lm_head`, the embedding's table gives the scores."""

    def __init__(
        self,
        embed_tokens: Embedding,
        layers: Sequence[Module],
        norm: Module,
        lm_head: Module | None = None,
        rope: Sequence[Module] = (),
        embedding_scale: float = 1.0,
        finish: Callable[[TensorValue], TensorValue] | None = None,
        embed_positions: Embedding | None = None,
    ) -> None:
        super().__init__()
        self.embed_tokens = embed_tokens
        self.rope = LayerList(rope)
        self.layers = LayerList(layers)
        self.norm = norm
        self.lm_head = lm_head
        self.embedding_scale = embedding_scale
        self.finish = finish
        self.embed_positions = embed_positions

    def __call__(self, tokens: TensorValue, cache: PagedCache, rows: TensorValue) -> TensorValue:
        """The scores `[rows, vocabulary]` of what follows the given rows of a ragged batch."""
        return self.scores(self.hidden(tokens, cache), rows)

    def hidden(self, tokens: TensorValue, cache: PagedCache) -> TensorValue:
        """What the last block gives for every token."""
        x: Any = self.embed_tokens(tokens)
        if self.embedding_scale != 1.0:
            x = x * self.embedding_scale
        if self.embed_positions is not None:
            x = x + self.embed_positions(positions_ragged(tokens, cache))
        stream, layers = Stream(x), list(self.layers)
        for number, (layer, next) in enumerate(zip(layers, [*layers[1:], None], strict=True)):
            if isinstance(layer, TransformerBlock):
                stream = layer.step(stream, cache, number, next)
            else:
                stream = Stream(layer(stream.numbers, cache, number))
        return stream.numbers

    def scores(self, x: TensorValue, rows: TensorValue) -> TensorValue:
        """Scores of all tokens for some rows."""
        chosen = self.norm(ops.gather(x, rows, axis=0))
        head = self.lm_head if self.lm_head is not None else self.embed_tokens.scores
        scores: TensorValue = head(chosen)
        return self.finish(scores) if self.finish is not None else scores
