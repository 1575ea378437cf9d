"""When the host waits for devices: before it uses what comes from there, and never otherwise.

Before:
    mgp.transfer(%1, %0) : (!mo.tensor<[n], f32>, !mo.tensor<[n], f32, gpu:0>) -> ()
    mgp.launch "relu"(%2, %1) {device = "cpu:0"} : …
After:
    mgp.transfer(%1, %0) : (!mo.tensor<[n], f32>, !mo.tensor<[n], f32, gpu:0>) -> ()
    mgp.synchronize {device = "gpu:0"}
    mgp.launch "relu"(%2, %1) {device = "cpu:0"} : …
"""

from __future__ import annotations

from ember.dialects import mgp
from ember.dialects.mo_types import HOST, ShapedType
from ember.ir.nodes import Op, Region, Value


def add_waiting(body: Region) -> None:
    """Puts `mgp.synchronize` before the first use of what is on its way to the host, and at the ends of regions."""
    coming: dict[Value, str] = {}
    """Memory that a device's stream will write, and which device."""
    for op in list(body):
        for region in op.regions:
            add_waiting(region)
        wanted = {memory(value) for value in op.operands}
        if op.regions or op.is_terminator:
            wanted |= coming.keys()
        if wanted & coming.keys():
            _wait(body, op, coming)
        if isinstance(op, mgp.Transfer):
            target, source = op.operands
            here, there = _device(target), _device(source)
            if there != HOST:
                coming[memory(target)] = there
            if HOST not in (here, there):
                _wait(body, op.next, coming)  # streams of two devices
    if coming:
        _wait(body, None, coming)


def _wait(body: Region, op: Op | None, coming: dict[Value, str]) -> None:
    for device in dict.fromkeys(coming.values()):
        made = mgp.Synchronize((), (), {"device": device})
        if op is None:
            body.append(made)
        else:
            body.insert_before(op, made)
    coming.clear()


def memory(value: Value) -> Value:
    """The tensor whose memory a value is."""
    while isinstance(value.owner, mgp.Alias):
        value = value.owner.operands[0]
    return value


def _device(value: Value) -> str:
    assert isinstance(value.type, ShapedType)
    return value.type.device
