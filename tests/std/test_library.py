"""The test files of the library in `tests/std` pass, on the simulated device; `tests/gpu/device_check.py` is for GPUs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

STD = Path(__file__).parent
REPOSITORY = STD.parent.parent

# Where what the optimizer makes of a program matters most; the others take half the time without it.
OPTIMIZED = ("collections", "format", "layout", "python", "strings")
REST = tuple(sorted({path.parent.name for path in STD.rglob("test_*.mojo")}.difference(OPTIMIZED)))


@pytest.mark.parametrize(("level", "folders"), [("-O1", OPTIMIZED), ("-O0", REST)])
def test_library(level: str, folders: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ember", "test", level, *(str(STD / name) for name in folders)],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY), "EMBER_DEVICE": "sim"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
