"""`ember format`: rewrites files in the house style, or says which ones are not in it.

A file that does not parse is reported and left alone. A rewritten file takes its old one's place in one step, with its
permissions; a link is followed.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError, error
from ember.support.source import SourceFile
from ember.tools.formatter.format import FormatFault, format_source
from ember.tools.session import EXIT_FAILURE, report

_SUFFIXES = (".mojo", ".🔥")
_STANDARD_INPUT = "<stdin>"


def format_command(arguments: argparse.Namespace) -> int:
    """Formats everything named; the exit code is 1 if a file failed, or with `--check` would change."""
    return run_with_deep_stack(lambda: _format_all(arguments))


def _format_all(arguments: argparse.Namespace) -> int:
    changed = unchanged = failed = 0
    for path in _files(arguments.paths):
        try:
            differs = _format_one(path, arguments)
        except CompileError as problem:
            report(problem.diagnostics)
            failed += 1
            continue
        changed += differs
        unchanged += not differs
    if "-" not in arguments.paths:
        _sum_up(changed, unchanged, failed, arguments.check or arguments.diff)
    return EXIT_FAILURE if failed or (arguments.check and changed) else 0


def _sum_up(changed: int, unchanged: int, failed: int, dry: bool) -> None:
    verb = "would be reformatted" if dry else "reformatted"
    parts = [f"{_count(changed)} {verb}", f"{_count(unchanged)} left unchanged"]
    if failed:
        parts.append(f"{_count(failed)} could not be read")
    print(", ".join(parts), file=sys.stderr)


def _count(number: int) -> str:
    return f"{number} file" if number == 1 else f"{number} files"


def _files(paths: list[str]) -> Iterator[str]:
    """Files as named, and the source files below folders; `-` is standard input."""
    seen: set[str] = set()
    for path in paths:
        for name in _source_files(path) if os.path.isdir(path) else [path]:
            if name not in seen:
                seen.add(name)
                yield name


def _source_files(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(_SUFFIXES):
                yield os.path.normpath(os.path.join(place, name))


def _format_one(path: str, arguments: argparse.Namespace) -> bool:
    """Formats one file; whether that changes it."""
    source = _read(path)
    try:
        text = format_source(source, arguments.line_length)
    except FormatFault as fault:
        message = f"cannot format '{source.path}': {fault}; it was left as it is"
        raise CompileError(error("format-fault", None, message)) from fault
    differs = text != source.text
    if arguments.diff:
        sys.stdout.writelines(_difference(source, text))
    elif path == "-" and not arguments.check:
        sys.stdout.write(text)
    elif differs and arguments.check:
        print(f"would reformat {source.path}")
    elif differs:
        _replace(path, text)
        print(f"reformatted {path}")
    return differs


def _read(path: str) -> SourceFile:
    if path == "-":
        return SourceFile.from_bytes(_STANDARD_INPUT, sys.stdin.buffer.read())
    from ember.loading import read_source

    return read_source(path)


def _difference(source: SourceFile, text: str) -> Iterator[str]:
    old, new = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, source.path, f"{source.path} (formatted)"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _replace(path: str, text: str) -> None:
    """Puts new text in a file's place: complete, or not at all."""
    place = Path(os.path.realpath(path))
    if not place.is_file():
        message = f"cannot write '{path}': it is not a file"
        raise CompileError(error("unwritable-output", None, message))
    temporary = ""
    try:
        mode = place.stat().st_mode & 0o7777
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, place)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        message = f"cannot write '{path}': {reason}; it was left as it is"
        raise CompileError(error("unwritable-output", None, message)) from problem
    finally:
        if temporary:
            with suppress(OSError):
                os.unlink(temporary)
