"""Tokenizers out of `tokenizer.json`, as the package `tokenizers` writes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ember.pipelines.tokenizers.native import (
    Kind,
    Model,
    NativeTokenizer,
    Option,
    Stage,
    packed_texts,
)
from ember.pipelines.tokenizers.normalizing import normalizer
from ember.pipelines.tokenizers.tokenizer import Special, Tokenizer, TokenizerError

_LLAMA3: Final = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_GPT2: Final = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

PATTERNS: Final = {
    _LLAMA3: Stage.LLAMA3,
    _LLAMA3.replace("{1,3}", ""): Stage.QWEN2,
    _GPT2: Stage.GPT2,
    _GPT2.replace("'s|'t|'re|'ve|'m|'ll|'d", "'(?:[sdmt]|ll|ve|re)"): Stage.GPT2,
    r"[\p{P}\$\+<=>\^~\|`]+": Stage.PUNCTUATION,
    r"[0-9]{3}": Stage.TRIPLES,
    r"[0-9][0-9][0-9]": Stage.TRIPLES,
    r"\p{N}": Stage.NUMBERS,
    r"\p{N}+": Stage.NUMBER_RUNS,
}
"""Regular expressions that we know by heart."""

_MOST_TOKENS: Final = 1 << 24
_TYPES: Final = {"Unigram": Model.UNIGRAM, "WordPiece": Model.WORDS}


def json_tokenizer(path: str | Path) -> Tokenizer:
    """The tokenizer of a file, or of the folder it lies in with its settings; `TokenizerError` says what is not supported."""
    path = Path(path)
    file = path / "tokenizer.json" if path.is_dir() else path
    try:
        values = json.loads(file.read_text("utf-8"))
        settings = settings_of(file.parent)
    except OSError as problem:
        raise TokenizerError(f"{file}: {problem.strerror}") from None
    except (ValueError, AttributeError, RecursionError) as problem:
        raise TokenizerError(f"{file}: {problem}") from None
    try:
        tokenizer = _tokenizer(values, settings)
        if tokenizer.normalize is not None:
            tokenizer.normalize("x y", True)  # what its steps need is looked at only when they run
        return tokenizer
    except (LookupError, TypeError, AttributeError, OverflowError, StopIteration) as problem:
        raise TokenizerError(f"{file}: it is not made as expected: {problem!r}") from None
    except TokenizerError as problem:
        raise TokenizerError(f"{file}: {problem}") from None


def settings_of(folder: Path) -> dict[str, Any]:
    """What the files beside a tokenizer say."""
    found: dict[str, Any] = {}
    for name in ("tokenizer_config.json", "generation_config.json", "config.json"):
        if (folder / name).exists():
            for key, value in json.loads((folder / name).read_text("utf-8")).items():
                found.setdefault(key, value)
    template = folder / "chat_template.jinja"
    if template.exists():
        found["chat_template"] = template.read_text("utf-8")
    return found


def _tokenizer(values: Mapping[str, Any], settings: Mapping[str, Any]) -> Tokenizer:
    model = values["model"]
    kind = _TYPES.get(model.get("type", "BPE"), Model.CHARACTERS)
    steps = list(flattened(values.get("pre_tokenizer"), "pretokenizers"))
    is_byte_level = any(step["type"] == "ByteLevel" for step in steps)
    if kind is Model.CHARACTERS and is_byte_level:
        kind = Model.BYTES
    normal = list(flattened(values.get("normalizer"), "normalizers"))
    native = _native(model, kind, values.get("added_tokens", []))
    for stage in stages_of(steps, normal):
        native.add_stage(stage)
    added = values.get("added_tokens", [])
    ids = {entry["content"]: entry["id"] for entry in added}
    before, behind = _around(values.get("post_processor"), ids)
    return Tokenizer(
        native,
        _size(model, added),
        [_special(entry) for entry in added],
        normalize=normalizer(normal, steps),
        before=before,
        behind=behind,
        bos=ids.get(_text(settings.get("bos_token"))),
        eos=ids.get(_text(settings.get("eos_token"))),
        ends=_ends(settings, ids),
        has_prefix_space=any(s["type"] in ("Metaspace", "Prepend") for s in [*steps, *normal]),
        joins_words=kind is Model.WORDS,
        chat_template=_template(settings.get("chat_template")),
    )


def _native(
    model: Mapping[str, Any], kind: Model, added: Iterable[Mapping[str, Any]]
) -> NativeTokenizer:
    import numpy as np

    vocabulary = model["vocab"]
    scores = None
    if kind is Model.UNIGRAM:
        scores = np.array([score for _, score in vocabulary])
        vocabulary = {text: token for token, (text, _) in enumerate(vocabulary)}
    words = [""] * _size(model, added)
    for text, token in vocabulary.items():
        words[token] = text
    kinds = np.full(len(words), Kind.UNUSED, np.int32)
    kinds[list(vocabulary.values())] = Kind.NORMAL
    for entry in added:
        words[entry["id"]] = entry["content"]
        kinds[entry["id"]] = Kind.CONTROL
    options = Option.NONE
    if model.get("byte_fallback"):
        options |= Option.BYTES_FOR_UNKNOWN | Option.META_IS_BLANK
        kinds[[t for w, t in vocabulary.items() if len(w) == 6 and w.startswith("<0x")]] = Kind.BYTE
    if kind in (Model.CHARACTERS, Model.UNIGRAM):
        options |= Option.META_IS_BLANK
    if model.get("fuse_unk", kind is Model.UNIGRAM):
        options |= Option.ONE_UNKNOWN
    if model.get("ignore_merges"):
        options |= Option.WHOLE_PIECES
    native = NativeTokenizer(kind, options, packed_texts(words), kinds, _unknown(model, vocabulary))
    if scores is not None:
        padded = np.zeros(len(words))
        padded[: len(scores)] = scores
        native.add_scores(padded)
    merges = [m if isinstance(m, str) else " ".join(m) for m in model.get("merges", ())]
    if merges:
        native.add_merges(packed_texts(merges), len(merges))
    return native


def _size(model: Mapping[str, Any], added: Iterable[Mapping[str, Any]]) -> int:
    vocabulary = model["vocab"]
    last: int = len(vocabulary) - 1 if isinstance(vocabulary, list) else max(vocabulary.values())
    count = max([last, *(int(entry["id"]) for entry in added)]) + 1
    if not 0 < count <= _MOST_TOKENS:
        raise TokenizerError(f"a vocabulary of {count:,} tokens")
    return count


def _unknown(model: Mapping[str, Any], vocabulary: Mapping[str, int]) -> int:
    if model.get("unk_id") is not None:
        unknown = int(model["unk_id"])
        if not 0 <= unknown < len(vocabulary):
            raise TokenizerError(f"the unknown token {unknown} is not in the vocabulary")
        return unknown
    return vocabulary.get(model.get("unk_token") or "", -1)


# -- pieces ----------------------------------------------------------------------------------------------


def flattened(step: Mapping[str, Any] | None, inside: str) -> Iterator[Mapping[str, Any]]:
    """The steps of a sequence of sequences."""
    if step is None:
        return
    if step["type"] == "Sequence":
        for part in step[inside]:
            yield from flattened(part, inside)
    else:
        yield step


def stages_of(
    steps: Iterable[Mapping[str, Any]], normal: Iterable[Mapping[str, Any]]
) -> Iterator[Stage]:
    """How text is cut, one step after the other; `TokenizerError` for steps that are not known."""
    replaced = {n["pattern"].get("String") for n in normal if n["type"] == "Replace"}
    for step in steps:
        match step["type"]:
            case "ByteLevel":
                if step.get("use_regex", True):
                    yield Stage.GPT2
            case "Split":
                pattern = step["pattern"]
                if pattern.get("String") in replaced:
                    continue
                yield _stage_of(pattern.get("Regex"), step)
            case "Digits":
                yield Stage.NUMBERS if step["individual_digits"] else Stage.NUMBER_RUNS
            case "BertPreTokenizer":
                yield Stage.WORDS
            case "Metaspace":
                if step.get("split", True):
                    yield Stage.META
            case other:
                raise TokenizerError(f"the pre-tokenizer '{other}' is not supported")


def _stage_of(pattern: str | None, step: Mapping[str, Any]) -> Stage:
    is_cut = step["behavior"].lower() in ("isolated", "removed")
    if pattern not in PATTERNS or not is_cut or (step["behavior"] == "Removed") != step["invert"]:
        raise TokenizerError(f"the pre-tokenizer with the pattern {pattern!r} is not supported")
    return PATTERNS[pattern]


# -- special tokens --------------------------------------------------------------------------------------


def _special(entry: Mapping[str, Any]) -> Special:
    return Special(
        entry["content"],
        entry["id"],
        bool(entry.get("lstrip")),
        bool(entry.get("rstrip")),
        bool(entry.get("special")),
    )


def _around(step: Mapping[str, Any] | None, ids: Mapping[str, int]) -> tuple[list[int], list[int]]:
    """What a post-processor puts around one text."""
    for part in flattened(step, "processors"):
        if part["type"] == "TemplateProcessing":
            pieces = part["single"]
            place = next(i for i, piece in enumerate(pieces) if "Sequence" in piece)
            tokens = part["special_tokens"]

            def listed(given: list[Any], tokens: Any = tokens) -> list[int]:
                return [t for p in given for t in tokens[p["SpecialToken"]["id"]]["ids"]]

            return listed(pieces[:place]), listed(pieces[place + 1 :])
        if part["type"] in ("BertProcessing", "RobertaProcessing"):
            return [part["cls"][1]], [part["sep"][1]]
    return [], []


def _ends(settings: Mapping[str, Any], ids: Mapping[str, int]) -> frozenset[int]:
    named = settings.get("eos_token_id", [])
    found = {*named} if isinstance(named, list) else {named}
    token = ids.get(_text(settings.get("eos_token")))
    return frozenset(found | ({token} if token is not None else set()))


def _text(token: Any) -> str:
    return str(token.get("content", "")) if isinstance(token, dict) else str(token or "")


def _template(found: Any) -> str | None:
    """The default of several templates."""
    if isinstance(found, list):
        named = {entry["name"]: entry["template"] for entry in found}
        found = named.get("default")
    return found if isinstance(found, str) else None
