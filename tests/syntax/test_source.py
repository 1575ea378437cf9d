"""Positions and diagnostics."""

from __future__ import annotations

import pytest

from ember.support.diagnostics import (
    CompileError,
    Diagnostic,
    DiagnosticSink,
    Note,
    Severity,
    error,
)
from ember.support.rendering import render
from ember.support.source import SourceFile, Span


def test_line_and_column() -> None:
    file = SourceFile("a.mojo", "ab\n\ncd\r\n")
    assert [file.location(at) for at in (0, 1, 2, 3, 4, 5, 8)] == [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (3, 1),
        (3, 2),
        (4, 1),
    ]
    assert file.location(1000) == (4, 1)
    assert [file.line_text(line) for line in (0, 1, 2, 3, 4, 5)] == ["", "ab", "", "cd", "", ""]


def test_span() -> None:
    file = SourceFile("a.mojo", "one two three")
    two, three = file.span(4, 7), file.span(8, 13)
    assert (two.text, two.to(three).text, str(three)) == ("two", "two three", "a.mojo:1:9")
    assert two == Span(file, 4, 7) and hash(two) == hash(Span(file, 4, 7))
    assert two != three and two != Span(SourceFile("a.mojo", file.text), 4, 7)


def test_render_with_notes_and_tabs() -> None:
    file = SourceFile("a.mojo", "\tx = y\n")
    diagnostic = error("bad-thing", file.span(5, 6), "y is bad").with_note(
        "x is here", file.span(1, 2)
    )
    diagnostic.with_note("no place")
    assert render(diagnostic) == (
        "a.mojo:1:6: error[bad-thing]: y is bad\n"
        "    1 | \tx = y\n"
        "      | \t    ^\n"
        "a.mojo:1:2: note: x is here\n"
        "    1 | \tx = y\n"
        "      | \t^\n"
        "note: no place"
    )
    assert "\x1b[" in render(diagnostic, color=True)
    assert str(diagnostic) == "a.mojo:1:6: error[bad-thing]: y is bad"


def test_span_over_lines_is_underlined_on_its_first() -> None:
    file = SourceFile("a.mojo", "f(1,\n  2)\n")
    assert render(error("x", file.span(0, 9), "m")).splitlines()[2] == "      | ^~~~"


def test_sink_counts_dedupes_and_raises() -> None:
    sink = DiagnosticSink(limit=2)
    sink.raise_if_errors()
    span = SourceFile("a.mojo", "abc").span(0, 1)
    sink.warning("w", span, "careful", "a plain note", Note("another"))
    assert not sink.has_errors
    for message in ("one", "one", "two", "three"):
        sink.error("e", span, message)
    assert (sink.error_count, [item.message for item in sink.errors]) == (3, ["one", "two"])
    with pytest.raises(CompileError) as caught:
        sink.raise_if_errors()
    other = DiagnosticSink()
    other.absorb(caught.value)
    assert [item.message for item in other.diagnostics] == ["one", "two"]
    assert str(caught.value).count("error[e]") == 2


def test_diagnostic_without_place() -> None:
    assert render(Diagnostic("c", Severity.WARNING, None, "message")) == "warning[c]: message"
