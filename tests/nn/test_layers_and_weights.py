"""Modules: names of weights, loading, drawing."""

from __future__ import annotations

import numpy as np
import pytest

from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType
from ember.nn import MLP, LayerList, Linear, Module, RopeScaling, Sequential, WeightData
from ember.nn.linear import can_join
from ember.pipelines.weights.formats import Format
from ember.pipelines.weights.quantizing import quantize

CPU, F32 = DeviceRef.CPU(), DType.float32


class Net(Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = Linear(4, 3, F32, CPU, has_bias=True)
        self.layers = LayerList([MLP(3, 5, F32, CPU) for _ in range(2)])


def values(net: Module) -> dict[str, WeightData]:
    rng = np.random.default_rng(1)
    return {
        name: WeightData(rng.standard_normal([int(d) for d in w.shape], np.float32), F32)
        for name, w in net.named_weights()
    }


def test_names_are_paths() -> None:
    names = [name for name, _ in Net().named_weights()]
    assert names[:3] == ["first.weight", "first.bias", "layers.0.gate_proj.weight"]
    assert names[-1] == "layers.1.down_proj.weight"


def test_loading_checks_names_and_shapes() -> None:
    net = Net()
    state = values(net)
    net.load_state_dict(state)
    assert net.state_dict().keys() == state.keys()
    with pytest.raises(ValueError, match="'first.bias' is missing; there is 'first.bia'"):
        Net().load_state_dict({("first.bia" if k == "first.bias" else k): v for k, v in state.items()})  # fmt: skip
    with pytest.raises(ValueError, match="the model has no weight 'more'"):
        net.load_state_dict({**state, "more": state["first.bias"]})
    Net().load_state_dict({name: data.data for name, data in state.items()})
    with pytest.raises(TypeError, match="the weight 'first.bias': an array is needed, not list"):
        net.load_state_dict({**state, "first.bias": [0.0] * 3})
    wrong = WeightData(np.zeros((3, 5), np.float32), F32)
    with pytest.raises(ValueError, match=r"'first.weight' has the shape \[3, 4\], its values \[3, 5\]"):  # fmt: skip
        net.load_state_dict({**state, "first.weight": wrong})


def test_a_module_is_a_graph() -> None:
    net = Sequential([Linear(4, 3, F32, CPU), Linear(3, 2, F32, CPU)])
    net.load_state_dict(values(net))
    graph = Graph("net", net, [TensorType(F32, ["n", 4], CPU)])
    assert list(graph.weights) == ["0.weight", "1.weight"]


def test_drawing_joins_equal_layers() -> None:
    drawn = Net().draw()
    assert "0–1: MLP" in drawn
    assert drawn.count("gate_proj") == 1


def test_scaled_angles() -> None:
    base = 10000.0 ** -(np.arange(0, 8, 2) / 8)
    np.testing.assert_allclose(RopeScaling("linear", 4).frequencies(base, 1e4), base / 4)
    scaled = RopeScaling("llama3", 8, 1, 4, 64).frequencies(base, 1e4)
    assert scaled[0] == base[0] and np.isclose(scaled[-1], base[-1] / 8)
    with pytest.raises(ValueError, match="'cubic' is not known"):
        RopeScaling("cubic").frequencies(base, 1e4)


def test_layers_that_take_the_same_are_one_product() -> None:
    mlp = MLP(8, 16, F32, CPU)
    state = values(mlp)
    mlp.load_state_dict(state)
    graph = Graph("mlp", mlp, [TensorType(F32, ["n", 8], CPU)])
    model = InferenceSession().load(graph, weights_registry=mlp.state_dict())
    assert [summary.count("matmul") for summary in model.kernel_summaries if "packed" in summary] == [1, 1]  # fmt: skip
    passing = [block is not None for _, _, block in model.program.kept]
    assert passing.count(True) == 1, "joined weights are needed until they are packed"
    x = np.random.default_rng(2).standard_normal((3, 8)).astype(np.float32)
    gate, up, down = (state[f"{name}_proj.weight"].data for name in ("gate", "up", "down"))
    hidden = x @ gate.T
    expected = (hidden / (1 + np.exp(-hidden)) * (x @ up.T)) @ down.T
    np.testing.assert_allclose(model.execute(x)[0].to_numpy(), expected, atol=1e-5)


def test_layers_of_different_formats_stay_apart() -> None:
    mlp = MLP(32, 64, F32, CPU)
    state = values(mlp)
    q8 = quantize(state["up_proj.weight"].data, Format.Q8_0)
    mlp.load_state_dict({**state, "up_proj.weight": WeightData(q8, DType.uint8, "q8_0")})
    assert not can_join([mlp.gate_proj, mlp.up_proj])
    assert can_join([mlp.gate_proj, mlp.gate_proj])
    graph = Graph("mlp", mlp, [TensorType(F32, ["n", 32], CPU)])
    assert "mo.concat" not in str(graph)
