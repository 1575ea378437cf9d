"""Ops over several devices, queues, settings of sessions, and where names are looked for, with the types and exceptions of MAX 26.7."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from max.driver import CPU, Buffer, DeviceSpec
from max.dtype import DType
from max.engine import InferenceSession, LogLevel, PrintStyle
from max.graph import BufferType, DeviceRef, Graph, TensorType, ops

HOST, DEVICES = DeviceRef.CPU(), [DeviceRef.GPU(0), DeviceRef.GPU(1)]
TENSORS = [TensorType(DType.float32, [8, "n"], device) for device in DEVICES]
SIGNALS = [BufferType(DType.uint8, [1024], device) for device in DEVICES]


def made(line: Callable[..., Any], types: Any = (*TENSORS, *SIGNALS)) -> list[str]:
    """Shapes and devices of what a line gives."""
    with Graph("several", input_types=list(types)) as graph:
        values = line(*graph.inputs)
        return [f"{[str(dim) for dim in v.shape]} {v.device}".replace("'", "") for v in values]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (lambda a, b, *s: ops.allreduce.sum([a, b], s), ["[8, n] gpu:0", "[8, n] gpu:1"]),
        (lambda a, b, *s: ops.allreduce.sum([a], s[:1]), ["[8, n] gpu:0"]),
        (lambda a, b, *s: ops.allreduce.sum([a, b], s, group_size=1), ["[8, n] gpu:0", "[8, n] gpu:1"]),
        (lambda a, b, *s: ops.bundled_allreduce.sum([a, b], s), ["[8, n] gpu:0", "[8, n] gpu:1"]),
        (lambda a, b, *s: ops.allgather([a, b], s), ["[16, n] gpu:0", "[16, n] gpu:1"]),
        (lambda a, b, *s: ops.allgather([a, b[:, 0:1]], s, axis=1), ["[8, n + 1] gpu:0", "[8, n + 1] gpu:1"]),
        (lambda a, b, *s: ops.allgather([a, b], s, group_size=1), ["[8, n] gpu:0", "[8, n] gpu:1"]),
        (lambda a, b, *s: ops.reducescatter.sum([a, b], s), ["[4, n] gpu:0", "[4, n] gpu:1"]),
        (lambda a, b, *s: ops.reducescatter.sum([a[0:7], b[0:7]], s), ["[4, n] gpu:0", "[3, n] gpu:1"]),
        (lambda a, b, *s: ops.reducescatter.sum([a, b], s, axis=-1), ["[8, (n + 1) // 2] gpu:0", "[8, n // 2] gpu:1"]),
        (lambda a, b, *s: ops.distributed_broadcast(a, s), ["[8, n] gpu:0", "[8, n] gpu:1"]),
        (lambda a, b, *s: ops.distributed_scatter([a, a[0:4]], s), ["[8, n] gpu:0", "[4, n] gpu:1"]),
        (lambda a, b, *s: ops.distributed_scatter([a], s), ["[8, n] gpu:0", "[8, n] gpu:1"]),
        (lambda a, b, *s: ops.shard_and_stack([a.to(HOST), a.to(HOST)], DEVICES), ["[2, 4, n] gpu:0", "[2, 4, n] gpu:1"]),
        (lambda a, b, *s: ops.parallel([[a, b], [a, b]], lambda x, y: (x + y,), result_types=[[a.type, b.type]])[0], ["[8, n] gpu:0", "[8, n] gpu:1"]),
        (lambda a, b, *s: ops.side_stream([a], lambda x: x * x, result_types=[a.type]), ["[8, n] gpu:0"]),
    ],
)  # fmt: skip
def test_what_they_give(line: Any, wanted: list[str]) -> None:
    assert made(line) == wanted


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (lambda a, b, *s: ops.allreduce.sum([a, b], []), ValueError),
        (lambda a, b, *s: ops.allreduce.sum([], []), ValueError),
        (lambda a, b, *s: ops.allreduce.sum([a, a], s), ValueError),
        (lambda a, b, *s: ops.allreduce.sum([a, b[0:4]], s), ValueError),
        (lambda a, b, *s: ops.allreduce.sum([a, b.cast(DType.bfloat16)], s), ValueError),
        (lambda a, b, *s: ops.allreduce.sum([a, b], s, group_size=3), ValueError),
        (lambda a, b, *s: ops.allgather([a, b], s, axis=2), IndexError),
        (lambda a, b, *s: ops.allgather([a, b[0:4]], s, axis=1), ValueError),
        (lambda a, b, *s: ops.allgather([], s), ValueError),
        (lambda a, b, *s: ops.reducescatter.sum([a, b], s, axis=5), ValueError),
        (lambda a, b, *s: ops.reducescatter.sum([], []), ValueError),
        (lambda a, b, *s: ops.distributed_broadcast(a, []), ValueError),
        (lambda a, b, *s: ops.distributed_broadcast(a, s[1:]), ValueError),
        (lambda a, b, *s: ops.distributed_broadcast(a, [s[0], s[0]]), ValueError),
        (lambda a, b, *s: ops.distributed_scatter([a, b], s), ValueError),
        (lambda a, b, *s: ops.distributed_scatter([], s), ValueError),
        (lambda a, b, *s: ops.shard_and_stack([a, a], [HOST] * 3), ValueError),
        (lambda a, b, *s: ops.shard_and_stack([], DEVICES), ValueError),
        (lambda a, b, *s: ops.shard_and_stack([a], []), ValueError),
        (lambda a, b, *s: ops.shard_and_stack([a], DEVICES, axis=4), IndexError),
        (lambda a, b, *s: ops.parallel([[a, b], [a]], lambda x, y: x + y, result_types=[[a.type, b.type]]), ValueError),
        (lambda a, b, *s: ops.parallel([], list, result_types=[]), ValueError),
    ],
)  # fmt: skip
def test_what_they_refuse(line: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        made(line)


def test_queues() -> None:
    queue = CPU().default_queue
    queue.synchronize()
    assert queue.device == CPU() and str(queue) == "cpu[0]"
    event = queue.record_event()
    event.synchronize()
    assert event.is_ready()
    assert DeviceSpec(0) == DeviceSpec.cpu(0)


def test_settings() -> None:
    session = InferenceSession()
    session.set_debug_print_options()
    session.set_debug_print_options("COMPACT", precision=3)
    session.set_debug_print_options(PrintStyle.COMPACT)
    session.set_mojo_log_level("DEBUG")
    session.set_mojo_log_level(LogLevel.INFO)
    session.gpu_profiling("off")
    with pytest.raises(TypeError):
        session.set_debug_print_options("TINY")
    with pytest.raises(TypeError):
        session.set_debug_print_options(precision="3")
    with pytest.raises(ValueError):
        session.set_debug_print_options("BINARY")
    with pytest.raises(TypeError):
        session.set_mojo_log_level("LOUD")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("max.graph.dim", "Dim"),
        ("max.graph.type", "FilterLayout"),
        ("max.graph.value", "HasTensorValue"),
        ("max.graph.ops.elementwise", "add"),
        ("max.graph.ops.concat", "concat"),
        ("max.graph.ops.allreduce", "sum"),
        ("max.engine.api", "InferenceSession"),
        ("max.driver.buffer", "Buffer"),
        ("max.experimental.tensor", "Tensor"),
        ("max.experimental.functional", "uniform_like"),
    ],
)
def test_where_names_are(module: str, name: str) -> None:
    assert hasattr(import_module(module), name)
    package, _, last = module.rpartition(".")
    if package in ("max.graph", "max.engine"):
        assert hasattr(import_module(package), last)


def test_files_that_are_open(tmp_path: Any) -> None:
    with Graph("g", input_types=[TensorType(DType.float32, ["n"], HOST)]) as graph:
        graph.output(graph.inputs[0].tensor + 1)
    compiled = InferenceSession().compile(graph)
    compiled.export_mef(tmp_path / "g.mef")
    from max.engine import read

    data = (tmp_path / "g.mef").read_bytes()
    for source in (
        tmp_path / "g.mef",
        str(tmp_path / "g.mef"),
        data,
        (tmp_path / "g.mef").open("rb"),
    ):
        model = InferenceSession().init(read(source))
        x = Buffer.from_numpy(np.ones(3, np.float32))
        assert model.execute(x)[0].to_numpy().tolist() == [2, 2, 2]
