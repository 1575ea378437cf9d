"""Embeddings: a row of numbers for each token."""

from __future__ import annotations

from ember.dtype import DType
from ember.graph import DeviceRef, TensorValue, Weight, ops
from ember.nn.kernels import dequantize
from ember.nn.linear import product
from ember.nn.module import Module


class Embedding(Module):
    """Rows of a table by their numbers; the table may be quantised."""

    def __init__(self, vocab_size: int, hidden_dim: int, dtype: DType, device: DeviceRef) -> None:
        super().__init__()
        self.weight = Weight("weight", dtype, [vocab_size, hidden_dim], device)

    def __call__(self, tokens: TensorValue) -> TensorValue:
        rows = ops.gather(self.weight, tokens, axis=0)
        encoding = self.encoding_of(self.weight)
        return rows if encoding is None else dequantize(encoding, rows)

    def scores(self, x: TensorValue) -> TensorValue:
        """How well each token fits: the last layer of models that use the table twice."""
        return product(x, self.weight, self.encoding_of(self.weight))
