"""Files of models, graphs and compiled models that are none: one line, exit code 1, and nobody waits. Graphs without a cache."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from ember.graph import building
from ember.graph.mojo_source.kernel import KernelSource
from ember.support.output import replacing

from .conftest import REPOSITORY, Run

GRAPH = """
import numpy as np
from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops

with Graph("cached", input_types=[TensorType(DType.float32, ("n",), DeviceRef.CPU())]) as graph:
    graph.output(ops.relu(graph.inputs[0].tensor * {factor}))
print(InferenceSession().load(graph).execute(np.ones(2, "f4"))[0].to_numpy().tolist())
"""
NO_FILES = {
    "a pipe": (("models", "pipe"), "error[model]: pipe: this is no file of weights"),
    "endless": (("models", "/dev/zero"), "error[model]: /dev/zero: this is no file of weights"),
    "an empty file": (("models", "empty.gguf"), "error[model]: empty.gguf: the file is empty"),
    "an empty folder": (("models", "folder"), "error[model]: folder: there is no 'config.json' in this folder"),
    "settings that are none": (("models", "odd"), "error[model]: odd/config.json: this is no JSON: "),
    "a pipe as a graph": (("graph", "pipe"), "error[graph]: 'pipe' is no file"),
    "bytes as a graph": (("graph", "bytes.mlir"), "error[graph]: 'bytes.mlir' is no text"),
    "a pipe as a compiled model": (("run", "pipe.mef"), "error[model]: 'pipe.mef' is no file"),
    "text as a compiled model": (("run", "text.mef"), "error[model]: 'text.mef' is no compiled model of Ember"),
    "a few bytes of ONNX": (("import", "few.onnx", "-o", "out.mef"), "error[import]: 'few.onnx' is no ONNX model"),
    "a pipe of ONNX": (("import", "pipe.onnx", "-o", "out.mef"), "error[import]: there is no model at 'pipe.onnx'"),
}  # fmt: skip


@pytest.mark.parametrize(("command", "words"), NO_FILES.values(), ids=NO_FILES.keys())
def test_files_that_are_none(
    ember: Run, tmp_path: Path, command: tuple[str, ...], words: str
) -> None:
    if command[0] == "import":
        pytest.importorskip("onnx")
    for name in ("pipe", "pipe.mef", "pipe.onnx"):
        os.mkfifo(tmp_path / name)
    for name in ("folder", "odd"):
        (tmp_path / name).mkdir()
    (tmp_path / "odd" / "config.json").write_bytes(b"\xff\xfe")
    (tmp_path / "bytes.mlir").write_bytes(b"\xff\xfe")
    (tmp_path / "empty.gguf").touch()
    (tmp_path / "text.mef").write_text("x")
    (tmp_path / "few.onnx").write_text("x\n")
    done = ember(*command)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"ember: {words}"), done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out.mef").exists()


@pytest.mark.parametrize(("place", "factor"), [("/proc/nowhere", 3.0), ("a_file", 5.0), ("loop", 7.0)])  # fmt: skip
def test_graphs_without_a_cache(tmp_path: Path, place: str, factor: float) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "a_file").touch()
    settings = {"EMBER_CACHE_DIR": place, "PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-c", GRAPH.format(factor=factor)]
    done = subprocess.run(
        command, cwd=tmp_path, env=os.environ | settings, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"[{factor}, {factor}]\n", "")


def test_kernels_of_a_full_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are written elsewhere, for the moment; a graph could not be compiled where the cache's disk was full."""
    full = tmp_path / "cache"

    @contextmanager
    def limited(path: Path) -> Iterator[BinaryIO]:
        with replacing(path) as file:
            if path.is_relative_to(full):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            yield file

    monkeypatch.setenv("EMBER_CACHE_DIR", str(full))
    monkeypatch.setattr(building, "replacing", limited)
    sources = building.Sources({"kernel": KernelSource("kernel", (), (), "# text")})
    with building._files(sources) as (path,):
        assert path.read_text() == "# text" and not path.is_relative_to(full)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    full = Path("/")
    with pytest.raises(ValueError, match="cannot write kernels into '.*': No space left on device"):
        with building._files(sources):
            pass
