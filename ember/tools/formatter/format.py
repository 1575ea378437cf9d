"""The whole file in the house style, and the proof that only the layout changed."""

from __future__ import annotations

from typing import Final

from ember.support.diagnostics import CompileError, DiagnosticSink
from ember.support.source import SourceFile
from ember.syntax.dump import dump
from ember.syntax.edition import declared_edition
from ember.syntax.lexer import tokenize
from ember.syntax.parser import parse_source
from ember.tools.formatter.layout import INDENT, layout_line
from ember.tools.formatter.lines import Line, split_lines
from ember.tools.formatter.spacing import set_spaces

DEFAULT_WIDTH: Final = 100
_BLANK_LINES: Final = 2
_PASSES: Final = 20


class FormatFault(Exception):
    """The result would not mean what the file means: a fault of the formatter."""


def format_source(source: SourceFile, width: int = DEFAULT_WIDTH) -> str:
    """The formatted text; `CompileError` for a file that does not parse."""
    newline = "\r\n" if _first_line_ends_with_return(source.text) else "\n"
    plain = SourceFile(source.path, source.text.replace("\r\n", "\n"))
    plain.decode_error = source.decode_error
    before = _meaning(plain)
    text = _settled(plain, width)
    _check(before, SourceFile(source.path, text))
    return text.replace("\n", newline) if newline != "\n" else text


def _first_line_ends_with_return(text: str) -> bool:
    end = text.find("\n")
    return end > 0 and text[end - 1] == "\r"


def _settled(source: SourceFile, width: int) -> str:
    """Formats until nothing changes: a bracket broken once ends in a comma, and then stays broken."""
    text = _formatted(source, width)
    for _ in range(_PASSES):
        again = _formatted(SourceFile(source.path, text), width)
        if again == text:
            return text
        text = again
    raise FormatFault("the layout does not settle")


def _formatted(source: SourceFile, width: int) -> str:
    out: list[str] = []
    for line in split_lines(tokenize(source, DiagnosticSink())):
        out += [""] * _blank_lines(line, is_first=not out)
        out += _printed(line, source.text, width)
    return "\n".join(out) + "\n" if out else ""


def _blank_lines(line: Line, is_first: bool) -> int:
    if not is_first:
        return min(line.blank_lines, _BLANK_LINES)
    names_edition = line.comment is not None and declared_edition(line.comment.text) is not None
    return min(line.blank_lines, 1) if names_edition else 0


def _printed(line: Line, text: str, width: int) -> list[str]:
    if not line.tokens:
        assert line.comment is not None
        return [" " * (line.level * INDENT) + line.comment.text]
    if line.tokens[-1].kind == ";" and len(line.tokens) > 1:
        line.tokens.pop()
    set_spaces(line.tokens)
    lines = layout_line(line, text, width)
    if line.comment is not None:
        lines[-1] += "  " + line.comment.text
    return lines


# --- the proof ------------------------------------------------------------------------------------


def _meaning(source: SourceFile) -> tuple[str, list[str]]:
    """The tree and the comments of a file; raises `CompileError` if it does not parse."""
    sink = DiagnosticSink()
    module = parse_source(source, sink)
    sink.raise_if_errors()
    tokens = tokenize(source, DiagnosticSink())
    comments = [source.text[start:end].rstrip() for start, end in sorted(set(tokens.comments))]
    return dump(module), comments


def _check(before: tuple[str, list[str]], result: SourceFile) -> None:
    try:
        after = _meaning(result)
    except CompileError as problem:
        raise FormatFault(f"the result does not parse: {problem}") from problem
    if before[1] != after[1]:
        raise FormatFault("a comment would be lost or moved")
    if before[0] != after[0]:
        raise FormatFault("the program's meaning would change")
