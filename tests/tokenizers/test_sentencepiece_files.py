"""`tokenizer.model`, as SentencePiece trained it (`make_golden.py`): its tokens, as metadata of a GGUF file, as `tokenizer.json`, and back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ember.pipelines.tokenizers import TokenizerError
from ember.pipelines.tokenizers.from_gguf import gguf_tokenizer
from ember.pipelines.tokenizers.from_json import json_tokenizer
from ember.pipelines.tokenizers.sentencepiece import read_pieces, written
from ember.pipelines.tokenizers.translating import files_of_gguf, gguf_of_folder, model_tokenizer
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.writing import write_gguf
from tests.tokenizers.corpus import TEXTS, hostile_texts

FOLDER = Path(__file__).with_name("golden") / "sentencepiece"


def test_tokens_are_those_of_sentencepiece(tmp_path: Path) -> None:
    texts = [text for text in [*TEXTS, *hostile_texts(80)] if "\0" not in text]
    expected = json.loads((FOLDER / "expected.json").read_text())
    metadata, back = gguf_of_folder(FOLDER), tmp_path / "back"
    write_gguf(tmp_path / "a.gguf", metadata, {})
    back.mkdir()
    for name, data in files_of_gguf(Gguf(tmp_path / "a.gguf")).items():
        (back / name).write_bytes(data)
    assert gguf_of_folder(back) == metadata
    (back / "tokenizer.model").unlink()
    write_gguf(tmp_path / "b.gguf", gguf_of_folder(back), {})  # scores out of merges
    found = [model_tokenizer(FOLDER), gguf_tokenizer(Gguf(tmp_path / "a.gguf")), json_tokenizer(back), gguf_tokenizer(Gguf(tmp_path / "b.gguf"))]  # fmt: skip
    for tokenizer in found:
        for text, tokens, decoded in zip(texts, expected["tokens"], expected["decoded"], strict=True):  # fmt: skip
            assert tokenizer.encode(text, add_special=False) == tokens, repr(text)
            assert tokenizer.encode(text) == [1, *tokens]
            assert tokenizer.decode(tokens) == decoded, repr(text)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    pieces = read_pieces(FOLDER / "tokenizer.model")
    (tmp_path / "tokenizer.model").write_bytes(written(pieces))
    assert read_pieces(tmp_path / "tokenizer.model") == pieces


def test_tokens_that_a_folder_adds(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "tokenizer.model", tmp_path)
    count = len(read_pieces(FOLDER / "tokenizer.model").words)
    added = {str(count + 1): {"content": "<|end|>", "special": True}}
    settings = {"added_tokens_decoder": added, "eos_token": "<|end|>", "add_bos_token": False}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(settings))
    tokenizer = model_tokenizer(tmp_path)
    assert tokenizer.encode("<|end|>", parse_special=True) == [count + 1]
    assert tokenizer.eos == count + 1 and len(tokenizer.encode("<|end|>")) > 1


def test_files_that_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.model"
    good = (FOLDER / "tokenizer.model").read_bytes()
    for data, message in [
        (b"", "the vocabulary is empty"),
        (good[:1000], "no vocabulary of SentencePiece"),
        (b"\xff" * 40, "no vocabulary of SentencePiece"),
        (b"\x08\x01", "no vocabulary of SentencePiece"),
        (good + b"\x12\x02\x18\x01", "kind 'unigram' are not supported"),
        (good + b"\x1a\x0d\x0a\x08nmt_nfkc\x12\x01x", "normalizer 'nmt_nfkc'"),
        (good + b"\x1a\x02\x20\x01", "remove_extra_whitespaces"),
    ]:
        path.write_bytes(data)
        with pytest.raises(TokenizerError, match=message) as raised:
            model_tokenizer(tmp_path)
        assert "tokenizer.model" in str(raised.value)
    golden = json.loads((FOLDER.parent / "llama2.json").read_text())["tokenizer"]
    path.unlink()
    (tmp_path / "tokenizer.json").write_text(json.dumps(golden))
    with pytest.raises(TokenizerError, match="its merges are not those of scores"):
        gguf_of_folder(tmp_path)
