"""Transformers: blocks of attention and feed-forward layers, between an embedding and scores of all tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ember.graph import TensorValue, ops
from ember.nn.cache import PagedCache
from ember.nn.embedding import Embedding
from ember.nn.kernels import positions_ragged
from ember.nn.module import LayerList, Module


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
        attended = self.self_attn(self.input_layernorm(x), cache, layer)
        if self.after_attention is not None:
            attended = self.after_attention(attended)
        x = x + attended
        fed = self.mlp(self.post_attention_layernorm(x))
        if self.after_mlp is not None:
            fed = self.after_mlp(fed)
        result: TensorValue = x + fed
        return result


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
        for number, layer in enumerate(self.layers):
            x = layer(x, cache, number)
        result: TensorValue = x
        return result

    def scores(self, x: TensorValue, rows: TensorValue) -> TensorValue:
        """Scores of all tokens for some rows."""
        chosen = self.norm(ops.gather(x, rows, axis=0))
        head = self.lm_head if self.lm_head is not None else self.embed_tokens.scores
        scores: TensorValue = head(chosen)
        return self.finish(scores) if self.finish is not None else scores
