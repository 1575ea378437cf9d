"""`import max.graph` means ours: in programs, in this process, and in pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
import numpy as np
from max.driver import CPU, Buffer
from max.dtype import DType
from max.graph import DeviceRef, Graph, TensorType, ops
from max.graph.type import FilterLayout
import max.graph.ops as same

assert same is ops and max(1, 2) == 2
with Graph("g", input_types=[TensorType(DType.float32, ["n"], DeviceRef.CPU())]) as graph:
    graph.output(ops.relu(graph.inputs[0].tensor))
print(graph.output_types, sys.argv[1:], Buffer.from_numpy(np.ones(2, np.float32)).shape)
"""


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, timeout=60
    )


def test_programs(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    done = run("-m", "ember.as_max", "program.py", "a", cwd=tmp_path)
    assert done.stdout.startswith("[TensorType(DType.float32, [n], cpu:0)] ['a'] (2"), done.stderr
    assert run("-m", "ember.as_max", "nothing.py", cwd=tmp_path).returncode == 1
    assert run("-m", "ember.as_max", cwd=tmp_path).returncode == 2


def test_what_is_not_there(tmp_path: Path) -> None:
    done = run("-c", "import ember.as_max, max.nothing", cwd=tmp_path)
    assert "ember has nothing that stands for 'max.nothing'" in done.stderr


def test_pytest_plugin(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from max.graph import Dim\n\ndef test_it() -> None:\n    assert str(Dim('n') * 2) == 'n * 2'\n"
    )
    done = run("-m", "pytest", "-q", "-p", "ember.as_max", "test_it.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_what_users_of_max_test() -> None:
    """Two hundred tests written from the description of that API, most of which MAX 26.7 passes, too."""
    folder = Path(__file__).parent / "for_max"
    options = ("-q", "-p", "ember.as_max", "-o", "python_files=*.py", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(folder)], capture_output=True, text=True, timeout=900
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
