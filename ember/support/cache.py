"""The content-addressed cache on disk: key (a hash of everything that decides a result) to bytes.

A cache never fails a compilation: where nothing can be written, nothing is kept; an entry that does not match its
checksum is deleted and counts as missing. Writers may run in parallel: an entry appears by renaming a complete file.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ember.support.home import cache_folder

DEFAULT_LIMIT: Final = 2 << 30
"""Bytes kept before the least recently used entries go."""

_MAGIC: Final = b"EMBERC1\n"
_DIGEST_SIZE: Final = 16
_HEADER_SIZE: Final = len(_MAGIC) + _DIGEST_SIZE
_FRESH_SECONDS: Final = 3600
_ABANDONED_SECONDS: Final = 3600


class CacheInfo(NamedTuple):
    """What `ember cache info` shows."""

    directory: Path | None
    entries: int
    size: int
    limit: int


def cache_key(*parts: str | bytes) -> bytes:
    """The key of a result that is decided by `parts`, in this order."""
    hasher = hashlib.blake2b(digest_size=32)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hasher.update(len(data).to_bytes(8, "little"))
        hasher.update(data)
    return hasher.digest()


class Cache:
    """Entries below one directory; with None as directory everything is a miss.

    What is missing is looked up in the cache `behind`, if there is one, which is only read.
    """

    __slots__ = ("behind", "directory", "limit")

    def __init__(
        self, directory: Path | None, limit: int = DEFAULT_LIMIT, behind: Cache | None = None
    ) -> None:
        self.directory = directory
        self.limit = limit
        self.behind = behind

    def in_front_of(self, behind: Cache) -> Cache:
        """The same cache, where what is missing may be found in another one."""
        return Cache(self.directory, self.limit, behind)

    def get(self, key: bytes) -> bytes | None:
        """The stored bytes, or None."""
        found = self._read(key)
        if found is None and self.behind is not None:
            return self.behind.get(key)
        return found

    def _read(self, key: bytes) -> bytes | None:
        path = self._path(key)
        if path is None:
            return None
        try:
            with open(path, "rb") as file:
                content = file.read()
                written = os.fstat(file.fileno()).st_mtime
        except OSError:
            return None
        data = content[_HEADER_SIZE:]
        if content[:_HEADER_SIZE] != _header(data):
            _delete(path)
            return None
        if time.time() - written > _FRESH_SECONDS:
            with contextlib.suppress(OSError):
                os.utime(path)
        return data

    def put(self, key: bytes, data: bytes) -> None:
        """Stores bytes; silently does not where that is impossible."""
        path = self._path(key)
        if path is None:
            return
        temporary = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(temporary, "wb") as file:
                file.write(_header(data))
                file.write(data)
            os.replace(temporary, path)
        except OSError:
            _delete(temporary)
            return
        if key[:1] == b"\0":  # one put in 256 pays for keeping the size in bounds
            self.prune()

    def prune(self, limit: int | None = None) -> int:
        """Deletes the least recently used entries until at most `limit` bytes stay; gives the bytes freed."""
        limit = self.limit if limit is None else limit
        entries = sorted(self._entries(), key=lambda entry: entry[1].st_mtime)
        size = sum(status.st_size for _, status in entries)
        freed = 0
        for path, status in entries:
            abandoned = (
                path.name.startswith(".") and time.time() - status.st_mtime > _ABANDONED_SECONDS
            )
            if size - freed > limit or abandoned:
                _delete(path)
                freed += status.st_size
        return freed

    def clear(self) -> int:
        """Deletes every entry; gives the bytes freed."""
        return self.prune(limit=-1)

    def info(self) -> CacheInfo:
        sizes = [status.st_size for _, status in self._entries()]
        return CacheInfo(self.directory, len(sizes), sum(sizes), self.limit)

    def _path(self, key: bytes) -> Path | None:
        if self.directory is None:
            return None
        name = key.hex()
        return self.directory / name[:2] / name[2:]

    def _entries(self) -> Iterator[tuple[Path, os.stat_result]]:
        """Every file of the cache; files that vanish meanwhile are left out."""
        if self.directory is None or not self.directory.is_dir():
            return
        for folder in self.directory.iterdir():
            if len(folder.name) == 2 and folder.is_dir():
                for path in folder.iterdir():
                    with contextlib.suppress(OSError):
                        yield path, path.stat()


@cache
def default_cache() -> Cache:
    """The user's cache: `$EMBER_CACHE_DIR`, `$XDG_CACHE_HOME/ember` or `~/.cache/ember`; `EMBER_CACHE_DIR=""` is none."""
    folder = cache_folder()
    return Cache(Path(folder) if folder is not None else None)


def _header(data: bytes) -> bytes:
    return _MAGIC + hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


def _delete(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
