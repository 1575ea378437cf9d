"""Mistakes as strangers make them: each is one exception of a usual class, raised by the user's own line, with words that say what is wrong."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.driver import Accelerator, Buffer
from ember.dtype import DType
from ember.engine import InferenceSession, Model, read
from ember.engine.mef import mef_parts
from ember.graph import BufferType, DeviceRef, Dim, Graph, TensorType, TensorValue, Weight, ops

CPU, GPU, F32, I64 = DeviceRef.CPU(), DeviceRef.GPU(), DType.float32, DType.int64
X = np.ones((3, 2), np.float32)
ANY: Any = None
"""What mistakes are made with has no type."""


def tensor(*shape: Any, dtype: DType = F32, device: DeviceRef = CPU) -> TensorType:
    return TensorType(dtype, shape, device)


def line(function: Callable[..., Any], *types: Any, **more: Any) -> Callable[[], Any]:
    """A mistake in a line of a graph of one vector, or of inputs of these types."""
    return lambda: Graph("g", function, types or [tensor(2)], **more)


def weighted(registry: Any) -> Callable[[], Any]:
    graph = Graph("g", lambda x: x * Weight("w", F32, [2], CPU), [tensor(2)])
    return lambda: InferenceSession().load(graph, weights_registry=registry)


def twice(graph: Graph) -> None:
    graph.output(graph.inputs[0])
    graph.output(graph.inputs[0])


def ended() -> Any:
    graph = Graph("g", lambda x: x, [tensor(2)])
    with graph:
        return ops.relu(graph.inputs[0].tensor)


def elsewhere() -> Any:
    other = Graph("other", lambda x: x, [tensor(2)])
    return Graph("g", lambda x: x + other.inputs[0], [tensor(2)])


LINES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (line(lambda x: x + "a"), TypeError, "made of numbers"),
    (line(lambda x: x + None), TypeError, "made of numbers"),
    (line(lambda x: ops.reshape(x, "ab")), TypeError, "a shape is a list of dimensions, not 'ab'"),
    (line(lambda x: ops.reshape(x, ANY or 5)), TypeError, "a shape is a list of dimensions, not 5"),
    (line(lambda x: ops.reshape(x, [ANY or 2.0])), TypeError, "not float"),
    (line(lambda x: ops.rebind(x, ANY or 5)), TypeError, "a shape is a list"),
    (line(lambda x: x[5]), ValueError, "index 5 is out of range"),
    (line(lambda x: x["a"]), TypeError, "an index is"),
    (line(lambda x: ops.concat(x)), TypeError, "not iterable"),
    (line(lambda x: ops.concat([x, 1.0])), TypeError, "ops.constant"),
    (line(lambda x: ops.stack([])), ValueError, "stack takes one tensor at least"),
    (line(lambda x: x[ANY or 1.5]), TypeError, "an index is a number, a slice, '...' or None, not 1.5"),
    (line(lambda x: ops.rms_norm(x, ops.cast(x, I64), 1e-5)), ValueError, "takes floating-point weights, not int64"),
    (line(lambda x: ops.custom("f", CPU, [x], ANY or x.type)), TypeError, "results are a list, not one type"),
    (line(lambda x: ops.matmul(x, 3)), ValueError, "rank 1 or more"),
    (line(lambda x: ops.softmax(x, axis=ANY or "a")), TypeError, "the number of an axis, not 'a'"),
    (line(lambda x: ops.softmax(x, axis=ANY or 1.0)), TypeError, "the number of an axis, not 1.0"),
    (line(lambda x: ops.softmax(x, axis=1)), IndexError, "out of range"),
    (line(lambda x: ops.cast(x, ANY or "float32")), ValueError, "such as DType.float32"),
    (lambda: TensorType(ANY or "float32", [2], CPU), TypeError, "must be a DType"),
    (lambda: TensorType(F32, [2], ANY or "cpu"), TypeError, "expected a device"),
    (lambda: TensorType(F32, ANY or 2, CPU), TypeError, "a shape is a list of dimensions, not 2"),
    (lambda: TensorType(F32, [ANY or 2.5], CPU), TypeError, "not float"),
    (lambda: TensorType(F32, [-2], CPU), TypeError, "cannot be negative"),
    (lambda: TensorType(F32, [ANY or float("nan")], CPU), TypeError, "not float"),
    (lambda: Graph(ANY or 5), TypeError, "a graph's name is a text, not 5"),
    (lambda: Graph("g", input_types=[ANY or F32]), TypeError, "no type of a graph's value"),
    (lambda: Graph("g", input_types=ANY or tensor(2)), TypeError, "a list, not one type"),
    (lambda: Graph("g", path="/nowhere"), ValueError, "cannot be read"),
    (line(lambda x: 3), TypeError, "ops.constant"),
    (line(lambda x: {"y": x}), TypeError, "not dict"),
    (line(lambda x: ops.constant(float("nan"), I64, CPU)), ValueError, "without loss"),
    (line(lambda x: ops.constant("a", F32, CPU)), TypeError, "made of numbers"),
    (line(lambda x: ops.constant(2**80, I64, CPU)), ValueError, "does not fit into 64 bits"),
    (line(lambda x: ops.reshape(x, [10**5000])), ValueError, "the dimension of 16610 bits does not fit into 64 bits"),
    (line(lambda x: x[:: 10**5000]), ValueError, "the dimension of 16610 bits does not fit"),
    (line(lambda x: ops.pad(x, [10**5000, 0])), ValueError, "the dimension of 16610 bits, which does not fit"),
    (line(lambda x: ops.concat([x, x], axis=10**5000)), IndexError, "axis of 16610 bits is out of range"),
    (line(lambda x: ops.top_k(x, 10**5000)), ValueError, "not of 16610 bits"),
    (line(lambda x: ops.constant(1)), TypeError, "element type and a device"),
    (line(lambda x: ops.gather(x, 0, axis=0)), TypeError, "ops.constant"),
    (line(lambda x: ops.top_k(x, ANY or "a")), TypeError, "not 'a'"),
    (line(lambda x: ops.top_k(x, 3)), ValueError, "3"),
    (line(lambda x: x + (ANY or [1.0])), TypeError, "a list is no tensor"),
    (
        line(lambda x: ops.reshape(ops.broadcast_to(x[0], [1 << 40, 1 << 40]), [-1])),
        ValueError,
        "does not fit into 64 bits",
    ),
    (line(lambda x: ops.random.set_seed(ANY or 1.5)), TypeError, "a whole number, not 1.5"),
    (line(lambda x: ops.pad(x, ANY or 3)), TypeError, "two numbers for each axis, not 3"),
    (line(lambda x: ops.pad(x, [1, 1], mode="wrap")), ValueError, "not 'wrap'"),
    (line(lambda x: ops.conv2d(x, x)), ValueError, "rank 4"),
    (line(lambda x: ops.max_pool2d(x, 2)), ValueError, "rank 4"),
    (
        line(lambda x: ops.cond(x, [x.type], lambda: x, lambda: x)),
        ValueError,
        "one bool on the CPU",
    ),
    (
        line(lambda x: ops.cond(x > 0, [x.type], ANY or 5, lambda: x)),
        TypeError,
        "functions are needed",
    ),
    (
        line(lambda x: ops.while_loop([x], lambda a: True, lambda a: a)),
        TypeError,
        "the number True",
    ),
    (
        line(lambda x: ops.range(0, 9, 0, dtype=I64, device=CPU)),
        ValueError,
        "the step must not be 0",
    ),
    (line(lambda x: ops.transfer_to(x, ANY or "gpu")), TypeError, "expected a device"),
    (line(lambda x: x + x.to(GPU)), ValueError, "same device"),
    (
        line(lambda x: ops.custom("nothing", CPU, [x], [x.type])),
        ValueError,
        "custom_extensions=[folder]",
    ),
    (line(lambda x: x, custom_extensions=["/nowhere"]), ValueError, "no such file or folder"),
    (line(lambda x: x, custom_extensions="folder"), TypeError, "a list of paths"),
    (line(lambda x: ops.call(ANY or 5, x)), TypeError, "a graph is called"),
    (line(lambda x: ops.layer_norm(x, x, x, -1.0)), ValueError, "epsilon must be positive"),
    (line(lambda x: ops.random.normal(x.type)), RuntimeError, "no seed yet"),
    (line(lambda x: ops.nonzero(x, "a b")), ValueError, "no name of a dimension"),
    (line(lambda x: ops.print(ANY or 5)), ValueError, "not the number 5"),
    (line(lambda b: ops.relu(b), BufferType(F32, [2], CPU)), TypeError, "'b[...]' loads"),
    (line(lambda x: twice(Graph.current)), ValueError, "has its outputs"),
    (ended, ValueError, "has its outputs"),
    (elsewhere, ValueError, "belongs to another graph"),
    (lambda: ops.relu(3.0), TypeError, "a graph's tensor is needed"),
    (lambda: Weight("w", F32, ["n"], CPU), ValueError, "must be known"),
    (lambda: Weight("w", F32, [2], CPU) + 1, ValueError, "only inside a graph"),
    (lambda: Dim("a b"), ValueError, "no name of a dimension"),
    (lambda: int(Dim("n")), TypeError, "not known before the graph runs"),
    (weighted({}), ValueError, "without 1 of its weights: w"),
    (weighted(5), TypeError, "in a dictionary, not as int"),
    (weighted({"w": [1, 2]}), TypeError, "an array is needed, not list"),
    (weighted({"w": np.ones(2)}), ValueError, "not float64"),
    (weighted({"w": np.ones(3, np.float32)}), ValueError, "not [3]"),
    (lambda: InferenceSession(devices=[ANY or "gpu"]), TypeError, "such as CPU()"),
    (lambda: InferenceSession().load(ANY or 5), TypeError, "a graph or the path"),
    (lambda: InferenceSession().init(ANY or "a"), TypeError, "what 'compile' or 'read' gave"),
    (lambda: InferenceSession().load("/nowhere.mef"), ValueError, "cannot be read"),
    (lambda: Buffer(F32, [-1]), ValueError, "-1 elements"),
    (lambda: Buffer(ANY or "float32", [2]), TypeError, "must be a DType"),
    (lambda: Buffer(F32, [1 << 60]), MemoryError, "no memory for a tensor"),
    (lambda: Buffer.from_numpy(ANY or [1, 2]), TypeError, "an array of NumPy is needed, not list"),
    (lambda: Buffer.from_dlpack(5), TypeError, "speaks DLPack is needed, not int"),
    (lambda: Buffer.from_numpy(np.ones(2, np.complex64)), ValueError, "complex64"),
    (lambda: Buffer.zeros([2], F32)[5], IndexError, "out of range"),
    (lambda: Buffer.zeros([2], F32)[ANY or "a"], TypeError, "numbers and slices"),
    (lambda: Buffer(F32, [ANY or "a"]), TypeError, "'a' is none"),
    (lambda: Buffer.zeros([2], F32).item(), ValueError, "one element"),
    (lambda: TensorType(F32, [2]), TypeError, "an element type, a shape and a device"),
    (line(lambda x: ops.constant(10**400, I64, CPU)), ValueError, "(401 digits) does not fit"),
    (line(lambda x: ops.constant(1, ANY or "f", CPU)), TypeError, "is a DType, not 'f'"),
    (line(lambda x: ops.concat([x, ops.cast(x, I64)])), ValueError, "not TensorType(DType.float32, [2], cpu:0) and"),
    (line(lambda x: ops.pad(x, [1])), ValueError, "pad.constant: takes 2 paddings"),
    (line(lambda x: ops.range(0, "n", dtype=I64, device=CPU)), TypeError, "a bound is a number, a Dim or a tensor"),
    (line(lambda x: ops.conv2d(x, x, ANY or 1)), TypeError, "stride has a number for each direction"),
    (line(lambda x: ops.cond(x, [], lambda: None, lambda: None)), ValueError, "not TensorType(DType.float32, [2]"),
    (lambda: InferenceSession(devices=ANY or CPU.to_device()), TypeError, "a list of devices"),
    (lambda: InferenceSession(custom_extensions="/a"), TypeError, "a list of paths is needed"),
    (lambda: InferenceSession().load(Graph("g", lambda x: x, [tensor(2)]), generated="/no"), ValueError, "no folder '/no'"),
    (lambda: read(ANY or 5), TypeError, "opened with mode 'rb'"),
    (lambda: read(b""), ValueError, "this memory is no compiled model"),
    (lambda: Accelerator(ANY or "a"), TypeError, "has a number, not 'a'"),
]  # fmt: skip


@pytest.mark.parametrize(
    "mistake, kind, words", LINES, ids=[f"{n}: {case[2]}" for n, case in enumerate(LINES)]
)
def test_mistakes(mistake: Callable[[], Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind) as found:
        mistake()
    assert words in str(found.value)
    assert any(
        frame.filename == __file__ for frame in traceback.extract_tb(found.value.__traceback__)[1:]
    )


@pytest.fixture(scope="module")
def model() -> Model:
    return InferenceSession().load(Graph("sum", sums, [tensor("n", 2), tensor("n", 2)]))


def sums(x: TensorValue, y: TensorValue) -> tuple[TensorValue, ...]:
    """A sum, and whole numbers divided by zero, which end no program."""
    whole, zeros = x.cast(I64), y.cast(I64) - 1
    return x + y, whole // zeros, whole % zeros


CALLS: list[tuple[Callable[[Model], Any], type[Exception], str]] = [
    (lambda model: model.execute(X), ValueError, "2 inputs, and 1 are given"),
    (lambda model: model.execute(X, None), TypeError, "not NoneType"),
    (lambda model: model.execute(X, [1, 2]), TypeError, "not list"),
    (lambda model: model.execute(X, 1.0), ValueError, "not a number"),
    (lambda model: model.execute(X, np.ones((3, 2))), ValueError, "DType.float64"),
    (lambda model: model.execute(X, np.ones((3, 2), np.complex64)), ValueError, "complex64"),
    (lambda model: model.execute(X, np.ones((2, 3), np.float32).T), ValueError, "do not lie in a row"),
    (lambda model: model.execute(X, np.ones((4, 2), np.float32)), ValueError, "axis 0 must be n; it is 4, not 3"),
    (lambda model: model.execute(X, np.ones((3, 3), np.float32)), ValueError, "axis 1 must be 2; it is 3, not 2"),
    (lambda model: model.execute(X, X[0]), ValueError, "which has 2 axes"),
    (lambda model: model.execute(X, Buffer.from_numpy(X).to(Accelerator())), ValueError, "belongs on cpu:0"),
    (lambda model: model(X, z=X), TypeError, "no input 'z'"),
    (lambda model: model(X), TypeError, "no value for 'input1'"),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, words", CALLS, ids=[case[2] for case in CALLS])
def test_wrong_calls(
    model: Model, call: Callable[[Model], Any], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind) as found:
        call(model)
    assert words in str(found.value)
    for result, wanted in zip(model.execute(X, X), (X + X, X * 0, X * 0), strict=True):
        np.testing.assert_array_equal(result.to_numpy(), wanted)


def test_damaged_and_foreign_files(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    path = tmp_path / "model.mef"
    model.export_mef(path)
    whole = path.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 255
    older = whole[:8] + (2).to_bytes(4, "little") + whole[12:]
    with monkeypatch.context() as other:
        other.setattr("ember.engine.mef.processor_text", lambda: "another processor")
        foreign = b"".join(mef_parts(model.program))
    for data, words in (
        (older, "has the format 2"),
        (foreign, "compiled for another processor"),
        (b"hello" * 100, "no compiled model"),
        (whole[:9], "is cut off"),
        (whole[: len(whole) // 2], "damaged or cut off"),
        (bytes(changed), "checksum is wrong"),
    ):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=words):
            InferenceSession().load(path)
    (tmp_path / "text.mlir").write_text("hello")
    with pytest.raises(ValueError, match="there is no op 'hello'"):
        Graph("g", path=tmp_path / "text.mlir")
