"""The tutorial, from its first block to its last, in one folder: files are written, commands typed, outputs compared."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).parent.parent
TUTORIAL = REPOSITORY / "docs" / "tutorial.md"
BLOCK = re.compile(
    r"^(?:<!-- needs: (\w+) -->\n\n)?```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


class Step(NamedTuple):
    """Commands with the output they must have, and the files written before them."""

    name: str
    needs: str
    files: dict[str, str]
    commands: str
    output: str


def steps() -> list[Step]:
    found: list[Step] = []
    files: dict[str, str] = {}
    needs = ""
    for needed, kind, name, text in BLOCK.findall(TUTORIAL.read_text()):
        needs = needed or needs
        if kind == "mojo":
            files[name] = text
        elif kind == "sh":
            title = next(iter(files), f"commands {len(found) + 1}")
            found.append(Step(title, needs, files, text, ""))
            files, needs = {}, ""
        elif kind == "text":
            found[-1] = found[-1]._replace(output=text)
    assert not files, "every file of the tutorial is used"
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the whole tutorial happens, with an `ember` command."""
    place = tmp_path_factory.mktemp("tutorial")
    command = place / "bin" / "ember"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ember "$@"\n')
    command.chmod(0o755)
    for step in steps():
        for name, text in step.files.items():
            (place / name).write_text(text)
    return place


@pytest.mark.parametrize("step", steps(), ids=lambda step: step.name)
def test_step(step: Step, folder: Path) -> None:
    if step.needs and importlib.util.find_spec(step.needs) is None:
        pytest.skip(f"no {step.needs}")
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", step.commands],
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, step.output), done.stderr


def test_every_block_is_a_step() -> None:
    """Nothing in the tutorial is left out: each block is a file, commands or their output."""
    kinds = [kind for _, kind, _, _ in BLOCK.findall(TUTORIAL.read_text())]
    assert set(kinds) == {"mojo", "sh", "text"}
    assert TUTORIAL.read_text().count("\n```") == 2 * len(kinds)
    assert all(step.output for step in steps())
