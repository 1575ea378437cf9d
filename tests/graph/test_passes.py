"""Passes over graphs: each keeps the meaning of random graphs, and does what it is for."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from random_graphs import Maker
from reference import Trap, evaluate

from ember.dtype import DType
from ember.graph import DeviceRef, Graph, TensorType, TensorValue, Weight, ops
from ember.graph.passes.inline_calls import inline_calls
from ember.graph.passes.pipeline import PIPELINE
from ember.ir.nodes import Op
from ember.ir.parser import parse_module
from ember.ir.verifier import check

CPU = DeviceRef.CPU()


def copied(graph: Graph) -> Op:
    module = parse_module(f"mo.module {{\n{graph}\n}}")
    found = module.regions[0].first
    assert found is not None
    return found


def names(op: Op) -> list[str]:
    return [inner.op_name for inner in op.regions[0] if inner.op_name != "mo.chain.create"]


SEED = random.randrange(1 << 32)


@pytest.mark.parametrize("number", range(200))
def test_random_graphs_keep_their_meaning(number: int) -> None:
    seed = SEED + number
    graph, arrays = Maker(seed, length=12).graph()
    op = copied(graph)
    with np.errstate(all="ignore"):
        try:
            expected = evaluate(op, arrays)
        except (Trap, ValueError):
            return  # a size that is found turned out to be 0 where something must be there
        for one in PIPELINE:
            one(op)
            assert not check(op), f"seed {seed}: {one.__name__}"
            compare(evaluate(op, arrays), expected, f"seed {seed}: {one.__name__}")
    assert not any(name.startswith("rmo.") for name in names(op))


def compare(found: list[Any], expected: list[Any], where: str) -> None:
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        assert one.dtype == other.dtype and one.shape == other.shape, where
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5, err_msg=where)


def after(function: Any, *types: TensorType) -> list[str]:
    op = copied(Graph("g", function, types))
    for one in PIPELINE:
        one(op)
    assert not check(op)
    return names(op)


X = TensorType(DType.float32, ["m", "n"], CPU)
V = TensorType(DType.bfloat16, ["n"], CPU)


def test_legalize_writes_casts_and_stretches_out() -> None:
    assert after(lambda x, v: x + v, X, V) == [
        "mo.cast",
        "mo.static.broadcast_to",
        "mo.add",
        "mo.output",
    ]
    assert after(lambda x, v: x > v, X, V) == [
        "mo.cast",
        "mo.static.broadcast_to",
        "mo.greater",
        "mo.output",
    ]


def test_products_of_vectors_and_batches() -> None:
    batch = TensorType(DType.float32, ["b", "m", "n"], CPU)
    vector = TensorType(DType.float32, ["n"], CPU)
    assert after(lambda x, v: x @ v, X, vector) == [
        "mo.static.reshape",
        "mo.matmul",
        "mo.static.reshape",
        "mo.output",
    ]
    assert after(lambda x, y: x @ y.T, batch, batch) == ["mo.batch_matmul", "mo.output"]
    assert after(lambda x, y: x @ y.T, batch, X) == [
        "mo.static.reshape",
        "mo.matmul",
        "mo.static.reshape",
        "mo.output",
    ]


def test_what_says_nothing_goes() -> None:
    assert after(lambda x: x.T.T, X) == ["mo.output"]
    assert after(lambda x: x.permute([1, 0]).permute([0, 1]), X) == ["mo.transpose", "mo.output"]
    assert after(lambda x: x.flatten().reshape(["m", "n"]), X) == ["mo.output"]
    assert after(lambda x: x[:, :], X) == ["mo.output"]
    assert after(lambda x: x.cast(DType.float64).cast(DType.float32), X) == ["mo.output"]
    lossy = after(lambda x: x.cast(DType.int32).cast(DType.float32), X)
    assert lossy == ["mo.cast", "mo.cast", "mo.output"]


def test_equal_ops_are_computed_once_and_unused_ones_not_at_all() -> None:
    def function(x: Any) -> Any:
        ops.sin(x)
        return ops.exp(x) + ops.exp(x)

    assert after(function, X) == ["mo.exp", "mo.add", "mo.output"]


def test_what_is_known_is_computed_now() -> None:
    def sizes(x: Any) -> Any:
        return x * TensorValue(x.shape[1]).cast(DType.float32)

    fixed = TensorType(DType.float32, ["m", 8], CPU)
    assert after(sizes, fixed) == ["mo.constant", "mo.static.broadcast_to", "mo.mul", "mo.output"]
    small = after(lambda x: x + (ops.constant(2, DType.float32, CPU) * 3 - 1), X)
    assert small == ["mo.constant", "mo.static.broadcast_to", "mo.add", "mo.output"]
    big = after(lambda x: x + ops.constant(3e38, DType.float32, CPU) * 10, X)
    assert "mo.mul" in big


def test_arithmetic_that_changes_nothing() -> None:
    assert after(lambda x: (x * 1 / 1 - 0) ** 1, X) == ["mo.output"]
    assert after(lambda x: ops.negate(ops.negate(x)), X) == ["mo.output"]
    assert after(lambda x: ops.relu(ops.relu(x)), X) == ["mo.relu", "mo.output"]
    assert "mo.add" in after(lambda x: x + 0, X)
    whole = TensorType(DType.int32, ["m"], CPU)
    assert after(lambda x: 0 + x + 0, whole) == ["mo.output"]


def test_calls_are_inlined_with_their_sizes_and_weights() -> None:
    inner = TensorType(DType.float32, ["k"], CPU)
    with Graph("g", input_types=[TensorType(DType.float32, [4], CPU)]) as graph:
        weight = Weight("w", DType.float32, [1], CPU, _placeholder=True)
        layer = graph.add_subgraph("layer", lambda x: x * weight, [inner])
        block = graph.add_subgraph(
            "block", lambda x: ops.call(layer, x[1:], prefix="inner.")[0], [inner]
        )
        (x,) = graph.inputs
        first = ops.call(block, x, prefix="0.")[0]
        graph.output(first, *ops.call(layer, first, prefix="1."))
    assert [str(t) for t in graph.output_types] == ["TensorType(DType.float32, [3], cpu:0)"] * 2
    weights = {"0.inner.w": np.float32([2]), "1.w": np.float32([3])}
    given = [np.float32([1, 2, 3, 4])]
    expected = evaluate(graph.op, given, weights, module=graph.module.op)
    assert [list(array) for array in expected] == [[4, 6, 8], [12, 18, 24]]
    copy = graph.module.op.clone({})
    for one in reversed(list(copy.regions[0])):
        inline_calls(one)
    flat = copy.regions[0].first
    assert flat is not None and not check(copy) and "mo.call" not in names(flat)
    compare(evaluate(flat, given, weights), expected, "inlined")


def test_wrong_calls() -> None:
    with Graph("g", input_types=[X]) as graph:
        layer = graph.add_subgraph("layer", lambda x: x, [X])
        (x,) = graph.inputs
        with pytest.raises(ValueError, match="'layer' takes 1 values, not 2"):
            ops.call(layer, x, x)
        with pytest.raises(
            ValueError, match=r"value 0 of 'layer' is .*\[m\].* but must be .*\[m, n\]"
        ):
            ops.call(layer, x.tensor[:, 0])
        with pytest.raises(ValueError, match="has a graph named 'layer' already"):
            graph.add_subgraph("layer", lambda x: x, [X])


def test_transposes_go_down_to_their_inverse() -> None:
    """Between two products of images everything is computed with the channels last."""
    with Graph("turned", input_types=[TensorType(DType.float32, [2, 4, 4, 3], CPU)]) as graph:
        x = ops.permute(graph.inputs[0].tensor, [0, 3, 1, 2])
        scale = ops.constant(np.array([1, 2, 3], np.float32), device=CPU).reshape([1, 3, 1, 1])
        y = ops.relu(x * scale + 1)
        graph.output(ops.permute(y + x, [0, 2, 3, 1]))
    op = copied(graph)
    array = np.random.default_rng(0).standard_normal((2, 4, 4, 3)).astype(np.float32)
    expected = evaluate(op, [array])
    for one in PIPELINE:
        one(op)
    compare(evaluate(op, [array]), expected, "turned")
    assert names(op).count("mo.transpose") == 1, "that of the factors alone"


def test_a_transpose_without_its_inverse_stays() -> None:
    with Graph("stays", input_types=[TensorType(DType.float32, [4, 3], CPU)]) as graph:
        graph.output(ops.relu(ops.transpose(graph.inputs[0].tensor, 0, 1)))
    op = copied(graph)
    for one in PIPELINE:
        one(op)
    assert names(op) == ["mo.transpose", "mo.relu", "mo.output"]
