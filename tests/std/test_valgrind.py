"""The library's own tests use memory rightly: valgrind sees no leak, no double free, no bad access."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from forked import in_child

from ember.cli import dispatch

STD = Path(__file__).parent
FOLDERS = ("collections", "strings", "format")
MAIN = "\n\ndef main() raises:\n"


def combined() -> str:
    """All test files of the folders as one program."""
    imports: set[str] = set()
    bodies, mains = [], set()
    for path in sorted(p for folder in FOLDERS for p in (STD / folder).glob("test_*.mojo")):
        text = path.read_text()
        body, _, last = text.partition(MAIN)
        lines = body.splitlines()[1:]  # without the docstring
        imports.update(line for line in lines if line.startswith("from "))
        bodies.append("\n".join(line for line in lines if not line.startswith("from ")))
        mains.add(last)
    assert len(mains) == 1, "all files run their tests in the same way"
    return "\n".join([*sorted(imports), *bodies, MAIN, *mains])


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_no_leak_and_no_bad_access(tmp_path: Path) -> None:
    source, program = tmp_path / "all_tests.mojo", tmp_path / "all_tests"
    source.write_text(combined())
    built = in_child(lambda: dispatch(["build", str(source), "-o", str(program)]), tmp_path)
    assert built.code == 0, built.stderr
    options = ["--quiet", "--leak-check=full", "--errors-for-leak-kinds=all", "--error-exitcode=9"]
    done = subprocess.run(
        ["valgrind", *options, str(program)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 failed" in done.stdout
