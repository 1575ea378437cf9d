"""`ember init`: a new project that builds, tests and is formatted."""

from __future__ import annotations

import argparse
from pathlib import Path

from ember.support.diagnostics import CompileError, error
from ember.support.output import write_output

_MAIN = '''\
"""A program that greets."""

from greeting import greet


def main():
    """Runs the program."""
    print(greet("world"))
'''
_GREETING = '''\
"""What the program says."""


def greet(name: String) -> String:
    """A friendly sentence for somebody."""
    return "Hello, " + name + "!"
'''
_TEST = '''\
"""Tests of the greeting."""

from std.testing import assert_equal
from greeting import greet


def test_greets_by_name() raises:
    """The name stands in the sentence."""
    assert_equal(greet("world"), "Hello, world!")


def test_greets_nobody() raises:
    """Without a name there is a sentence too."""
    assert_equal(greet(""), "Hello, !")
'''
_README = """\
# {name}

```sh
ember run main.mojo              # compile and run
ember build main.mojo -o {name}  # an executable
ember test                       # run every test_*.mojo file
ember format                     # lay out the source files
```
"""
_IGNORED = "# what 'ember build' makes\n/{name}\n*.o\n*.so\n"


def init(arguments: argparse.Namespace) -> int:
    """Writes the files of a new project; nothing that exists is touched."""
    folder = Path(arguments.directory)
    name = arguments.name or folder.resolve().name
    files = {
        "main.mojo": _MAIN,
        "greeting.mojo": _GREETING,
        "test_greeting.mojo": _TEST,
        "README.md": _README.format(name=name),
        ".gitignore": _IGNORED.format(name=name),
    }
    _check(folder, name, list(files))
    _write(folder, files)
    print(f"made '{name}' in {folder}: {', '.join(files)}")
    steps = "" if arguments.directory == "." else f"cd {folder} && "
    print(f"next: {steps}ember run main.mojo; ember test")
    return 0


def _write(folder: Path, files: dict[str, str]) -> None:
    """Writes all files, or leaves none behind."""
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        message = f"cannot write '{problem.filename or folder}': {problem.strerror}"
        raise CompileError(error("unwritable-output", None, message)) from problem
    try:
        for file, text in files.items():
            write_output(folder / file, text.encode(), "")
    except CompileError:
        for file in files:
            (folder / file).unlink(missing_ok=True)
        if is_new:
            folder.rmdir()
        raise


def _check(folder: Path, name: str, files: list[str]) -> None:
    if not name.replace("-", "_").isidentifier():
        reason = f"'{name}' cannot name a project; choose letters, digits and '_' with --name"
    elif folder.exists() and not folder.is_dir():
        reason = f"'{folder}' is a file; name a directory"
    else:
        there = [file for file in files if (folder / file).exists()]
        if not there:
            return
        reason = f"'{folder / there[0]}' is there already; choose another directory"
    raise CompileError(error("unwritable-output", None, reason))
