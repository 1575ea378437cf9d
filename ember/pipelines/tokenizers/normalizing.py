"""What is done to text before it is cut into tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

Step = Callable[[str, bool], str]
"""Changes a text; told whether it is the start."""


def normalizer(
    normal: Sequence[Mapping[str, Any]], pieces: Sequence[Mapping[str, Any]]
) -> Step | None:
    """The normalizers of a `tokenizer.json`, and what its pre-tokenizers do to the text; None: nothing."""
    steps = [_step(entry) for entry in normal]
    for entry in pieces:
        if entry["type"] == "ByteLevel" and entry.get("add_prefix_space"):
            steps.append(_with_blank)
        if entry["type"] == "Metaspace":
            scheme = entry.get("prepend_scheme", "always")
            steps.append(partial(_metaspace, meta=entry["replacement"], scheme=scheme))
    if not steps:
        return None

    def normalize(text: str, is_start: bool) -> str:
        for step in steps:
            text = step(text, is_start)
        return text

    return normalize


def _step(entry: Mapping[str, Any]) -> Step:
    match entry["type"]:
        case "NFC" | "NFD" | "NFKC" | "NFKD" as form:
            return lambda text, is_start: unicodedata.normalize(form, text)
        case "Lowercase":
            return lambda text, is_start: text.lower()
        case "StripAccents":
            return lambda text, is_start: "".join(
                c for c in text if unicodedata.category(c) != "Mn"
            )
        case "Prepend":
            return lambda text, is_start: entry["prepend"] + text
        case "Replace" if "String" in entry["pattern"]:
            old, new = entry["pattern"]["String"], entry["content"]
            return lambda text, is_start: text.replace(old, new)
        case "Strip":
            return lambda text, is_start: _stripped(text, entry)
        case "BertNormalizer":
            return partial(
                bert,
                lowers=entry["lowercase"],
                strips=entry.get("strip_accents"),
                cleans=entry.get("clean_text", True),
                spaces_han=entry.get("handle_chinese_chars", True),
            )
        case other:
            raise ValueError(f"the normalizer '{other}' is not supported")


def _stripped(text: str, entry: Mapping[str, Any]) -> str:
    text = text.lstrip() if entry["strip_left"] else text
    return text.rstrip() if entry["strip_right"] else text


def _with_blank(text: str, is_start: bool) -> str:
    return text if text[:1].isspace() else f" {text}"


def _metaspace(text: str, is_start: bool, *, meta: str, scheme: str) -> str:
    text = text.replace(" ", meta)
    if scheme == "never" or (scheme == "first" and not is_start) or text.startswith(meta):
        return text
    return meta + text


def with_meta(text: str, is_start: bool, *, prepends: bool) -> str:
    """Blanks as `▁`, one more in front if need be."""
    return ("▁" if prepends else "") + text.replace(" ", "▁")


def bert(
    text: str,
    is_start: bool = True,
    *,
    lowers: bool,
    strips: bool | None = None,
    cleans: bool = True,
    spaces_han: bool = True,
) -> str:
    """As BERT does: no control characters, blanks around Chinese characters, no accents, lower case."""
    if cleans:
        text = "".join(_cleaned(char) for char in text)
    if spaces_han:
        text = "".join(f" {char} " if _is_han(ord(char)) else char for char in text)
    if strips if strips is not None else lowers:
        decomposed = unicodedata.normalize("NFD", text)
        text = "".join(char for char in decomposed if unicodedata.category(char) != "Mn")
    return text.lower() if lowers else text


def _cleaned(char: str) -> str:
    if char in "\t\n\r":
        return " "
    if char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Co"):
        return ""
    return " " if char.isspace() else char


def _is_han(point: int) -> bool:
    return (
        0x4E00 <= point <= 0x9FFF
        or 0x3400 <= point <= 0x4DBF
        or 0x20000 <= point <= 0x2A6DF
        or 0x2A700 <= point <= 0x2CEAF
        or 0xF900 <= point <= 0xFAFF
        or 0x2F800 <= point <= 0x2FA1F
    )
