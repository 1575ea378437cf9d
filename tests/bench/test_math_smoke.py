"""The program of `bench/math_functions.py` compiles and tells a time and a result for every function."""

from __future__ import annotations

import sys
from pathlib import Path

from forked import run_program

from ember.support.options import Options

BENCH = Path(__file__).parent.parent.parent / "bench"
sys.path.insert(0, str(BENCH))

from math_functions import DTYPES, FUNCTIONS, of_numpy, source  # noqa: E402


def test_program(tmp_path: Path) -> None:
    names = ["exp", "tanh", "rsqrt"]
    path = tmp_path / "functions.mojo"
    path.write_text(source(names))
    done = run_program(path, Options(opt_level=1))
    assert done.code == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[:2] for row in rows] == [[n, d] for n in names for d in DTYPES]
    assert all(float(row[2]) > 0 for row in rows)


def test_numpy() -> None:
    assert of_numpy(FUNCTIONS["erf"], "float32") is None
    took = of_numpy(FUNCTIONS["exp"], "float32")
    assert took is not None and took > 0
