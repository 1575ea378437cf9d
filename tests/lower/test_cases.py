"""Golden tests: each `cases/name.mojo` lowers to the text in `cases/name.lit`, without diagnostics."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.ir.printer import print_op
from ember.lower import lower_module
from ember.support.rendering import render_all
from ember.syntax.parser import parse_text

CASES = sorted((Path(__file__).parent / "cases").glob("*.mojo"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_lowers_to_expected_text(path: Path, pytestconfig: pytest.Config) -> None:
    module, sink = parse_text(path.read_text(), path.name)
    lowered = lower_module(module, path.stem, sink)
    assert not sink.diagnostics, render_all(sink.diagnostics)
    text = print_op(lowered) + "\n"
    expected = path.with_suffix(".lit")
    if pytestconfig.getoption("--update"):
        expected.write_text(text)
    assert text == expected.read_text()
