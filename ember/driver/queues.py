"""Work of a device in order: a device has one queue here, so everything on it is done one after the other."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Protocol, runtime_checkable

from ember.driver.devices import Device


@runtime_checkable
class DLPackArray(Protocol):
    """Arrays of others that share their memory: NumPy's, PyTorch's."""

    def __dlpack__(self, *args: Any, **named: Any) -> Any: ...

    def __dlpack_device__(self) -> Any: ...


class DeviceQueue:
    """The queue of a device; programs of before 26.6 call it a stream."""

    def __init__(self, device: Device) -> None:
        if not isinstance(device, Device):
            raise TypeError(f"a queue belongs to a device, not to {type(device).__name__}")
        self.device = device

    @property
    def native_stream_handle(self) -> int:
        """The driver's stream; 0 where there is none."""
        return self.device.stream

    def synchronize(self) -> None:
        """Waits for all that is in the queue."""
        self.device.synchronize()

    def wait_for(self, stream: DeviceQueue) -> None:
        """What is put here from now on begins after what is in the other queue now."""
        if stream.device != self.device:
            stream.synchronize()

    def record_event(self) -> DeviceEvent:
        """A point behind all that is in the queue now."""
        return DeviceEvent(self.device)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceQueue) and self.device == other.device

    def __hash__(self) -> int:
        return hash(self.device)

    def __str__(self) -> str:
        return f"{self.device.label}[{self.device.id}]"


DeviceStream = DeviceQueue


class DeviceEvent:
    """A point in the queue of a device. Times are those of the host, taken when somebody waits."""

    def __init__(self, device: Device, enable_timing: bool = False) -> None:
        self._device = device
        self._end: float | None = perf_counter() if device.is_host else None

    def synchronize(self) -> None:
        """Waits until the device has come here."""
        if self._end is None:
            self._device.synchronize()
            self._end = perf_counter()

    def is_ready(self) -> bool:
        """Whether it has; asking waits."""
        self.synchronize()
        return True

    def elapsed_time(self, end_event: DeviceEvent) -> float:
        """Milliseconds from here to there."""
        self.synchronize()
        end_event.synchronize()
        assert self._end is not None and end_event._end is not None
        return (end_event._end - self._end) * 1e3
