"""Vocabularies from one kind of file to the other: `tokenizer.json` of folders, the metadata of GGUF files. Byte-level ones, which both have alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ember.pipelines.tokenizers.from_gguf import STAGES
from ember.pipelines.tokenizers.from_json import PATTERNS, flattened, settings_of, stages_of
from ember.pipelines.tokenizers.native import Kind, Stage
from ember.pipelines.tokenizers.tokenizer import TokenizerError

if TYPE_CHECKING:
    from ember.pipelines.weights.gguf import Gguf

_KEY: Final = "tokenizer.ggml."
_PRE: Final = {(Stage.GPT2,): "gpt-2", (Stage.NUMBERS, Stage.GPT2): "smollm", (Stage.LLAMA3,): "llama-bpe", (Stage.QWEN2,): "qwen2", (Stage.PUNCTUATION, Stage.GPT2, Stage.TRIPLES): "falcon"}  # fmt: skip
"""What GGUF files call the ways of cutting text."""


def gguf_of_json(folder: Path) -> dict[str, Any]:
    """The metadata that says what `tokenizer.json` and the files beside it say."""
    values = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    settings = settings_of(folder)
    model = values["model"]
    steps = list(flattened(values.get("pre_tokenizer"), "pretokenizers"))
    if model.get("type", "BPE") != "BPE" or all(step["type"] != "ByteLevel" for step in steps):
        raise TokenizerError(f"{folder}: only byte-level vocabularies are translated to GGUF")
    pre = _PRE.get(tuple(stages_of(steps, [])))
    if pre is None:
        raise TokenizerError(f"{folder}: GGUF has no name for the way this tokenizer cuts text")
    added = {entry["content"]: entry for entry in values.get("added_tokens", [])}
    ids = {**model["vocab"], **{text: entry["id"] for text, entry in added.items()}}
    words = [f"[PAD{token}]" for token in range(max(ids.values()) + 1)]
    kinds = [int(Kind.UNUSED)] * len(words)
    for text, token in ids.items():
        words[token] = text
        is_control = text in added and added[text].get("special")
        kinds[token] = int(Kind.CONTROL if is_control else Kind.USER if text in added else Kind.NORMAL)  # fmt: skip
    found: dict[str, Any] = {
        _KEY + "model": "gpt2", _KEY + "pre": pre, _KEY + "tokens": words, _KEY + "token_type": kinds,
        _KEY + "merges": [m if isinstance(m, str) else " ".join(m) for m in model.get("merges", [])], _KEY + "add_bos_token": bool(settings.get("add_bos_token", False)),
    }  # fmt: skip
    for name in ("bos", "eos", "pad", "unk"):
        told = settings.get(f"{name}_token")
        text = told.get("content") if isinstance(told, dict) else told
        if text in ids:
            found[_KEY + {"pad": "padding", "unk": "unknown"}.get(name, name) + "_token_id"] = ids[text]  # fmt: skip
    if isinstance(settings.get("chat_template"), str):
        found["tokenizer.chat_template"] = settings["chat_template"]
    return found


def json_of_gguf(file: Gguf) -> dict[str, str]:
    """The files `tokenizer.json` and `tokenizer_config.json` that say what the metadata says."""
    if file.get(_KEY + "model") != "gpt2":
        raise TokenizerError(f"{file.path}: only byte-level vocabularies are translated to 'tokenizer.json', not '{file.get(_KEY + 'model')}'")  # fmt: skip
    words = file.get(_KEY + "tokens")
    kinds = file.get(_KEY + "token_type", [int(Kind.NORMAL)] * len(words))
    added = [
        {"id": token, "content": words[token], "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": kind == Kind.CONTROL}
        for token, kind in enumerate(kinds) if kind in (Kind.CONTROL, Kind.USER)
    ]  # fmt: skip
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
        "ignore_merges": file.get(_KEY + "pre") == "llama-bpe", "vocab": {word: token for token, word in enumerate(words)},
        "merges": [merge.split(" ", 1) for merge in file.get(_KEY + "merges", [])],
    }  # fmt: skip
    whole = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None, "pre_tokenizer": _pre_tokenizer(file),
        "post_processor": None, "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}, "model": model,
    }  # fmt: skip
    settings: dict[str, Any] = {"tokenizer_class": "PreTrainedTokenizerFast", "add_bos_token": file.get(_KEY + "add_bos_token", False)}  # fmt: skip
    for name, key in (("bos", "bos"), ("eos", "eos"), ("pad", "padding"), ("unk", "unknown")):
        token = file.get(f"{_KEY}{key}_token_id")
        if token is not None and token < len(words):
            settings[f"{name}_token"] = words[token]
    if file.get("tokenizer.chat_template") is not None:
        settings["chat_template"] = file.get("tokenizer.chat_template")
    return {
        "tokenizer.json": json.dumps(whole, ensure_ascii=False),
        "tokenizer_config.json": json.dumps(settings, ensure_ascii=False, indent=2) + "\n",
    }


def _pre_tokenizer(file: Gguf) -> dict[str, Any]:
    """Regular expressions for each stage but GPT-2's own, which bytes bring along."""
    name = file.get(_KEY + "pre", "gpt-2")
    if name not in STAGES:
        raise TokenizerError(f"{file.path}: the pre-tokenizer '{name}' is not known")
    patterns = {stage: pattern for pattern, stage in reversed(PATTERNS.items())}
    steps: list[dict[str, Any]] = []
    for stage in STAGES[name]:
        if stage is Stage.NUMBERS:
            steps.append({"type": "Digits", "individual_digits": True})
        elif stage is not Stage.GPT2:
            steps.append({"type": "Split", "pattern": {"Regex": patterns[stage]}, "behavior": "Isolated", "invert": False})  # fmt: skip
    has_own = Stage.GPT2 in STAGES[name]
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": has_own}  # fmt: skip
    return {"type": "Sequence", "pretokenizers": [*steps, level]}
