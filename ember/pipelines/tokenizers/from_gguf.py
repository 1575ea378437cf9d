"""Tokenizers out of the metadata of GGUF files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ember.pipelines.tokenizers.native import (
    Kind,
    Model,
    NativeTokenizer,
    Option,
    Stage,
    packed_texts,
)
from ember.pipelines.tokenizers.normalizing import Step, bert, with_meta
from ember.pipelines.tokenizers.tokenizer import Special, Tokenizer, TokenizerError
from ember.pipelines.weights.gguf import FLOAT32, INT32, STRING, UINT32

if TYPE_CHECKING:
    from ember.pipelines.weights.gguf import Gguf

_KEY: Final = "tokenizer.ggml."

STAGES: Final[dict[str, tuple[Stage, ...]]] = {
    "gpt-2": (Stage.GPT2,),
    "mpt": (Stage.GPT2,),
    "olmo": (Stage.GPT2,),
    "smollm": (Stage.NUMBERS, Stage.GPT2),
    "starcoder": (Stage.NUMBERS, Stage.GPT2),
    "refact": (Stage.NUMBERS, Stage.GPT2),
    "command-r": (Stage.NUMBERS, Stage.GPT2),
    "llama-bpe": (Stage.LLAMA3,),
    "llama3": (Stage.LLAMA3,),
    "dbrx": (Stage.LLAMA3,),
    "qwen2": (Stage.QWEN2,),
    "stablelm2": (Stage.QWEN2,),
    "falcon": (Stage.PUNCTUATION, Stage.GPT2, Stage.TRIPLES),
}
"""How each kind of byte-level tokenizer cuts text (`tokenizer.ggml.pre`)."""

_MODELS: Final = {
    "gpt2": (Model.BYTES, Option.NONE),
    "llama": (Model.SCORES, Option.BYTES_FOR_UNKNOWN | Option.META_IS_BLANK),
    "t5": (Model.UNIGRAM, Option.ONE_UNKNOWN | Option.META_IS_BLANK),
    "bert": (Model.WORDS, Option.META_STARTS_WORDS),
}

_ENDS: Final = {"<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_text|>", "<|end|>", "<end_of_turn>", "</s>"}  # fmt: skip
"""Control tokens that end a turn, whatever the file calls its end."""


@dataclass
class Metadata:
    """Metadata that is in no file yet, read as that of a file."""

    path: Path
    values: dict[str, Any]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def get(self, key: str, default: Any = None) -> Any:
        """A value, or the default."""
        return self.values.get(key, default)

    def require(self, key: str, kind: type) -> Any:
        """A value that must be there."""
        return self.values[key]

    def packed(self, key: str, *elements: int) -> tuple[bytes, int]:
        """An array as it lies in files."""
        import numpy as np

        values = self.values[key]
        if STRING in elements:
            return packed_texts(values), len(values)
        return np.array(values, np.float32 if FLOAT32 in elements else np.int32).tobytes(), len(values)  # fmt: skip


def gguf_tokenizer(file: Gguf | Metadata) -> Tokenizer:
    """The tokenizer of a file; `TokenizerError` says what it has that is not supported."""
    import numpy as np

    name = file.require(_KEY + "model", str)
    if name not in _MODELS:
        known = ", ".join(_MODELS)
        raise TokenizerError(
            f"{file.path}: the tokenizer '{name}' is not supported; known are {known}"
        )
    model, options = _MODELS[name]
    stages, options = _stages(file, model, options)
    words, count = file.packed(_KEY + "tokens", STRING)
    kinds = np.ones(count, np.int32)
    if _KEY + "token_type" in file:
        kinds = np.frombuffer(file.packed(_KEY + "token_type", UINT32, INT32)[0], np.int32)
    if len(kinds) != count:
        raise TokenizerError(f"{file.path}: {len(kinds)} token types for {count} tokens")
    unknown = _token(file, "unknown_token_id", count)
    native = NativeTokenizer(model, options, words, kinds, -1 if unknown is None else unknown)
    if model is Model.BYTES:
        native.add_merges(*file.packed(_KEY + "merges", STRING))
    if model in (Model.SCORES, Model.UNIGRAM):
        scores, given = file.packed(_KEY + "scores", FLOAT32)
        if given != count:
            raise TokenizerError(f"{file.path}: {given} scores for {count} tokens")
        native.add_scores(np.frombuffer(scores, np.float32))
    for stage in stages:
        native.add_stage(stage)
    return _complete(file, native, model, kinds)


def _token(file: Gguf | Metadata, name: str, count: int) -> int | None:
    """A token that the metadata names by its number; none if it is no token of the vocabulary."""
    if _KEY + name not in file:
        return None
    token: int = file.require(_KEY + name, int)
    return token if 0 <= token < count else None


def _stages(
    file: Gguf | Metadata, model: Model, options: Option
) -> tuple[tuple[Stage, ...], Option]:
    if model is Model.WORDS:
        return (Stage.WORDS,), options
    if model is not Model.BYTES:
        return (), options
    name = file.get(_KEY + "pre", "gpt-2")
    if name not in STAGES:
        raise TokenizerError(
            f"{file.path}: the pre-tokenizer '{name}' is not supported; known are {', '.join(STAGES)}"
        )
    return STAGES[name], options | (Option.WHOLE_PIECES if name == "llama-bpe" else Option.NONE)


def _complete(
    file: Gguf | Metadata, native: NativeTokenizer, model: Model, kinds: Any
) -> Tokenizer:
    import numpy as np

    standing = np.nonzero((kinds == Kind.CONTROL) | (kinds == Kind.USER))[0].tolist()
    control = set(np.nonzero(kinds == Kind.CONTROL)[0].tolist())
    specials = [
        Special(native.word(token), token, is_control=token in control) for token in standing
    ]
    bos, eos = (_token(file, name, len(kinds)) for name in ("bos_token_id", "eos_token_id"))
    adds_bos = file.get(_KEY + "add_bos_token", model is Model.SCORES)
    adds_eos = file.get(_KEY + "add_eos_token", model is Model.UNIGRAM)
    has_prefix = model in (Model.SCORES, Model.UNIGRAM) and file.get(
        _KEY + "add_space_prefix", True
    )
    ends = {s.token for s in specials if s.text in _ENDS} | ({eos} if eos is not None else set())
    return Tokenizer(
        native,
        len(kinds),
        specials,
        normalize=_normalizing(model, has_prefix),
        before=[bos] if adds_bos and bos is not None else [],
        behind=[eos] if adds_eos and eos is not None else [],
        bos=bos,
        eos=eos,
        ends=frozenset(ends),
        has_prefix_space=has_prefix,
        joins_words=model is Model.WORDS,
        has_meta_words=model is Model.WORDS,
        chat_template=file.get("tokenizer.chat_template"),
    )


def _normalizing(model: Model, has_prefix: bool) -> Step | None:
    """What is done to text first. A blank is put in front of the start, and of what follows a special token."""
    if model in (Model.SCORES, Model.UNIGRAM):
        return partial(with_meta, prepends=has_prefix)
    return partial(bert, lowers=True) if model is Model.WORDS else None
