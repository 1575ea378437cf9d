"""What is read of files while a model is loaded does not stay in the process's memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

READING = """
import sys
from pathlib import Path

import numpy as np

from ember.pipelines.weights.mapped import map_file, passing


def resident():
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("RssFile")]
    return int(line.split()[1]) / 1024


array = np.frombuffer(map_file(Path(sys.argv[1])), np.uint8)[16:]
before = resident()
assert array.max() == 7 and resident() > before + 30
with passing([array, np.ones(3)]):
    assert array.max() == 7
assert resident() < before + 10, (before, resident())
assert array[100] == 7
"""


def test_pages_of_files_are_given_back(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(b"\x07" * (40 << 20))
    done = subprocess.run([sys.executable, "-c", READING, str(path)], capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
