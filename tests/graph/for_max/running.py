"""Buffers, devices, sessions, models, eager tensors and modules, as users of MAX test them."""

import threading

import numpy as np
import pytest
from max.driver import (
    CPU,
    Accelerator,
    Buffer,
    Device,
    DeviceSpec,
    accelerator_api,
    accelerator_count,
    load_devices,
    scan_available_devices,
)
from max.dtype import DType
from max.engine import CompiledModel, InferenceSession, Model, TensorSpec
from max.graph import BufferType, DeviceRef, Graph, TensorType, Weight, ops

HOST = DeviceRef.CPU()
f32 = DType.float32


def tensor(*shape, dtype=f32):
    return TensorType(dtype, shape, HOST)


def load(function, *types, **more):
    return InferenceSession(devices=[CPU()]).load(Graph("g", function, types), **more)


# -- devices and buffers ---------------------------------------------------------------------------------------


def test_the_host():
    cpu = CPU()
    assert (
        cpu.label == "cpu"
        and cpu.id == 0
        and cpu.is_host
        and cpu.api == "cpu"
        and isinstance(cpu, Device)
    )
    assert cpu == CPU(0) and "free_memory" in cpu.stats
    cpu.synchronize()


def test_asking_for_devices():
    assert accelerator_count() >= 0 and isinstance(accelerator_api(), str)
    assert load_devices([DeviceSpec.cpu()]) == [CPU()] and scan_available_devices()
    assert DeviceSpec.cpu().device_type == "cpu" and DeviceSpec.accelerator(1).id == 1


def test_no_such_accelerator():
    with pytest.raises((ValueError, RuntimeError)):
        Accelerator(99)


def test_new_buffer():
    buffer = Buffer(f32, (2, 3))
    assert (
        buffer.shape == (2, 3)
        and buffer.dtype == f32
        and buffer.rank == 2
        and buffer.num_elements == 6
    )
    assert (
        buffer.device == CPU()
        and buffer.is_contiguous
        and buffer.is_host
        and not buffer.pinned
        and buffer.element_size == 4
    )


def test_zeros_and_scalar():
    assert (Buffer.zeros((2, 2), DType.int32).to_numpy() == 0).all()
    scalar = Buffer.scalar(5, DType.int32)
    assert scalar.item() == 5 and scalar.rank == 0 and scalar.shape == ()


def test_from_numpy_shares_memory():
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    buffer = Buffer.from_numpy(array)
    array[0, 0] = 42
    assert buffer[0, 0].item() == 42 and np.shares_memory(buffer.to_numpy(), array)


@pytest.mark.parametrize(
    "dtype", [DType.bool, DType.int8, DType.uint64, DType.float16, DType.float32, DType.float64]
)
def test_numpy_round_trip(dtype):
    array = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype.to_numpy())
    np.testing.assert_array_equal(Buffer.from_numpy(array).to_numpy(), array)


def test_bfloat16_has_no_numpy():
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        Buffer.zeros((2,), DType.bfloat16).to_numpy()


def test_dlpack_both_ways():
    array = np.arange(4, dtype=np.int32)
    buffer = Buffer.from_dlpack(array)
    assert np.shares_memory(np.from_dlpack(buffer), array)
    again = Buffer.from_dlpack(buffer)
    again[0] = 7
    assert array[0] == 7


def test_dlpack_copy():
    array = np.arange(4, dtype=np.int32)
    copied = Buffer.from_dlpack(array, copy=True)
    copied[0] = 7
    assert array[0] == 0


def test_read_only_arrays_are_copied():
    array = np.arange(4, dtype=np.int32)
    array.flags.writeable = False
    Buffer.from_dlpack(array)[0] = 9
    assert array[0] == 0


def test_indexing():
    buffer = Buffer.from_numpy(np.arange(12, dtype=np.int32).reshape(3, 4))
    assert buffer[1, 2].item() == 6 and buffer[1].shape == (4,) and buffer[:, 1:3].shape == (3, 2)
    assert buffer[-1, -1].item() == 11 and not buffer[:, 1].is_contiguous
    np.testing.assert_array_equal(buffer[:, 1:3].contiguous().to_numpy(), [[1, 2], [5, 6], [9, 10]])


def test_index_out_of_range():
    with pytest.raises(IndexError):
        Buffer.zeros((2,), f32)[5]


def test_writing():
    buffer = Buffer.zeros((2, 2), f32)
    buffer[0, 1] = 3.0
    buffer[1, 0] = 4.0
    np.testing.assert_array_equal(buffer.to_numpy(), [[0, 3], [4, 0]])


def test_copies():
    one = Buffer.from_numpy(np.ones((2, 2), np.float32))
    two = one.copy()
    two[0, 0] = 5.0
    assert one[0, 0].item() == 1
    one.inplace_copy_from(two)
    assert one[0, 0].item() == 5 and one.to(CPU()).device == CPU()


def test_copy_of_another_shape():
    with pytest.raises((ValueError, RuntimeError)):
        Buffer.zeros((2,), f32).inplace_copy_from(Buffer.zeros((3,), f32))


def test_views():
    buffer = Buffer.from_numpy(np.arange(8, dtype=np.uint8))
    assert buffer.view(DType.uint16).shape == (4,) and buffer.view(DType.uint8, (2, 4)).shape == (
        2,
        4,
    )
    with pytest.raises((ValueError, RuntimeError)):
        buffer.view(DType.uint8, (3, 4))


def test_item_of_many():
    with pytest.raises((ValueError, RuntimeError)):
        Buffer.zeros((2,), f32).item()


def test_printed():
    assert "dtype=DType.float32" in str(Buffer.zeros((2,), f32)) and "shape=[2]" in str(
        Buffer.zeros((2,), f32)
    )


def test_mapped_file(tmp_path):
    np.arange(6, dtype=np.float32).tofile(tmp_path / "data.bin")
    buffer = Buffer.mmap(tmp_path / "data.bin", f32, (2, 3))
    np.testing.assert_array_equal(buffer.to_numpy(), [[0, 1, 2], [3, 4, 5]])


# -- sessions and models -------------------------------------------------------------------------------------------


def test_execute():
    model = load(lambda x, y: x + y, tensor("n"), tensor("n"))
    one = np.ones(3, np.float32)
    (result,) = model.execute(one, Buffer.from_numpy(one))
    assert isinstance(model, Model) and isinstance(result, Buffer)
    np.testing.assert_array_equal(result.to_numpy(), [2, 2, 2])


def test_calling_a_model():
    model = load(lambda x, y: x + y, tensor("n"), tensor("n"))
    one = np.ones(3, np.float32)
    np.testing.assert_array_equal(model(one, one)[0].to_numpy(), [2, 2, 2])
    with pytest.raises(TypeError):
        model(one)


def test_metadata():
    model = load(lambda x, y: x + y, tensor("n", 4), tensor("n", 4))
    first = model.input_metadata[0]
    assert (
        isinstance(first, TensorSpec)
        and first.shape == [None, 4]
        and first.dtype == f32
        and first.name == "input0"
    )
    assert model.output_metadata[0].name == "output0" and len(model.input_metadata) == 2
    assert (
        model.input_devices == [CPU(), CPU()]
        and model.output_devices == [CPU()]
        and CPU() in model.devices
    )


@pytest.mark.parametrize(
    "arguments",
    [
        (np.ones(3, np.float32), np.ones(4, np.float32)),
        (np.ones((3, 1), np.float32), np.ones((3, 1), np.float32)),
        (np.ones(3, np.float64), np.ones(3, np.float64)),
        (np.ones(6, np.float32)[::2], np.ones(3, np.float32)),
    ],
)
def test_wrong_inputs(arguments):
    model = load(lambda x, y: x + y, tensor("n"), tensor("n"))
    with pytest.raises(ValueError):
        model.execute(*arguments)


def test_too_few_inputs():
    model = load(lambda x, y: x + y, tensor("n"), tensor("n"))
    with pytest.raises((ValueError, TypeError)):
        model.execute(np.ones(3, np.float32))


def test_compile_then_init():
    session = InferenceSession(devices=[CPU()])
    compiled = session.compile(Graph("g", lambda x: x * 2, [tensor("n")]))
    assert isinstance(compiled, CompiledModel) and not hasattr(compiled, "execute")
    one, other = session.init(compiled), session.init(compiled)
    x = np.ones(2, np.float32)
    assert (
        one is not other
        and one.execute(x)[0].to_numpy()[0] == other.execute(x)[0].to_numpy()[0] == 2
    )
    (model,) = session.init_all(compiled).values()
    assert isinstance(model, Model)


def test_load_all():
    models = InferenceSession().load_all(Graph("mine", lambda x: x * 2, [tensor("n")]))
    assert list(models) == ["mine"] and isinstance(models["mine"], Model)


def test_weights():
    w = Weight("w", f32, [3], HOST)
    model = load(
        lambda x: x * w, tensor("n", 3), weights_registry={"w": np.array([1, 2, 3], np.float32)}
    )
    np.testing.assert_array_equal(
        model.execute(np.ones((2, 3), np.float32))[0].to_numpy(), [[1, 2, 3]] * 2
    )


@pytest.mark.parametrize(
    "registry",
    [{}, {"w": np.ones((3, 3), np.float32).T[:1].T[:, 0]}, {"w": np.ones(4, np.float32)}],
)
def test_wrong_weights(registry):
    w = Weight("w", f32, [3], HOST)
    with pytest.raises(ValueError):
        load(lambda x: x * w, tensor("n", 3), weights_registry=registry)


def test_buffers_are_changed():
    with Graph("g", input_types=[BufferType(f32, ["n"], HOST), tensor("n")]) as graph:
        b, x = graph.inputs[0].buffer, graph.inputs[1].tensor
        b[...] = b[...] + x
        graph.output()
    model = InferenceSession().load(graph)
    state = Buffer.zeros((3,), f32)
    for _ in range(3):
        assert model.execute(state, np.ones(3, np.float32)) == []
    np.testing.assert_array_equal(state.to_numpy(), [3, 3, 3])


def test_rebind_is_checked():
    model = load(lambda x: x.rebind([4]), tensor("n"))
    assert model.execute(np.ones(4, np.float32))[0].shape == (4,)
    with pytest.raises((ValueError, RuntimeError)):
        model.execute(np.ones(5, np.float32))


def test_several_threads():
    model = load(lambda x: ops.softmax(x * 2), tensor("n", 64))
    wrong = []

    def run(number):
        x = np.random.default_rng(number).standard_normal((number + 1, 64)).astype(np.float32)
        e = np.exp(2 * x - (2 * x).max(-1, keepdims=True))
        for _ in range(20):
            if not np.allclose(
                model.execute(x)[0].to_numpy(), e / e.sum(-1, keepdims=True), atol=1e-5
            ):
                wrong.append(number)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_no_inputs():
    (result,) = load(lambda: ops.constant([1.0, 2.0], f32, HOST) + 1).execute()
    np.testing.assert_array_equal(result.to_numpy(), [2, 3])


def test_scalars():
    (result,) = load(lambda x, k: x * k, tensor("n"), tensor()).execute(np.ones(2, np.float32), 3.0)
    np.testing.assert_array_equal(result.to_numpy(), [3, 3])


def test_empty_tensors():
    (result,) = load(lambda x: x + 1, tensor("n")).execute(np.ones(0, np.float32))
    assert result.shape == (0,)


def test_graph_without_outputs():
    with Graph("g", input_types=[tensor("n")]) as graph:
        pass
    with pytest.raises((ValueError, RuntimeError)):
        InferenceSession().load(graph)


def test_no_graph_at_all():
    with pytest.raises((TypeError, ValueError, RuntimeError, FileNotFoundError)):
        InferenceSession().load(3)


def test_session_settings():
    session = InferenceSession(devices=[CPU()], num_threads=2)
    assert CPU() in session.devices


def test_kernel_summaries():
    model = load(lambda x: ops.relu(x + 1), tensor("n"))
    assert len(model.kernel_summaries) == 1


# -- eager tensors and modules ----------------------------------------------------------------------------------------


@pytest.fixture
def on_the_host():
    from max.experimental.tensor import default_device

    with default_device(CPU()):
        yield


def test_eager_arithmetic(on_the_host):
    from max.experimental import functional as F
    from max.experimental.tensor import Tensor

    x = Tensor.ones([2, 3], dtype=f32)
    y = F.relu(x * 2 - 3) + x.sum(axis=-1)
    assert y.shape == [2, 3] and y.dtype == f32
    np.testing.assert_array_equal(np.from_dlpack(y), np.full((2, 3), 3))


def test_eager_makers(on_the_host):
    from max.experimental.tensor import Tensor

    assert Tensor.zeros([2], dtype=f32).shape == [2]
    assert Tensor.full([2], 3.0, dtype=f32)[1].item() == 3
    assert Tensor.arange(4, dtype=DType.int32)[3].item() == 3
    assert Tensor([[1.0, 2.0]], dtype=f32).T.shape == [2, 1]
    assert Tensor.zeros_like(Tensor.ones([4], dtype=f32).type).shape == [4]


def test_eager_reading(on_the_host):
    from max.experimental.tensor import Tensor

    x = Tensor([1.0, 2.0, 3.0], dtype=f32)
    assert x.sum().item() == 6 and x.max(axis=0).item() == 3 and bool(x[0] < x[1]) and "1" in str(x)


def test_eager_mistakes(on_the_host):
    from max.experimental.tensor import Tensor

    with pytest.raises(ValueError):
        Tensor.ones([2], dtype=f32) + Tensor.ones([3], dtype=f32)


def test_modules(on_the_host):
    from max.experimental.nn import Linear, Module
    from max.experimental.tensor import Tensor

    class Net(Module):
        def __init__(self):
            self.first = Linear(3, 4)
            self.second = Linear(4, 2, bias=False)

        def forward(self, x):
            return self.second(self.first(x))

    net = Net()
    assert dict(net.parameters).keys() == {"first.weight", "first.bias", "second.weight"}
    assert [name for name, _ in net.children] == ["first", "second"]
    assert net(Tensor.ones([5, 3], dtype=f32)).shape == [5, 2]
    with pytest.raises((ValueError, KeyError)):
        net.load_state_dict({"first.weight": np.ones((4, 3), np.float32)})


def test_compiled_module(on_the_host):
    from max.experimental.nn import Linear
    from max.experimental.tensor import Tensor

    layer = Linear(3, 2)
    layer.load_state_dict(
        {"weight": Tensor.ones([2, 3], dtype=f32), "bias": Tensor([1.0, 2.0], dtype=f32)}
    )
    compiled = layer.compile(tensor("batch", 3))
    np.testing.assert_array_equal(
        np.from_dlpack(compiled(Tensor.ones([2, 3], dtype=f32))), [[4, 5]] * 2
    )


def test_functional_regions(on_the_host):
    from max.experimental import functional as F
    from max.experimental.tensor import Tensor

    @F.functional
    def both(x, y):
        return x + y, x * y

    total, product = both(Tensor([2.0], dtype=f32), Tensor([3.0], dtype=f32))
    assert total.item() == 5 and product.item() == 6
    with F.lazy():
        z = Tensor([1.0], dtype=f32) + 1
        assert not z.real
    assert z.item() == 2


def test_random_tensors(on_the_host):
    from max.experimental import random

    x = random.normal([100, 10], dtype=f32)
    assert x.shape == [100, 10] and abs(float(np.from_dlpack(x).mean())) < 0.5
    u = np.from_dlpack(random.uniform([100], dtype=f32))
    assert u.min() >= 0 and u.max() <= 1
