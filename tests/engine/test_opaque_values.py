"""Values of any Mojo type flow between the kernels of a graph: made, changed, read, ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.driver import Buffer
from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph import DeviceRef, Graph, OpaqueType, TensorType, ops

CPU = DeviceRef.CPU()
KERNELS = """
from extensibility import InputTensor, OutputTensor, register
from std.collections import Dict


@fieldwise_init
struct Counter[stride: Int](Movable):
    var total: Int

    def __del__(deinit self):
        print("ended at", self.total)


@register("make_counter")
struct MakeCounter[stride: Int]:
    @staticmethod
    def execute(start: Int32) -> Counter[Self.stride]:
        return Counter[Self.stride](Int(start))


@register("bump")
struct Bump:
    @staticmethod
    def execute[stride: Int](mut counter: Counter[stride]):
        counter.total += stride


@register("read_counter")
struct ReadCounter:
    @staticmethod
    def execute(output: OutputTensor[dtype=DType.int32, rank=1, ...], counter: Counter):
        output[0] = Int32(counter.total)


@register("fails")
struct Fails:
    @staticmethod
    def execute(output: OutputTensor[dtype=DType.int32, rank=1, ...], counter: Counter) raises:
        raise Error("on purpose")


@register("keep_positive")
struct KeepPositive:
    @staticmethod
    def execute(x: InputTensor[dtype=DType.float32, rank=1, ...]) -> List[Float32]:
        var kept = List[Float32]()
        for i in range(x.size()):
            if x[i] > 0:
                kept.append(x[i])
        return kept^


@register("sum_of_list")
struct SumOfList:
    @staticmethod
    def execute(output: OutputTensor[dtype=DType.float32, rank=1, ...], kept: List[Float32]):
        var total = Float32(0)
        for number in kept:
            total += number
        output[0] = total
        output[1] = Float32(len(kept))


@register("count_words")
struct CountWords:
    @staticmethod
    def execute(x: InputTensor[dtype=DType.int64, rank=1, ...]) raises -> Dict[Int, Int]:
        var seen = Dict[Int, Int]()
        for i in range(x.size()):
            var word = Int(x[i])
            seen[word] = seen.get(word, 0) + 1
        return seen^


@register("look_up")
struct LookUp:
    @staticmethod
    def execute(
        output: OutputTensor[dtype=DType.int64, rank=1, ...], seen: Dict[Int, Int], keys: InputTensor[dtype=DType.int64, rank=1, ...]
    ) raises:
        for i in range(keys.size()):
            output[i] = Int64(seen.get(Int(keys[i]), 0))
"""


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    folder = tmp_path / "opaque_kernels"
    folder.mkdir()
    (folder / "__init__.mojo").write_text(KERNELS)
    return folder


def loaded(folder: Path, function: Any, *types: TensorType | OpaqueType) -> Model:
    graph = Graph("opaque", function, types, custom_extensions=[folder])
    return InferenceSession().load(graph)


def tensor(dtype: DType, *shape: int | str) -> TensorType:
    return TensorType(dtype, shape, CPU)


def test_a_struct_is_changed_in_order_and_ended(kernels: Path, capfd: Any) -> None:
    number = [tensor(DType.int32, 1)]

    def count(start: Any) -> Any:
        (one,) = ops.custom(
            "make_counter", CPU, [start], [OpaqueType("Counter", {"stride": 2})], {"stride": 2}
        )
        (other,) = ops.custom(
            "make_counter", CPU, [start], [OpaqueType("Counter", {"stride": 2})], {"stride": 2}
        )
        before = ops.custom("read_counter", CPU, [one], number)[0]
        for _ in range(3):
            ops.inplace_custom("bump", CPU, [one])
        after = ops.custom("read_counter", CPU, [one], number)[0]
        return before, after, ops.custom("read_counter", CPU, [other], number)[0]

    model = loaded(kernels, count, tensor(DType.int32))
    for start in (1, 5):
        given = [int(result.to_numpy()[0]) for result in model.execute(np.int32(start))]
        assert given == [start, start + 6, start]
    assert capfd.readouterr().out.count("ended at") == 4


def test_a_list_and_a_table(kernels: Path) -> None:
    def use(x: Any, words: Any, keys: Any) -> Any:
        (kept,) = ops.custom("keep_positive", CPU, [x * 2], [OpaqueType("List[Float32]")])
        (seen,) = ops.custom("count_words", CPU, [words], [OpaqueType("Dict[Int, Int]")])
        sums = ops.custom("sum_of_list", CPU, [kept], [tensor(DType.float32, 2)])[0]
        return sums, ops.custom("look_up", CPU, [seen, keys], [tensor(DType.int64, "k")])[0]

    model = loaded(
        kernels, use, tensor(DType.float32, "n"), tensor(DType.int64, "w"), tensor(DType.int64, "k")
    )
    words, keys = np.array([3, 1, 3, 3], np.int64), np.array([3, 2, 1], np.int64)
    sums, found = model.execute(np.array([1, -2, 3], np.float32), words, keys)
    np.testing.assert_array_equal(sums.to_numpy(), [8, 2])
    np.testing.assert_array_equal(found.to_numpy(), [3, 0, 1])


def test_a_loop_changes_a_value_of_outside(kernels: Path, capfd: Any) -> None:
    def count(rounds: Any) -> Any:
        start = ops.constant(0, DType.int32, CPU)
        (counter,) = ops.custom(
            "make_counter", CPU, [start], [OpaqueType("Counter", {"stride": 3})], {"stride": 3}
        )

        def again(i: Any) -> Any:
            ops.inplace_custom("bump", CPU, [counter])
            return i + 1

        ops.while_loop([start], lambda i: i < rounds, again)
        return ops.custom("read_counter", CPU, [counter], [tensor(DType.int32, 1)])[0]

    model = loaded(kernels, count, tensor(DType.int32))
    assert int(model.execute(np.int32(4))[0].to_numpy()[0]) == 12
    assert capfd.readouterr().out == "ended at 12\n"


def test_values_end_when_a_call_fails(kernels: Path, capfd: Any) -> None:
    def fail(start: Any) -> Any:
        (counter,) = ops.custom(
            "make_counter", CPU, [start], [OpaqueType("Counter", {"stride": 1})], {"stride": 1}
        )
        return ops.custom("fails", CPU, [counter], [tensor(DType.int32, 1)])[0]

    model = loaded(kernels, fail, tensor(DType.int32))
    with pytest.raises(RuntimeError, match="on purpose"):
        model.execute(np.int32(7))
    assert capfd.readouterr().out == "ended at 7\n"


def test_what_opaque_values_cannot_do(kernels: Path) -> None:
    counter = OpaqueType("Counter", {"stride": 1})
    with Graph(
        "wrong", input_types=[tensor(DType.int32), tensor(DType.bool)], custom_extensions=[kernels]
    ) as graph:
        start, test = (value.tensor for value in graph.inputs)
        (made,) = ops.custom("make_counter", CPU, [start], [counter], {"stride": 1})
        with pytest.raises(ValueError, match="no results of branches"):
            ops.cond(test, [counter], lambda: made, lambda: made)
        with pytest.raises(TypeError):
            ops.relu(made)
        graph.output(start)


def test_values_go_from_model_to_model(kernels: Path, tmp_path: Path, capfd: Any) -> None:
    counter = OpaqueType("Counter", {"stride": 2})
    number = [tensor(DType.int32, 1)]

    def begin(start: Any) -> Any:
        return ops.custom("make_counter", CPU, [start], [counter], {"stride": 2})[0], start + 1

    def bump(counter: Any) -> Any:
        ops.inplace_custom("bump", CPU, [counter])
        read = ops.custom("read_counter", CPU, [counter], number)[0]
        return counter, read, counter

    first = loaded(kernels, begin, tensor(DType.int32))
    second = loaded(kernels, bump, counter)
    assert [str(spec) for spec in second.program.inputs] == ["Counter[stride=2]"]
    value, after = first.execute(np.int32(5))
    assert repr(value) == "MojoValue(Counter[stride=2])" and after.item() == 6
    for wanted in (7, 9):
        same, read, again = second.execute(value)
        assert same is value is again and int(read.to_numpy()[0]) == wanted
    second.export_mef(tmp_path / "bump.mef")
    assert InferenceSession().load(tmp_path / "bump.mef").execute(value)[1].to_numpy()[0] == 11
    assert capfd.readouterr().out == ""
    del first, value, same, again
    assert capfd.readouterr().out == "ended at 11\n"


def test_inputs_that_are_no_such_values(kernels: Path) -> None:
    def begin(start: Any) -> Any:
        return ops.custom("make_counter", CPU, [start], [OpaqueType("Counter", {"stride": 1})], {"stride": 1})[0]  # fmt: skip

    def read(counter: Any) -> Any:
        return ops.custom("read_counter", CPU, [counter], [tensor(DType.int32, 1)])[0]

    made = loaded(kernels, begin, tensor(DType.int32)).execute(np.int32(5))[0]
    other = loaded(kernels, read, OpaqueType("Counter", {"stride": 2}))
    for wrong in (np.int64(3), Buffer.scalar(3, DType.uint64), None):
        with pytest.raises(TypeError, match="a value of the Mojo type Counter"):
            other.execute(wrong)
    with pytest.raises(
        ValueError, match=r"a Counter\[stride=2\] is needed, not a Counter\[stride=1\]"
    ):
        other.execute(made)
    file = kernels / "__init__.mojo"
    file.write_text(file.read_text() + "\n\ndef more() -> Int:\n    return 1\n")
    with pytest.raises(ValueError, match="before they were changed"):
        loaded(kernels, read, OpaqueType("Counter", {"stride": 1})).execute(made)
