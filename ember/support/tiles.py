"""Cuts of products that `ember tune` measured: a table for each kind of device beside the cache, which compilations get as a definition."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from ember.support.home import cache_folder

DEFINITION: Final = "EMBER_TILES"
"""The name under which kernels find the table (`linalg._tensor_cores`)."""


class Cut(NamedTuple):
    """How products of few rows with a weight of `columns` by `depth` are cut."""

    columns: int
    depth: int
    tile: int
    stages: int
    blocks: int
    groups: int


def tiles_path(accelerator: str) -> str | None:
    """The file of a kind of device; None where nothing is kept."""
    folder = cache_folder()
    return os.path.join(folder, f"tiles-{accelerator}.txt") if folder else None


def tuned_cuts(accelerator: str) -> list[Cut]:
    """What is known about a kind of device; lines that are none of ours count for nothing."""
    path = tiles_path(accelerator)
    try:
        with open(path or "", encoding="utf-8") as file:
            lines = [line.split() for line in file]
    except (OSError, UnicodeDecodeError):
        return []
    return [Cut(*map(int, words)) for words in lines if len(words) == 6 and all(word.isdecimal() for word in words)]  # fmt: skip


def tiles_definition(accelerator: str) -> dict[str, str]:
    """The definition that tells kernels of the table; none if there is no table."""
    cuts = tuned_cuts(accelerator)
    return {DEFINITION: ";".join(" ".join(map(str, cut)) for cut in cuts)} if cuts else {}


def keep_cut(accelerator: str, cut: Cut) -> str | None:
    """Adds a cut in the place of another of the same weight; gives the file, None where nothing is kept."""
    from ember.support.output import replacing

    path = tiles_path(accelerator)
    if path is None:
        return None
    others = [c for c in tuned_cuts(accelerator) if c[:2] != cut[:2]]
    os.makedirs(os.path.dirname(path), exist_ok=True)
    lines = "".join(" ".join(map(str, c)) + "\n" for c in sorted([*others, cut]))
    with replacing(Path(path)) as file:
        file.write(lines.encode())
    return path
