"""Graphs on a GPU, which is the simulated device where there is none: transfers, both devices in one graph, weights, loops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.driver import CPU, Accelerator, Buffer
from ember.dtype import DType
from ember.engine import InferenceSession, Model
from ember.graph import BufferType, DeviceRef, Graph, TensorType, TensorValue, Weight, ops
from ember.graph.compile import translate

GPU = DeviceRef.GPU()
HOST = DeviceRef.CPU()
F32 = DType.float32
Array = np.ndarray[Any, Any]


def tensor(*shape: str | int, device: DeviceRef = GPU, dtype: DType = F32) -> TensorType:
    return TensorType(dtype, shape, device)


def numbers(*shape: int) -> Array:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


def loaded(graph: Graph, **options: Any) -> Model:
    return InferenceSession(devices=[Accelerator()]).load(graph, **options)


def host_program(graph: Graph) -> str:
    return translate(graph.op, graph.kernel_library).source.text


def test_elements_are_computed_where_they_are() -> None:
    with Graph("elements", input_types=[tensor("n", "m"), tensor("n", "m")]) as graph:
        a, b = (value.tensor for value in graph.inputs)
        graph.output(ops.relu(a + b * 2.0))
    model = loaded(graph)
    assert len(model.kernel_summaries) == 1
    x, y = numbers(3, 5), numbers(3, 5) - 1
    gpu = Accelerator()
    (found,) = model.execute(Buffer.from_numpy(x).to(gpu), Buffer.from_numpy(y).to(gpu))
    assert found.device == gpu
    assert np.allclose(found.to(CPU()).to_numpy(), np.maximum(x + y * 2, 0))
    (again,) = model.execute(found, found)
    assert np.allclose(again.to_numpy(), np.maximum(x + y * 2, 0) * 3, rtol=1e-5)


@pytest.fixture(scope="module")
def both() -> Graph:
    """A product on the GPU, its sum with something of the host, and back."""
    types = [tensor("M", "K"), tensor("K", 7), tensor(7), tensor("M", 7, device=HOST)]
    with Graph("both", input_types=types) as graph:
        a, b, bias, more = (value.tensor for value in graph.inputs)
        product = ops.relu(a @ b + bias)
        sums = ops.transfer_to(product, HOST) + more
        back = ops.transfer_to(sums * 3.0, GPU) * ops.constant(np.arange(7, dtype=np.float32), device=GPU)  # fmt: skip
        graph.output(product, sums, back)
    return graph


def test_one_graph_on_two_devices(both: Graph) -> None:
    model = loaded(both)
    assert model.kernel_summaries[0] == "matmul, add, relu"
    a, b, bias, more = numbers(3, 5), numbers(5, 7), numbers(7), numbers(3, 7)
    found = model.execute(a, b, bias, more)
    assert [str(spec.device) for spec in model.output_metadata] == ["gpu:0", "cpu:0", "gpu:0"]
    assert [buffer.device for buffer in found] == [Accelerator(), CPU(), Accelerator()]
    product = np.maximum(a @ b + bias, 0)
    expected = [product, product + more, (product + more) * 3 * np.arange(7)]
    for buffer, numbers_ in zip(found, expected, strict=True):
        assert np.allclose(buffer.to_numpy(), numbers_, atol=1e-4)


def test_the_host_waits_where_it_reads_and_nowhere_else(both: Graph) -> None:
    text = host_program(both)
    assert text.count("wait_for(gpu0)") == 1
    steps = [line.strip() for line in text.splitlines()]
    copy = next(n for n, line in enumerate(steps) if line.startswith("copy_to_host"))
    assert steps[copy + 1] == "wait_for(gpu0)"


def test_results_of_the_device_are_not_waited_for() -> None:
    with Graph("quick", input_types=[tensor("n")]) as graph:
        graph.output(ops.exp(graph.inputs[0].tensor))
    assert "wait_for(gpu0)" not in host_program(graph)


def test_weights_and_large_constants_go_to_the_device_once() -> None:
    table = numbers(64, 32)
    with Graph("weights", input_types=[tensor("n", 64)]) as graph:
        weight = graph.add_weight(Weight("w", F32, [32, 64], HOST))
        there = ops.transfer_to(weight, GPU)
        x = graph.inputs[0].tensor
        graph.output(x @ there.T + x @ ops.constant(table, device=GPU))
    text = host_program(graph)
    initialize, execute = text.split("def execute")
    assert initialize.count("copy_to_device(") == 2
    assert "copy_to_device(" not in execute
    w, x_numbers = numbers(32, 64), numbers(4, 64)
    (found,) = loaded(graph, weights_registry={"w": w}).execute(x_numbers)
    assert np.allclose(found.to_numpy(), x_numbers @ w.T + x_numbers @ table, atol=1e-4)


def test_buffers_of_the_device_are_changed_in_place() -> None:
    with Graph("grow", input_types=[BufferType(F32, ("n",), GPU), tensor("n")]) as graph:
        buffer, more = graph.inputs[0].buffer, graph.inputs[1].tensor
        ops.buffer_store(buffer, ops.buffer_load(buffer) + more)
        graph.output()
    state = Buffer.from_numpy(numbers(6).copy()).to(Accelerator())
    model = loaded(graph)
    for _ in range(2):
        model.execute(state, np.ones(6, np.float32))
    assert np.allclose(state.to_numpy(), numbers(6) + 2)


def test_a_loop_whose_condition_is_on_the_host() -> None:
    def go_on(i: TensorValue, x: TensorValue) -> TensorValue:
        return i < 5

    def double(i: TensorValue, x: TensorValue) -> list[TensorValue]:
        return [i + 1, x * 2.0]

    with Graph("loop", input_types=[tensor(device=HOST, dtype=DType.int32), tensor("n")]) as graph:
        count, x = (value.tensor for value in graph.inputs)
        _, result = ops.while_loop([count, x], go_on, double)
        graph.output(result)
    (found,) = loaded(graph).execute(np.int32(2), numbers(9))
    assert np.allclose(found.to_numpy(), numbers(9) * 8)


def test_wrong_devices_are_refused(both: Graph) -> None:
    with pytest.raises(ValueError, match="uses gpu:0, which the session does not have"):
        InferenceSession().load(both)
    model = loaded(both)
    a, b, bias, more = numbers(3, 5), numbers(5, 7), numbers(7), numbers(3, 7)
    with pytest.raises(ValueError, match="it belongs on gpu:0, not on cpu:0; move it with"):
        model.execute(Buffer.from_numpy(a), b, bias, more)
    with pytest.raises(ValueError, match="it belongs on cpu:0, not on gpu:0"):
        model.execute(a, b, bias, Buffer.from_numpy(more).to(Accelerator()))


def test_a_file_with_device_code(both: Graph, tmp_path: Path) -> None:
    path = tmp_path / "both.mef"
    loaded(both).export_mef(path)
    model = InferenceSession(devices=[Accelerator()]).load(path)
    a, b, bias, more = numbers(3, 5), numbers(5, 7), numbers(7), numbers(3, 7)
    assert np.allclose(model.execute(a, b, bias, more)[0].to_numpy(), np.maximum(a @ b + bias, 0), atol=1e-5)  # fmt: skip


def test_a_captured_call_is_replayed(both: Graph) -> None:
    with Graph("again", input_types=[tensor("n", 8), tensor(8, 8)]) as graph:
        x, w = (value.tensor for value in graph.inputs)
        graph.output(ops.softmax(ops.relu(x @ w) + 1.0))
    model = loaded(graph)
    gpu = Accelerator()
    x_there, w_there = (Buffer.from_numpy(numbers(*s)).to(gpu) for s in ((3, 8), (8, 8)))
    (found,) = model.capture(1, x_there, w_there)
    first = found.to_numpy().copy()
    x_there.inplace_copy_from(Buffer.from_numpy(numbers(3, 8) * 2))
    (again,) = model.replay(1, x_there, w_there)
    assert again is found
    (expected,) = model.execute(x_there, w_there)
    assert np.array_equal(again.to_numpy(), expected.to_numpy())
    assert not np.array_equal(again.to_numpy(), first)
    with pytest.raises(ValueError, match="captured with other buffers"):
        model.replay(1, w_there, w_there)
    with pytest.raises(ValueError, match="no call was captured as 2"):
        model.replay(2)
    with pytest.raises(ValueError, match="must be on one GPU"):
        loaded(both).capture(1)


def drawn(device: DeviceRef) -> list[Array]:
    """Numbers of one seed, in several element types."""
    with Graph("drawn", input_types=[]) as graph:
        ops.random.set_seed(7)
        results = []
        for dtype in (F32, DType.float64, DType.bfloat16):
            results.append(
                ops.random.uniform(tensor(3, 1001, device=device, dtype=dtype), range=(-2, 5))
            )
            results.append(
                ops.random.gaussian(tensor(777, device=device, dtype=dtype), mean=1.0, std=2.0)
            )
        graph.output(*(ops.cast(result, DType.float64) for result in results))
    return [buffer.to_numpy() for buffer in loaded(graph).execute()]


def test_random_numbers_of_a_seed_are_the_same_on_each_device() -> None:
    """Uniform ones bit by bit; in others the device's own logarithm may differ in the last bits."""
    for number, (here, there) in enumerate(zip(drawn(HOST), drawn(GPU), strict=True)):
        assert np.array_equal(here, there) if number % 2 == 0 else np.allclose(here, there, rtol=1e-2 if number == 5 else 1e-5, atol=1e-5)  # fmt: skip
        assert abs(here.mean() - (1 if number % 2 else 1.5)) < 0.2 and abs(here.std() - 2.02) < 0.2


def test_rows_in_registers_and_others() -> None:
    """Rows of whole vectors are read once, odd and very long ones are not held; norms of long rows of a known length read them twice."""

    def build(x: TensorValue, w: TensorValue, b: TensorValue, hidden: TensorValue) -> Any:
        norms = ops.rms_norm(x, w, 1e-5) + 1.0, ops.layer_norm(x, w, b, 1e-5)
        return norms if x.shape[1] == 4096 else (*norms, ops.softmax(x * 2.0 + hidden), ops.sum(x))

    model = loaded(Graph("rows", build, [tensor("n", "k"), *[tensor("k")] * 3]))
    known = loaded(Graph("long_rows", build, [tensor("n", 4096), *[tensor(4096)] * 3]))
    for rows, length in ((3, 8), (2, 2100), (2, 7), (1, 9000), (0, 8), (2, 4096)):
        x_numbers, w_numbers, b_numbers = numbers(rows, length) + 3, numbers(length), numbers(length)  # fmt: skip
        hidden = np.where(np.arange(length) < length - 1000, -np.inf, 0).astype(np.float32)
        given = (x_numbers, w_numbers, b_numbers, hidden)
        found = [buffer.to_numpy() for buffer in (known if length == 4096 else model).execute(*given)]  # fmt: skip
        if not rows:
            continue
        raised = np.exp(2 * (x_numbers - x_numbers.max(-1, keepdims=True)) + hidden)
        mean = x_numbers.mean(-1, keepdims=True)
        expected = [
            x_numbers / np.sqrt((x_numbers**2).mean(-1, keepdims=True) + 1e-5) * w_numbers + 1,
            (x_numbers - mean) / np.sqrt(x_numbers.var(-1, keepdims=True) + 1e-5) * w_numbers + b_numbers,
            raised / raised.sum(-1, keepdims=True),
            x_numbers.sum(-1, keepdims=True),
        ]  # fmt: skip
        for one, wanted in zip(found, expected, strict=False):
            assert np.allclose(one, wanted, rtol=2e-4, atol=2e-4)


LINES: tuple[Any, ...] = (
    lambda x, i: ops.top_k(x, 3)[1],
    lambda x, i: ops.argsort(x[0]),
    lambda x, i: ops.gather(x, i, axis=0),
    lambda x, i: ops.cumsum(x, axis=1),
    lambda x, i: ops.pad(x, [1, 0, 2, 1], value=1.5),
    lambda x, i: ops.tile(x, [2, 3]),
)


def test_ops_that_search_and_rearrange() -> None:
    """The numbers are all different, and their sums exact in any order."""
    order = np.argsort(numbers(24)).reshape(4, 6)
    x, i = (order / 8 - 1.5).astype(np.float32), np.array([2, 0, -1])

    def both_of(device: DeviceRef) -> list[Array]:
        types = [tensor(4, 6, device=device), tensor(3, device=device, dtype=DType.int64)]
        with Graph("ops", input_types=types) as graph:
            given = [value.tensor for value in graph.inputs]
            graph.output(*(line(*given) for line in LINES))
        return [buffer.to_numpy() for buffer in loaded(graph).execute(x, i)]

    for found, expected in zip(both_of(GPU), both_of(HOST), strict=True):
        assert np.array_equal(found, expected)


def test_turned_tensors() -> None:
    """Tiles over the edges, rows of one and of three elements."""
    x, narrow = numbers(2 * 40 * 70).reshape(2, 40, 70), numbers(600).reshape(3, 200)
    types = [tensor(2, 40, 70), tensor(3, 200), tensor(1, 200)]
    with Graph("turned", input_types=types) as graph:
        a, b, c = (value.tensor for value in graph.inputs)
        graph.output(*(ops.transpose(value, -1, -2) + 1.0 for value in (a, b, c)))
    found = [buffer.to_numpy() for buffer in loaded(graph).execute(x, narrow, narrow[:1])]
    for one, given in zip(found, (x, narrow, narrow[:1]), strict=True):
        assert np.array_equal(one, given.swapaxes(-1, -2) + np.float32(1))


def test_an_op_that_a_device_lacks_is_named() -> None:
    with Graph("lacking", input_types=[tensor(4, 18, dtype=DType.uint8)]) as graph:
        result = tensor(4, 32)
        given = [graph.inputs[0].tensor]
        made = ops.custom("mo.dequantize", GPU, given, [result], {"encoding": "q4_0"})
        graph.output(made[0].tensor)
    with pytest.raises(ValueError, match="no kernel for 'mo.dequantize' of q4_0 on the target gpu"):
        loaded(graph)
