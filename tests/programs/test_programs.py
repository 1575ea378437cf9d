"""Runs every program of this folder and compares what it prints with the file beside it.

A program `name.mojo` with a `name.out` must exit with status 0 and print exactly that text, unless it says
`# expect-exit: STATUS text`: then it must fail, print the text of `name.out` first, and mention `text`.
A program in `errors/` must be rejected, and the first error must be on the line that carries
`# expect-error: words`, and contain these words. Files without either are modules that others import.

`EMBER_PROGRAMS=substring` keeps only the programs whose path contains the substring.
`known_failures.txt` lists programs that are expected to fail for now, one path per line.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent
TIMEOUT_SECONDS = 120
FIRST_ERROR = re.compile(r"^\S[^:\n]*:(?P<line>\d+):\d+: error: (?P<text>.*)$", re.MULTILINE)
EXPECT_EXIT = re.compile(r"^# expect-exit: (?P<status>\S+)(?: +(?P<text>.*))?$", re.MULTILINE)


def known_failures() -> set[str]:
    """The programs that are allowed to fail."""
    listing = HERE / "known_failures.txt"
    if not listing.exists():
        return set()
    lines = (line.split("#")[0].strip() for line in listing.read_text().splitlines())
    return {line for line in lines if line}


def cases(paths: list[Path]) -> list[object]:
    """Turns paths into test parameters, with the wanted substring and the known failures applied."""
    wanted = os.environ.get("EMBER_PROGRAMS", "")
    allowed = known_failures()
    result: list[object] = []
    for path in sorted(paths):
        name = path.relative_to(HERE).as_posix()
        if wanted not in name:
            continue
        marks = [pytest.mark.xfail(reason="known failure", strict=False)] if name in allowed else []
        result.append(pytest.param(path, id=name.removesuffix(".mojo"), marks=marks))
    return result


def run_program(path: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program through the command line, in the program's own folder."""
    search_path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, "-m", "ember", "run", str(path)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        cwd=path.parent,
        env=os.environ | {"PYTHONPATH": search_path},
        stdin=subprocess.DEVNULL,
        check=False,
    )


def stable(text: str) -> str:
    """Hides what varies from run to run: times in a test report, and folders."""
    text = re.sub(r"\[ +\d+\.\d+ \]", "[ T ]", text)
    return re.sub(r"(?:/[\w.-]+)+/([\w.-]+\.mojo)", r"\1", text)


@pytest.mark.parametrize("path", cases([p.with_suffix(".mojo") for p in HERE.rglob("*.out")]))
def test_prints(path: Path) -> None:
    done = run_program(path)
    wanted = path.with_suffix(".out").read_text()
    failing = EXPECT_EXIT.search(path.read_text())
    if failing is None:
        assert done.returncode == 0, done.stderr
        assert stable(done.stdout) == wanted
    else:
        assert done.returncode != 0
        assert stable(done.stdout).startswith(wanted)
        assert (failing["text"] or "") in done.stdout + done.stderr


@pytest.mark.parametrize("path", cases(list(HERE.glob("errors/*.mojo"))))
def test_is_rejected(path: Path) -> None:
    lines = path.read_text().splitlines()
    marked = [n for n, line in enumerate(lines, 1) if "# expect-error:" in line]
    words = lines[marked[0] - 1].split("# expect-error:")[1].strip()
    done = run_program(path)
    assert done.returncode != 0, "the program was accepted"
    assert "Traceback (most recent call last)" not in done.stderr
    error = FIRST_ERROR.search(done.stderr)
    assert error is not None, done.stderr
    assert int(error["line"]) == marked[0], error.group(0)
    assert words.lower() in error["text"].lower()
