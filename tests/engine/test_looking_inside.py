"""Models watched while they run: times, traces, NaN, unwritten elements, prints, and what a debugger is told."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np
import pytest

from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.engine.debugging import DebugSwitches
from ember.graph import DeviceRef, Graph, TensorType, TensorValue, ops

CPU = DeviceRef.CPU()


def forward(x: TensorValue, y: TensorValue) -> TensorValue:
    return ops.softmax(x @ y) + ops.log(ops.sum(x, 1))


def loaded(tmp_path: Path, **switches: bool) -> Model:
    matrix = TensorType(DType.float32, ["m", "k"], CPU)
    graph = Graph("looked_at", forward, [matrix, TensorType(DType.float32, ["k", "n"], CPU)])
    session = InferenceSession()
    session.debug = DebugSwitches()  # type: ignore[misc]
    for name, value in switches.items():
        setattr(session.debug, name, value)
    return session.load(graph)


def numbers(*shape: int) -> Any:
    return np.random.default_rng(3).random(shape, np.float32)


def test_a_profile_has_a_row_for_each_kernel(tmp_path: Path) -> None:
    model = loaded(tmp_path)
    x, y = numbers(3, 4), numbers(4, 5)
    profile = model.profile(x, y, rounds=2)
    assert sorted(row.summary for row in profile.rows) == sorted(model.kernel_summaries)
    assert all(row.calls == 2 and row.bytes > 0 for row in profile.rows)
    (product,) = [row for row in profile.rows if row.summary == "matmul"]
    assert product.bytes == 2 * 4 * (3 * 4 + 4 * 5 + 3 * 5)
    text = str(profile)
    assert "looked_at" in text and "matmul" in text and "test_looking_inside.py:" in text
    profile.save_trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert len([event for event in events if event["ph"] == "X"]) == len(profile.launches)


def test_files_of_models_can_be_watched(tmp_path: Path) -> None:
    loaded(tmp_path).export_mef(tmp_path / "model.mef")
    model = InferenceSession().load(tmp_path / "model.mef")
    assert len(model.profile(numbers(3, 4), numbers(4, 5), rounds=1).rows) == 3


def test_kernels_that_give_nan_are_named(tmp_path: Path) -> None:
    model = loaded(tmp_path, nan_check=True)
    model.execute(numbers(3, 4), numbers(4, 5))
    bad = numbers(3, 4)
    bad[1] = -1
    with pytest.raises(RuntimeError, match=r"log.*gives NaN: 1 of 3 elements of result 0, \[m, 1\] float32 \(.*\.py:"):  # fmt: skip
        model.execute(bad, numbers(4, 5))


def test_every_result_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded(tmp_path, print=True).execute(numbers(3, 4), numbers(4, 5))
    assert "matmul -> [m, n] float32 [3, 5]\n[[" in capsys.readouterr().out


KERNELS = """
import extensibility
from extensibility import InputTensor, OutputTensor

@extensibility.register("test.forgetful")
struct Forgetful:
    @staticmethod
    def execute(result: OutputTensor[rank=1, ...], x: InputTensor[dtype = result.dtype, rank=1, ...]):
        for i in range(x.dim_size[0]() - 1):
            result[i] = x[i]
"""


def test_elements_that_nobody_writes_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "forgetful"
    folder.mkdir()
    (folder / "__init__.mojo").write_text(KERNELS)
    row = TensorType(DType.float32, ["n"], CPU)

    def forget(x: TensorValue) -> TensorValue:
        return ops.custom("test.forgetful", CPU, [x], [row])[0].tensor * 2

    session = InferenceSession()
    session.debug = DebugSwitches()  # type: ignore[misc]
    session.debug.uninitialized_read_check = True
    model = session.load(Graph("forgets", forget, [row], custom_extensions=[folder]))
    with pytest.raises(RuntimeError, match=r"'test.forgetful' did not write 1 of 4 elements"):
        model.execute(numbers(4))


def test_switches_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_DEBUG", "nan-check, print")
    switches = DebugSwitches()
    assert switches.nan_check and switches.print and not switches.uninitialized_read_check
    monkeypatch.setenv("EMBER_DEBUG", "nancheck")
    with pytest.raises(ValueError, match="there is no switch 'nancheck'; there are: nan-check"):
        DebugSwitches()


def test_a_debugger_finds_the_lines_of_kernels(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EMBER_DEBUG", "line-tables")
    graph = Graph("stepped", lambda x: ops.relu(x * 2), [TensorType(DType.float32, ["n"], CPU)])
    model = InferenceSession().load(graph)
    assert (model.execute(np.ones(9, np.float32))[0].to_numpy() == 2).all()
    script = Path(capsys.readouterr().err.strip().rpartition("source ")[2])
    commands = script.read_text().splitlines()[1:]
    (kernel,) = [spec.name for spec in model.program.kernels]
    files = [Path(command.split()[1]) for command in commands]
    (code,) = [
        path
        for path in files
        if all(word in path.read_bytes() for word in (f"{kernel}.mojo".encode(), b".debug_line"))
    ]
    assert any(str(code) in command and "-s .text 0x" in command for command in commands)
    if which("gdb"):
        asked = ["gdb", "-nx", "-q", "-batch", str(code), "-ex", f"info line {kernel}.mojo:25"]
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
        assert done.stdout.startswith("Line 25 of ") and "starts at address" in done.stdout
