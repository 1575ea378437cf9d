"""ONNX models: their own tests of nodes, weights that are not copied, shapes that are followed, what is not supported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference import evaluate

from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, TensorType, from_onnx

onnx = pytest.importorskip("onnx")
PAGE = Path(__file__).parents[2] / "docs" / "onnx.md"


def model(nodes: list[Any], inputs: dict[str, list[Any]], outputs: list[str], constants: dict[str, Any] | None = None) -> Any:  # fmt: skip
    """A model of float32 inputs."""
    values = [onnx.helper.make_tensor_value_info(n, 1, shape) for n, shape in inputs.items()]
    results = [onnx.ValueInfoProto(name=name) for name in outputs]
    initial = [onnx.numpy_helper.from_array(a, name) for name, a in (constants or {}).items()]
    graph = onnx.helper.make_graph(nodes, "m", values, results, initial)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 21)])


node: Any = onnx.helper.make_node
WEIGHT = np.random.default_rng(1).standard_normal((8, 16)).astype(np.float32)
LAYER = [
    node("MatMul", ["x", "w"], ["y"]),
    node("Relu", ["y"], ["z"]),
    node("Shape", ["z"], ["s"]),
    node("Gather", ["s", "zero"], ["b"]),
    node("Unsqueeze", ["b", "axis"], ["b1"]),
    node("Concat", ["b1", "tail"], ["shape"], axis=0),
    node("Reshape", ["z", "shape"], ["out"]),
]
CONSTANTS = {
    "w": WEIGHT,
    "zero": np.array(0),
    "axis": np.array([0]),
    "tail": np.array([4, -1]),
}


def test_shapes_are_followed_and_weights_not_copied(tmp_path: Path) -> None:
    made = model(LAYER, {"x": ["batch size", 8]}, ["out"], CONSTANTS)
    path = tmp_path / "m.onnx"
    onnx.save(made, str(path))
    graph, weights = from_onnx(path)
    expected = TensorType(DType.float32, ["batch_size", 4, 4], DeviceRef.CPU())
    assert graph.output_types == [expected] and list(weights) == ["w"]
    assert not weights["w"].flags.owndata and "mo.index.to_tensor" not in repr(graph)
    x = np.ones((3, 8), np.float32)
    wanted = np.maximum(x @ WEIGHT, 0).reshape(3, 4, 4)
    np.testing.assert_allclose(evaluate(graph.op, [x], weights)[0], wanted, rtol=1e-5)
    (found,) = InferenceSession().load(graph, weights_registry=weights).execute(x)
    np.testing.assert_allclose(found.to_numpy(), wanted, rtol=1e-5)


def test_weights_in_a_file_beside_the_model(tmp_path: Path) -> None:
    made = model(LAYER, {"x": [2, 8]}, ["out"], CONSTANTS)
    onnx.save(made, str(tmp_path / "m.onnx"), save_as_external_data=True, location="w.bin", size_threshold=64)  # fmt: skip
    _, weights = from_onnx(tmp_path / "m.onnx")
    assert isinstance(weights["w"], np.memmap) and (weights["w"] == WEIGHT).all()
    (tmp_path / "w.bin").unlink()
    with pytest.raises(ValueError, match="the data of 'w' is not beside the model"):
        from_onnx(tmp_path / "m.onnx")


def test_everything_that_is_not_supported_is_named(tmp_path: Path) -> None:
    nodes = [
        node("Relu", ["x"], ["a"]),
        node("DeformConv", ["a", "a", "a"], ["b"], name="encoder"),
        node("Thing", ["b"], ["c"], domain="com.example"),
    ]
    with pytest.raises(ValueError) as found:
        from_onnx(model(nodes, {"x": [2]}, ["c"]))
    assert str(found.value).splitlines() == [
        "the model uses 2 nodes that are not supported:",
        "  DeformConv at node 1 (encoder)",
        "  com.example.Thing at node 2",
    ]
    wrong = model([node("Add", ["x", "y"], ["z"], name="sum")], {"x": [2], "y": [3]}, ["z"])
    with pytest.raises(ValueError, match=r"Add at node 0 \(sum\): add: the shapes \[2\] and \[3\]"):
        from_onnx(wrong)
    with pytest.raises(ValueError, match="there is no model at"):
        from_onnx(tmp_path / "nothing.onnx")
    (tmp_path / "bad.onnx").write_bytes(b"\xff\xff\xff\xff")
    with pytest.raises(ValueError, match="is no ONNX model"):
        from_onnx(tmp_path / "bad.onnx")


def test_inputs_that_say_shapes_are_fixed() -> None:
    values = [
        onnx.helper.make_tensor_value_info("x", 1, [6]),
        onnx.helper.make_tensor_value_info("s", 7, [2]),
    ]
    graph = onnx.helper.make_graph(
        [node("Reshape", ["x", "s"], ["y"])], "m", values, [onnx.ValueInfoProto(name="y")]
    )
    made = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 21)])
    with pytest.raises(ValueError, match="fix the input with 'known'"):
        from_onnx(made)
    fixed, _ = from_onnx(made, known={"s": np.array([2, -1])})
    assert fixed.output_types == [TensorType(DType.float32, [2, 3], DeviceRef.CPU())]


def test_onnx_tests_pass_as_the_page_says(request: pytest.FixtureRequest) -> None:
    from onnx_nodes import results

    found = results()
    passed, total = (sum(column) for column in zip(*found.values()))
    lines = [f"**{passed} of {total}** ({100 * passed // total} %).", "", "| op | tests that pass |", "| --- | --- |"]  # fmt: skip
    whole = [op for op, (good, all_) in found.items() if good == all_]
    lines += [f"| {op} | {good} of {all_} |" for op, (good, all_) in found.items() if good < all_]
    lines += ["", f"All of: {', '.join(whole)}.", ""]
    table = "\n".join(lines)
    text = PAGE.read_text()
    head, marker, old = text.partition("prints why others do not):\n\n")
    if request.config.getoption("--update"):
        PAGE.write_text(head + marker + table)
        return
    assert passed >= 0.8 * total
    assert old == table


@pytest.mark.parametrize("end", (10**9, 2**31 - 1, 2**63 - 1))
def test_slices_that_go_to_the_end(end: int) -> None:
    """As exporters write them, tf2onnx among them: an end that no axis has, along one whose size is not known."""
    constants = {"starts": np.array([1, 2]), "ends": np.array([end, end])}
    made = model([node("Slice", ["x", "starts", "ends"], ["y"])], {"x": ["n", 5]}, ["y"], constants)
    graph, weights = from_onnx(made)
    x = np.arange(20, dtype=np.float32).reshape(4, 5)
    np.testing.assert_array_equal(evaluate(graph.op, [x], weights)[0], x[1:, 2:])
