"""Files as memory."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

from ember.pipelines.weights.errors import WeightsError

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_PAUSE: Final = 0.02
"""Seconds between two times that pages are dropped."""


def map_file(path: Path) -> mmap.mmap:
    """The bytes of a file, read when they are looked at."""
    if path.exists() and not path.is_file():  # a pipe would have us wait for its writer
        raise WeightsError(path, "this is no file of weights")
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as problem:
        raise WeightsError(path, problem.strerror or str(problem)) from None
    except ValueError:
        raise WeightsError(path, "the file is empty") from None


@contextmanager
def passing(arrays: Iterable[Array]) -> Iterator[None]:
    """While arrays are read once from end to end: what is read of mapped files does not stay in this process's memory, only in the system's cache."""
    listed = _files_of(arrays)
    is_over = Event()

    def drop() -> None:
        for file in listed:
            file.madvise(mmap.MADV_DONTNEED)

    def sweep() -> None:
        while not is_over.wait(_PAUSE):
            drop()

    thread = Thread(target=sweep, name="ember-pages", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        drop()


def _files_of(arrays: Iterable[Array]) -> list[mmap.mmap]:
    """The mapped files that arrays are views of."""
    found: dict[int, mmap.mmap] = {}
    for array in arrays:
        owner: Any = array
        while hasattr(owner, "base"):
            owner = owner.base
        owner = owner.obj if isinstance(owner, memoryview) else owner
        if isinstance(owner, mmap.mmap):
            found[id(owner)] = owner
    return list(found.values())
