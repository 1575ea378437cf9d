"""Golden trees: `cases/name.mojo` parses without errors to exactly `cases/name.tree`.

`pytest tests/syntax --update` rewrites the expectations.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.support.diagnostics import DiagnosticSink
from ember.support.rendering import render_all
from ember.support.source import SourceFile
from ember.syntax.dump import dump
from ember.syntax.parser import parse_source

CASES = sorted((Path(__file__).parent / "cases").glob("*.mojo"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_tree(path: Path, request: pytest.FixtureRequest) -> None:
    sink = DiagnosticSink()
    module = parse_source(SourceFile(path.name, path.read_text("utf-8")), sink)
    assert not sink.diagnostics, render_all(sink.diagnostics)
    actual = dump(module)
    expected = path.with_suffix(".tree")
    if request.config.getoption("--update"):
        expected.write_text(actual, "utf-8")
    assert actual == expected.read_text("utf-8")


def test_there_are_cases() -> None:
    assert len(CASES) >= 10
