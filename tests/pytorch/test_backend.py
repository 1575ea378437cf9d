"""`torch.compile(…, backend="ember")`: the numbers of PyTorch, with and without gradients, sizes that vary, ops that stay in PyTorch."""

from __future__ import annotations

import copy
import logging
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import ember.torch  # noqa: E402, F401
from ember.torch import backend  # noqa: E402
from ember.torch.compiled import CompiledPart  # noqa: E402


@pytest.fixture(autouse=True)
def fresh() -> None:
    torch.manual_seed(0)
    torch._dynamo.reset()


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[CompiledPart]:
    """The parts that are compiled while a test runs."""
    found: list[CompiledPart] = []

    class Recorded(CompiledPart):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            found.append(self)

    monkeypatch.setattr(backend, "CompiledPart", Recorded)
    return found


def network() -> Any:
    nn = torch.nn
    return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.LayerNorm(16), nn.Linear(16, 4))


def test_without_gradients(parts: list[CompiledPart]) -> None:
    """One part serves all sizes; a change of a parameter is noticed."""
    model = network()
    compiled = torch.compile(model, backend="ember", fullgraph=True, dynamic=True)
    with torch.no_grad():
        for size in (3, 7, 2):
            x = torch.randn(size, 8)
            torch.testing.assert_close(compiled(x), model(x))
        assert len(parts) == 1
        model[0].weight.mul_(2)
        torch.testing.assert_close(compiled(x), model(x))
    with torch.inference_mode():
        torch.testing.assert_close(compiled(x), model(x))


def test_training() -> None:
    model = network()
    compiled = torch.compile(copy.deepcopy(model), backend="ember")
    for step in range(2):
        losses = []
        for each in (model, compiled):
            x = torch.linspace(-1, 1, 24).reshape(3, 8) + step
            optimizer = torch.optim.SGD(each.parameters(), lr=0.1)
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(each(x), x[:, :4])
            loss.backward()
            optimizer.step()
            losses.append(loss)
        torch.testing.assert_close(losses[0], losses[1])
    for one, other in zip(model.parameters(), compiled.parameters()):
        torch.testing.assert_close(one, other)


class Notes(logging.Handler):
    """What the backend says."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def test_what_stays_in_torch_is_named(parts: list[CompiledPart]) -> None:
    def function(x: Any) -> Any:
        y = torch.sin(x) * 2 + 1
        z = torch.linalg.inv(y)
        return torch.cos(z) * x + z

    x = torch.randn(4, 4)
    notes, log = Notes(), logging.getLogger("ember.torch")
    log.addHandler(notes)
    compiled = torch.compile(function, backend="ember")
    torch.testing.assert_close(compiled(x), function(x), rtol=1e-3, atol=1e-3)
    log.removeHandler(notes)
    op = "aten.linalg_inv_ex.default"
    assert f"stays in PyTorch: {op}: there is no op of graphs for it" in notes.texts
    assert len(parts) == 2


def test_tensors_cross_the_border_as_they_lie() -> None:
    def function(x: Any, y: Any) -> Any:
        return (x * 2 + 1).t(), (x + y).permute(1, 0).contiguous() * 3, x.sum(0) * 2

    x, y = torch.randn(6, 5).t(), torch.randn(5, 12)[:, ::2]
    found = torch.compile(function, backend="ember")(x, y)
    for one, other in zip(found, function(x, y)):
        torch.testing.assert_close(one, other)
        assert one.stride() == other.stride()


def test_inputs_that_are_changed() -> None:
    def function(x: Any) -> Any:
        x.mul_(2).add_(1)
        return x * x + 3

    x, y = torch.ones(4), torch.ones(4)
    torch.testing.assert_close(torch.compile(function, backend="ember")(x), function(y))
    torch.testing.assert_close(x, y)


def test_a_size_that_is_an_input(parts: list[CompiledPart]) -> None:
    def function(x: Any, y: Any, n: int) -> Any:
        return x[:n] * 2 + n, y.sum(0) * 3 + x.shape[0]  # also a size that is no operand's

    compiled = torch.compile(function, backend="ember", dynamic=True)
    x, y = torch.randn(10), torch.randn(4, 3)
    for n in (3, 5, 6):
        torch.testing.assert_close(compiled(x, y, n), function(x, y, n))
    assert len(parts) == 1


def test_convolutions() -> None:
    """Filters of parameters are packed; channels that fill no vector, groups, steps and edges."""
    convs = [torch.nn.Conv2d(6, 42, (3, 2), (1, 2), (1, 2), (2, 1), groups) for groups in (1, 2, 6)]
    norm = torch.nn.BatchNorm2d(42).eval()

    def function(x: Any) -> Any:
        return [norm(conv(x)).relu() for conv in convs]

    x = torch.randn(2, 6, 9, 10)
    with torch.no_grad():
        found = torch.compile(function, backend="ember", fullgraph=True)(x)
        torch.testing.assert_close(found, function(x), rtol=1e-4, atol=1e-5)


def test_what_is_no_number_stays_so_and_infinite_padding() -> None:
    x, y = torch.tensor([1.0, float("nan"), -2.0, 7.0]), torch.tensor([0.0, 1.0, float("nan"), 9.0])

    def function(x: Any, y: Any) -> Any:
        ways = (
            torch.maximum(x, y),
            torch.minimum(x, y),
            x.clamp(-1, 1),
            x.relu(),
            torch.nn.functional.relu6(x),
        )
        padded = torch.nn.functional.pad(x * 2, (1, 2), value=float("-inf")).exp()
        return torch.stack(ways) * 2, padded

    found = torch.compile(function, backend="ember")(x, y)
    torch.testing.assert_close(found, function(x, y), equal_nan=True)
