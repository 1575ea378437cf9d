"""`bench/passes.py` works on a small program and names every pass of a level."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent


def test_passes_are_measured() -> None:
    command = [sys.executable, "bench/passes.py", "--extra", "examples/hello.mojo"]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    for words in ("without mem2reg", "without sroa", "with sccp", "with licm", "O0", "O3"):
        assert words in done.stdout
