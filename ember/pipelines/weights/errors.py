"""What can be wrong with a file of weights."""

from __future__ import annotations

from pathlib import Path


class WeightsError(ValueError):
    """A file of weights that cannot be used: the file, and what is wrong where."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
