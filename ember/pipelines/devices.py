"""The devices that models run on, by the names of options: `cpu`, `gpu`, `gpu:1`."""

from __future__ import annotations

from ember.driver import gpu_count
from ember.graph import DeviceRef
from ember.pipelines.config import ModelError
from ember.runtime.devices import is_simulation_asked_for


def device_named(name: str) -> DeviceRef:
    """The device of a name; `ModelError` if there is none. The simulated one is far too slow for models: it must be asked for (`EMBER_DEVICE=sim`)."""
    kind, colon, rest = name.partition(":")
    number = int(rest) if rest.isdecimal() else 0
    if kind not in ("cpu", "gpu") or (colon and not rest.isdecimal()) or (kind == "cpu" and number):
        raise ModelError(f"there is no device '{name}'; devices are 'cpu', 'gpu' and 'gpu:1', the second GPU")  # fmt: skip
    if kind == "cpu":
        return DeviceRef.CPU()
    count = gpu_count()
    if number >= max(count, 1) or not (count or is_simulation_asked_for()):
        there = f"there are {count} GPUs" if count else "no GPU was found ('ember doctor' says what there is)"  # fmt: skip
        raise ModelError(f"the device '{name}' is not there: {there}; '--device cpu' does without")
    return DeviceRef.GPU(number)
