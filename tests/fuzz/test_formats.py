"""Damaged files of weights, tokenizers and models: refused in our words, or used; never a traceback, a crash or a wrong token."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ember.pipelines.loading import open_model
from tests.pipelines.tiny import write_tiny

from . import formats

ROUNDS = {"gguf": 20}
"""How many files of a kind are damaged here; one by hand is `python -m tests.fuzz run --target …`."""


@pytest.mark.parametrize("name", formats.names())
def test_damaged_files(name: str) -> None:
    for number in range(ROUNDS.get(name, 100)):
        data = formats.any_file(name, Random(f"damaged:{name}:{number}"))
        assert formats.read(name, data) in ("accepted", "rejected")


@pytest.mark.parametrize("name", [name for name in formats.names() if name != "mef"])
def test_whole_files_are_taken(name: str) -> None:
    for seed in formats.READERS[name][0]():
        assert formats.read(name, seed) == "accepted"


WRONG = {
    "few scores": ({"tokenizer.ggml.model": "llama", "tokenizer.ggml.scores": [0.0]}, "1 scores for 259 tokens"),
    "words that are numbers": ({"tokenizer.ggml.tokens": [1, 2, 3]}, "'tokenizer.ggml.tokens' has elements of the wrong type"),
    "merges that are numbers": ({"tokenizer.ggml.merges": [1, 2, 3]}, "'tokenizer.ggml.merges' has elements of the wrong type"),
    "a token that is a text": ({"tokenizer.ggml.unknown_token_id": "x"}, "'tokenizer.ggml.unknown_token_id' must be int"),
    "a layer too many": ({"llama.block_count": 1 << 30}, ""),
    "no heads": ({"llama.attention.head_count": 0}, ""),
}  # fmt: skip


@pytest.mark.parametrize(("more", "words"), WRONG.values(), ids=WRONG.keys())
def test_wrong_metadata(tmp_path: Path, more: dict[str, Any], words: str) -> None:
    path = write_tiny(tmp_path / "model.gguf", 1, 8, **more)
    with pytest.raises(ValueError, match=words or "."):
        open_model(path)


def test_a_text_that_has_no_tokens(tmp_path: Path) -> None:
    """No token -1 goes into a model."""
    more = {"tokenizer.ggml.model": "llama", "tokenizer.ggml.scores": [0.0] * 259}
    model = open_model(write_tiny(tmp_path / "model.gguf", 1, 8, **more))
    with pytest.raises(ValueError, match="no token of the vocabulary stands for"):
        model.tokenizer.encode("\u6c34")


def test_a_token_beyond_the_vocabulary_is_not_put_in_front(tmp_path: Path) -> None:
    more = {"tokenizer.ggml.bos_token_id": 1 << 20, "tokenizer.ggml.add_bos_token": True}
    model = open_model(write_tiny(tmp_path / "model.gguf", 1, 8, **more))
    assert all(token < 259 for token in model.tokenizer.encode("x"))
