"""`ember format`: layout only; every file of ours keeps its tree and its comments, and a second pass changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError
from ember.support.source import SourceFile
from ember.tools.formatter.format import format_source

REPOSITORY = Path(__file__).parent.parent.parent
CASES = Path(__file__).parent / "cases"
FOLDERS = ["ember/lib", "examples", "tests/programs", "tests/syntax"]
SHARES = 8


def formatted(text: str, width: int = 100) -> str:
    return format_source(SourceFile("case.mojo", text), width)


@pytest.mark.parametrize("path", sorted(CASES.glob("*.mojo")), ids=lambda path: path.stem)
def test_case(path: Path, request: pytest.FixtureRequest) -> None:
    """`name.mojo` becomes `name.out`; `pytest --update` rewrites the latter."""
    result = formatted(path.read_text())
    golden = path.with_suffix(".out")
    if request.config.getoption("--update"):
        golden.write_text(result)
    assert result == golden.read_text()
    assert formatted(result) == result


@pytest.mark.parametrize("share", range(SHARES))
def test_our_own_files(share: int) -> None:
    """`format_source` itself compares trees and comments; here the second pass is compared with the first."""
    paths = sorted(path for folder in FOLDERS for path in (REPOSITORY / folder).rglob("*.mojo"))

    def check() -> None:
        for number, path in enumerate(paths[share::SHARES]):
            source = SourceFile.read(path)
            for width in (100,) if number % 4 else (100, 40):
                try:
                    once = format_source(source, width)
                except CompileError:
                    continue  # a program that is wrong on purpose
                assert format_source(SourceFile(str(path), once), width) == once, path

    run_with_deep_stack(check)


def test_line_ends_stay() -> None:
    assert formatted(
        "x = 1\r\ny  =  2\r\n".replace("x", "comptime x").replace("y", "comptime y")
    ) == ("comptime x = 1\r\ncomptime y = 2\r\n")
    assert formatted("comptime x = 1") == "comptime x = 1\n"
    assert formatted("") == ""
    assert formatted("\n\n\n") == ""


def test_the_edition_stays() -> None:
    """A first line that only counts because it is not the first keeps its place."""
    text = "\n\n# edition: 2025\ndef main():\n    pass\n"
    assert formatted(text).startswith("\n# edition")


def test_what_does_not_parse_is_reported() -> None:
    with pytest.raises(CompileError):
        formatted("def f(:\n    pass\n")


def test_width() -> None:
    text = "def main():\n    print(first, second, third, fourth)\n"
    assert formatted(text) == text
    assert formatted(text, 30) == (
        "def main():\n    print(\n        first,\n        second,\n        third,\n        fourth,\n    )\n"
    )
