"""Golden tests: each `cases/name.mojo` elaborates to the text in `cases/name.kgen`, with a library of one page."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from ember.dialects import lit
from ember.elab.elaborator import Program
from ember.elab.model.settings import Settings
from ember.ir.printer import print_op
from ember.loading import read_source
from ember.lower import lower_module
from ember.opt.pipeline import complete_function
from ember.support.diagnostics import DiagnosticSink
from ember.support.edition import Edition
from ember.support.rendering import render_all
from ember.support.target import make_target
from ember.syntax.parser import parse_source

FOLDER = Path(__file__).parent
CASES = sorted((FOLDER / "cases").glob("*.mojo"))


def elaborated(path: Path) -> str:
    sink = DiagnosticSink()

    def load(path: str, name: str) -> lit.Module:
        tree = parse_source(read_source(path), sink, Edition.V1)
        return lower_module(tree, name, sink)

    settings = Settings(
        target=make_target("x86_64-unknown-linux-gnu", "x86-64"),
        load=load,
        read_text=lambda path: Path(path).read_text(),
        library=FOLDER / "stub",
        search=[],
        defines={},
        sink=sink,
        comptime_output=lambda _: None,
        complete=partial(complete_function, verify_each=True),
    )
    module = Program(settings).elaborate(str(path), needs_main=False)
    assert not sink.diagnostics, render_all(sink.diagnostics)
    return print_op(module) + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_elaborates_to_expected_text(path: Path, pytestconfig: pytest.Config) -> None:
    text = elaborated(path)
    expected = path.with_suffix(".kgen")
    if pytestconfig.getoption("--update"):
        expected.write_text(text)
    assert text == expected.read_text()
