"""Results whose size is known only when a kernel has seen the numbers: shape functions are called by the host program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.driver import Accelerator, Buffer
from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph import DeviceRef, Dim, Graph, TensorType, TensorValue, ops

CPU = DeviceRef.CPU()
F32, I64 = DType.float32, DType.int64
GRID = np.array([[1, 0, 2], [0, 0, 3]], np.float32)


def tensor(*shape: str | int, dtype: DType = F32) -> TensorType:
    return TensorType(dtype, shape, CPU)


def loaded(function: Callable[..., Any], *types: TensorType, **named: Any) -> Model:
    return InferenceSession().load(Graph("found", function, types, **named))


def test_what_follows_a_found_size_is_computed_with_it() -> None:
    def forward(x: TensorValue) -> tuple[TensorValue, ...]:
        places = ops.nonzero(ops.exp(x) - 1, "k")
        doubled = places * 2
        count = Dim("k")
        numbers = ops.range(0, count, 1, dtype=I64, device=CPU)
        return doubled + 1, ops.sum(places, 0), numbers, x * 2, ops.concat([doubled, places])

    model = loaded(forward, tensor("n", "m"))
    for given in (GRID, np.zeros((3, 2), np.float32), np.ones((1, 4), np.float32)):
        places = np.argwhere(given)
        found = [result.to_numpy() for result in model.execute(given)]
        for got, wanted in zip(
            found,
            (
                places * 2 + 1,
                places.sum(0, keepdims=True),
                np.arange(len(places)),
                given * 2,
                np.concatenate([places * 2, places]),
            ),
            strict=True,
        ):
            assert got.shape == wanted.shape and np.array_equal(got, wanted)


def test_masks_suppression_repeats_and_computed_slices() -> None:
    def forward(
        x: TensorValue, mask: TensorValue, updates: TensorValue, repeats: TensorValue, end: TensorValue
    ) -> tuple[TensorValue, ...]:  # fmt: skip
        return (
            ops.masked_scatter(x, mask, updates, "taken"),
            ops.repeat_interleave(x, repeats, 1, "wide") * 2,
            x[:, (slice(1, end), "part")],
            ops.range(end, end * 3, 2, "long", dtype=I64, device=CPU),
            ops.broadcast_to(
                updates, ops.stack([end, ops.constant(4, I64, CPU)]), ["rows", "four"]
            ),
        )

    types = [tensor("n", 3), tensor("n", 3, dtype=DType.bool), tensor(4)]
    model = loaded(forward, *types, tensor(3, dtype=I64), tensor(dtype=I64))
    updates = np.array([10, 20, 30, 40], np.float32)
    repeats = np.array([2, 0, 1], np.int64)
    found = [r.to_numpy() for r in model.execute(GRID, GRID > 0, updates, repeats, np.int64(3))]
    scattered = GRID.copy()
    scattered[GRID > 0] = updates[:3]
    wanted = (
        scattered,
        GRID.repeat(repeats, 1) * 2,
        GRID[:, 1:3],
        np.arange(3, 9, 2),
        np.broadcast_to(updates, (3, 4)),
    )
    for got, right in zip(found, wanted, strict=True):
        assert got.shape == right.shape and np.array_equal(got, right)


def test_a_result_of_a_found_size_may_have_another_shape() -> None:
    """What the caller gets has the shape of the result, not of the memory behind it."""

    def forward(x: TensorValue) -> tuple[TensorValue, ...]:
        kept = ops.gather_nd(x, ops.nonzero(x > 0, "k"))
        return ops.reshape(kept, ["k", 1]), kept

    column, row = loaded(forward, tensor(2, 3)).execute(GRID)
    assert column.to_numpy().tolist() == [[1], [2], [3]] and row.to_numpy().tolist() == [1, 2, 3]


def test_a_name_that_is_known_is_checked() -> None:
    model = loaded(lambda x, y: ops.nonzero(x, "k") + ops.nonzero(y, "k"), tensor("n"), tensor("n"))
    x = np.array([1, 0, 1], np.float32)
    (found,) = model.execute(x, x[::-1].copy())
    assert found.to_numpy().ravel().tolist() == [0, 4]
    with pytest.raises(ValueError, match=r"axis 0 of the result must be k \(.*it is 3, not 2"):
        model.execute(x, np.ones(3, np.float32))


def test_found_sizes_may_be_bound_to_others() -> None:
    model = loaded(lambda x, y: ops.nonzero(x, "k").rebind(["m", 1]) + y, tensor("n"), tensor("m", 1, dtype=I64))  # fmt: skip
    x = np.array([1, 0, 1], np.float32)
    (found,) = model.execute(x, np.array([[5], [6]]))
    assert found.to_numpy().ravel().tolist() == [5, 8]
    with pytest.raises(ValueError, match="rebind: axis 0 is not 'm'.*it is 2, not 1"):
        model.execute(x, np.array([[5]]))


def test_sizes_are_found_in_branches_and_loops() -> None:
    def forward(x: TensorValue, rounds: TensorValue) -> list[Any]:
        def body(i: TensorValue, total: TensorValue) -> list[TensorValue]:
            places = ops.nonzero(ops.relu(x - i.cast(F32)), "k")
            return [i + 1, total + ops.sum(places * 10, 0)]

        zero, totals = ops.constant(0, I64, CPU), ops.constant(np.zeros((1, 1), np.int64))
        return ops.while_loop([zero, totals], lambda i, total: i < rounds, body)

    model = loaded(forward, tensor("n"), tensor(dtype=I64))
    x = np.array([3, 1, 2], np.float32)
    wanted = sum(int(np.argwhere(x > i).sum()) * 10 for i in range(4))
    assert model.execute(x, np.int64(4))[1].item() == wanted


KERNELS = """
import extensibility
from extensibility import InputTensor, OutputTensor
from std.utils import IndexList

@extensibility.register("test.keep")
struct Keep[least: Int]:
    @staticmethod
    def execute(result: OutputTensor[rank=1, ...], x: InputTensor[dtype = result.dtype, rank=1, ...]) raises:
        var at = 0
        for i in range(x.dim_size[0]()):
            if x[i] >= Scalar[result.dtype](Self.least):
                result[at] = x[i]
                at += 1

    @staticmethod
    def shape(x: InputTensor[rank=1, ...]) raises -> IndexList[1]:
        var count = 0
        for i in range(x.dim_size[0]()):
            if x[i] != x[i]:
                raise Error("there is no number at ", i)
            if x[i] >= Scalar[x.dtype](Self.least):
                count += 1
        return IndexList[1](count)

@extensibility.register("test.wrong")
struct Wrong:
    @staticmethod
    def execute(result: OutputTensor[rank=1, ...], x: InputTensor[dtype = result.dtype, rank=1, ...]):
        pass

@extensibility.register_shape_function("test.wrong")
def wrong_shape(x: InputTensor) -> IndexList[1]:
    return IndexList[1](-1)
"""


def test_custom_ops_have_shape_functions(tmp_path: Path) -> None:
    folder = tmp_path / "finding"
    folder.mkdir()
    (folder / "__init__.mojo").write_text(KERNELS)

    def forward(x: TensorValue) -> TensorValue:
        return ops.custom("test.keep", CPU, [x * 2], [tensor("kept")], {"least": 3})[0].tensor + 1

    model = loaded(forward, tensor("n"), custom_extensions=[folder])
    (found,) = model.execute(np.array([1, 2, 3], np.float32))
    assert found.to_numpy().tolist() == [5, 7]
    with pytest.raises(RuntimeError, match="there is no number at 1"):
        model.execute(np.array([1, np.nan, 3], np.float32))
    wrong = loaded(
        lambda x: ops.custom("test.wrong", CPU, [x], [tensor("kept")]),
        tensor("n"),
        custom_extensions=[folder],
    )
    with pytest.raises(ValueError, match="'kept' is not a size; it is -1"):
        wrong.execute(np.ones(2, np.float32))


def test_sizes_of_tensors_on_a_device(recwarn: pytest.WarningsRecorder) -> None:
    gpu = DeviceRef.GPU()

    def forward(x: TensorValue, end: TensorValue) -> tuple[TensorValue, ...]:
        places = ops.nonzero(x, "k")
        chosen = ops.gather_nd(x, places)
        part = x[(slice(0, end), "part"),]
        return places, ops.sum(chosen, 0), part + 1, part.to(CPU) * 3

    types = [TensorType(F32, ("n", "m"), gpu), TensorType(I64, (), CPU)]
    model = InferenceSession(devices=[Accelerator()]).load(Graph("found", forward, types))
    assert "nonzero: it is computed on the CPU" in str(recwarn.pop(UserWarning).message)
    for given, end in (
        (GRID, 1),
        (np.zeros((3, 2), np.float32), 0),
        (np.ones((5, 4), np.float32), 3),
    ):
        found = model.execute(Buffer.from_numpy(given).to(Accelerator()), np.int64(end))
        assert [buffer.device.label for buffer in found] == ["gpu", "gpu", "gpu", "cpu"]
        chosen = given[given != 0]
        wanted = (np.argwhere(given), chosen.sum(keepdims=True), given[:end] + 1, given[:end] * 3)
        for buffer, one in zip(found, wanted, strict=True):
            assert buffer.shape == one.shape and np.allclose(buffer.to_numpy(), one)
