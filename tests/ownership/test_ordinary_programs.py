"""Ordinary programs that once printed garbage or freed twice, in the editions that have them, at -O0 and -O3.

`name.out` beside a program of edition 1 is what Mojo 1.2 prints; `name_2025.mojo` is the same in the language of 2025.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options
from tests.test_programs import EXPECT_EXIT

PROGRAMS = sorted((Path(__file__).parent / "ordinary").glob("*.mojo"))


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("path", PROGRAMS, ids=[path.stem for path in PROGRAMS])
def test_prints_what_mojo_prints(path: Path, level: int) -> None:
    done = run_program(path, Options(opt_level=level))
    wanted = path.with_suffix(".out").read_text()
    failing = EXPECT_EXIT.search(path.read_text())
    assert done.code == (0 if failing is None else int(failing["status"])), done.stderr
    if failing is None:
        assert done.stdout == wanted
    else:
        assert done.stdout.startswith(wanted)
        assert failing["text"] in done.stdout.removeprefix(wanted) + done.stderr
