"""The values of literals: digits to integers, quoted text to bytes."""

from __future__ import annotations

import re
from typing import Final

from ember.support.patterns import lazy

_PREFIXES: Final = {"x": 16, "o": 8, "b": 2}
_DECIMAL_CHUNK: Final = 4000
_FLOAT_DIGITS: Final = 20_000
_EXPONENT_DIGITS: Final = 4


def integer_value(digits: str) -> int:
    """The value of an integer literal without underscores, of any size."""
    if len(digits) > 1 and digits[0] == "0":
        base = _PREFIXES.get(digits[1].lower())
        if base is not None:
            return int(digits[2:], base)
    if len(digits) <= _DECIMAL_CHUNK:
        return int(digits)
    return _long_decimal(digits)


def _long_decimal(digits: str) -> int:
    """Python refuses very long decimal texts at once; halves are converted and joined."""
    if len(digits) <= _DECIMAL_CHUNK:
        return int(digits)
    middle = len(digits) // 2
    low = digits[middle:]
    scale: int = 10 ** len(low)
    return _long_decimal(digits[:middle]) * scale + _long_decimal(low)


def is_float_too_long(text: str) -> bool:
    """Whether a float literal has more digits, or a larger exponent, than exact numbers are calculated with."""
    digits, _, exponent = text.lower().partition("e")
    return len(digits) > _FLOAT_DIGITS or len(exponent.lstrip("+-").lstrip("0")) > _EXPONENT_DIGITS


class BadEscape(Exception):
    """An escape sequence that means nothing; `start` and `end` are offsets into the literal."""

    def __init__(self, start: int, end: int, message: str) -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message


def string_value(literal: str) -> bytes:
    """The value of a plain or raw string literal with its quotes; raises `BadEscape`."""
    quote_at = 1 if literal[0] in "rR" else 0
    size = 3 if literal.startswith(literal[quote_at] * 3, quote_at) and len(literal) >= 6 else 1
    body = literal[quote_at + size : -size]
    if quote_at or "\\" not in body:
        return _encode(body.replace("\r\n", "\n") if "\r" in body else body, quote_at + size)
    return unescape(body, quote_at + size)


def template_value(text: str, is_raw: bool, offset: int) -> bytes:
    """The value of a text piece of a template string, with `{{` and `}}` halved."""
    text = text.replace("{{", "{").replace("}}", "}")
    return _encode(text, offset) if is_raw else unescape(text, offset)


def unescape(body: str, offset: int) -> bytes:
    """Replaces escape sequences; `offset` is added to the positions of errors."""
    pieces: list[str] = []
    pos = 0
    for found in _ESCAPE.finditer(body):
        start = found.start()
        pieces.append(body[pos:start].replace("\r\n", "\n"))
        pos = found.end()
        pieces.append(_escape_value(found, offset))
    pieces.append(body[pos:].replace("\r\n", "\n"))
    return _encode("".join(pieces), offset)


_ESCAPE: Final = lazy(
    r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{0,2})|u([0-9a-fA-F]{0,4})|U([0-9a-fA-F]{0,8})|(\r?\n)|(.?))",
    re.DOTALL,
)
_SIMPLE: Final = dict(zip("\\'\"abfnrtv", "\\'\"\a\b\f\n\r\t\v", strict=True))
_HEX_WIDTHS: Final = {2: 2, 3: 4, 4: 8}


def _escape_value(found: re.Match[str], offset: int) -> str:
    start, end = found.start() + offset, found.end() + offset
    group = found.lastindex
    assert group is not None
    digits = found[group]
    if group == 1:
        return chr(int(digits, 8))
    if group == 5:
        return ""
    if group == 6:
        if digits in _SIMPLE:
            return _SIMPLE[digits]
        message = f"'\\{digits}' is no escape sequence; write '\\\\{digits}' for a backslash"
        raise BadEscape(start, end, message)
    width = _HEX_WIDTHS[group]
    if len(digits) != width:
        letter = found[0][1]
        raise BadEscape(start, end, f"'\\{letter}' needs exactly {width} hexadecimal digits")
    value = int(digits, 16)
    if value > 0x10FFFF or 0xD800 <= value <= 0xDFFF:
        raise BadEscape(start, end, f"U+{value:04X} is not a Unicode character")
    return chr(value)


def _encode(text: str, offset: int) -> bytes:
    """UTF-8; a lone surrogate in the source text itself cannot be encoded."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadEscape(offset, offset + 1, "the string holds a lone surrogate") from error
