"""The cache of whole programs: from a source file and its options straight to what was made of them last time.

An entry lists every file and folder that decided the result, with a hash of each; it counts only if all of them are as
they were. The library's files belong to the compiler and are covered by its fingerprint. Folders matter because a new
file can take the place of a library module; only their modules and subfolders are looked at.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
from collections.abc import Iterable
from typing import Final, NamedTuple

from ember.support.cache import Cache, cache_key
from ember.support.fingerprint import PACKAGE, compiler_fingerprint
from ember.support.options import Options
from ember.support.packages import SUFFIX, sum_of
from ember.support.processor import processor_text

SIGNATURES: Final = "kernels"
"""The kind of entries that tell what a file registers."""
_MODULE_SUFFIXES: Final = (".mojo", ".🔥")


Dependencies = tuple[tuple[str, bytes], ...]
"""Files and folders, with a hash of each."""


class Stored(NamedTuple):
    """What a compilation made: one or more files' bytes, and the warnings it gave in every form they are shown in.

    What was found in a cache says what it depends on.
    """

    data: list[bytes]
    warnings: list[str]
    dependencies: Dependencies = ()


def program_key(kind: str, path: str, options: Options) -> bytes:
    """The name of an entry. The path as given counts too: programs mention it in their messages."""
    host = processor_text() if options.target is None else ""
    return cache_key(
        "program",
        compiler_fingerprint(),
        kind,
        path,
        os.path.abspath(path),
        options.cache_text(),
        host,
    )


def find_program(cache: Cache, key: bytes) -> Stored | None:
    """The stored result, if nothing it depends on has changed."""
    entry = cache.get(key)
    if entry is None:
        return None
    try:
        dependencies, data, warnings = marshal.loads(entry)
    except (EOFError, ValueError, TypeError):
        return None
    if any(_digest(path) != digest for path, digest in dependencies):
        return None
    return Stored(data, warnings, tuple(dependencies))


def store_program(
    cache: Cache, key: bytes, sources: dict[str, bytes], include: Iterable[str], result: Stored
) -> None:
    """Keeps a result that was made from `sources` (the bytes of each file read, by path), and of what it depends on itself."""
    dependencies = dict((*result.dependencies, *dependencies_of(sources, include)))
    cache.put(key, marshal.dumps((list(dependencies.items()), result.data, result.warnings)))


def dependencies_of(sources: dict[str, bytes], include: Iterable[str]) -> Dependencies:
    """Every file and folder that decides what becomes of some files, with a hash of each."""
    library = PACKAGE + os.sep
    dependencies: list[tuple[str, bytes]] = []
    folders = {os.path.abspath(folder) for folder in include}
    for path, data in sources.items():
        full = os.path.abspath(path)
        if not full.startswith(library):
            dependencies.append((full, _hash(data)))
            folders.add(os.path.dirname(full))
    return (*dependencies, *((folder, _digest(folder)) for folder in sorted(folders)))


def _digest(path: str) -> bytes:
    """The state of a file or folder; the empty one when there is none."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            return _hash("\n".join(sorted(_members(path))).encode("utf-8", "surrogatepass"))
        if not stat.S_ISREG(mode):
            return b""  # a pipe has another text each time
        with open(path, "rb") as file:
            return _hash(file.read())
    except OSError:
        return b""


def _members(folder: str) -> list[str]:
    """The modules and packages a folder offers to imports."""
    try:
        with os.scandir(folder) as entries:
            return [
                e.name + (sum_of(e.path) if e.name.endswith(SUFFIX) else "")
                for e in entries
                if e.name.endswith((*_MODULE_SUFFIXES, SUFFIX)) or _may_be_package(e)
            ]
    except OSError:
        return []


def _may_be_package(entry: os.DirEntry[str]) -> bool:
    return entry.name.isidentifier() and entry.name != "__pycache__" and entry.is_dir()


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
