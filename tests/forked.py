"""Compiles and runs programs in forked children of the test process: the compiler is imported only once.

A child has its own standard output and error, a time limit, and the deep stack of the command line.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ember.compiler import Compilation
from ember.runtime.jit import run_object
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError
from ember.support.options import Options
from ember.tools.session import guarded, report

TIMEOUT_SECONDS = 120


class Outcome(NamedTuple):
    """How a program ended; a negative code is the signal that ended it."""

    code: int
    stdout: str
    stderr: str


def run_program(path: Path, options: Options, arguments: Sequence[str] = ()) -> Outcome:
    """Compiles and runs a program in its own folder."""
    return in_child(lambda: _compile_and_run(path, options, arguments), path.parent)


def _compile_and_run(path: Path, options: Options, arguments: Sequence[str]) -> int:
    compilation = Compilation(str(path), options, cache=default_cache())
    try:
        objects = run_with_deep_stack(compilation.objects)
    except CompileError as failure:
        report(failure.diagnostics)
        return 1
    return run_object(objects, [str(path), *arguments])


def in_child(work: Callable[[], int], folder: Path) -> Outcome:
    """Calls `work` in a forked child; its result is the exit code."""
    with tempfile.TemporaryDirectory(prefix="ember-child-") as place:
        outputs = [os.path.join(place, name) for name in ("out", "err")]
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            _be_child(work, folder, outputs)
        _, status = os.waitpid(child, 0)
        texts = [Path(output).read_bytes().decode("utf-8", "replace") for output in outputs]
    return Outcome(os.waitstatus_to_exitcode(status), *texts)


def _be_child(work: Callable[[], int], folder: Path, outputs: list[str]) -> None:
    code = 99
    try:
        faulthandler.disable()  # a program that aborts on purpose is not a fault of the tests
        signal.alarm(TIMEOUT_SECONDS)
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, output in enumerate(outputs, start=1):
            os.dup2(os.open(output, os.O_CREAT | os.O_WRONLY, 0o600), number)
        sys.stdout = open(1, "w", closefd=False, encoding="utf-8")
        sys.stderr = open(2, "w", closefd=False, encoding="utf-8")
        code = guarded(work, ["run"])
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)
