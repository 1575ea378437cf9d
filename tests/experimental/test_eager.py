"""Tensors that compute as they are written, and modules of them: values, what waits, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ember.driver import CPU
from ember.dtype import DType
from ember.experimental import functional as F
from ember.experimental import nn, random
from ember.experimental.compilation import compile
from ember.experimental.nn import Linear, Module, RMSNorm, Sequential, module_dataclass
from ember.experimental.tensor import Tensor, default_device, default_dtype, defaults
from ember.graph import DeviceRef, Graph, TensorType


@pytest.fixture(autouse=True)
def on_the_cpu() -> Iterator[None]:
    """Tensors are made there whatever the machine has."""
    with default_device(CPU()):
        yield


def test_lines_wait_until_somebody_looks() -> None:
    x = Tensor([[1.0, -2.0], [3.0, 4.0]])
    y = F.relu(x * 2 + 1)
    z = y.sum(axis=None)
    assert x.real and not y.real and y.shape == [2, 2] and y.dtype is DType.float32
    assert z.item() == 19 and y.real
    np.testing.assert_array_equal(y.to_numpy(), [[3, 0], [7, 9]])
    assert (z + 1).item() == 20
    assert "19" in repr(z) and bool(z > 18)


def test_errors_come_from_the_line() -> None:
    x = Tensor([1.0, 2.0])
    y = x + 1
    with pytest.raises(ValueError, match="do not broadcast"):
        _ = x + Tensor([1.0, 2.0, 3.0])
    with pytest.raises(TypeError, match="one element is needed"):
        x.item()
    with pytest.raises(TypeError, match="not iterable"):
        list(x)
    with pytest.raises(TypeError, match="made of numbers"):
        Tensor("a")
    with pytest.raises(AttributeError, match="no operator 'reluu'"):
        _ = F.reluu
    np.testing.assert_array_equal(y.to_numpy(), [2, 3])


def test_making_and_changing() -> None:
    assert defaults()[0] is DType.float32
    with default_dtype(DType.int32):
        line = Tensor.arange(6)
    block = line.reshape([2, 3])
    first, second = block.split(1)
    block[0] = Tensor([7, 8, 9], dtype=DType.int32)
    filled = Tensor.full([2, 3], 5, dtype=DType.int32)
    total = (block + filled).cast(DType.float64)
    np.testing.assert_array_equal(first.to_numpy(), [[0, 1, 2]])
    np.testing.assert_array_equal(second.to_numpy(), [[3, 4, 5]])
    np.testing.assert_array_equal(total.to_numpy(), [[12, 13, 14], [8, 9, 10]])
    shared = np.ones(3, np.float32)
    assert np.shares_memory(Tensor.from_dlpack(shared).to_numpy(), shared)


@module_dataclass
class Gate(Module):
    """A field that is a tensor, one that is a module, one that is neither."""

    inner: Linear
    scale: Tensor
    power: int = 1

    def forward(self, x: Any) -> Any:
        return self.inner(x) * self.scale


def weights() -> dict[str, Any]:
    numbers = np.random.default_rng(3)
    return {
        "0.inner.weight": numbers.standard_normal((3, 2)).astype(np.float32),
        "0.inner.bias": numbers.standard_normal(3).astype(np.float32),
        "0.scale": np.float32([2.0]),
        "1.weight": np.float32([1, 2, 3]),
    }


def network() -> Sequential:
    return Sequential(Gate(Linear(2, 3), Tensor([1.0])), RMSNorm(3))


def test_modules_load_run_and_compile() -> None:
    net, given = network(), weights()
    assert {name for name, _ in net.parameters} == set(given)
    net.load_state_dict(given)
    x = np.float32([[1, 2], [3, 4]])
    inner = (x @ given["0.inner.weight"].T + given["0.inner.bias"]) * 2
    expected = inner / np.sqrt((inner * inner).mean(-1, keepdims=True) + 1e-6) * given["1.weight"]
    np.testing.assert_allclose(net(Tensor(x)).to_numpy(), expected, rtol=1e-4)
    type = TensorType(DType.float32, ["batch", 2], DeviceRef.CPU())
    graph = net.trace(type)
    assert sorted(graph.weights) == sorted(given) and graph.output_types[0].shape == ["batch", 3]
    compiled = net.compile(type)
    np.testing.assert_allclose(compiled(Tensor(x)).to_numpy(), expected, rtol=1e-4)


def test_wrong_weights() -> None:
    net, given = network(), weights()
    lacking = {name: array for name, array in given.items() if name != "0.scale"}
    with pytest.raises(ValueError, match=r"lack '0\.scale'"):
        net.load_state_dict(lacking)
    with pytest.raises(ValueError, match=r"no parameters named '0\.scal' \(there is '0\.scale'\)"):
        net.load_state_dict({**given, "0.scal": given["0.scale"]})
    with pytest.raises(ValueError, match=r"'0\.scale' has the shape \[1\], not \[2\]"):
        net.load_state_dict({**given, "0.scale": np.float32([1, 2])})
    with pytest.raises(ValueError, match="'auto_cast' converts them"):
        net.load_state_dict({**given, "0.scale": np.float64([1])})


def test_inside_a_graph_nothing_runs() -> None:
    one = Tensor([1.0, 2.0])
    with Graph("g", input_types=[TensorType(DType.float32, [2], CPU())]) as graph:
        y = Tensor.from_graph_value(graph.inputs[0]) + one
        assert not y.real
        with pytest.raises(TypeError, match="has no numbers before the graph runs"):
            y.to_numpy()
        graph.output(y)
    assert "mo.constant" in repr(graph)


def test_functions_of_graph_values_take_tensors() -> None:
    @F.functional
    def twice(x: Any) -> Any:
        return x + x

    assert twice(Tensor([2.0])).item() == 4
    type = TensorType(DType.float32, ["n"], DeviceRef.CPU())
    compiled = compile(lambda x: F.relu(x) + Tensor([1.0]))(type)
    np.testing.assert_array_equal(compiled(Tensor([-1.0, 2.0])).to_numpy(), [1, 3])
    random.set_seed(1)
    assert random.normal([2, 3]).shape == [2, 3] and random.uniform([4]).dtype is DType.float32


def test_names_and_layers_of_max() -> None:
    """Keywords, layers and functions as programs for MAX use them."""
    x = Tensor([[1.0, -2.0], [3.0, 4.0]])
    assert np.allclose(F.clamp(x, lower_bound=0, upper_bound=3).to_numpy(), [[1, 0], [3, 3]])
    assert np.allclose(F.elementwise_max(x, F.ones_like(x)).to_numpy(), [[1, 1], [3, 4]])
    assert F.arange(0, 6, step=2, dtype=DType.int32).to_numpy().tolist() == [0, 2, 4]
    assert Tensor.range_like(x).to_numpy().tolist() == [[0, 1], [0, 1]]
    assert Tensor.from_dim(3).item() == 3 and not F.in_graph_context() and "relu" in dir(F)
    (chosen,) = F.cond(x[0, 0] > 0, [x.type], lambda: x + 1, lambda: x - 1)
    (counted,) = F.while_loop(x[0, 0], lambda v: v < 5, lambda v: v + 1)
    assert np.allclose(chosen.to_numpy(), [[2, -1], [4, 5]]) and counted.item() == 5

    layers = nn.ModuleList([nn.Linear(2, 3, bias=False)])
    layers.extend([nn.GemmaRMSNorm(3), nn.LayerNorm(3, elementwise_affine=False)])
    assert [name for name, _ in layers.parameters] == ["0.weight", "1.weight"]
    assert layers[0].in_dim == 2 and layers[0].out_dim == 3 and layers.device.is_host
    y = nn.Sequential(*layers)(x).to_numpy()
    assert np.allclose(y.mean(axis=1), 0, atol=1e-5) and np.allclose(y.std(axis=1), 1, atol=1e-2)

    table = np.stack([np.cos([[0.0], [1.0]]), np.sin([[0.0], [1.0]])], axis=-1).astype(np.float32)
    turned = nn.RotaryEmbedding(Tensor.from_dlpack(table))(x.reshape([1, 2, 1, 2])).to_numpy()
    wanted = (3 + 4j) * np.exp(1j)
    assert np.allclose(turned.reshape(2, 2), [[1, -2], [wanted.real, wanted.imag]], atol=1e-5)
