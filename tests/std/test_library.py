"""The test files of the library in `tests/std` pass."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

STD = Path(__file__).parent
REPOSITORY = STD.parent.parent


def test_library() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ember", "test", str(STD)],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
