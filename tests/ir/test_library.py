"""The library as `lit`: it is well formed, and its text reads back to the same text."""

from __future__ import annotations

from pathlib import Path

import pytest

import ember
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check
from ember.lower import lower_module
from ember.syntax.parser import parse_text

LIBRARY = Path(ember.__file__).parent / "lib" / "std"
SAMPLE = sorted(LIBRARY.rglob("*.mojo"))[::12]


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.relative_to(LIBRARY).as_posix())
def test_module_round_trips(path: Path) -> None:
    tree, sink = parse_text(path.read_text(), path.name)
    module = lower_module(tree, path.stem, sink)
    assert check(module) == []
    text = print_op(module)
    assert print_op(parse_module(text)) == text
