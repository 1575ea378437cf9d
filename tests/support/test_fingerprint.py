"""Which of our files decide which cached results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ember.support import fingerprint

LISTED = """
import os, sys
import ember.service
for module in list(sys.modules.values()):
    if module.__name__.startswith("ember.") and getattr(module, "__file__", None):
        print(os.path.abspath(module.__file__))
"""


def test_the_fingerprint_covers_everything_a_compilation_imports() -> None:
    ran = subprocess.run([sys.executable, "-c", LISTED], capture_output=True, text=True, check=True)
    covered = {
        line.partition("\t")[0]
        for folder in (*fingerprint._COMPILER, *fingerprint._COMPILER_FILES)
        for line in fingerprint._files(os.path.join(fingerprint.PACKAGE, folder))
    }
    assert set(ran.stdout.split()) <= covered


def test_layers_of_models_are_no_part_of_the_compiler(tmp_path: Path) -> None:
    covered = [*fingerprint._COMPILER, *fingerprint._COMPILER_FILES, *fingerprint._GRAPHS]
    for other in ("nn", "pipelines", "torch", "cli.py", "tools"):
        assert other not in covered and Path(fingerprint.PACKAGE, other).exists()
