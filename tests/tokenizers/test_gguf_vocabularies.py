"""Tokenizers out of the metadata of GGUF files: kinds of tokens, words that begin with `▁`, scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ember.pipelines.tokenizers import Tokenizer, TokenizerError
from ember.pipelines.tokenizers.from_gguf import gguf_tokenizer
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.writing import write_gguf
from tests.pipelines.tiny import byte_words


def opened(tmp_path: Path, model: str, words: list[str], kinds: list[int], **more: Any) -> Tokenizer:  # fmt: skip
    metadata = {"model": model, "tokens": words, "token_type": kinds, **more}
    path = tmp_path / "vocabulary.gguf"
    write_gguf(path, {f"tokenizer.ggml.{key}": value for key, value in metadata.items()}, {})
    return gguf_tokenizer(Gguf(path))


def test_users_tokens_are_always_found_and_control_tokens_when_asked(tmp_path: Path) -> None:
    words = [*byte_words(), "<|x|>", "  ", "\u200d", "âĢį", "âĢ"]
    kinds = [1] * 256 + [3, 4, 1, 1, 1]
    merges = ["â Ģ", "âĢ į"]
    tokenizer = opened(tmp_path, "gpt2", words, kinds, pre="gpt-2", merges=merges)
    text = "a  b<|x|>"
    plain = [ord("a"), 257, ord("b"), *b"<|x|>"]
    assert tokenizer.encode(text) == plain
    assert tokenizer.encode(text, parse_special=True) == [*plain[:3], 256]
    assert tokenizer.encode("\u200d") == [259], (
        "one that is spelled, not the other of the same text"
    )
    assert tokenizer.decode([258, 259]) == "\u200d\u200d"


def test_words_that_begin_with_a_mark(tmp_path: Path) -> None:
    words = ["[UNK]", "[CLS]", "[SEP]", "▁hel", "lo", "▁lo", "▁,", "▁café"]
    kinds = [2, 3, 3, 1, 1, 1, 1, 1]
    tokenizer = opened(tmp_path, "bert", words, kinds, unknown_token_id=0)
    assert tokenizer.encode("Hello, lo xyz") == [3, 4, 6, 5, 0]
    assert tokenizer.decode([3, 4, 5]) == "hello lo"


def test_the_highest_score_first(tmp_path: Path) -> None:
    words = ["<unk>", "<s>", "▁", "a", "b", "ab", "▁a", "▁ab", "<0xC3>", "<0xA4>"]
    kinds = [2, 3, 1, 1, 1, 1, 1, 1, 6, 6]
    scores = [0.0, 0.0, -9.0, -8.0, -7.0, -1.0, -2.0, -3.0, 0.0, 0.0]
    tokenizer = opened(tmp_path, "llama", words, kinds, scores=scores, bos_token_id=1)
    assert tokenizer.encode("ab a") == [1, 7, 6]
    assert tokenizer.encode("ä", add_special=False) == [2, 8, 9]
    assert tokenizer.decode(tokenizer.encode("ab ä")) == "ab ä"
    assert tokenizer.encode("a<s>a", parse_special=True) == [1, 6, 1, 6]


def test_unknown_kinds(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match="the tokenizer 'rwkv' is not supported"):
        opened(tmp_path, "rwkv", ["a"], [1])
    with pytest.raises(TokenizerError, match="the pre-tokenizer 'odd' is not supported"):
        opened(tmp_path, "gpt2", ["a"], [1], pre="odd", merges=[])
    with pytest.raises(TokenizerError, match="1 token types for 2 tokens"):
        opened(tmp_path, "gpt2", ["a", "b"], [1], merges=[])
