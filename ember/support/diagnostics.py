"""Errors and warnings as data: each has a stable code, a span, one sentence and notes.

A stage either reports to a `DiagnosticSink` and goes on, or raises `CompileError` when it cannot; one without
diagnostics stands for a consequence of a mistake that was reported already. `codes.py` lists the codes, `rendering.py`
turns diagnostics into what the user reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from ember.support.reporting import WarningPolicy
from ember.support.source import Span


class Severity(Enum):
    """How bad it is: an error stops the compilation after the stage that found it."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Note:
    """A remark that belongs to a diagnostic, with a place of its own or without.

    A place in the library (`is_library`) is shown on request only; so is the whole note if it is a step of the way
    that led there (`is_step`).
    """

    __slots__ = ("is_library", "is_step", "message", "span")

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        is_library: bool = False,
        is_step: bool = False,
    ) -> None:
        self.message = message
        self.span = span
        self.is_library = is_library
        self.is_step = is_step


class Fix:
    """A change of the text that is likely meant: `span` becomes `replacement`."""

    __slots__ = ("replacement", "span")

    def __init__(self, span: Span, replacement: str) -> None:
        self.span = span
        self.replacement = replacement


class Diagnostic:
    """One thing to tell the user."""

    __slots__ = ("code", "fix", "message", "notes", "severity", "span")

    def __init__(
        self,
        code: str,
        severity: Severity,
        span: Span | None,
        message: str,
        notes: Sequence[Note] = (),
        fix: Fix | None = None,
    ) -> None:
        self.code = code
        self.severity = severity
        self.span = span
        self.message = message
        self.notes = list(notes)
        self.fix = fix

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def with_note(self, message: str, span: Span | None = None) -> Diagnostic:
        """Appends a note and returns the same diagnostic, for chaining."""
        self.notes.append(Note(message, span))
        return self

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span is not None else ""
        return f"{place}{self.severity.value}[{self.code}]: {self.message}"

    def __repr__(self) -> str:
        return f"Diagnostic({self})"


def error(
    code: str,
    span: Span | None,
    message: str,
    notes: Sequence[Note] = (),
    fix: Fix | None = None,
) -> Diagnostic:
    """An error diagnostic."""
    return Diagnostic(code, Severity.ERROR, span, message, notes, fix)


def warning(code: str, span: Span | None, message: str, fix: Fix | None = None) -> Diagnostic:
    """A warning diagnostic."""
    return Diagnostic(code, Severity.WARNING, span, message, (), fix)


class CompileError(Exception):
    """Raised when a stage cannot go on; without diagnostics when the cause has been reported."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self._diagnostics = list(diagnostics)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return self._diagnostics

    def __str__(self) -> str:
        return "\n".join(str(diagnostic) for diagnostic in self.diagnostics)


_OF_MISSING_NAMES = frozenset(
    ("missing-requirement", "no-main", "unknown-import", "unknown-member", "unknown-name")
)


class DiagnosticSink:
    """Collects diagnostics of a stage, so that several errors are reported in one run."""

    __slots__ = ("_seen", "diagnostics", "error_count", "limit", "policy", "quiet_folder", "unread")

    def __init__(
        self, limit: int = 100, policy: WarningPolicy | None = None, quiet_folder: str = ""
    ) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.error_count = 0
        self.limit = limit
        """Errors kept; later ones are only counted."""
        self.policy = policy if policy is not None else WarningPolicy()
        self.quiet_folder = quiet_folder
        """Files below it, the library's, get no warnings."""
        self.unread: set[str] = set()
        """Declarations that could not be read: that they are missing is a consequence."""
        self._seen: set[tuple[str, str, int, str]] = set()

    @property
    def has_errors(self) -> bool:
        return self.error_count > 0

    @property
    def errors(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.is_error]

    @property
    def warnings(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.diagnostics if not diagnostic.is_error]

    def report(self, diagnostic: Diagnostic) -> Diagnostic:
        """Keeps a diagnostic, once per code, place and sentence."""
        if not diagnostic.is_error and not self._is_wanted(diagnostic):
            return diagnostic
        if diagnostic.code in _OF_MISSING_NAMES and self._names_unread(diagnostic):
            return diagnostic
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

    def _names_unread(self, diagnostic: Diagnostic) -> bool:
        return any(f"'{name}'" in diagnostic.message for name in self.unread)

    def _is_wanted(self, warning: Diagnostic) -> bool:
        if not self.policy.wants(warning.code):
            return False
        folder, span = self.quiet_folder, warning.span
        return not folder or span is None or not span.file.path.startswith(folder)

    def error(self, code: str, span: Span | None, message: str, *notes: str | Note) -> Diagnostic:
        """Reports an error; notes may be plain sentences."""
        return self.report(error(code, span, message, _notes(notes)))

    def warning(self, code: str, span: Span | None, message: str, *notes: str | Note) -> Diagnostic:
        """Reports a warning; notes may be plain sentences."""
        return self.report(Diagnostic(code, Severity.WARNING, span, message, _notes(notes)))

    def absorb(self, failure: CompileError) -> None:
        """Reports every diagnostic of a caught `CompileError`."""
        for diagnostic in failure.diagnostics:
            self.report(diagnostic)

    def raise_if_errors(self) -> None:
        """Raises `CompileError` with all errors so far, if there are any."""
        if self.error_count:
            raise CompileError(*self.errors)


def _notes(notes: Sequence[str | Note]) -> list[Note]:
    return [Note(note) if isinstance(note, str) else note for note in notes]


def as_errors(warnings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The same, as `--Werror` has them."""
    return [error(w.code, w.span, w.message, w.notes, w.fix) for w in warnings]


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those without a place first, then file by file from top to bottom."""
    files: dict[str, int] = {}

    def place(diagnostic: Diagnostic) -> tuple[int, int]:
        span = diagnostic.span
        if span is None:
            return (-1, 0)
        return (files.setdefault(span.file.path, len(files)), span.start)

    return sorted(diagnostics, key=place)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The known name that was most likely meant, if one is near enough."""
    best: str | None = None
    best_distance = max(1, len(name) // 3) + 1
    for candidate in known:
        if candidate == name or abs(len(candidate) - len(name)) >= best_distance:
            continue
        distance = _edit_distance(name.lower(), candidate.lower(), best_distance)
        if distance < best_distance:
            best, best_distance = candidate, distance
    return best


def _edit_distance(a: str, b: str, limit: int) -> int:
    """How many insertions, deletions, changes and swaps of neighbours lead from one word to the other."""
    before: list[int] = []
    previous = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        current = [i]
        for j, right in enumerate(b, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and right == a[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) >= limit:
            return limit
        before, previous = previous, current
    return previous[-1]
