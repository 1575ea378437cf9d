"""Generic functions are checked where they are written: against their bounds, once, called or not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.queries import library_mistakes
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import Diagnostic
from ember.support.fingerprint import LIBRARY
from ember.support.options import Options
from tests.diagnostics.diagnosis import diagnostics_of

HERE = Path(__file__).parent
CASES = re.findall(
    r"^## (.*?)$.*?^```mojo\n(.*?)^```$", (HERE / "definitions.md").read_text(), re.M | re.S
)
KNOWN = HERE / "library_definitions.txt"


def errors_of(text: str, folder: Path) -> list[Diagnostic]:
    path = folder / "case.mojo"
    path.write_text(text + "\n\ndef main():\n    pass\n")
    return [d for d in diagnostics_of(path) if d.is_error]


@pytest.mark.parametrize(("name", "text"), CASES, ids=[name for name, _ in CASES])
def test_errors(name: str, text: str, tmp_path: Path) -> None:
    lines = text.splitlines()
    expected = {
        (number, found[1])
        for number, line in enumerate(lines, 1)
        if (found := re.search(r"# error: (\S+)", line)) is not None
    }
    actual = {(d.span.line, d.code) for d in errors_of(text, tmp_path) if d.span is not None}
    assert actual == expected


def test_the_definition_is_told_instead_of_its_instances(tmp_path: Path) -> None:
    text = """
def show[T: Copyable](value: T):
    value.quack()


def use():
    show(3)
    show(String("a"))
"""
    found = errors_of(text, tmp_path)
    assert [(d.span.line, d.message) for d in found if d.span is not None] == [
        (3, "'T' has no member 'quack'")
    ]


def test_what_depends_on_values_waits_for_them(tmp_path: Path) -> None:
    text = """
def doubled[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width * 2]:
    return x.join(x)


def name[number: Int]() -> StaticString:
    return "one" if number == 1 else "many"


def first[T: Copyable](value: T) -> Int:
    comptime if T == Int:
        return rebind[Int](value)
    else:
        return 0
"""
    assert errors_of(text, tmp_path) == []


def test_the_library(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    """The library says what it needs of its parameters; what cannot is listed under the reason, and the list only shrinks."""
    path = tmp_path / "empty.mojo"
    path.write_text("def main():\n    pass\n")
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    found = run_with_deep_stack(lambda: library_mistakes(compilation))
    actual = {_place(d) for d in found}
    if pytestconfig.getoption("update"):
        kept = [
            line
            for line in KNOWN.read_text().splitlines()
            if line in actual or not _is_finding(line)
        ]
        KNOWN.write_text("".join(f"{line}\n" for line in kept))
    assert actual - set(KNOWN.read_text().splitlines()) == set()


def test_what_the_library_does_not_say_has_a_reason() -> None:
    for group in KNOWN.read_text().split("\n\n"):
        reason, *findings = group.splitlines()
        assert reason.startswith("# ") and findings and all(map(_is_finding, findings))


def _is_finding(line: str) -> bool:
    return bool(line) and not line.startswith("#")


def _place(diagnostic: Diagnostic) -> str:
    """The file and the text of the line, which stay when lines are added elsewhere."""
    span = diagnostic.span
    assert span is not None
    path = Path(span.file.path).relative_to(LIBRARY)
    line = span.file.text.splitlines()[span.line - 1].strip()
    return f"{path}: {diagnostic.code}: {line}"
