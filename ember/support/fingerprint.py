"""The compiler's own version, as cached results depend on it: any change of its files makes another one."""

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
_SUFFIXES: Final = (".py", ".mojo")


@cache
def compiler_fingerprint() -> bytes:
    """A hash of names, sizes and times of all files of the compiler and its library; takes a few milliseconds."""
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
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(_SUFFIXES):
                status = entry.stat()
                yield f"{entry.path}\t{status.st_size}\t{status.st_mtime_ns}\n"
            elif "." not in name and name != "__pycache__" and entry.is_dir():
                yield from _files(entry.path)
