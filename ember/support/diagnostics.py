"""Errors and warnings as data: each has a stable code, a span, one sentence and notes.

A stage either reports to a `DiagnosticSink` and goes on, or raises `CompileError` when it cannot.
`render` turns a diagnostic into what the user reads:

    hello.mojo:3:9: error[syntax-expected-expression]: expected an expression, found ')'
      3 |     x = )
        |         ^
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from ember.support.source import Span


class Severity(Enum):
    """How bad it is: an error stops the compilation after the stage that found it."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Note:
    """A remark that belongs to a diagnostic, with a place of its own or without."""

    __slots__ = ("message", "span")

    def __init__(self, message: str, span: Span | None = None) -> None:
        self.message = message
        self.span = span


class Diagnostic:
    """One thing to tell the user."""

    __slots__ = ("code", "message", "notes", "severity", "span")

    def __init__(
        self,
        code: str,
        severity: Severity,
        span: Span | None,
        message: str,
        notes: Sequence[Note] = (),
    ) -> None:
        self.code = code
        self.severity = severity
        self.span = span
        self.message = message
        self.notes = list(notes)

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def with_note(self, message: str, span: Span | None = None) -> Diagnostic:
        """Appends a note and returns the same diagnostic, for chaining."""
        self.notes.append(Note(message, span))
        return self

    def __str__(self) -> str:
        return _headline(self.span, f"{self.severity.value}[{self.code}]", self.message)

    def __repr__(self) -> str:
        return f"Diagnostic({self})"


def error(code: str, span: Span | None, message: str, notes: Sequence[Note] = ()) -> Diagnostic:
    """An error diagnostic."""
    return Diagnostic(code, Severity.ERROR, span, message, notes)


def warning(code: str, span: Span | None, message: str, notes: Sequence[Note] = ()) -> Diagnostic:
    """A warning diagnostic."""
    return Diagnostic(code, Severity.WARNING, span, message, notes)


class CompileError(Exception):
    """Raised when a stage cannot go on; holds at least one diagnostic."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics: list[Diagnostic] = list(diagnostics)

    def __str__(self) -> str:
        return "\n".join(str(diagnostic) for diagnostic in self.diagnostics)


class DiagnosticSink:
    """Collects diagnostics of a stage, so that several errors are reported in one run."""

    __slots__ = ("_seen", "diagnostics", "error_count", "limit")

    def __init__(self, limit: int = 100) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.error_count = 0
        self.limit = limit
        """Errors kept; later ones are only counted."""
        self._seen: set[tuple[str, str, int, str]] = set()

    @property
    def has_errors(self) -> bool:
        return self.error_count > 0

    @property
    def errors(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.is_error]

    def report(self, diagnostic: Diagnostic) -> Diagnostic:
        """Keeps a diagnostic, once per code, place and sentence."""
        span = diagnostic.span
        place = (span.file.path, span.start) if span is not None else ("", -1)
        key = (diagnostic.code, *place, diagnostic.message)
        if key in self._seen:
            return diagnostic
        self._seen.add(key)
        if diagnostic.is_error:
            self.error_count += 1
            if self.error_count > self.limit:
                return diagnostic
        self.diagnostics.append(diagnostic)
        return diagnostic

    def error(self, code: str, span: Span | None, message: str, *notes: str | Note) -> Diagnostic:
        """Reports an error; notes may be plain sentences."""
        return self.report(error(code, span, message, _notes(notes)))

    def warning(self, code: str, span: Span | None, message: str, *notes: str | Note) -> Diagnostic:
        """Reports a warning; notes may be plain sentences."""
        return self.report(warning(code, span, message, _notes(notes)))

    def absorb(self, failure: CompileError) -> None:
        """Reports every diagnostic of a caught `CompileError`."""
        for diagnostic in failure.diagnostics:
            self.report(diagnostic)

    def raise_if_errors(self) -> None:
        """Raises `CompileError` with all errors so far, if there are any."""
        if self.error_count:
            raise CompileError(*self.errors)


def render(diagnostic: Diagnostic, color: bool = False) -> str:
    """The user's view: headline, source line, caret underline, notes."""
    label = f"{diagnostic.severity.value}[{diagnostic.code}]"
    style = _STYLES[diagnostic.severity]
    lines = _render_block(diagnostic.span, label, diagnostic.message, style, color)
    for note in diagnostic.notes:
        lines += _render_block(note.span, "note", note.message, _STYLES[Severity.NOTE], color)
    return "\n".join(lines)


def render_all(diagnostics: Iterable[Diagnostic], color: bool = False) -> str:
    """Every diagnostic, in order, one after another."""
    return "\n".join(render(diagnostic, color) for diagnostic in diagnostics)


_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_STYLES = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;36m",
}
_CARET_LIMIT = 200


def _notes(notes: Sequence[str | Note]) -> list[Note]:
    return [Note(note) if isinstance(note, str) else note for note in notes]


def _headline(span: Span | None, label: str, message: str) -> str:
    return f"{span}: {label}: {message}" if span is not None else f"{label}: {message}"


def _render_block(
    span: Span | None, label: str, message: str, style: str, color: bool
) -> list[str]:
    if color:
        place = f"{_BOLD}{span}: {_RESET}" if span is not None else ""
        headline = f"{place}{style}{label}: {_RESET}{_BOLD}{message}{_RESET}"
    else:
        headline = _headline(span, label, message)
    if span is None:
        return [headline]
    return [headline, *_source_excerpt(span, style, color)]


def _source_excerpt(span: Span, style: str, color: bool) -> list[str]:
    """The source line and the caret line below it; tabs keep the two aligned."""
    line, column = span.file.location(span.start)
    text = span.file.line_text(line)
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


def _cells(char: str) -> int:
    """Terminal cells a character takes: 0 for combining marks, 2 for wide ones."""
    if char < "\u0300":
        return 1
    import unicodedata

    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
