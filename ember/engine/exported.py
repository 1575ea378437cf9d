"""Folders of compiled graphs: one session writes them, another one uses them without compiling anything.

DIR/name-0123456789ab.mef      the graph of this name whose text has this checksum
DIR/manifest.json              {"name-0123456789ab": "name"}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ember.engine.mef import read_mef, write_mef
from ember.engine.program import Program
from ember.support.diagnostics import CompileError
from ember.support.output import write_output

_MANIFEST = "manifest.json"


class MissingArtifactError(RuntimeError):
    """A session that uses compiled graphs alone is given a graph that nobody compiled."""


def export_program(graph: object, program: Program, folder: Path) -> None:
    """Writes the program of a graph, and its line in the list of all; `ValueError` where that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ValueError(f"cannot write '{folder}': {problem.strerror}") from None
    title = _title(graph)
    known = _listed(folder / _MANIFEST)
    write_mef(program, folder / f"{title}.mef")
    text = json.dumps({**known, title: program.name}, indent=2) + "\n"
    try:
        write_output(folder / _MANIFEST, text.encode(), "")
    except CompileError as problem:
        raise ValueError(problem.diagnostics[0].message) from None


def _listed(path: Path) -> dict[str, str]:
    """The names in a list that others wrote."""
    known: object = None
    if not path.exists():
        known = {}
    elif path.is_file():
        with suppress(OSError, ValueError):
            known = json.loads(path.read_bytes())
    if not isinstance(known, dict):
        raise ValueError(f"'{path}' is no list of compiled graphs; remove it, or export to another folder")  # fmt: skip
    return known


def given_program(graph: object, folders: Sequence[Path | str]) -> Program:
    """The program of a graph, out of the first folder that has it."""
    title = _title(graph)
    for folder in folders:
        if (Path(folder) / f"{title}.mef").is_file():
            return read_mef(Path(folder) / f"{title}.mef")
    raise MissingArtifactError(f"there is no '{title}.mef' in {', '.join(map(str, folders))}")


def _title(graph: object) -> str:
    """What the file of a graph is called: its name, and a checksum of its text and of the graphs it may call."""
    text = repr(getattr(graph, "module", graph)).encode()
    return f"{getattr(graph, 'name', 'graph')}-{hashlib.blake2b(text, digest_size=6).hexdigest()}"
