"""Warnings about spellings of earlier versions of the language, on request: what to write today."""

from __future__ import annotations

from typing import Final

from ember.support.diagnostics import DiagnosticSink, Fix, warning
from ember.syntax.tokens import BACKTICK, NAME, TokenStream

_BEFORE_NAME: Final = {
    "alias": "comptime",
    "let": "var",
    "inout": "mut",
    "owned": "var",
    "borrowed": "read",
}
_DECORATORS: Final = {
    "value": "@fieldwise_init, and the traits Copyable and Movable",
    "parameter": "comptime if, comptime for, or a capture list",
    "register_passable": "the trait TrivialRegisterPassable",
}
_DEFINITIONS: Final = {
    "__copyinit__": "__init__(out self, *, copy: Self)",
    "__moveinit__": "__init__(out self, *, deinit move: Self)",
    "__del__": "__deinit__(deinit self)",
}
_CALLS: Final = {
    "constrained": "comptime assert",
    "__type_of": "type_of",
    "__origin_of": "origin_of",
    "__lifetime_of": "origin_of",
}


def warn_old_spellings(tokens: TokenStream, sink: DiagnosticSink) -> None:
    """Reports every old form once per place."""
    for at, text in enumerate(tokens.texts):
        today, is_exact = _today(tokens, at, text)
        if today:
            span = tokens.file.span(tokens.starts[at], tokens.ends[at])
            fix = Fix(span, today) if is_exact else None
            message = f"'{text}' is an old spelling; write '{today}'"
            sink.report(warning("old-spelling", span, message, fix))


def _today(tokens: TokenStream, at: int, text: str) -> tuple[str, bool]:
    """What a token is called today, and whether it can be replaced as it stands."""
    kinds = tokens.kinds
    if kinds[at] == "fn":
        return "def", True
    if kinds[at] != NAME:
        return "", False
    before, after = kinds[at - 1], kinds[at + 1]
    if text in _BEFORE_NAME and after in (NAME, BACKTICK, "*", "**"):
        return _BEFORE_NAME[text], True
    if text in _DECORATORS and before == "@":
        return _DECORATORS[text], False
    if text in _DEFINITIONS and before in ("def", "fn"):
        return _DEFINITIONS[text], False
    if text in _CALLS and after in ("[", "(") and before not in (".", "def", "fn"):
        return _CALLS[text], text != "constrained"
    return "", False
