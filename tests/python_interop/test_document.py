"""The programs of docs/python.md: Mojo files, Python programs that use them, and what these print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
TEXT = (REPOSITORY / "docs" / "python.md").read_text()
FILE = re.compile(r"^```mojo file=(\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"^```python\n(.*?)^```\n+```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("document")
    for name, text in FILE.findall(TEXT):
        (place / name).write_text(text)
    return place


@pytest.mark.parametrize(("program", "expected"), PROGRAM.findall(TEXT))
def test_program(folder: Path, program: str, expected: str) -> None:
    (folder / "program.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "program.py"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stdout, done.returncode) == (expected, 0), done.stderr


def test_there_are_programs() -> None:
    assert len(FILE.findall(TEXT)) == len(PROGRAM.findall(TEXT)) == 2
