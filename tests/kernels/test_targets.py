"""Kernels compile for GPUs that are not at hand: the ways that Hopper alone has are not asked for there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("kernels_for_targets.mojo")


@pytest.mark.parametrize("target", ["sm_80", "sm_100a", "gfx942"])
def test_kernels_compile(tmp_path: Path, target: str) -> None:
    command = [sys.executable, "-m", "ember", "build", "--target-accelerator", target, str(PROGRAM), "-o", str(tmp_path / "program")]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
