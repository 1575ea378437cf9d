"""Tokenizers: read from files of models, run in Mojo (`ember/lib/kernels/tokenizers`)."""

from ember.pipelines.tokenizers.tokenizer import TextStream, Tokenizer, TokenizerError

__all__ = ["TextStream", "Tokenizer", "TokenizerError"]
