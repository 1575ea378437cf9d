"""Every program of `examples/` runs and prints what is written in `tests/examples/`."""

from __future__ import annotations

from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

EXPECTED = Path(__file__).parent / "examples"
EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.mojo")), ids=lambda path: path.stem)
@pytest.mark.parametrize("level", [0, 3])
def test_example(path: Path, level: int) -> None:
    done = run_program(path, Options(opt_level=level))
    assert done.code == 0, done.stderr
    assert done.stdout == (EXPECTED / f"{path.stem}.out").read_text()


@pytest.mark.parametrize("path", sorted((EXAMPLES / "kernels").glob("*_[0-9]_*.mojo")), ids=lambda path: path.stem)  # fmt: skip
def test_step_of_a_kernel(path: Path) -> None:
    done = run_program(path, Options())
    assert (done.code, done.stdout) == (0, "right\n"), done.stderr
