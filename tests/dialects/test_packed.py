"""Packed modules: what comes back prints the same, and stays packed until it is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.dialects import lit
from ember.dialects.packed import pack_module, unpack_module
from ember.ir.nodes import Region
from ember.ir.printer import print_op
from ember.lower import lower_module
from ember.support.diagnostics import DiagnosticSink
from ember.support.source import SourceFile
from ember.syntax.parser import parse_source

LIBRARY = Path(__file__).parent.parent.parent / "ember" / "lib" / "std"
SAMPLE = [*sorted(LIBRARY.glob("builtin/*.mojo")), *sorted(LIBRARY.glob("collections/*.mojo"))]


def lowered(source: SourceFile) -> lit.Module:
    sink = DiagnosticSink()
    module = lower_module(parse_source(source, sink), "name", sink)
    sink.raise_if_errors()
    return module


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_library_modules(path: Path) -> None:
    source = SourceFile.read(path)
    module = lowered(source)
    back = unpack_module(pack_module(module), source)
    assert print_op(back, locations=True) == print_op(module, locations=True)


def test_packs_what_was_unpacked() -> None:
    source = SourceFile("a.mojo", "struct S:\n    def f(self) -> Int:\n        return 1\n")
    module = lowered(source)
    once = unpack_module(pack_module(module), source)
    twice = unpack_module(pack_module(once), source)
    assert print_op(twice, locations=True) == print_op(module, locations=True)


def test_regions_unpack_when_asked() -> None:
    source = SourceFile("a.mojo", "def f(x: Int) -> Int:\n    return x + 1\n")
    module = unpack_module(pack_module(lowered(source)), source)
    assert module.body.__class__ is not Region
    generator = module.body.first
    assert module.body.__class__ is Region
    assert isinstance(generator, lit.Generator)
    body = generator.body
    assert [argument.name for argument in body.args] == ["x"]
    assert body.__class__ is not Region
    assert isinstance(body.last, lit.Return)
    assert body.__class__ is Region
