"""Compiles programs as `ember build` does and gives what the user would read."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ember.cli import dispatch
from ember.compiler import Compilation
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError, Diagnostic
from ember.support.fingerprint import LIBRARY
from ember.support.options import Options
from ember.support.rendering import present
from ember.support.reporting import Presentation, WarningPolicy


@contextmanager
def folder(path: Path) -> Iterator[None]:
    """Works in a folder, so that messages name files without it."""
    outer = Path.cwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(outer)


def diagnostics_of(
    path: Path, policy: WarningPolicy | None = None, needs_main: bool = True
) -> list[Diagnostic]:
    """The errors and warnings of a program."""
    with folder(path.parent):
        options = Options(opt_level=0, warnings=policy, needs_main=needs_main)
        compilation = Compilation(path.name, options, cache=default_cache())
        recursion_limit = sys.getrecursionlimit()
        try:
            run_with_deep_stack(compilation.elaborate)
        except CompileError as failure:
            return failure.diagnostics
        finally:
            sys.setrecursionlimit(recursion_limit)
        return compilation.sink.warnings


def diagnosis(path: Path, policy: WarningPolicy | None = None, needs_main: bool = True) -> str:
    """What the user reads, the same on every machine."""
    return stable(present(diagnostics_of(path, policy, needs_main), Presentation(max_errors=100)))


def command_output(arguments: list[str], place: Path, capfd: object) -> str:
    """What a whole command writes to standard error."""
    with folder(place):
        try:
            dispatch(arguments)
        except CompileError as failure:
            print(present(failure.diagnostics, Presentation()), file=sys.stderr)
    return stable(capfd.readouterr().err)  # type: ignore[attr-defined]


def stable(text: str) -> str:
    """Without the place of the library on this machine, and the lines that its files happen to have."""
    text = text.replace(str(LIBRARY), "lib")
    text = re.sub(r"(?m)(passes are:) .*$", r"\1 …", text)
    return re.sub(r"(?m)^(lib/\S+\.mojo):\d+:\d+", r"\1", text).rstrip("\n")
