"""What runs that were killed left in the folder for temporary files."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

PREFIX: Final = "ember-"
_ABANDONED_SECONDS: Final = 3600


def remove_leftovers(age: float = _ABANDONED_SECONDS) -> int:
    """Deletes our own files and folders that nobody has touched for `age` seconds; gives the bytes freed."""
    freed = 0
    for path in our_files(PREFIX):
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime <= age:
                continue
            freed += _size(path)
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink()
    return freed


def our_files(prefix: str) -> Iterator[Path]:
    """Temporary files of this user whose names begin so."""
    try:
        found = list(Path(tempfile.gettempdir()).iterdir())
    except OSError:
        return
    for path in found:
        with suppress(OSError):
            if path.name.startswith(prefix) and path.lstat().st_uid == os.getuid():
                yield path


def _size(path: Path) -> int:
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_size
    return sum(file.lstat().st_size for file in path.rglob("*") if file.is_file())
