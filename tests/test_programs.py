"""Runs every program below `programs/` and compares what it prints with the file beside it.

A program `name.mojo` with a `name.out` must exit with status 0 and print exactly that text, unless it says
`# expect-exit: STATUS text`: then it must fail, print the text of `name.out` first, and mention `text`.
A program in `errors/` must be rejected: its first error must be on the first line that carries
`# expect-error: words`, every such line must have an error, and these must contain the words. Files without either are modules that others import.

`EMBER_TEST_LEVEL=3` compiles with another optimisation level. `programs/KNOWN_FAILURES.txt` lists what does not work yet,
one `path: reason` per line; a program that starts to work must be taken from the list.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

PROGRAMS = Path(__file__).parent / "programs"
LEVEL = int(os.environ.get("EMBER_TEST_LEVEL", "1"))
ERROR = re.compile(r"^\S[^:\n]*:(?P<line>\d+):\d+: error(?:\[[\w-]+\])?: (?P<text>.*)$", re.M)
EXPECT_EXIT = re.compile(r"^# expect-exit: (?P<status>\S+)(?: +(?P<text>.*))?$", re.M)


def known_failures() -> dict[str, str]:
    """The programs that are expected to fail for now, with the reasons."""
    listing = PROGRAMS / "KNOWN_FAILURES.txt"
    lines = listing.read_text().splitlines() if listing.exists() else []
    entries = [line.partition(":") for line in lines if line.strip() and not line.startswith("#")]
    return {path.strip(): reason.strip() for path, _, reason in entries}


def cases(paths: list[Path]) -> list[object]:
    """Test parameters for programs, those known to fail marked."""
    failing = known_failures()
    result: list[object] = []
    for path in sorted(paths):
        name = path.relative_to(PROGRAMS).as_posix()
        marks = [pytest.mark.xfail(reason=failing[name], strict=True)] if name in failing else []
        result.append(pytest.param(path, id=name.removesuffix(".mojo"), marks=marks))
    return result


def stable(text: str) -> str:
    """Hides what varies from run to run: times in a test report, and folders."""
    text = re.sub(r"\[ +\d+\.\d+ \]", "[ T ]", text)
    return re.sub(r"(?<![\w.])(?:/[\w.-]+)+/([\w.-]+\.mojo)", r"\1", text)


@pytest.mark.parametrize("path", cases([p.with_suffix(".mojo") for p in PROGRAMS.rglob("*.out")]))
def test_prints(path: Path) -> None:
    done = run_program(path, Options(opt_level=LEVEL))
    wanted = path.with_suffix(".out").read_text()
    failing = EXPECT_EXIT.search(path.read_text())
    if failing is None:
        assert done.code == 0, done.stderr
        assert stable(done.stdout) == wanted
    else:
        assert done.code != 0
        assert stable(done.stdout).startswith(wanted), done.stderr
        assert (failing["text"] or "") in done.stdout + done.stderr


@pytest.mark.parametrize("path", cases(list(PROGRAMS.glob("errors/*.mojo"))))
def test_is_rejected(path: Path) -> None:
    lines = path.read_text().splitlines()
    marks = {
        number: line.split("# expect-error:")[1].strip().lower()
        for number, line in enumerate(lines, 1)
        if "# expect-error:" in line
    }
    done = run_program(path, Options(opt_level=0))
    assert done.code == 1, "the program was accepted" if done.code == 0 else done.stderr
    errors = [(int(e["line"]), e["text"].lower()) for e in ERROR.finditer(done.stderr)]
    assert errors, done.stderr
    assert errors[0][0] == min(marks), done.stderr
    for number, words in marks.items():
        assert any(line == number and words in text for line, text in errors), done.stderr


def test_the_list_of_known_failures_names_programs() -> None:
    missing = [name for name in known_failures() if not (PROGRAMS / name).exists()]
    assert not missing
