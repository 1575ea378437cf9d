"""Files of the library are UTF-8 whatever the locale is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from ember.graph.api.kernels import KernelLibrary
print(len(KernelLibrary([])["mo.matmul"]))
"""


def test_kernels_are_found_in_the_plain_locale() -> None:
    plain = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    environment = os.environ | plain | {"PYTHONPATH": str(Path(__file__).parents[2])}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.returncode) == ("1\n", 0), ran.stderr
