"""Versions of our own files, as cached results depend on them: any change of a file that decides a result makes another one."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY: Final = Path(PACKAGE, "lib")
LIBRARY_FILE: Final = LIBRARY / "std.lit"
"""The library's modules, lowered when Ember was installed."""
LIBRARY_FUNCTIONS: Final = LIBRARY / "functions"
"""Functions of the library that most programs need, elaborated when Ember was installed: a cache that is only read."""
_FRONT_END: Final = ("syntax", "lower", "dialects", "ir", "support")
_COMPILER: Final = (*_FRONT_END, "elab", "interpreter", "ownership", "opt", "codegen", "lib")
_COMPILER_FILES: Final = (
    "compiler.py",
    "elaborating.py",
    "loading.py",
    "outputs.py",
    "queries.py",
    "service.py",
    "showing.py",
    "stages.py",
)
_GRAPHS: Final = ("graph", "engine", "driver")
_SUFFIXES: Final = (".py", ".mojo")


@cache
def compiler_fingerprint() -> bytes:
    """A hash of names, sizes and times of all files of the compiler and its library; takes a few milliseconds."""
    return _fingerprint(*_COMPILER, *_COMPILER_FILES)


@cache
def graph_fingerprint() -> bytes:
    """The same for what makes models of graphs, besides the compiler."""
    return compiler_fingerprint() + _fingerprint(*_GRAPHS)


@cache
def package_fingerprint() -> bytes:
    """The same for all our files, those that build graphs too."""
    return _fingerprint("")


@cache
def front_end_fingerprint() -> bytes:
    """The same for the part that turns text into `lit`."""
    return _fingerprint(*_FRONT_END)


@cache
def front_end_contents() -> bytes:
    """A hash of what is written in the front end's files: the same wherever they are installed."""
    hasher = hashlib.blake2b(digest_size=16)
    for folder in _FRONT_END:
        for path in sorted(Path(PACKAGE, folder).glob("**/*.py")):
            data = path.read_bytes()
            hasher.update(f"{path.relative_to(PACKAGE).as_posix()}\t{len(data)}\n".encode())
            hasher.update(data)
    return hasher.digest()


def _fingerprint(*folders: str) -> bytes:
    hasher = hashlib.blake2b(digest_size=16)
    hasher.update(repr(sys.version_info[:3]).encode())
    for folder in folders:
        for line in sorted(_files(os.path.join(PACKAGE, folder))):
            hasher.update(line.encode("utf-8", "surrogatepass"))
    return hasher.digest()


def _files(folder: str) -> Iterator[str]:
    if folder.endswith(_SUFFIXES):
        status = os.stat(folder)
        yield f"{folder}\t{status.st_size}\t{status.st_mtime_ns}\n"
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(_SUFFIXES):
                status = entry.stat()
                yield f"{entry.path}\t{status.st_size}\t{status.st_mtime_ns}\n"
            elif "." not in name and name != "__pycache__" and entry.is_dir():
                yield from _files(entry.path)
