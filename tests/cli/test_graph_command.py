"""`ember graph` and `ember run model.mef`: stages shown, files written, wrong use told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from talk_listings import MATMUL_BIAS_RELU

from ember.cli import dispatch
from ember.engine import InferenceSession

MODEL = """
from ember.dtype import DType
from ember.graph import DeviceRef, Graph, TensorType, ops

with Graph("model", input_types=[TensorType(DType.float32, ["n"], DeviceRef.CPU())]) as graph:
    graph.output(ops.relu(graph.inputs[0].tensor + 1))
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    return path


def test_stages_are_shown(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind, words in (("mo", "mo.relu"), ("mogg", "mogg.foreach"), ("mgp", "mgp.launch"), ("mojo", "_Relu.elementwise"), ("svg", "</svg>"), ("html", "kernel 1")):  # fmt: skip
        assert dispatch(["graph", str(model), "--emit", kind]) == 0
        assert words in capsys.readouterr().out
    assert dispatch(["graph", str(model), "--emit", "mo", "--explain-fusion"]) == 0
    assert "# elementwise: mo.add into mo.relu" in capsys.readouterr().out


def test_text_of_a_stage_is_read_again(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = model.with_suffix(".mlir")
    assert dispatch(["graph", str(model), "--emit", "mo", "-o", str(text)]) == 0
    assert dispatch(["graph", str(text), "--emit", "mogg"]) == 0
    assert "mogg.foreach" in capsys.readouterr().out


def test_compiling_begins_at_the_stage_of_the_text(tmp_path: Path) -> None:
    """The slide's `mo`, and the kernels that became of it, as text: both give the same model."""
    graph, kernels = tmp_path / "model.mlir", tmp_path / "kernels.mlir"
    graph.write_text(MATMUL_BIAS_RELU)
    assert dispatch(["graph", str(graph), "--emit", "mogg", "-o", str(kernels)]) == 0
    assert "mogg.call.execute" in kernels.read_text()
    a, b = np.ones((2, 3), np.float32), np.arange(12, dtype=np.float32).reshape(3, 4)
    for text in (graph, kernels):
        compiled = text.with_suffix(".mef")
        assert dispatch(["graph", str(text), "--emit", "mef", "-o", str(compiled)]) == 0
        (result,) = InferenceSession().load(compiled).execute(a, b, -15.0)
        np.testing.assert_array_equal(result.to_numpy(), np.maximum(a @ b - 15, 0))


def test_a_compiled_model_is_a_file_that_runs(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled, array = model.with_suffix(".mef"), model.with_suffix(".npy")
    assert dispatch(["graph", str(model), "--emit", "mef", "-o", str(compiled)]) == 0
    assert dispatch(["run", str(compiled)]) == 0
    assert "input input0: [n] DType.float32" in capsys.readouterr().out
    np.save(array, np.array([-3, 1], np.float32))
    assert dispatch(["run", str(compiled), str(array)]) == 0
    assert "Buffer([0., 2.]" in capsys.readouterr().out
    np.save(array, np.zeros((2, 2), np.float32))
    assert dispatch(["run", str(compiled), str(array)]) == 1
    assert "its shape is [n], which has 1 axes" in capsys.readouterr().err


def test_generated_files_that_were_changed_are_used(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, compiled, array = model.parent / "files", model.with_suffix(".mef"), model.parent / "x.npy"  # fmt: skip
    assert dispatch(["graph", str(model), "--emit", "mojo", "-o", str(folder)]) == 0
    (kernel,) = folder.glob("add_relu_*.mojo")
    kernel.write_text(kernel.read_text().replace("(1.0)", "(5.0)"))
    for given, wanted in (([], "6."), (["--from-generated", str(folder)], "10.")):
        emit = ["graph", str(model), "--emit", "mef", "-o", str(compiled), *given]
        assert dispatch(emit) == 0
        np.save(array, np.array([5], np.float32))
        assert dispatch(["run", str(compiled), str(array)]) == 0
        assert f"Buffer([{wanted}]" in capsys.readouterr().out
    kernel.write_text(kernel.read_text().replace("_Relu", "_Nothing"))
    assert dispatch(emit) == 1
    assert f"{kernel}:" in capsys.readouterr().err


def test_wrong_use_is_told(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        (["graph", "nowhere.py"], "there is no file 'nowhere.py'"),
        (["graph", str(model), "--graph", "other"], "has no graph named 'other'; there are: model"),
        (
            ["graph", str(model), "--emit", "mef", "--from-generated", "no"],
            "there is no folder 'no'",
        ),
        (
            ["graph", str(model), "--emit", "mo", "--from-generated", "."],
            "generated files are used where native code is made",
        ),
        (["graph", str(model), "--weights", "w.npz"], "weights are used where native code is made"),
        (["graph", str(model), "--emit", "mef", "--weights", "w.npz"], "'w.npz' holds no arrays"),
        (["graph", str(model), "--emit", "mef", "-o", "/no/m.mef"], "there is no directory '/no'"),
        (["run", "nowhere.mef"], "'nowhere.mef' cannot be read"),
    ):
        assert dispatch(arguments) == 1
        assert message in capsys.readouterr().err
