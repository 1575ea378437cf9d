"""Mojo code to coloured HTML, by the compiler's own lexer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Final

from ember.support.diagnostics import DiagnosticSink
from ember.support.source import SourceFile
from ember.syntax.lexer import tokenize
from ember.syntax.tokens import (
    BACKTICK,
    FLOAT,
    INT,
    KEYWORDS,
    NAME,
    STRING,
    TSTART,
    TSTOP,
    TTEXT,
    TokenStream,
)

_SOFT_KEYWORDS: Final = frozenset(
    ("alias", "mut", "out", "read", "imm", "inout", "borrowed", "owned", "deinit", "raises")
) | frozenset(("where", "capturing", "thin", "escaping", "match", "case", "async", "self", "Self"))
_CLASSES: Final = {
    INT: "n",
    FLOAT: "n",
    STRING: "s",
    TSTART: "s",
    TTEXT: "s",
    TSTOP: "s",
    BACKTICK: "s",
    **dict.fromkeys(KEYWORDS, "k"),
}
_DECLARING: Final = frozenset(("def", "fn", "struct", "trait"))


def highlight(code: str, link: Callable[[str], str | None]) -> str:
    """The code with a `span` around what has a colour; names that `link` knows lead to their documentation."""
    tokens = tokenize(SourceFile("<code>", code), DiagnosticSink())
    pieces = []
    done = 0
    for start, end, style in _spans(tokens):
        pieces.append(escape(code[done:start]))
        text = code[start:end]
        shown = escape(text)
        address = link(text) if style in ("", "t") else None
        if style:
            shown = f'<span class="{style}">{shown}</span>'
        if address is not None:
            shown = f'<a href="{escape(address)}">{shown}</a>'
        pieces.append(shown)
        done = end
    pieces.append(escape(code[done:]))
    return "".join(pieces)


def _spans(tokens: TokenStream) -> Iterator[tuple[int, int, str]]:
    """The coloured stretches in order, with the class of each; names may have none."""
    found = [(start, end, "c") for start, end in tokens.comments]
    for at, kind in enumerate(tokens.kinds):
        start, end = tokens.starts[at], tokens.ends[at]
        if start == end:
            continue
        before = tokens.kinds[at - 1] if at else ""
        if kind == NAME:
            found.append((start, end, _name_style(tokens.texts[at], before)))
        elif kind in _CLASSES:
            found.append((start, end, _CLASSES[kind]))
    return iter(sorted(found))


def _name_style(name: str, before: str) -> str:
    if before == "@":
        return "d"
    if before in _DECLARING:
        return "f"
    if name in _SOFT_KEYWORDS:
        return "k"
    return "t" if name[0].isupper() else ""
