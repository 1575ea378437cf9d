"""Interrupts before the command has begun and after it is done: one line, exit code 130. No memory for threads: one line, or fewer threads."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import REPOSITORY, Run

EARLY = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
sys.argv = ["ember", "run", "hello.mojo"]
import ember.__main__
ember.__main__.main()
"""
LATE = """
import os, signal, sys

class Interrupting:
    def __init__(self, stream):
        self.stream = stream
    def write(self, text):
        return self.stream.write(text)
    def flush(self):
        self.stream.flush()
        os.kill(os.getpid(), signal.SIGINT)

sys.argv = ["ember", "--version"]
sys.stdout = Interrupting(sys.stdout)
import ember.__main__
ember.__main__.main()
"""
THREADS = """
from std.algorithm import parallelize

def main():
    var squares = List[Int](length=64, fill=0)
    var place = squares.unsafe_ptr()

    def work(i: Int) {var place}:
        place[i] = i * i

    parallelize(64, work)
    var sum = 0
    for square in squares:
        sum += square
    print(sum)
"""


def _python(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("module", ["ember.cli", "ember.support.cache", "ember.support.options"])
def test_an_interrupt_before_the_command_has_begun(
    hello: Path, tmp_path: Path, module: str
) -> None:
    done = _python(EARLY.format(module=module), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "ember: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == [hello.name]


def test_an_interrupt_after_the_command_is_done(tmp_path: Path) -> None:
    done = _python(LATE, tmp_path)
    assert (done.returncode, done.stderr) == (130, "ember: interrupted\n")


def _limit(mebibytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


def test_no_memory_for_the_compilers_thread(ember: Run, hello: Path) -> None:
    done = ember("run", "--no-cache", str(hello), preexec_fn=lambda: _limit(400))
    assert done.returncode == 1
    assert done.stderr == "ember: error[out-of-memory]: there is not enough memory\n"


@pytest.mark.parametrize("mebibytes", [8, 16, 40])
def test_no_memory_for_a_programs_threads(ember: Run, tmp_path: Path, mebibytes: int) -> None:
    """What no thread can be had for, the others do."""
    (tmp_path / "threads.mojo").write_text(THREADS)
    assert ember("build", "threads.mojo", "-o", "threads").returncode == 0
    done = subprocess.run(
        [tmp_path / "threads"],
        preexec_fn=lambda: _limit(mebibytes),
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.returncode, done.stdout) == (0, "85344\n"), done.stderr
