"""Ops over several devices: one tensor for each goes in, one for each comes out.

They are written with transfers and the ops of one device, so their meaning is that of the ops they are made of; the buffers for signals that devices
give each other say which devices take part, and are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ember.dialects.mo_rules import axis_of, shape_text
from ember.driver import Device
from ember.graph.api.dims import Dim, StaticDim
from ember.graph.api.operands import as_tensor
from ember.graph.api.operations import operation
from ember.graph.api.ops.control import parallel_bodies
from ember.graph.api.ops.elementwise import add
from ember.graph.api.ops.views import concat, slice_tensor, stack, transfer_to
from ember.graph.api.types import DeviceRef, Type
from ember.graph.api.values import BufferValue, TensorValue


@operation
def allgather(
    inputs: Iterable[Any],
    signal_buffers: Iterable[Any],
    axis: int = 0,
    group_size: int | None = None,
) -> list[TensorValue]:
    """All inputs of a group one behind the other along an axis, on each of their devices."""
    given = _taking_part("allgather", inputs, signal_buffers)
    groups = _groups("allgather", given, group_size)
    return [concat([transfer_to(x, y.device) for x in group], axis) for group in groups for y in group]  # fmt: skip


@operation
def distributed_broadcast(input: Any, signal_buffers: Iterable[Any]) -> list[TensorValue]:
    """A tensor on each of the devices."""
    x = as_tensor(input)
    devices = _devices("distributed_broadcast", signal_buffers)
    if x.device not in devices:
        raise ValueError(f"distributed_broadcast: the tensor is on {x.device}, the buffers for signals on {_shown(devices)}")  # fmt: skip
    return [transfer_to(x, device) for device in devices]


@operation
def distributed_scatter(
    input_chunks: Iterable[Any], signal_buffers: Iterable[Any]
) -> list[TensorValue]:
    """Tensors of one device shared out among the devices, each to as many neighbours as there are for it."""
    chunks = [as_tensor(chunk) for chunk in input_chunks]
    devices = _devices("distributed_scatter", signal_buffers)
    if not chunks:
        raise ValueError("distributed_scatter: there is nothing to share out")
    if len({chunk.device for chunk in chunks}) > 1:
        raise ValueError(f"distributed_scatter: the tensors are on {_shown([c.device for c in chunks])}, and belong on one device")  # fmt: skip
    each = -(-len(devices) // len(chunks))
    return [transfer_to(chunks[number // each], device) for number, device in enumerate(devices)]


@operation
def shard_and_stack(
    inputs: Sequence[Any], devices: Sequence[Device | DeviceRef], axis: int = 0
) -> list[TensorValue]:
    """Each input cut into as many equal parts as there are devices; a device gets its part of all, stacked."""
    given = [as_tensor(value) for value in inputs]
    if not given or not devices:
        raise ValueError(f"shard_and_stack: {len(given)} tensors for {len(devices)} devices; one of each is needed at least")  # fmt: skip
    _same("shard_and_stack", given)
    size, count = given[0].shape[axis_of(axis, given[0].rank)], len(devices)
    if not isinstance(size, StaticDim) or size.dim % count:
        raise ValueError(f"shard_and_stack: axis {axis} of {size} cannot be cut into {count} equal parts")  # fmt: skip
    parts = [_part(x, axis, count) for x in given]
    return [
        transfer_to(stack([part[number] for part in parts]), device)
        for number, device in enumerate(devices)
    ]


@operation
def parallel(
    inputs: Sequence[Sequence[Any]],
    body_fn: Callable[..., Any],
    *,
    buffers: Iterable[Any] | None = None,
    chain: Any = None,
    result_types: Sequence[Sequence[Type]],
) -> Any:
    """What a function gives for the first of each bundle of values, then for the second, and so on; with `chain`, that beside it."""
    bundles = [[as_tensor(value) for value in bundle] for bundle in inputs]
    if not bundles:
        raise ValueError("parallel: there is no bundle of values")
    counts = {len(bundle) for bundle in bundles}
    if len(counts) > 1:
        raise ValueError(f"parallel: the bundles have {', '.join(str(len(b)) for b in bundles)} values, and need as many as each other")  # fmt: skip
    rows = [list(row) for row in zip(*bundles)]
    for row, buffer in zip(rows, buffers or ()):
        row.append(buffer)
    made = parallel_bodies(rows, body_fn, result_types, chain is not None)
    return (made, chain) if chain is not None else made


def summed(
    op: str, inputs: Iterable[Any], signal_buffers: Iterable[Any], group_size: int | None
) -> list[tuple[TensorValue, int, int]]:
    """The sum of each input's group on its device; its place in the group, and how many are there."""
    given = _taking_part(op, inputs, signal_buffers)
    found: list[tuple[TensorValue, int, int]] = []
    for group in _groups(op, given, group_size):
        _same(op, group)
        for place, y in enumerate(group):
            total = transfer_to(group[0], y.device)
            for x in group[1:]:
                total = add(total, transfer_to(x, y.device))
            found.append((total, place, len(group)))
    return found


def shares(x: TensorValue, axis: int, count: int) -> list[TensorValue]:
    """Nearly equal parts of a tensor along an axis; the first ones get what is left over."""
    if not -x.rank <= axis < x.rank:
        raise ValueError(f"axis {axis} is not there: the tensor has {x.rank}")
    return _part(x, axis, count)


def _part(x: TensorValue, axis: int, count: int) -> list[TensorValue]:
    at = axis_of(axis, x.rank)
    size = x.shape[at]
    parts: list[TensorValue] = []
    start = Dim(0)
    for number in range(count):
        stop = start + (size + (count - 1 - number)) // count
        parts.append(slice_tensor(x, [slice(None)] * at + [slice(start, stop)]))
        start = stop
    return parts


def _taking_part(op: str, inputs: Iterable[Any], signals: Iterable[Any]) -> list[TensorValue]:
    """Tensors on devices of their own, each with a buffer for signals."""
    given, buffers = [as_tensor(value) for value in inputs], list(signals)
    if not given:
        raise ValueError(f"{op}: there is no tensor")
    if len(given) != len(buffers):
        raise ValueError(f"{op}: there are {len(given)} tensors and {len(buffers)} buffers for signals; each needs one")  # fmt: skip
    _unique(op, [value.device for value in given])
    if len({value.dtype for value in given}) > 1:
        raise ValueError(f"{op}: the tensors must have one element type, not {', '.join(str(v.dtype) for v in given)}")  # fmt: skip
    return given


def _groups(op: str, given: list[TensorValue], size: int | None) -> list[list[TensorValue]]:
    count = len(given) if size is None else size
    if count < 1 or len(given) % count:
        raise ValueError(f"{op}: {len(given)} devices cannot be put into groups of {count}")
    return [given[start : start + count] for start in range(0, len(given), count)]


def _same(op: str, given: list[TensorValue]) -> None:
    for value in given[1:]:
        if value.shape != given[0].shape:
            shown = " and ".join(
                shape_text(tuple(d.size for d in v.shape)) for v in (given[0], value)
            )
            raise ValueError(f"{op}: the tensors must have one shape, not {shown}")


def _devices(op: str, signals: Iterable[Any]) -> list[DeviceRef]:
    buffers = list(signals)
    if not buffers or not all(isinstance(buffer, BufferValue) for buffer in buffers):
        raise ValueError(f"{op}: each device needs a buffer for signals")
    devices = [buffer.device for buffer in buffers]
    _unique(op, devices)
    return devices


def _unique(op: str, devices: list[DeviceRef]) -> None:
    if len(set(devices)) < len(devices):
        raise ValueError(f"{op}: the devices must differ, and are {_shown(devices)}")


def _shown(devices: list[DeviceRef]) -> str:
    return ", ".join(map(str, devices))
