"""Exported programs as graphs: out of memory and out of files, weights that are not copied, what is not supported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from ember.cli import dispatch  # noqa: E402
from ember.engine import InferenceSession  # noqa: E402
from ember.graph import from_torch  # noqa: E402
from ember.graph.importers.imported import UnsupportedModel  # noqa: E402


class Small(torch.nn.Module):  # type: ignore[name-defined,misc]
    """A layer whose batch may have any size; it uses a parameter, a buffer, a constant and a number."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(8, 16)
        self.register_buffer("scale", torch.linspace(0, 1, 16))
        self.shift = torch.tensor([1.0, 2.0])

    def forward(self, x: Any, n: int) -> Any:
        y = torch.relu(self.layer(x)) * self.scale + self.shift[1]
        first, second = y.view(x.shape[0] * 2, -1).chunk(2, 1)
        return first[:, :n] + second[:, :n], x.shape[0]


@pytest.fixture(scope="module")
def program() -> Any:
    torch.manual_seed(0)
    sizes = ({0: torch.export.Dim("batch", min=2)}, None)
    return torch.export.export(Small(), (torch.randn(4, 8), 3), dynamic_shapes=sizes)


def test_a_program_runs_for_all_sizes(program: Any) -> None:
    graph, weights = from_torch(program)
    assert sorted(weights) == ["layer.bias", "layer.weight", "scale"]
    model = InferenceSession().load(graph, weights_registry=weights)
    for size in (2, 5):
        x = torch.randn(size, 8)
        result, batch = model.execute(x.numpy())
        np.testing.assert_allclose(result.to_numpy(), program.module()(x, 3)[0].detach().numpy(), rtol=1e-5, atol=1e-6)  # fmt: skip
        assert batch.item() == size


def test_weights_are_the_memory_of_the_program(program: Any) -> None:
    _, weights = from_torch(program)
    assert weights["layer.weight"].data_ptr() == program.state_dict["layer.weight"].data_ptr()


def test_a_file_says_the_same(program: Any, tmp_path: Path) -> None:
    path = tmp_path / "small.pt2"
    torch.export.save(program, path)
    graph, weights = from_torch(path)
    assert repr(graph).replace("@small", "@model") == repr(from_torch(program).graph)
    for name, array in weights.items():
        np.testing.assert_array_equal(array, program.state_dict[name].detach().numpy())
        assert not array.flags.owndata and not array.flags.writeable


def test_the_command(program: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.pt2"
    torch.export.save(program, path)
    target = tmp_path / "out.mef"
    assert dispatch(["import", str(path), "-o", str(target)]) == 0
    assert capsys.readouterr().out.split() == [str(target), str(target.with_suffix(".npz"))]
    np.save(tmp_path / "x.npy", np.ones((2, 8), np.float32))
    assert dispatch(["run", str(target), str(tmp_path / "x.npy"), str(tmp_path / "out.npz")]) == 0
    assert "output1 = Buffer(2," in capsys.readouterr().out
    assert dispatch(["import", str(tmp_path / "none.pt2")]) == 1
    assert "there is no model at" in capsys.readouterr().err
    assert dispatch(["import", "model.pt"]) == 1
    assert "neither" in capsys.readouterr().err


def test_all_that_is_not_supported_is_named() -> None:
    class Odd(torch.nn.Module):  # type: ignore[name-defined,misc]
        def forward(self, x: Any) -> Any:
            return torch.linalg.inv_ex(x)[0] + torch.special.i1(x) * torch.special.i0(x)  # fmt: skip

    program = torch.export.export(Odd(), (torch.eye(3),))
    with pytest.raises(UnsupportedModel) as found:
        from_torch(program)
    words = str(found.value)
    assert words.startswith("the model uses 3 ops that are not supported:")
    for op in ("linalg_inv_ex", "special_i1", "i0"):
        assert f"aten.{op}." in words


def test_numbers_that_graphs_lack(tmp_path: Path) -> None:
    """What is computed of them is no problem of its own; a file says the same as the program."""

    class Waves(torch.nn.Module):  # type: ignore[name-defined,misc]
        def forward(self, x: Any) -> Any:
            y = torch.fft.rfft(x)
            return (y * 2).abs(), torch.special.i1(x), x.to(torch.complex64).real

    program = torch.export.export(Waves(), (torch.randn(4),))
    torch.export.save(program, tmp_path / "m.pt2")
    for given in (program, tmp_path / "m.pt2"):
        with pytest.raises(UnsupportedModel) as found:
            from_torch(given)
        words = str(found.value)
        assert words.startswith("the model uses 4 ops that are not supported:"), words
        for line in ("fft_r", "aten.special_i1.", "real", "no element type for '"):  # fmt: skip
            assert line in words, words


def test_inputs_that_are_changed_are_buffers() -> None:
    class Count(torch.nn.Module):  # type: ignore[name-defined,misc]
        def forward(self, state: Any, x: Any) -> Any:
            state.add_(x)
            return state * 2

    graph, _ = from_torch(torch.export.export(Count(), (torch.zeros(3), torch.ones(3))))
    model = InferenceSession().load(graph)
    state = np.zeros(3, np.float32)
    assert model.execute(state, np.ones(3, np.float32))[0].to_numpy().tolist() == [2, 2, 2]
    assert state.tolist() == [1, 1, 1]


def test_wrong_things(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="an exported program or the path of one"):
        from_torch(torch.nn.Linear(2, 2))
    (tmp_path / "x.pt2").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="is no exported program"):
        from_torch(tmp_path / "x.pt2")
