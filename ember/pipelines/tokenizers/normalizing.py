"""What is done to text before it is cut into tokens."""

from __future__ import annotations

import unicodedata

_META = "\u2581"


def with_meta(text: str, is_start: bool, *, prepends: bool, always: bool) -> str:
    """Blanks as `▁`, one more in front of the start (`prepends`), or of every part (`always`)."""
    prefix = _META if (is_start and prepends) or always else ""
    return prefix + text.replace(" ", _META)


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
    if char in "\t\n\r" or char.isspace():
        return " "
    if char == "\0" or char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Co"):
        return ""
    return char


def _is_han(point: int) -> bool:
    return (
        0x4E00 <= point <= 0x9FFF
        or 0x3400 <= point <= 0x4DBF
        or 0x20000 <= point <= 0x2A6DF
        or 0x2A700 <= point <= 0x2CEAF
        or 0xF900 <= point <= 0xFAFF
        or 0x2F800 <= point <= 0x2FA1F
    )
