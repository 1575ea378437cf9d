"""A smaller input that fails in the same place: lines, then pieces of lines, are left out while the failure stays."""

from __future__ import annotations

import re

from .sandbox import run_one


def minimize(target: str, data: bytes) -> bytes:
    """The smallest input found; `ValueError` if this one does not fail."""
    wanted = run_one(target, data).failure
    if not wanted:
        raise ValueError("this input does not fail")

    def fails(pieces: list[bytes]) -> bool:
        return run_one(target, b"".join(pieces)).failure == wanted

    data = b"".join(_reduce(data.splitlines(keepends=True), fails))
    return b"".join(_reduce(re.findall(rb"\s+|\w+|.", data, re.DOTALL), fails))


def _reduce(pieces: list[bytes], fails: object) -> list[bytes]:
    size = max(1, len(pieces) // 2)
    while size:
        at = 0
        while at < len(pieces):
            shorter = pieces[:at] + pieces[at + size :]
            if fails(shorter):  # type: ignore[operator]
                pieces = shorter
            else:
                at += size
        size //= 2
    return pieces
