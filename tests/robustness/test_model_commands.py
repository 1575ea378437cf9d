"""Commands of models and graphs where output, disk or patience end: one line, the right exit code, nothing left behind, and no wrong result later."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.pipelines.tiny import write_tiny

from .conftest import REPOSITORY, Run, Start

GRAPH = """
import numpy as np
from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops

with Graph("kept", input_types=[TensorType(DType.float32, ("n",), DeviceRef.CPU())]) as graph:
    graph.output(ops.relu(graph.inputs[0].tensor * 2.5))
model = InferenceSession().load(graph)
model.export_mef("m.mef")
open("g.mlir", "w").write(str(graph))
print(model.execute(np.ones(2, "f4"))[0].to_numpy().tolist())
"""
COMMANDS = {"models": ("models", "m.gguf"), "graph": ("graph", "g.mlir"), "run": ("run", "m.mef")}


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(REPOSITORY), "EMBER_CACHE_DIR": str(folder / "cache")}


def _compile(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", GRAPH],
        cwd=folder,
        env=_environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_output_that_goes_nowhere_and_damaged_models(ember: Run, tmp_path: Path) -> None:
    write_tiny(tmp_path / "m.gguf", layers=1)
    assert _compile(tmp_path).communicate(timeout=300) == ("[2.5, 2.5]\n", "")
    for command in COMMANDS.values():
        with open("/dev/full", "w") as full:
            done = ember(*command, stdout=full)
        message = "ember: error[system]: cannot write: No space left on device\n"
        assert (done.returncode, done.stderr) == (1, message)
    whole = (tmp_path / "m.mef").read_bytes()
    for size in (1, 100, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.mef").write_bytes(whole[:size])
        done = ember("run", "cut.mef")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert done.stderr.startswith("ember: error[model]: 'cut.mef' is "), done.stderr


@pytest.mark.parametrize("target", ["out.gguf", "out"])
def test_converting_on_a_full_disk(ember: Run, tmp_path: Path, target: str) -> None:
    write_tiny(tmp_path / "m.gguf", layers=1)

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    done = ember("convert", "m.gguf", target, "--to", "f16", preexec_fn=little)
    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith(f"ember: error[model]: cannot write '{target}': ")
    assert done.stderr.count("\n") == 1
    left = [path for path in tmp_path.rglob("*") if path.is_file() and "cache" not in path.parts]
    assert not [path for path in left if path.suffix in (".gguf", ".safetensors") and path.name != "m.gguf"]  # fmt: skip


def test_interrupts_while_a_model_is_compiled(start: Start, tmp_path: Path) -> None:
    write_tiny(tmp_path / "m.gguf", layers=1)
    for seconds in (1.0, 2.5):
        words = ("generate", "hi", "--model", "m.gguf", "--raw", "--max-tokens", "3")
        process = start(*words, start_new_session=True)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=120)
        assert process.returncode in (130, -signal.SIGINT), err
        assert "Traceback" not in err, err


def test_kills_while_a_graph_is_compiled(tmp_path: Path) -> None:
    chooser = random.Random(5)
    for _ in range(4):
        process = _compile(tmp_path)
        time.sleep(chooser.uniform(0.5, 5))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert _compile(tmp_path).communicate(timeout=300) == ("[2.5, 2.5]\n", "")
