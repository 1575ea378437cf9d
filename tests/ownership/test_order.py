"""Copies, moves and destructions happen in one order in both editions: programs that print them, in the words of 2025.

What they print in edition 1 is what Mojo 1.2 prints, or less (`tests/programs/lifecycle`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

from .edition import in_2025

PROGRAMS = Path(__file__).parents[1] / "programs" / "lifecycle"
NAMES = (
    *("order_of_assignment", "order_of_ends", "assigned_arguments", "ends_in_blocks"),
    *("overwritten_unread", "language_copies", "library_copies"),
)
MEANS_MORE = {"list_slice 3 2 5": "list_slice 3 4 7"}
"""`List(l[0:2])`: a slice is a list by itself in 2025."""


@pytest.mark.parametrize("name", NAMES)
def test_same_order_in_2025(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.mojo"
    path.write_text(in_2025((PROGRAMS / f"{name}.mojo").read_text()))
    wanted = (PROGRAMS / f"{name}.out").read_text()
    for line, longer in MEANS_MORE.items():
        wanted = wanted.replace(line, longer)
    done = run_program(path, Options(opt_level=0))
    assert done.stdout == wanted, done.stderr
