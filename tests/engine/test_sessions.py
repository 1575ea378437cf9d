"""Sessions that keep compiled graphs, weights inside files, weights that change, parts of weights, and frequencies."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ember.cli import dispatch
from ember.dtype import DType
from ember.engine import CompiledModel, InferenceSession, MissingArtifactError, Model, read
from ember.graph import DeviceRef, Graph, ShardingStrategy, TensorType, TensorValue, Weight, ops

HOST = DeviceRef.CPU()
W = np.arange(12, dtype=np.float32).reshape(4, 3)


def forward(x: TensorValue) -> tuple[TensorValue, ...]:
    """Products with the parts of a weight, and a signal out of its frequencies."""
    weight = Weight("w", DType.float32, [4, 3], HOST, sharding_strategy=ShardingStrategy.rowwise(3))
    parts = weight.shard([HOST, HOST, HOST])
    waves = ops.irfft(ops.stack([x, x * 2], axis=-1), n=5, input_is_complex=True)
    return *(x @ part.T for part in parts), waves, ops.irfft(x, axis=0, normalization="ortho")


def sharded() -> Graph:
    return Graph("sharded", forward, [TensorType(DType.float32, [2, 3], HOST)])


def test_compiled_graphs_are_kept_and_used_and_weights_change(tmp_path: Path) -> None:
    session = InferenceSession(export_mefs=tmp_path / "kept")
    compiled = session.compile(sharded(), tile_based_fusion=True)
    assert isinstance(compiled, CompiledModel) and repr(compiled) == "CompiledModel()"
    (file,) = (tmp_path / "kept").glob("sharded-*.mef")
    assert json.loads((tmp_path / "kept" / "manifest.json").read_text()) == {file.stem: "sharded"}
    compiled.export_mef(tmp_path / "same.mef")
    assert read(tmp_path / "same.mef") == compiled

    for number, damaged in enumerate((b"", b"{", b"[]", b"\xff")):
        folder = tmp_path / f"damaged{number}"
        folder.mkdir()
        (folder / "manifest.json").write_bytes(damaged)
        with pytest.raises(ValueError, match=r"manifest.json' is no list of compiled graphs"):
            InferenceSession(export_mefs=folder).compile(sharded())
        assert not list(folder.glob("*.mef"))

    user = InferenceSession(precompiled_mefs=[tmp_path, tmp_path / "kept"])
    model = user.load(sharded(), weights_registry={"w": W})
    x = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    *parts, waves, ortho = [buffer.to_numpy() for buffer in model.execute(x)]
    assert [part.shape for part in parts] == [(2, 2), (2, 1), (2, 1)]
    assert np.allclose(np.concatenate(parts, 1), x @ W.T)
    assert np.allclose(waves, np.fft.irfft(x + 2j * x, 5), atol=1e-5)
    assert np.allclose(ortho, np.fft.irfft(x, axis=0, norm="ortho"), atol=1e-5)
    model.reload({"w": W + 1})
    assert np.allclose(np.concatenate([b.to_numpy() for b in model.execute(x)[:3]], 1), x @ (W + 1).T)  # fmt: skip
    for wrong, message in (
        ({}, "without 1 of its weights: w"),
        ({"w": W[:, :2]}, "shape"),
        ({"w": W.astype(np.int32)}, "int32"),
        ({"w": W, "v": W}, "has no weights of these names: v; it has w"),
    ):
        with pytest.raises((ValueError, TypeError), match=message):
            model.reload(wrong)
        found = [buffer.to_numpy() for buffer in model.execute(x)[:3]]
        assert np.allclose(np.concatenate(found, 1), x @ (W + 1).T)

    other = Graph("other", lambda x: x + 1, [TensorType(DType.float32, [2], HOST)])
    with pytest.raises(MissingArtifactError, match="there is no 'other-"):
        user.load(other)


def test_graphs_of_one_module_are_programs_of_their_own() -> None:
    """The cache knew the module alone, and gave the first one's program for all."""
    vector = TensorType(DType.float32, ["n"], HOST)
    first = Graph("first", lambda x: x + 1, [vector])
    Graph("second", lambda x: x * 2, [vector], module=first.module)
    models = InferenceSession().load_all(first.module)
    found = {name: model.execute(np.full(2, 5, np.float32))[0].to_numpy()[0] for name, model in models.items()}  # fmt: skip
    assert found == {"first": 6, "second": 10}


def test_weights_inside_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, plain = tmp_path / "whole.mef", tmp_path / "plain.mef"
    model = InferenceSession().load(sharded(), weights_registry={"w": W})
    model.export_mef(plain)
    model.export_mef(file, with_weights=True)
    assert 0 < file.stat().st_size - plain.stat().st_size - W.nbytes < 200
    del model
    x = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    session = InferenceSession()

    def product(model: Model) -> np.ndarray:
        return np.concatenate([buffer.to_numpy() for buffer in model.execute(x)[:3]], 1)

    again = session.load(file)
    for found in (again, session.init(read(file.read_bytes())), session.load(plain, weights_registry={"w": W})):  # fmt: skip
        assert np.allclose(product(found), x @ W.T)
    again.export_mef(tmp_path / "copy.mef")
    assert (tmp_path / "copy.mef").read_bytes() == file.read_bytes()
    again.export_mef(tmp_path / "copy.mef", with_weights=False)
    assert (tmp_path / "copy.mef").read_bytes() == plain.read_bytes()
    assert np.allclose(product(session.load(file, weights_registry={"w": -W, "not": W})), x @ -W.T)
    with pytest.raises(ValueError, match="no weights of these names: W; it has w"):
        again.reload({"W": -W})
    read(plain).export_mef(tmp_path / "copy.mef", {"w": W})
    assert (tmp_path / "copy.mef").read_bytes() == file.read_bytes()

    np.save(tmp_path / "x.npy", x)
    assert (
        dispatch(["run", str(file)]) == dispatch(["run", str(file), str(tmp_path / "x.npy")]) == 0
    )
    shown = capsys.readouterr().out
    assert "weight w: [4, 3] DType.float32 (inside)" in shown and "output0 = " in shown
    assert dispatch(["run", str(plain), str(tmp_path / "x.npy")]) == 1
    assert "without 1 of its weights: w" in capsys.readouterr().err

    data = file.read_bytes()
    for wrong, message in (
        (data[:-1], "is cut off: it ends before its weight 'w' does"),
        (data[:-1] + b"x", "the checksum of its weight 'w' is wrong"),
        (data + b"more", "4 bytes follow its end"),
        (plain.read_bytes() + bytes(64), "64 bytes follow its end"),
    ):
        file.write_bytes(wrong)
        with pytest.raises(ValueError, match=message):
            session.load(file)
    for call, message in (
        (lambda: read(plain).export_mef(file, {}), "without 1 of its weights: w"),
        (
            lambda: read(plain).export_mef(file, {"w": W[:2]}),
            r"its shape is \[4, 3\], not \[2, 3\]",
        ),
        (lambda: again.export_mef(tmp_path / "no" / "m.mef"), "there is no directory"),
        (lambda: again.export_mef(tmp_path), "it is a directory"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
