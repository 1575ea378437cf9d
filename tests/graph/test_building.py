"""Building graphs: what ops give for what they are given, and the errors of wrong lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.dtype import DType
from ember.graph import BufferType, DeviceRef, Dim, Graph, TensorType, TensorValue, Weight, ops
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check

CPU = DeviceRef.CPU()
F32, I32, I8, BOOL = DType.float32, DType.int32, DType.int8, DType.bool


def tensor(*shape: Any, dtype: DType = F32, device: DeviceRef = CPU) -> TensorType:
    return TensorType(dtype, shape, device)


def result(function: Callable[..., Any], *types: TensorType) -> TensorType:
    """The type of what a function of graph values gives; the graph is printed, read back and verified."""
    graph = Graph("g", function, types)
    text = f"mo.module {{\n{graph}\n}}"
    module = parse_module(text)
    assert not check(module) and print_op(module.regions[0].first) == repr(graph)
    found = graph.output_types[0]
    assert isinstance(found, TensorType)
    return found


N = Dim("n")


@pytest.mark.parametrize(
    ("function", "types", "expected"),
    [
        (lambda x, y: x + y, (tensor("n", 8), tensor(8)), tensor("n", 8)),
        (lambda x: 2 * x - 1, (tensor("n"),), tensor("n")),
        (lambda x: x > 0, (tensor("n"),), tensor("n", dtype=BOOL)),
        (lambda x: (x < 1) | ~(x >= 2), (tensor("n"),), tensor("n", dtype=BOOL)),
        (lambda x: x / 2, (tensor("n", dtype=I32),), tensor("n", dtype=DType.float64)),
        (lambda x: x // 2, (tensor("n", dtype=I32),), tensor("n", dtype=I32)),
        (lambda x, y: x + y, (tensor("n", dtype=I8), tensor("n", dtype=DType.float16)), tensor("n", dtype=DType.float16)),
        (lambda x, y: x @ y, (tensor("m", "k"), tensor("k", "n")), tensor("m", "n")),
        (lambda x, y: x @ y, (tensor("b", "m", "k"), tensor("k")), tensor("b", "m")),
        (lambda x, y: x @ y, (tensor("k"), tensor(5, "k", "n")), tensor(5, "n")),
        (lambda x: x.T, (tensor("m", "n"),), tensor("n", "m")),
        (lambda x: x[1:], (tensor("n"),), tensor(N - 1)),
        (lambda x: x[::2], (tensor("n"),), tensor((N + 1) // 2)),
        (lambda x: x[-1], (tensor("n", 4),), tensor(4)),
        (lambda x: x[..., 0:2, None], (tensor("n", 4),), tensor("n", 2, 1)),
        (lambda x: x.reshape([-1, 2]), (tensor("n", 4),), tensor(N * 2, 2)),
        (lambda x: x.flatten(), (tensor("n", 4),), tensor(N * 4)),
        (lambda x: ops.sum(x), (tensor("n", 4),), tensor("n", 1)),
        (lambda x: x.argmax(0), (tensor("n", 4),), tensor(1, 4, dtype=DType.int64)),
        (lambda x: ops.concat([x, x]), (tensor("n"),), tensor(N * 2)),
        (lambda x: ops.stack([x, x, x], 1), (tensor("n"),), tensor("n", 3)),
        (lambda x: ops.split(x, [1, 3])[1], (tensor(4),), tensor(3)),
        (lambda x: ops.chunk(x, 2)[0], (tensor(4),), tensor(2)),
        (lambda x, i: ops.gather(x, i, 0), (tensor("v", "d"), tensor("t", dtype=I32)), tensor("t", "d")),
        (lambda x: x.rebind(["m"]), (tensor("n"),), tensor("m")),
        (lambda x: x.broadcast_to([3, "n"]), (tensor("n"),), tensor(3, "n")),
        (lambda x: ops.where(x > 0, x, 0), (tensor("n"),), tensor("n")),
        (lambda x: ops.max(x, 1), (tensor("n"),), tensor("n")),
        (lambda x: ops.max(x, axis=0), (tensor("n"),), tensor(1)),
        (lambda x: x.var(), (tensor("m", "n"),), tensor("m", 1)),
        (lambda x: ops.pad(x, [1, 2, 0, 0]), (tensor("n", 4),), tensor(N + 3, 4)),
        (lambda x: ops.outer(x, x), (tensor(3),), tensor(3, 3)),
        (lambda x: x + np.ones(4, np.float32), (tensor("n", 4),), tensor("n", 4)),
        (lambda x: x.to(DeviceRef.GPU()) + 1, (tensor(4),), tensor(4, device=DeviceRef.GPU())),
        (lambda x: TensorValue(x.shape[0]), (tensor("n"),), tensor(dtype=DType.int64)),
    ],
)  # fmt: skip
def test_what_ops_give(function: Any, types: tuple[TensorType, ...], expected: TensorType) -> None:
    assert result(function, *types) == expected


@pytest.mark.parametrize(
    ("function", "types", "error", "words"),
    [
        (lambda x, y: x + y, (tensor("n"), tensor("m")), ValueError, "n and m are not known to be equal; if they are, say so with 'rebind'"),
        (lambda x, y: x + y, (tensor(2), tensor(3)), ValueError, "2 and 3 are not known to be equal"),
        (lambda x, y: x + y, (tensor(2, dtype=I32), tensor(2)), ValueError, "no common type"),
        (lambda x, y: x + y, (tensor(2), tensor(2, device=DeviceRef.GPU())), ValueError, "different devices, cpu:0 and gpu:0"),
        (lambda x, y: x @ y, (tensor("m", "k"), tensor("m", "k")), ValueError, "inner dimensions"),
        (lambda x: x + 0.5, (tensor(2, dtype=I32),), ValueError, "cannot become DType.int32 without loss"),
        (lambda x: x + 300, (tensor(2, dtype=I8),), ValueError, "whole numbers from -128 to 127"),
        (lambda x: x + 2049, (tensor(2, dtype=DType.float16),), ValueError, "does not fit DType.float16"),
        (lambda x: x.reshape([2, -1]), (tensor("n"),), ValueError, "not known to be equal"),
        (lambda x: x.reshape([-1, -1]), (tensor("n"),), ValueError, "one dimension at most can be -1"),
        (lambda x: x.broadcast_to(["k", "n"]), (tensor("n"),), ValueError, "there is no dimension 'k' in this graph; those of its inputs are: n"),
        (lambda x: x[2:20], (tensor(10),), ValueError, "20 is out of range for an axis of 10"),
        (lambda x: x[::-1], (tensor(10),), ValueError, "positive number, not -1"),
        (lambda x: x[10], (tensor(10),), ValueError, "10 is out of range"),
        (lambda x: x[0, 0], (tensor(10),), ValueError, "2 indices for a tensor of rank 1"),
        (lambda x: ops.sum(x, 3), (tensor(2),), IndexError, "axis 3 is out of range for a tensor of rank 1"),
        (lambda x: x.permute([0, 0]), (tensor(2, 2),), ValueError, "no order of 2 axes"),
        (lambda x: ops.squeeze(x, 0), (tensor(2, 2),), ValueError, "has size 2, not 1"),
        (lambda x: ops.split(x, [1, 1]), (tensor(3),), ValueError, "sum of the parts"),
        (lambda x: ops.gelu(x, "best"), (tensor(3),), ValueError, "approximate is one of"),
        (lambda x: ops.rms_norm(x, x, 0.0), (tensor(3),), ValueError, "epsilon must be positive"),
        (lambda x: ops.logical_not(x), (tensor(3),), ValueError, "takes bool, not float32"),
        (lambda x: ops.add(1, 2), (tensor(3),), TypeError, "one operand must be a tensor"),
        (lambda x: ops.relu(1.0), (tensor(3),), TypeError, "a graph's tensor is needed, not the number 1.0"),
        (lambda x: list(x), (tensor(3),), TypeError, "not iterable"),
        (lambda x: ops.constant(1), (tensor(3),), TypeError, "needs an element type and a device"),
        (lambda x: ops.constant([[1], [2, 3]], F32, CPU), (tensor(3),), ValueError, "differ in length"),
        (lambda x: x.buffer, (tensor(3),), TypeError, "this is no buffer"),
    ],
)  # fmt: skip
def test_wrong_lines_raise_where_they_stand(
    function: Any, types: tuple[TensorType, ...], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as found:
        Graph("g", function, types)
    assert words in str(found.value)


def test_errors_name_the_op_and_its_operands() -> None:
    with pytest.raises(ValueError) as found:
        Graph("g", lambda x, y: x + y, [tensor("n", 4), tensor(5)])
    assert str(found.value).splitlines() == [
        "add: the shapes [n, 4] and [5] do not broadcast: 4 and 5 are not known to be equal",
        "  lhs: TensorType(DType.float32, [n, 4], cpu:0)",
        "  rhs: TensorType(DType.float32, [5], cpu:0)",
    ]


def test_values_belong_to_their_graph() -> None:
    with Graph("one", input_types=[tensor(2)]) as one:
        x = one.inputs[0].tensor
        one.output(x)
        with pytest.raises(ValueError, match="'one' has its outputs"):
            _ = x + 1
    with Graph("two"), pytest.raises(ValueError, match="belongs to another graph, not to 'two'"):
        _ = x + 1
    with pytest.raises(LookupError, match="there is no current graph"):
        _ = x + x
    with pytest.raises(LookupError):
        _ = Graph.current


def test_buffers_are_ordered_by_a_chain() -> None:
    with Graph("g", input_types=[BufferType(F32, [4], CPU)]) as graph:
        buffer = graph.inputs[0].buffer
        buffer[...] = buffer[...] + 1
        graph.output()
    names = [op.op_name for op in graph.body]
    assert names == [
        "mo.chain.create",
        "mo.mutable.load",
        "mo.constant",
        "rmo.add",
        "mo.mutable.store",
        "mo.output",
    ]


def test_weights() -> None:
    weight = Weight("w", F32, [2, 3], CPU)
    with Graph("g", input_types=[tensor("n", 2)]) as graph:
        product = graph.inputs[0].tensor @ weight
        assert product.shape == ["n", 3]
        graph.output(product)
        assert graph.weights == {"w": weight}
    transposed = Graph("t", lambda x: x @ weight.T + weight[0, 0], [tensor("n", 3)])
    assert transposed.output_types == [tensor("n", 2)] and list(transposed.weights) == ["w"]
    with pytest.raises(ValueError, match="only inside a graph"):
        _ = weight + 1
    with Graph("h") as other:
        other.add_weight(weight)
        with pytest.raises(ValueError, match="another weight named 'w'"):
            other.add_weight(Weight("w", F32, [1], CPU))
    with pytest.raises(ValueError, match="only inside a graph"):
        weight.__tensorvalue__()
    with pytest.raises(ValueError, match="must be known"):
        Weight("v", F32, ["n"], CPU)


def test_ops_know_the_users_line() -> None:
    graph = Graph("g", lambda x: ops.relu(x), [tensor(2)])
    relu = next(op for op in graph.body if op.op_name == "mo.relu")
    assert str(relu.loc).startswith(__file__)


def test_the_page_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "graphs.md").read_text()
    program = page.split("```python\n")[1].split("```")[0]
    shown = page.split("```mlir\n")[1].split("```")[0]
    exec(compile(program, "graphs.md", "exec"), {})
    assert capsys.readouterr().out == shown
