"""Vocabularies from one kind of file to the other: `tokenizer.json` and `tokenizer.model` of folders, the metadata of GGUF files.

Byte-level ones, which both have alike, and those of SentencePiece, which are merged by scores; `tokenizer.json` has merges in their place.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ember.pipelines.tokenizers.from_gguf import STAGES, Metadata, gguf_tokenizer
from ember.pipelines.tokenizers.from_json import PATTERNS, flattened, settings_of, stages_of
from ember.pipelines.tokenizers.native import Kind, Stage
from ember.pipelines.tokenizers.sentencepiece import Pieces, read_pieces, written
from ember.pipelines.tokenizers.tokenizer import Tokenizer, TokenizerError

if TYPE_CHECKING:
    from ember.pipelines.weights.gguf import Gguf

_KEY: Final = "tokenizer.ggml."
_PRE: Final = {(Stage.GPT2,): "gpt-2", (Stage.NUMBERS, Stage.GPT2): "smollm", (Stage.LLAMA3,): "llama-bpe", (Stage.QWEN2,): "qwen2", (Stage.PUNCTUATION, Stage.GPT2, Stage.TRIPLES): "falcon"}  # fmt: skip
"""What GGUF files call the ways of cutting text."""


def gguf_of_folder(folder: Path) -> dict[str, Any]:
    """The metadata that says what the files of a folder's tokenizer say."""
    settings = settings_of(folder)
    if (folder / "tokenizer.model").exists():
        return _with_settings(_gguf_of_pieces(folder, settings), settings)
    values = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    model = values["model"]
    steps = list(flattened(values.get("pre_tokenizer"), "pretokenizers"))
    if model.get("type", "BPE") == "BPE" and any(step["type"] == "ByteLevel" for step in steps):
        return _with_settings(_gguf_of_bytes(folder, values, steps), settings)
    if model.get("type", "BPE") == "BPE" and model.get("byte_fallback"):
        return _with_settings(_gguf_of_merges(folder, values), settings)
    raise TokenizerError(f"{folder}: only byte-level vocabularies and those of SentencePiece are translated to GGUF")  # fmt: skip


def _with_settings(found: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """With the tokens that settings name, and the chat template."""
    ids = {word: token for token, word in enumerate(found[_KEY + "tokens"])}
    for name in ("bos", "eos", "pad", "unk"):
        told = settings.get(f"{name}_token")
        text = told.get("content") if isinstance(told, dict) else told
        if text in ids:
            found[_KEY + {"pad": "padding", "unk": "unknown"}.get(name, name) + "_token_id"] = ids[text]  # fmt: skip
    if "add_bos_token" in settings:
        found[_KEY + "add_bos_token"] = bool(settings["add_bos_token"])
    if isinstance(settings.get("chat_template"), str):
        found["tokenizer.chat_template"] = settings["chat_template"]
    return found


def _gguf_of_bytes(folder: Path, values: dict[str, Any], steps: list[Any]) -> dict[str, Any]:
    model = values["model"]
    pre = _PRE.get(tuple(stages_of(steps, [])))
    if pre is None:
        raise TokenizerError(f"{folder}: GGUF has no name for the way this tokenizer cuts text")
    words, kinds = _words(model["vocab"], values.get("added_tokens", []))
    return {
        _KEY + "model": "gpt2", _KEY + "pre": pre, _KEY + "tokens": words, _KEY + "token_type": kinds,
        _KEY + "merges": [m if isinstance(m, str) else " ".join(m) for m in model.get("merges", [])], _KEY + "add_bos_token": False,
    }  # fmt: skip


def _words(vocabulary: dict[str, int], entries: list[dict[str, Any]]) -> tuple[list[str], list[int]]:  # fmt: skip
    """Words and kinds of all tokens of a `tokenizer.json`."""
    added = {entry["content"]: entry for entry in entries}
    ids = {**vocabulary, **{text: entry["id"] for text, entry in added.items()}}
    words = [f"[PAD{token}]" for token in range(max(ids.values()) + 1)]
    kinds = [int(Kind.UNUSED)] * len(words)
    for text, token in ids.items():
        words[token] = text
        is_control = text in added and added[text].get("special")
        kinds[token] = int(Kind.CONTROL if is_control else Kind.USER if text in added else Kind.NORMAL)  # fmt: skip
    return words, kinds


# -- SentencePiece -----------------------------------------------------------------------------------------


def gguf_of_pieces(pieces: Pieces) -> dict[str, Any]:
    """The metadata that says what a vocabulary of SentencePiece says."""
    found: dict[str, Any] = {
        _KEY + "model": "llama", _KEY + "pre": "default", _KEY + "tokens": pieces.words, _KEY + "scores": pieces.scores, _KEY + "token_type": pieces.kinds,
        _KEY + "add_bos_token": True, _KEY + "add_eos_token": False, _KEY + "add_space_prefix": pieces.adds_blank,
    }  # fmt: skip
    for name, token in (("unknown", pieces.unknown), ("bos", pieces.bos), ("eos", pieces.eos), ("padding", pieces.pad)):  # fmt: skip
        if 0 <= token < len(pieces.words):
            found[f"{_KEY}{name}_token_id"] = token
    return found


def _gguf_of_pieces(folder: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """With the tokens that the folder adds to the file."""
    pieces = read_pieces(folder / "tokenizer.model")
    for number, entry in sorted((int(n), e) for n, e in (settings.get("added_tokens_decoder") or {}).items()):  # fmt: skip
        kind = int(Kind.CONTROL if entry.get("special") else Kind.USER)
        while len(pieces.words) <= number:
            pieces.words.append(f"[PAD{len(pieces.words)}]")
            pieces.scores.append(0.0)
            pieces.kinds.append(int(Kind.UNUSED))
        if pieces.kinds[number] != Kind.UNKNOWN:
            pieces.words[number], pieces.kinds[number] = entry["content"], kind
    return gguf_of_pieces(pieces)


def model_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of a folder that has `tokenizer.model` and no `tokenizer.json`: that of the GGUF file it would become."""
    return gguf_tokenizer(Metadata(folder / "tokenizer.model", gguf_of_folder(folder)))


def _gguf_of_merges(folder: Path, values: dict[str, Any]) -> dict[str, Any]:
    """Scores in place of merges: a word's is higher the earlier it is merged."""
    model = values["model"]
    words, kinds = _words(model["vocab"], values.get("added_tokens", []))
    unknown = model["vocab"].get(model.get("unk_token") or "", -1)
    for token, word in enumerate(words):
        if len(word) == 6 and word.startswith("<0x"):
            kinds[token] = int(Kind.BYTE)
    if unknown >= 0:
        kinds[unknown] = int(Kind.UNKNOWN)
    given = [tuple(m.split(" ", 1)) if isinstance(m, str) else tuple(m) for m in model.get("merges", [])]  # fmt: skip
    ranks: dict[str, int] = {}
    for rank, (left, right) in enumerate(given):
        ranks.setdefault(left + right, rank)
    scores = [float(-ranks.get(word, len(given))) for word in words]
    if {*given} != {*_merges(words, scores, kinds)} or [ranks[a + b] for a, b in given] != sorted(ranks[a + b] for a, b in given):  # fmt: skip
        raise TokenizerError(f"{folder}: its merges are not those of scores, as SentencePiece has them; GGUF has no form for them")  # fmt: skip
    steps = [*flattened(values.get("normalizer"), "normalizers"), *flattened(values.get("pre_tokenizer"), "pretokenizers")]  # fmt: skip
    adds_blank = any(s["type"] == "Prepend" or (s["type"] == "Metaspace" and s.get("prepend_scheme", "always") != "never") for s in steps)  # fmt: skip
    return gguf_of_pieces(Pieces(words, scores, kinds, adds_blank, unknown, -1, -1))


def _merges(words: list[str], scores: list[float], kinds: list[int]) -> list[tuple[str, str]]:
    """What the scores mean as merges: all ways to put a word together, the words of the highest scores first."""
    normal = [token for token, kind in enumerate(kinds) if kind == Kind.NORMAL]
    known = {words[token] for token in normal}
    found = []
    for token in sorted(normal, key=lambda token: (-scores[token], token)):
        word = words[token]
        cuts = ((word[:at], word[at:]) for at in range(1, len(word)))
        found += [(left, right) for left, right in cuts if left in known and right in known]
    return found


def _pieces_of_gguf(file: Gguf) -> Pieces:
    words = file.get(_KEY + "tokens")
    kinds = file.get(_KEY + "token_type", [int(Kind.NORMAL)] * len(words))
    ids = [file.get(f"{_KEY}{name}_token_id", -1) for name in ("unknown", "bos", "eos", "padding")]
    scores = [float(score) for score in file.get(_KEY + "scores")]
    return Pieces(words, scores, [int(kind) for kind in kinds], file.get(_KEY + "add_space_prefix", True), *ids)  # fmt: skip


def _json_of_pieces(file: Gguf) -> tuple[dict[str, Any], dict[str, Any]]:
    """What `tokenizer.json` and `tokenizer_config.json` say of it."""
    pieces = _pieces_of_gguf(file)
    kinds, words = pieces.kinds, pieces.words
    standing = (Kind.CONTROL, Kind.USER, Kind.UNKNOWN)
    around = [{"Sequence": {"id": "A", "type_id": 0}}]
    adds_bos = file.get(_KEY + "add_bos_token", True) and pieces.bos >= 0
    if adds_bos:
        around.insert(0, {"SpecialToken": {"id": words[pieces.bos], "type_id": 0}})
    blanks: list[dict[str, Any]] = [{"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]
    parts: list[dict[str, Any]] = [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"}]  # fmt: skip
    if pieces.adds_blank:
        blanks.insert(0, {"type": "Prepend", "prepend": "▁"})
        parts.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    whole = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": _added(words, [k if k != Kind.UNKNOWN else Kind.CONTROL for k in kinds]),
        "normalizer": {"type": "Sequence", "normalizers": blanks}, "pre_tokenizer": None,
        "post_processor": {"type": "TemplateProcessing", "single": around, "pair": around, "special_tokens": {words[t]: {"id": words[t], "ids": [t], "tokens": [words[t]]} for t in [pieces.bos] if adds_bos}},
        "decoder": {"type": "Sequence", "decoders": parts},
        "model": {
            "type": "BPE", "dropout": None, "unk_token": words[pieces.unknown] if pieces.unknown >= 0 else None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
            "fuse_unk": True, "byte_fallback": True, "ignore_merges": False, "vocab": {word: token for token, word in enumerate(words)},
            "merges": [list(merge) for merge in _merges(words, pieces.scores, kinds)],
        },
    }  # fmt: skip
    added = {str(t): {"content": words[t], "special": kinds[t] != Kind.USER} for t in range(len(words)) if kinds[t] in standing}  # fmt: skip
    return whole, {"added_tokens_decoder": added}


# -- GGUF to folders ---------------------------------------------------------------------------------------


def files_of_gguf(file: Gguf) -> dict[str, bytes]:
    """The files `tokenizer.json` and `tokenizer_config.json` that say what the metadata says, and `tokenizer.model` where it is of SentencePiece."""
    kind = file.get(_KEY + "model")
    words = file.get(_KEY + "tokens")
    files: dict[str, bytes] = {}
    more: dict[str, Any] = {}
    if kind == "gpt2":
        whole = _json_of_bytes(file)
    elif kind == "llama":
        whole, more = _json_of_pieces(file)
        files["tokenizer.model"] = written(_pieces_of_gguf(file))
    else:
        raise TokenizerError(f"{file.path}: only byte-level vocabularies and those of SentencePiece are translated to 'tokenizer.json', not '{kind}'")  # fmt: skip
    settings: dict[str, Any] = {"tokenizer_class": "PreTrainedTokenizerFast", "add_bos_token": file.get(_KEY + "add_bos_token", kind == "llama"), **more}  # fmt: skip
    for name, key in (("bos", "bos"), ("eos", "eos"), ("pad", "padding"), ("unk", "unknown")):
        token = file.get(f"{_KEY}{key}_token_id")
        if token is not None and token < len(words):
            settings[f"{name}_token"] = words[token]
    if file.get("tokenizer.chat_template") is not None:
        settings["chat_template"] = file.get("tokenizer.chat_template")
    files["tokenizer.json"] = json.dumps(whole, ensure_ascii=False).encode()
    files["tokenizer_config.json"] = (json.dumps(settings, ensure_ascii=False, indent=2) + "\n").encode()  # fmt: skip
    return files


def _added(words: list[str], kinds: list[Any]) -> list[dict[str, Any]]:
    """Tokens that stand for their own text."""
    return [
        {"id": token, "content": words[token], "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": kind == Kind.CONTROL}
        for token, kind in enumerate(kinds) if kind in (Kind.CONTROL, Kind.USER)
    ]  # fmt: skip


def _json_of_bytes(file: Gguf) -> dict[str, Any]:
    words = file.get(_KEY + "tokens")
    kinds = file.get(_KEY + "token_type", [int(Kind.NORMAL)] * len(words))
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
        "ignore_merges": file.get(_KEY + "pre") == "llama-bpe", "vocab": {word: token for token, word in enumerate(words)},
        "merges": [merge.split(" ", 1) for merge in file.get(_KEY + "merges", [])],
    }  # fmt: skip
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": _added(words, kinds), "normalizer": None, "pre_tokenizer": _pre_tokenizer(file),
        "post_processor": None, "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}, "model": model,
    }  # fmt: skip


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
