"""`EMBER_SIM_CHECK=1`: what the simulated device finds in wrong kernels, and that it finds nothing in right ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent


def run(path: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "EMBER_DEVICE": "sim",
        "EMBER_SIM_CHECK": "1",
    }
    command = [sys.executable, "-m", "ember", "run", str(path)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("name", ["checks", "checks_waiting"])
def test_wrong_kernels_are_found(name: str) -> None:
    done = run(HERE / f"{name}.mojo")
    assert done.returncode == 0, done.stderr
    expected = (HERE / f"{name}.out").read_text().splitlines()
    found = [line.replace(f"{HERE}/", "") for line in done.stdout.splitlines()]
    assert found == expected


@pytest.mark.parametrize(
    "name",
    ["reductions", "warps", "atomics", "copies", "matrices", "clusters", "talk_tiles_2025"]
    + ["turns", "shared_structs"],
)
def test_right_kernels_pass(name: str) -> None:
    program = HERE / "programs" / f"{name}.mojo"
    done = run(program)
    assert done.returncode == 0, done.stderr
    assert done.stdout == program.with_suffix(".out").read_text()
