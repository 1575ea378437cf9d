"""Files as memory."""

from __future__ import annotations

import mmap
from pathlib import Path

from ember.pipelines.weights.errors import WeightsError


def map_file(path: Path) -> mmap.mmap:
    """The bytes of a file, read when they are looked at."""
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as problem:
        raise WeightsError(path, problem.strerror or str(problem)) from None
    except ValueError:
        raise WeightsError(path, "the file is empty") from None
