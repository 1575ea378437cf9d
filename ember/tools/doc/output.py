"""A folder of generated pages. What is in it and was not generated stays as it is.

The file `.ember-doc` lists the pages; only a folder that has it, or has nothing in it, is written to without `--force`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from ember.support.diagnostics import CompileError, Note, error
from ember.support.output import write_output

_LIST: Final = ".ember-doc"


def write_pages(folder: Path, pages: dict[str, str], force: bool) -> None:
    """Writes all pages, and removes those of the last time that are no longer made."""
    earlier = _earlier_pages(folder)
    if not force:
        _check(folder, pages, earlier)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _unwritable(folder, problem.strerror or str(problem)) from problem
    names = "".join(f"{name}\n" for name in sorted(pages))
    write_output(folder / _LIST, os.fsencode(names), "")
    for name, text in pages.items():
        write_output(folder / name, os.fsencode(text), "")
    for name in earlier - set(pages):
        with suppress(OSError):
            (folder / name).unlink(missing_ok=True)


def _earlier_pages(folder: Path) -> set[str]:
    """The pages made the last time; a list that was tampered with cannot name files elsewhere."""
    try:
        names = (folder / _LIST).read_text("utf-8", "surrogateescape").split("\n")
    except (OSError, ValueError):
        return set()
    return {name for name in names if name and "/" not in name and name not in (".", "..")}


def _check(folder: Path, pages: dict[str, str], earlier: set[str]) -> None:
    if folder.exists() and not folder.is_dir():
        raise _unwritable(folder, "it is not a directory")
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / _LIST).exists():
        raise _unwritable(folder, "it holds files that 'ember doc' did not make")
    for name in pages:
        if name not in earlier and (folder / name).exists():
            raise _unwritable(folder / name, "'ember doc' did not make it")


def _unwritable(path: Path, reason: str) -> CompileError:
    note = Note("name another folder with -o, or replace files with --force")
    return CompileError(
        error("unwritable-output", None, f"cannot write '{path}': {reason}", [note])
    )
