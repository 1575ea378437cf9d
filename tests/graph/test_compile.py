"""What the graph compiler makes of graphs: which kernels, which texts, which plans. Nothing is compiled to native code here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from ember.dialects import mgp, mogg
from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import (
    BufferType,
    BufferValue,
    DeviceRef,
    Graph,
    TensorType,
    TensorValue,
    Weight,
    ops,
)
from ember.graph.building import Sources, _written
from ember.graph.command import emit
from ember.graph.compile import Stages, translate
from ember.graph.fusion.groups import Grouping
from ember.graph.plan.host import launches
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check
from tests.graph.random_graphs import Maker

CPU = DeviceRef.CPU()


def tensor(*shape: str | int, dtype: DType = DType.float32) -> TensorType:
    return TensorType(dtype, shape, CPU)


def stages(graph: Graph, is_fusing: bool = True) -> Stages:
    return translate(graph.op, graph.kernel_library, is_fusing)


def summaries(graph: Graph) -> list[str]:
    found = stages(graph)
    return [op.attrs["summary"] for op in found.mogg.walk() if isinstance(op, mogg.Kernel)]


def graph_of(function: object, *types: TensorType) -> Graph:
    return Graph("g", function, types)  # type: ignore[arg-type]


def test_elementwise_ops_become_one_loop_with_several_results() -> None:
    def forward(x: TensorValue, y: TensorValue) -> tuple[TensorValue, ...]:
        shared = ops.exp(x) + y
        return ops.tanh(shared), shared * 2, shared

    found = stages(graph_of(forward, tensor("n"), tensor("n")))
    (kernel,) = [op for op in found.mogg.walk() if isinstance(op, mogg.Kernel)]
    assert kernel.attrs["summary"] == "exp, add, tanh, mul"
    assert len(kernel.results) == 3


def test_prologue_and_epilogue_follow_signatures() -> None:
    graph = graph_of(lambda x: ops.relu(ops.sum(ops.exp(x) * 2, 1) + 1), tensor("m", "n"))
    assert summaries(graph) == ["exp, mul, reduce.add, add, relu"]


def test_a_value_with_several_users_is_computed_once() -> None:
    def forward(x: TensorValue) -> TensorValue:
        y = ops.exp(x)
        return y / ops.sum(y, 1)

    assert summaries(graph_of(forward, tensor("m", "n"))) == ["exp", "reduce.add", "div"]


def test_groups_never_wait_for_each_other() -> None:
    def forward(x: TensorValue) -> TensorValue:
        y = ops.relu(x)
        return (y @ y) + y  # the sum cannot join relu: the product stands between them

    assert summaries(graph_of(forward, tensor(4, 4))) == ["relu", "matmul, add"]


def test_equal_layers_are_one_kernel() -> None:
    def forward(x: TensorValue) -> TensorValue:
        for layer in range(30):
            x = (
                ops.silu(x @ Weight(f"w{layer}", DType.float32, [16, 16], CPU).__tensorvalue__())
                + x
            )
        return x

    found = stages(graph_of(forward, tensor("n", 16)))
    launches = [op for op in found.host.model.regions[0] if isinstance(op, mgp.Launch)]
    assert len(launches) == 30
    assert len({op.attrs["kernel"] for op in launches}) == 1
    assert len(found.host.kernels) <= 2, "one for the layers, one that packs their weights"
    assert len(found.host.plans["cpu:0"].blocks) == 2
    assert found.host.plans["cpu:0"].peak == found.host.plans["cpu:0"].bound


def test_what_depends_on_weights_alone_is_done_once() -> None:
    def forward(x: TensorValue) -> TensorValue:
        weight = Weight("w", DType.float32, [4], CPU).__tensorvalue__()
        return x * ops.exp(weight)

    found = stages(graph_of(forward, tensor("n", 4)))
    (init,) = [op for op in found.host.model.walk() if isinstance(op, mgp.Init)]
    assert [op.attrs["summary"] for op in init.walk() if isinstance(op, mgp.Launch)] == ["exp"]


def test_transposed_weights_are_read_as_they_lie() -> None:
    def forward(x: TensorValue) -> TensorValue:
        return x @ Weight("w", DType.float32, [6, 4], CPU).__tensorvalue__().T

    found = stages(graph_of(forward, tensor("n", 4)))
    assert any("transpose_b=True" in source.text for source in found.host.kernels.values())
    assert not any("mo.views" in source.text for source in found.host.kernels.values())


def test_parts_of_inputs_are_used_where_they_lie() -> None:
    """A layer of a cache is no copy; a part whose numbers do not lie in a row is one, and so is a result."""

    def forward(cache: TensorValue, x: TensorValue) -> tuple[TensorValue, ...]:
        layer = cache[1]
        return ops.concat([layer[1], x], 0), cache[:, 0] @ ops.transpose(x, 0, 1), cache[2]

    graph = graph_of(forward, tensor(3, 2, 4, 16), tensor("n", 16))
    assert sorted(summaries(graph)) == ["concat", "matmul", "slice", "static.broadcast_to"]
    aliases = [op for op in stages(graph).host.model.walk() if isinstance(op, mgp.Alias)]
    assert sorted({op.attrs["offset"] for op in aliases}) == [0, 256, 512, 1024]


def test_numbers_and_sizes_are_written_into_kernels() -> None:
    graph = graph_of(lambda x: x * 5 + TensorValue(x.shape[0]), tensor("n", dtype=DType.int64))
    found = stages(graph)
    text = next(iter(found.files.values())).text
    assert "SIMD[DType.int64, width](5)" in text
    assert "SIMD[DType.int64, width](d0)" in text
    assert next(iter(found.files.values())).shown.endswith("# d0 is n\n")


def test_kernels_do_not_know_what_dimensions_are_called() -> None:
    """Equal kernels of graphs with other names, also such as a kernel's text uses, are one."""

    def kernels(first: str, second: str) -> set[str]:
        def forward(x: TensorValue) -> TensorValue:
            return ops.softmax(ops.concat([x, x], axis=1) + TensorValue(x.shape[0] * 2).cast(x.dtype))  # fmt: skip

        return set(stages(graph_of(forward, tensor(first, second))).host.kernels)

    assert kernels("n", "m") == kernels("report", "element") == kernels("m", "n")
    assert kernels("n", "m") != kernels("n", "n")


def test_ir_between_the_stages_is_printed_parsed_and_verified() -> None:
    for seed in range(12):
        graph, _ = Maker(seed, 12).graph()
        try:
            found = stages(graph)
        except ValueError as problem:
            assert "there is no kernel" in str(problem)
            continue
        for op in (found.mogg, found.host.model):
            text = f"mo.module {{\n{print_op(op)}\n}}"
            module = parse_module(text)
            assert not check(module)
            assert print_op(module.regions[0].first) == print_op(op)  # type: ignore[arg-type]


def groupings(grouping: Grouping) -> Iterator[Grouping]:
    """Those of a graph and of all regions in it."""
    yield grouping
    for inner in grouping.inner.values():
        for one in inner:
            yield from groupings(one)


def test_compiling_begins_at_each_stage(tmp_path: Path) -> None:
    """The text of a graph, of its kernels and of its host program give the same model."""
    weights = np.array([1, 2, 3, 4], np.float32)

    def forward(x: TensorValue) -> TensorValue:
        table = ops.constant(weights)
        return ops.softmax(x @ ops.outer(table, table)) + ops.exp(
            ops.abs(Weight("w", DType.float32, [4], CPU))
        )

    graph = Graph("staged", forward, [tensor("n", 4)])
    path = tmp_path / "staged.py"
    stages = translate(graph.op, graph.kernel_library)
    x = np.arange(8, dtype=np.float32).reshape(2, 4) / 9
    wanted = InferenceSession().load(graph, weights_registry={"w": weights}).execute(x)[0]
    for kind, op in (("mo", graph.op), ("mogg", stages.mogg), ("mgp", stages.host.model)):
        path = tmp_path / f"staged.{kind}.mlir"
        path.write_text(print_op(op))
        folder = ""
        if kind == "mgp":
            with pytest.raises(ValueError, match="whose file is missing"):
                emit(str(path), "mef", "", str(tmp_path / "staged.mef"), False, _as_it_is)
            folder = str(tmp_path / "generated")
            emit(str(tmp_path / "staged.mogg.mlir"), "mojo", "", folder, False, _as_it_is)
            text = emit(str(path), "mgp", "", "", False, _as_it_is)
            assert text == print_op(op)
        emit(str(path), "mef", "", str(tmp_path / "staged.mef"), False, _as_it_is, folder)
        model = InferenceSession().load(tmp_path / "staged.mef", weights_registry={"w": weights})
        assert np.array_equal(model.execute(x)[0].to_numpy(), wanted.to_numpy())


def _as_it_is(name: str, text: str) -> str:
    return text


def test_no_op_is_computed_twice_or_lost() -> None:
    """Every op that has a kernel is called exactly once, fused or not."""
    for seed in range(120):
        graph, _ = Maker(seed, 14).graph()
        try:
            found = stages(graph)
        except ValueError as problem:
            assert "there is no kernel" in str(problem)
            continue
        calls = [
            op.attrs["kernel"] if not isinstance(op, mogg.CallShape) else "mo.invoke_shape_func"
            for op in found.mogg.walk()
            if isinstance(op, mogg.CallElementwise | mogg.CallExecute | mogg.CallShape)
        ]
        assert found.grouping is not None
        wanted = [
            op.op_name
            for grouping in groupings(found.grouping)
            for op, kind in grouping.kinds.items()
            if kind in ("elementwise", "opaque")
        ]
        assert sorted(calls) == sorted(wanted), seed


def test_weights_are_packed_where_a_kernel_has_a_packed_form() -> None:
    def forward(x: TensorValue) -> object:
        weight = Weight("w", DType.uint8, [8, 18], CPU).__tensorvalue__()
        return ops.custom("mo.qmatmul", CPU, [x, weight], [tensor("n", 8)], {"encoding": "q4_0"})[0]

    found = stages(graph_of(forward, tensor("n", 32)))
    launches = [op for op in found.host.model.walk() if isinstance(op, mgp.Launch)]
    assert [op.attrs["summary"] for op in launches] == ["qmatmul.pack", "qmatmul.packed"]
    assert isinstance(launches[0].parent_op, mgp.Init)


def test_matrices_of_experts_are_packed_once_and_products_are_fused_with_what_follows() -> None:
    def forward(x: TensorValue, starts: TensorValue, ids: TensorValue) -> object:
        experts = ops.stack([Weight(f"w{k}", DType.float32, [8, 32], CPU) for k in range(3)])
        return ops.relu(ops.grouped_matmul_ragged(x, experts, starts, ids) + 1)

    groups = (TensorType(DType.uint32, [4], CPU), TensorType(DType.int32, [3], CPU))
    found = stages(graph_of(forward, tensor("n", 32), *groups))
    launches = [op for op in found.host.model.walk() if isinstance(op, mgp.Launch)]
    assert [op.attrs["summary"] for op in launches] == ["concat", "grouped.matmul.ragged.pack", "grouped.matmul.ragged.packed, add, relu"]  # fmt: skip
    assert isinstance(launches[1].parent_op, mgp.Init)


def test_graphs_of_one_name_are_compiled_from_files_of_their_own(tmp_path: Path) -> None:
    """Two processes may compile them at the same time."""
    paths = set()
    for function in (lambda x: x * 2, lambda x: ops.sin(x) + 1):
        found = stages(graph_of(function, tensor("n")))
        for _ in range(2):
            for path, source in zip(_written(Sources(found.files), tmp_path), found.files.values(), strict=True):  # fmt: skip
                paths.add(path)
                assert path.read_text() == source.text
    assert len(paths) == 4


def test_loops_that_read_one_tensor_are_one() -> None:
    def forward(x: TensorValue, y: TensorValue) -> tuple[TensorValue, ...]:
        return ops.sin(x) * 2, ops.cos(x) + y, ops.tanh(y)

    found = stages(graph_of(forward, tensor("m", "n"), tensor("m", "n")))
    (kernel,) = [op for op in found.mogg.walk() if isinstance(op, mogg.Kernel)]
    assert len(kernel.results) == 3 and kernel.attrs["summary"] == "sin, mul, cos, add, tanh"
    assert sum(isinstance(op, mogg.Load) for op in kernel.walk()) == 2, "each input is read once"
    assert found.grouping is not None
    assert any(
        reason.startswith("sibling: mo.sin into mo.cos") for reason in found.grouping.reasons
    )


def test_loops_that_wait_for_each_other_stay_apart() -> None:
    def forward(x: TensorValue) -> tuple[TensorValue, TensorValue]:
        return ops.exp(x), x * ops.sum(ops.sin(ops.exp(x)), 1)

    assert len(summaries(graph_of(forward, tensor("m", "n")))) == 3


def test_many_streams_are_not_one_loop() -> None:
    def forward(x: TensorValue) -> list[TensorValue]:
        return [x * number for number in range(2, 22)]

    found = stages(graph_of(forward, tensor("n")))
    kernels = [op for op in found.mogg.walk() if isinstance(op, mogg.Kernel)]
    assert [len(op.results) for op in kernels] == [7, 7, 6]


def test_sizes_that_nobody_needs_are_not_asked_for() -> None:
    def forward(x: TensorValue) -> TensorValue:
        ops.nonzero(x, "k")
        return x * 2

    assert summaries(graph_of(forward, tensor("n"))) == ["mul"]


def test_loops_read_everything_before_they_write() -> None:
    """A result may lie where an input lay that is read for another result."""

    def forward(x: TensorValue, a: TensorValue) -> tuple[TensorValue, ...]:
        product = a @ a
        one = x + 1
        other = product * one
        return ops.sum(one, 0), ops.sum(other, 0), one @ other

    found = stages(graph_of(forward, tensor(4, 4), tensor(4, 4)))
    loops = [op for op in found.mogg.walk() if isinstance(op, mogg.Foreach)]
    (kinds,) = [[type(op) for op in loop.regions[0]] for loop in loops]
    assert kinds.count(mogg.Store) == 2
    assert kinds[-2:] == [mogg.Store, mogg.Store]


def stored(function: Callable[[BufferValue, TensorValue], None]) -> list[str]:
    """What is launched for a function that changes a buffer."""
    buffer = BufferType(DType.float32, [4, 4], CPU)
    with Graph("g", input_types=[buffer, tensor(4, 4)]) as graph:
        function(graph.inputs[0].buffer, graph.inputs[1].tensor)
        graph.output()
    return [op.attrs["summary"] for op in launches(stages(graph).host.model)]


def test_results_are_computed_where_a_buffer_wants_them() -> None:
    def whole(buffer: BufferValue, x: TensorValue) -> None:
        buffer[...] = x @ x

    def read_in_between(buffer: BufferValue, x: TensorValue) -> None:
        product = x @ x
        x = x @ buffer[...]
        buffer[...] = product
        buffer[...] = buffer[...] @ x

    def read_afterwards(buffer: BufferValue, x: TensorValue) -> None:
        product = x @ x
        buffer[...] = product
        buffer[...] = product @ product

    def of_itself(buffer: BufferValue, x: TensorValue) -> None:
        buffer[...] = buffer[...] @ x

    assert stored(whole) == ["matmul"]
    assert stored(of_itself) == ["mutable.load", "matmul"]
    assert stored(read_in_between).count("mutable.store") == 1
    assert stored(read_afterwards).count("mutable.store") == 1


def test_results_that_are_stretched_constants() -> None:
    def two() -> list[TensorValue]:
        one = ops.constant(1.5, DType.float32, DeviceRef.CPU())
        return [ops.broadcast_to(one, [2, 3]), ops.broadcast_to(one, [4])]

    for result in InferenceSession().load(Graph("stretched", two)).execute():
        assert (result.to_numpy() == 1.5).all()


def test_progress_counts_the_files() -> None:
    number = time.time_ns() % 1_000_003
    type = TensorType(DType.float32, ["n", 5], DeviceRef.CPU())
    graph = Graph("told", lambda x: ops.exp(x.tensor) * float(number), [type])
    told: list[tuple[int, int]] = []
    graph.compiled(progress=lambda done, count: told.append((done, count)))
    count = told[0][1]
    assert told == [(done + 1, count) for done in range(count)]
