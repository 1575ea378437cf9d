"""What is done to text before it is cut into tokens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
"""White space by Unicode, which does not have all that Python strips: the separators of ASCII are none."""

_BLANKS = re.compile("[\t\n\r\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f]")  # fmt: skip
"""Chinese characters; the package `tokenizers` leaves some out, and so do the models that were trained with it."""

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
            return lambda text, is_start: lowered(text)
        case "StripAccents":
            return lambda text, is_start: _pattern("MARKS").sub("", text)
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
    text = text.lstrip(WHITE) if entry["strip_left"] else text
    return text.rstrip(WHITE) if entry["strip_right"] else text


def _with_blank(text: str, is_start: bool) -> str:
    return text if text[:1] and text[0] in WHITE else f" {text}"


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
        text = _BLANKS.sub(" ", _pattern("CONTROLS").sub("", text))
    if spaces_han:
        text = _HAN.sub(r" \g<0> ", text)
    if strips if strips is not None else lowers:
        text = _pattern("ACCENTS").sub("", unicodedata.normalize("NFD", text))
    return lowered(text) if lowers else text


def lowered(text: str) -> str:
    """Each character in lower case for itself: a sigma at the end of a word is one like any other."""
    return "".join(map(str.lower, text))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Finds the characters of a list of `bert_characters.py`."""
    from ember.pipelines.tokenizers import bert_characters

    return re.compile(f"[{getattr(bert_characters, name)}]")
