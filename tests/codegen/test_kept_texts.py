"""LLVM texts do not say which file they come from, so that code of one file is found again for another."""

from __future__ import annotations

from pathlib import Path

from ember.compiler import Compilation
from ember.stages import Unit
from ember.support.options import Options

PROGRAM = 'def main():\n    var numbers = [1, 2, 3]\n    print("of", len(numbers))\n'


def texts(path: Path, debug: bool) -> list[str]:
    path.write_text(PROGRAM)
    compilation = Compilation(str(path), Options(debug=debug))
    unit = Unit(compilation.elaborate(), compilation.target)
    compilation.stages.optimize(unit)
    return compilation.stages.texts(unit)


def test_files_with_the_same_code_have_the_same_texts(tmp_path: Path) -> None:
    assert texts(tmp_path / "one.mojo", False) == texts(tmp_path / "other.mojo", False)


def test_debuggers_are_told_the_file(tmp_path: Path) -> None:
    assert any("one.mojo" in text for text in texts(tmp_path / "one.mojo", True))
