"""Every program of `bench/programs` runs at a small size and prints the checksum written here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

BENCH = Path(__file__).parent.parent.parent / "bench"
sys.path.insert(0, str(BENCH))

from run_time import PROGRAMS, SUITE, agree  # noqa: E402

EXPECTED = {
    "mandelbrot": "367748",
    "nbody": "-169087605",
    "matmul": "4716340",
    "layout_matmul": "4716340",
    "word_count": "3177 5",
    "sieve": "1229",
    "reduction": "23068634",
    "sort": "-310372158924916955",
}


def test_all_programs_are_measured() -> None:
    compiled_only = {"account_book", "matmul_library"}
    assert set(SUITE) | compiled_only == {path.stem for path in PROGRAMS.glob("*.mojo")}
    assert set(SUITE) == {path.stem for path in PROGRAMS.glob("*.c")}


@pytest.mark.parametrize("name", SUITE)
def test_checksum(name: str) -> None:
    done = run_program(PROGRAMS / f"{name}.mojo", Options(opt_level=1), [str(SUITE[name].small)])
    assert done.code == 0, done.stderr
    assert agree(name, done.stdout, EXPECTED[name]), done.stdout
