"""The models of `examples/pytorch/models.py`, small, compiled by the backend and imported as exported programs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import ember.torch  # noqa: E402, F401
from ember.engine import InferenceSession  # noqa: E402
from ember.graph import from_torch  # noqa: E402

EXAMPLE = Path(__file__).parents[2] / "examples" / "pytorch" / "models.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("models", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MODELS = example()
NAMES = ("perceptron", "resnet18", "bert", "decoder")


@pytest.mark.parametrize("name", NAMES)
def test_compiled(name: str) -> None:
    model, inputs = MODELS.small_models()[name]
    model.eval()
    torch._dynamo.reset()
    compiled = torch.compile(model, backend="ember", fullgraph=True)
    with torch.no_grad():
        torch.testing.assert_close(compiled(*inputs), model(*inputs), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_imported(name: str) -> None:
    model, inputs = MODELS.small_models()[name]
    model.eval()
    with torch.no_grad():
        expected = model(*inputs)
    graph, weights = from_torch(torch.export.export(model, inputs))
    loaded = InferenceSession().load(graph, weights_registry=weights)
    found = loaded.execute(*[x.contiguous().numpy() for x in inputs])
    several = expected if isinstance(expected, tuple) else (expected,)
    for ours, theirs in zip(found, several, strict=True):
        np.testing.assert_allclose(ours.to_numpy(), theirs.numpy(), rtol=1e-4, atol=1e-4)


def test_a_cache_that_grows() -> None:
    """Token by token, from an empty cache, one compilation for all lengths but the first."""
    torch.manual_seed(0)
    torch._dynamo.reset()
    model = MODELS.Decoder(50, 16, 1, 2, 32).eval()
    compiled = torch.compile(model, backend="ember", dynamic=True)
    ids = torch.randint(0, 50, (1, 6))
    with torch.no_grad():
        _, cache = model(ids[:, :2], model.empty_cache())
        mine = cache
        for at in range(2, 6):
            expected, cache = model(ids[:, at : at + 1], cache)
            found, mine = compiled(ids[:, at : at + 1], mine)
            torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)
