"""The library's own tests use memory rightly: valgrind sees no leak, no double free, no bad access."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from forked import in_child

from ember.cli import dispatch

STD = Path(__file__).parent
# Threads, simulated devices and Python keep memory of their own until the process ends.
ELSEWHERE = ("algorithm", "extensibility", "layout", "python")
# These own no memory but texts, which others use much more.
WITHOUT_MEMORY = ("bit", "complex", "math", "numbers", "time")
# Under valgrind `posix_spawn` succeeds before anybody has looked for the program, and numbers are never flushed; the C
# library keeps its database of users.
DIFFERENT = ("test_a_program_that_is_not_there", "test_flush_denormals", "test_users")
TEST = re.compile(r"^def (test_\w+)\(\) raises", re.MULTILINE)


def write_program(folder: Path) -> Path:
    """A program that calls the test functions of all files, each of which is a module of it."""
    imports, calls = [], []
    for path in sorted(STD.rglob("test_*.mojo")):
        if path.parent.name in ELSEWHERE + WITHOUT_MEMORY:
            continue
        text = path.read_text()
        (folder / path.name).write_text(text)
        imports.append(f"import {path.stem}")
        names = [name for name in TEST.findall(text) if name not in DIFFERENT]
        calls += [f"    {path.stem}.{name}()" for name in names]
    program = folder / "all_tests.mojo"
    ending = '    print("all passed")'
    program.write_text("\n".join([*imports, "", "def main() raises:", *calls, ending, ""]))
    return program


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_no_leak_and_no_bad_access(tmp_path: Path) -> None:
    # Valgrind knows fewer instructions than the newest processors.
    source, program = write_program(tmp_path), tmp_path / "all_tests"
    build = ["build", "-O0", "--target-cpu", "generic", str(source), "-o", str(program)]
    built = in_child(lambda: dispatch(build), tmp_path)
    assert built.code == 0, built.stderr
    options = ["--quiet", "--leak-check=full", "--errors-for-leak-kinds=all", "--error-exitcode=9"]
    done = subprocess.run(
        ["valgrind", *options, str(program)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all passed" in done.stdout
