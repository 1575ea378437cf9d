"""Tokenizers: from text to the numbers of a vocabulary's tokens, and back.

`_classes` knows what code points are, `_splitting` cuts text into pieces as models were trained to see them, `_vocabulary` finds tokens by
their bytes, `_merging`, `_unigram` and `_wordpiece` cut a piece into tokens, `_specials` finds tokens that stand for themselves;
`_tokenizer` is all of them together.
"""
