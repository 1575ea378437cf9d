"""Diagnostics as the user reads them: text for a terminal or a file, or one JSON object per line for an editor.

hello.mojo:3:9: error[syntax-expected-expression]: expected an expression, found ')'
  3 |     x = )
    |         ^
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ember.support.diagnostics import Diagnostic, Note, Severity, in_order
from ember.support.reporting import Presentation
from ember.support.source import Span

_RESET: Final = "\x1b[0m"
_BOLD: Final = "\x1b[1m"
_STYLES: Final = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;36m",
}
_CARET_LIMIT: Final = 200
_LONGEST_LINE: Final = 400
"""Characters of a line that are shown; of one in a million somebody looks for the place of the mistake."""


def present(diagnostics: Iterable[Diagnostic], how: Presentation) -> str:
    """All of them from top to bottom, and how many errors there are beyond the limit."""
    shown, hidden = _limited(in_order(diagnostics), how.max_errors)
    if how.form == "json":
        return "\n".join(as_json(diagnostic) for diagnostic in shown)
    text = render_all(shown, how.color, how.full_backtrace)
    if hidden:
        plural = "errors" if hidden > 1 else "error"
        text += f"\n{hidden} more {plural}; --max-errors N shows more"
    return text


def _limited(diagnostics: list[Diagnostic], max_errors: int) -> tuple[list[Diagnostic], int]:
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.is_error]
    dropped = errors[max_errors:]
    return [d for d in diagnostics if d not in dropped], len(dropped)


# -- text ------------------------------------------------------------------------------------------


def render(diagnostic: Diagnostic, color: bool = False, full_backtrace: bool = False) -> str:
    """The user's view: headline, source line, caret underline, notes."""
    label = f"{diagnostic.severity.value}[{diagnostic.code}]"
    style = _STYLES[diagnostic.severity]
    lines = _block(diagnostic.span, label, diagnostic.message, style, color)
    for note in diagnostic.notes if full_backtrace else _folded(diagnostic.notes):
        lines += _block(note.span, "note", note.message, _STYLES[Severity.NOTE], color)
    return "\n".join(lines)


def render_all(
    diagnostics: Iterable[Diagnostic], color: bool = False, full_backtrace: bool = False
) -> str:
    """Every diagnostic, in order, one after another."""
    return "\n".join(render(diagnostic, color, full_backtrace) for diagnostic in diagnostics)


def _folded(notes: Sequence[Note]) -> list[Note]:
    """The notes with each way through the library as one line, and without places in the library."""
    folded: list[Note] = []
    hidden = 0
    for note in [*notes, None]:
        if note is not None and note.is_library and note.is_step:
            hidden += 1
            continue
        if hidden:
            frames, them = ("frame", "it") if hidden == 1 else ("frames", "them")
            text = f"({hidden} library {frames} hidden; --full-backtrace shows {them})"
            folded.append(Note(text))
            hidden = 0
        if note is not None:
            folded.append(Note(note.message) if note.is_library else note)
    return folded


def _block(span: Span | None, label: str, message: str, style: str, color: bool) -> list[str]:
    if color:
        place = f"{_BOLD}{span}: {_RESET}" if span is not None else ""
        headline = f"{place}{style}{label}: {_RESET}{_BOLD}{message}{_RESET}"
    else:
        place = f"{span}: " if span is not None else ""
        headline = f"{place}{label}: {message}"
    if span is None:
        return [headline]
    return [headline, *_excerpt(span, style, color)]


def _excerpt(span: Span, style: str, color: bool) -> list[str]:
    """The source line and the caret line below it; tabs keep the two aligned."""
    line, column = span.file.location(span.start)
    text, column = _window(span.file.line_text(line), column)
    width = max(1, min(span.end - span.start, len(text) - column + 1, _CARET_LIMIT))
    pad = "".join("\t" if char == "\t" else " " * _cells(char) for char in text[: column - 1])
    covered = text[column - 1 : column - 1 + width]
    marks = max(1, sum(_cells(char) for char in covered))
    underline = "^" + "~" * (marks - 1)
    if color:
        underline = f"{style}{underline}{_RESET}"
    number = f"{line:>5}"
    shown = "".join(char if char.isprintable() or char == "\t" else "\ufffd" for char in text)
    return [f"{number} | {shown}", f"{' ' * len(number)} | {pad}{underline}"]


def _window(text: str, column: int) -> tuple[str, int]:
    """Of an endless line what stands around a column, and where the column is in it."""
    if len(text) <= _LONGEST_LINE:
        return text, column
    start = max(0, min(column - 1 - _LONGEST_LINE // 2, len(text) - _LONGEST_LINE))
    end = start + _LONGEST_LINE
    before, after = "…" if start else "", "…" if end < len(text) else ""
    return before + text[start:end] + after, column - start + len(before)


def _cells(char: str) -> int:
    """Terminal cells a character takes: 0 for combining marks, 2 for wide ones."""
    if char < "\u0300":
        return 1
    import unicodedata

    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


# -- JSON ------------------------------------------------------------------------------------------


def as_json(diagnostic: Diagnostic) -> str:
    """One line with everything an editor needs; lines and columns count from 1, the end is exclusive."""
    import json

    notes = [{**_place(note.span), "message": note.message} for note in diagnostic.notes]
    fix = diagnostic.fix
    return json.dumps(
        {
            **_place(diagnostic.span),
            "severity": diagnostic.severity.value,
            "code": diagnostic.code,
            "message": diagnostic.message,
            "notes": notes,
            "fix": None if fix is None else {**_place(fix.span), "replacement": fix.replacement},
        },
        ensure_ascii=False,
    )


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    line, column = span.file.location(span.start)
    end_line, end_column = span.file.location(span.end)
    return {
        "file": span.file.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
