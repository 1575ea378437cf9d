"""Trains small tokenizers of every kind with the package `tokenizers` and writes them with the tokens they give: `golden/NAME.json`.

Run it with an interpreter that has `tokenizers` and `sentencepiece`, in the repository's root: `python -m tests.tokenizers.make_golden`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from ember.pipelines.tokenizers.from_json import _GPT2, _LLAMA3
from tests.tokenizers.corpus import TEXTS, hostile_texts, random_texts

FOLDER = Path(__file__).with_name("golden")
SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
TRAINING = [*TEXTS, *random_texts(300, seed=1)]


def byte_level(pieces: list[Any], normalizer: Any = None, **options: Any) -> Tokenizer:
    made = Tokenizer(models.BPE(**options))
    made.pre_tokenizer = pre_tokenizers.Sequence(pieces)
    if normalizer is not None:
        made.normalizer = normalizer
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=600, initial_alphabet=alphabet, special_tokens=SPECIALS, show_progress=False
    )
    made.train_from_iterator(TRAINING, trainer)
    return made


def split(pattern: str) -> Any:
    return pre_tokenizers.Split(Regex(pattern), "isolated")


def bytes_only() -> Any:
    return pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)


def gpt2() -> Any:
    return pre_tokenizers.ByteLevel(add_prefix_space=False)


def sentence_piece(scheme: str) -> Tokenizer:
    """As Llama 2 has it: merges of characters, bytes for what is unknown."""
    byte_tokens = [f"<0x{byte:02X}>" for byte in range(256)]
    made = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    made.normalizer = normalizers.Replace(" ", "▁")
    trainer = trainers.BpeTrainer(
        vocab_size=700, special_tokens=["<unk>", "<s>", "</s>", *byte_tokens], show_progress=False
    )
    made.train_from_iterator([text for text in TRAINING if text.isascii()], trainer)
    data = json.loads(made.to_str())
    data["added_tokens"] = [t for t in data["added_tokens"] if t["id"] < 3]
    made = Tokenizer.from_str(json.dumps(data))
    if scheme == "prepend":
        made.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])  # fmt: skip
    else:
        made.normalizer = None
        made.pre_tokenizer = pre_tokenizers.Metaspace("▁", scheme, False)
    made.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])  # fmt: skip
    made.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])  # fmt: skip
    return made


def unigram() -> Tokenizer:
    made = Tokenizer(models.Unigram())
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Metaspace("▁", "always", True)
    made.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=400, special_tokens=["<unk>", "</s>"], unk_token="<unk>", show_progress=False
    )
    made.train_from_iterator(
        [text for text in TRAINING if max(text, default=" ") < "\u0250"], trainer
    )
    made.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])  # fmt: skip
    return made


def wordpiece() -> Tokenizer:
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece(cleanup=False)
    trainer = trainers.WordPieceTrainer(
        vocab_size=900, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]"], show_progress=False
    )
    made.train_from_iterator(TRAINING, trainer)
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return made


def kinds() -> dict[str, Tokenizer]:
    phi = sentence_piece("first")
    phi.add_special_tokens([AddedToken("<|end|>", rstrip=True, special=True), AddedToken("<m>", lstrip=True, special=True)])  # fmt: skip
    digits = pre_tokenizers.Digits(individual_digits=True)
    return {
        "gpt2": byte_level([gpt2()]),
        "smollm": byte_level([digits, gpt2()]),
        "llama3": byte_level([split(_LLAMA3), bytes_only()], ignore_merges=True),
        "qwen2": byte_level([split(_LLAMA3.replace("{1,3}", "")), bytes_only()], normalizers.NFC()),
        "falcon": byte_level([split(r"[\p{P}\$\+<=>\^~\|`]+"), split(_GPT2), split(r"[0-9]{3}"), bytes_only()]),
        "llama2": sentence_piece("prepend"),
        "metaspace": sentence_piece("always"),
        "phi3": phi,
        "unigram": unigram(),
        "wordpiece": wordpiece(),
    }  # fmt: skip


def trained_pieces() -> None:
    """A `tokenizer.model` of the package `sentencepiece`, and what it gives: `golden/sentencepiece`."""
    import io

    import sentencepiece

    folder, data = FOLDER / "sentencepiece", io.BytesIO()
    folder.mkdir(exist_ok=True)
    lines = [text.replace("\n", " ").replace("\0", "") for text in TRAINING]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([line for line in lines if line.strip()]), model_writer=data, vocab_size=1400, model_type="bpe", byte_fallback=True,
        normalization_rule_name="identity", remove_extra_whitespaces=False, character_coverage=0.98, user_defined_symbols=["<x>"], minloglevel=2,
    )  # fmt: skip
    made = sentencepiece.SentencePieceProcessor(model_proto=data.getvalue())
    texts = [text for text in [*TEXTS, *hostile_texts(80)] if "\0" not in text]
    tokens = [made.encode(text) for text in texts]
    expected = {"tokens": tokens, "decoded": [made.decode(found) for found in tokens]}
    (folder / "tokenizer.model").write_bytes(data.getvalue())
    (folder / "expected.json").write_text(json.dumps(expected, separators=(",", ":")) + "\n")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    trained_pieces()
    texts = [*TEXTS, *random_texts(150), *hostile_texts(80)]
    for name, tokenizer in kinds().items():
        encoded = [tokenizer.encode(text).ids for text in texts]
        decoded = [tokenizer.decode(tokens) for tokens in encoded]
        data = {"tokenizer": json.loads(tokenizer.to_str()), "tokens": encoded, "decoded": decoded}
        text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
