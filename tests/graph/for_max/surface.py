"""What programs for MAX name and hand over by keyword: passes under MAX 26.7 as well, where no GPU is needed."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
from max import driver, engine, mlir
from max._mlir_context import default_mlir_context
from max.driver import CPU, Buffer, DeviceSpec
from max.dtype import DType
from max.graph import (
    BufferType,
    DeviceKind,
    DeviceRef,
    Dim,
    Graph,
    KernelLibrary,
    Shape,
    ShardingStrategy,
    TensorType,
    Weight,
    ops,
)
from max.graph.graph import _location
from max.mlir.dialects import rmo

HOST = DeviceRef.CPU()


def tensor(*shape: Any, dtype: DType = DType.float32) -> TensorType:
    return TensorType(dtype, list(shape), HOST)


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (Graph.__init__, "self name forward input_types path args custom_extensions kernel_library module strict_device_placement is_device_graph kwargs"),
        (Graph.add_subgraph, "self name forward input_types path custom_extensions devices is_device_graph"),
        (Graph.add_weight, "self weight force_initial_weight_on_host"),
        (Graph.output, "self outputs"),
        (Weight.__init__, "self name dtype shape device quantization_encoding align sharding_strategy"),
        (KernelLibrary.has_shape_function, "self kernel"),
        (KernelLibrary.load_paths, "self custom_extensions"),
        (engine.InferenceSession.__init__, "self devices num_threads custom_extensions precompiled_mefs export_mefs"),
        (engine.InferenceSession.load, "self model custom_extensions weights_registry tile_based_fusion"),
        (engine.InferenceSession.load_all, "self model custom_extensions weights_registry tile_based_fusion"),
        (engine.InferenceSession.compile, "self model custom_extensions tile_based_fusion"),
        (engine.InferenceSession.init, "self compiled weights_registry"),
        (engine.InferenceSession.init_all, "self compiled weights_registry"),
        (engine.Model.capture, "self graph_keys inputs"),
        (engine.Model.replay, "self graph_keys inputs"),
        (driver.load_devices, "device_specs"),
        (driver.devices_exist, "devices"),
        (ops.irfft, "input_tensor n axis normalization input_is_complex buffer_size_mb"),
        (ops.side_stream, "inputs body_fn result_types stream_id"),
        (ops.conv2d, "x filter stride dilation padding groups bias input_layout filter_layout"),
        (ops.custom, "name device values out_types parameters"),
        (ops.while_loop, "initial_values predicate body"),
    ],
)  # fmt: skip
def test_keywords(function: Any, names: str) -> None:
    assert set(names.split()) <= set(inspect.signature(function).parameters)


def test_dimensions_by_keyword() -> None:
    assert Dim("n").substitute(mapping={"n": Dim(3)}) == 3
    assert Shape.is_static(shape=Shape([1, 2])) and not Shape.is_static(shape=Shape(["n"]))
    assert DeviceKind.CPU == "cpu" and DeviceRef(DeviceKind.GPU, 1) == DeviceRef.GPU(1)


def test_drivers_by_keyword() -> None:
    array = np.arange(4, dtype=np.float32)
    first = Buffer.from_numpy(arr=array)
    second = Buffer(DType.float32, [4])
    second.inplace_copy_from(src=first)
    assert np.array_equal(second.to_numpy(), array)
    assert driver.load_devices(device_specs=[DeviceSpec(id=0, device_type="cpu")]) == [CPU()]
    assert driver.devices_exist(devices=[DeviceSpec.cpu()])
    assert CPU().is_compatible and CPU() == driver.Device.cpu()


@pytest.mark.parametrize(
    ("strategy", "shape", "parts"),
    [
        (lambda: ShardingStrategy.rowwise(3), [10, 4], [[4, 4], [3, 4], [3, 4]]),
        (lambda: ShardingStrategy.columnwise(3), [4, 10], [[4, 4], [4, 3], [4, 3]]),
        (lambda: ShardingStrategy.axiswise(-1, 2), [4, 4, 5], [[4, 4, 3], [4, 4, 2]]),
        (lambda: ShardingStrategy.replicate(2), [4, 4], [[4, 4], [4, 4]]),
        (lambda: ShardingStrategy.stacked_qkv(2, 3, 8), [72, 5], [[48, 5], [24, 5]]),
        (lambda: ShardingStrategy.head_aware_columnwise(2, 5, 4), [6, 20], [[6, 12], [6, 8]]),
        (lambda: ShardingStrategy.gate_up(2), [8, 4, 12], [[8, 4, 6], [8, 4, 6]]),
        (lambda: ShardingStrategy.gate_up(2, axis=0), [12, 4], [[6, 4], [6, 4]]),
        (lambda: ShardingStrategy.rowwise(2), [10], [[5], [5]]),
    ],
)
def test_weights_are_shared_out(strategy: Any, shape: list[int], parts: list[list[int]]) -> None:
    with Graph("sharded"):
        weight = Weight("w", DType.float32, shape, HOST)
        weight.sharding_strategy = strategy()
        shards = weight.shard([HOST] * len(parts))
        assert [[int(dim) for dim in one.shape] for one in shards] == parts
        assert [one.name for one in shards] == [f"w[{i}]" for i in range(len(parts))]
        assert weight.original_dtype_and_shape == (DType.float32, Shape(shape))


def test_what_cannot_be_shared_out() -> None:
    weight = Weight("w", DType.float32, [4, 4], HOST)
    with Graph("g"), pytest.raises(ValueError):
        weight.shard([HOST, HOST])
    weight.sharding_strategy = ShardingStrategy.tensor_parallel(2)
    with Graph("g"), pytest.raises(NotImplementedError):
        _ = weight.shard([HOST, HOST])[0].shape
    assert ShardingStrategy.rowwise(2).is_rowwise and ShardingStrategy.rowwise(2).sharded_axis == 0


def test_names_of_mlir() -> None:
    with default_mlir_context(), mlir.Location.unknown():
        assert mlir.Module.create() is not None
    with Graph("g", input_types=[tensor(2, dtype=DType.int64)]) as graph:
        assert _location() is not None and graph.always_ready_chain is not None
        with pytest.raises(ValueError):
            Graph.current._add_op(rmo.add, [2, 5], graph.inputs[0])
        graph.output(graph.inputs[0])
    assert graph.module.top_level_graph_names() == ["g"]


def test_texts_of_graphs() -> None:
    """What such tests look for in a graph's text."""
    gpu = TensorType(DType.float32, ["batch", "channels"], DeviceRef.GPU())
    with Graph("add", input_types=[gpu, gpu]) as graph:
        graph.output(graph.inputs[0].tensor + graph.inputs[1].tensor)
        assert all("gpu" in str(value) for value in graph.inputs)
    text = str(graph._mlir_op)
    assert " -> !mo.tensor<[batch, channels], f32, gpu:0>" in text
    assert "rmo.add" in text and "mo.output" in text


def test_branches_that_only_print() -> None:
    with Graph("conditional", input_types=[]) as graph:
        chain = graph.device_chains[HOST]
        condition = ops.constant(True, dtype=DType.bool, device=HOST)
        ops.cond(condition, None, lambda: ops.print("then"), lambda: ops.print("else"))
        assert graph.device_chains[HOST] is not chain
        graph.output()
    assert "then" in str(graph._mlir_op) and "else" in str(graph._mlir_op)
    graph._mlir_op.verify()


def test_frequencies_and_streams() -> None:
    with Graph("g", input_types=[TensorType(DType.float32, ["b", 5], DeviceRef.GPU())]) as graph:
        x = graph.inputs[0].tensor
        assert ops.irfft(x, n=8).shape == ["b", 8]
        (y,) = ops.side_stream([x], lambda t: ops.relu(t), result_types=[x.type], stream_id=1)
        graph.output(y)
    assert graph.output_types == [TensorType(DType.float32, ["b", 5], DeviceRef.GPU())]


def test_buffers_are_what_types_say() -> None:
    with Graph("g", input_types=[BufferType(DType.float32, [4], HOST)]) as graph:
        assert graph.inputs[0].buffer.type == BufferType(DType.float32, [4], HOST)
        graph.output()
    assert graph.output_types == []
