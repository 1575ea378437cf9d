"""Devices: where tensors live and kernels run.

`CPU()` is the host. `Accelerator()` is an NVIDIA GPU; where there is none it is the simulated device, whose memory is
the host's (`docs/gpu.md`). Devices are equal when they are the same device.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ember.runtime import cuda
from ember.runtime.devices import is_simulation_asked_for
from ember.runtime.memory import HostMemory, HostMirror, clear_bytes, copy_bytes

if TYPE_CHECKING:
    from ember.driver.queues import DeviceQueue


class Device:
    """The host, and what other devices share with it."""

    __slots__ = ("api", "id", "label")

    def __init__(self, label: str, id: int, api: str) -> None:
        self.label: Final = label
        self.id: Final = id
        self.api: Final = api

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and (self.label, self.id) == (other.label, other.id)

    def __hash__(self) -> int:
        return hash((self.label, self.id))

    def __repr__(self) -> str:
        return f"Device(type={self.label},id={self.id})"

    @property
    def is_host(self) -> bool:
        return self.label == "cpu"

    @property
    def is_compatible(self) -> bool:
        """Whether kernels can be compiled for it."""
        return True

    @property
    def is_host_unified(self) -> bool:
        """Whether its memory is the host's."""
        return self.has_host_memory

    @staticmethod
    def cpu(id: int = -1) -> Device:
        """The host."""
        return CPU(id)

    def can_access(self, other: Device) -> bool:
        """Whether its kernels can read the other's memory: its own, or both are the host's."""
        return self == other or (self.has_host_memory and other.has_host_memory)

    @property
    def has_host_memory(self) -> bool:
        """Whether the host can read its tensors: true of itself and of the simulated device."""
        return True

    @property
    def architecture_name(self) -> str:
        return platform.machine()

    @property
    def model_name(self) -> str:
        return _processor() if self.is_host else "simulated device"

    @property
    def stats(self) -> dict[str, int]:
        """Memory of the device in bytes."""
        page = os.sysconf("SC_PAGE_SIZE")
        return {
            "free_memory": os.sysconf("SC_AVPHYS_PAGES") * page,
            "total_memory": os.sysconf("SC_PHYS_PAGES") * page,
        }

    @property
    def stream(self) -> int:
        """The driver's stream that work is put on; 0 where there is none."""
        return 0

    @property
    def default_queue(self) -> DeviceQueue:
        """What work of the device is put into."""
        from ember.driver.queues import DeviceQueue

        return DeviceQueue(self)

    default_stream = default_queue

    def synchronize(self) -> None:
        """Waits for everything enqueued; the host is never behind."""

    def allocate(self, size: int) -> HostMemory | cuda.CudaMemory:
        """Memory for `size` bytes, aligned for vectors; `MemoryError` where there is none."""
        return HostMemory(size)

    def adopted(self, address: int, size: int) -> HostMemory | cuda.CudaMemory:
        """Memory that native code allocated on this device, and that is freed with this."""
        return HostMemory.adopted(address, size)

    def copy(self, destination: int, source: int, size: int) -> None:
        """Copies between its memory and the host's, either way, or inside it."""
        copy_bytes(destination, source, size)

    def upload(self, destination: int, source: int, size: int) -> None:
        """Copies inside its memory, or from memory of the host that the system may move: it may be changed afterwards. Nobody waits."""
        copy_bytes(destination, source, size)

    def mirror(self, size: int) -> HostMirror | cuda.CudaMirror:
        """Memory of the host for copies that nobody waits for."""
        return HostMirror(size)

    def clear(self, address: int, size: int) -> None:
        clear_bytes(address, size)


class CPU(Device):
    """The host."""

    __slots__ = ()

    def __init__(self, id: int = -1) -> None:
        if id not in (-1, 0):
            raise ValueError(f"there is one CPU, with the number 0, not {id}")
        super().__init__("cpu", 0, "cpu")


class Accelerator(Device):
    """A GPU, or the simulated device where there is none."""

    __slots__ = ()

    def __new__(cls, id: int = -1) -> Accelerator:
        if not isinstance(id, int):
            raise TypeError(f"an accelerator has a number, not {id!r}")
        number, count = max(id, 0), gpu_count()
        if count == 0 and number < _simulated_count():
            return object.__new__(_SimulatedGpu)
        if number >= count:
            raise ValueError(f"there is no accelerator with the number {number}; there are {count}")
        return object.__new__(CudaGpu)

    def __init__(self, id: int = -1) -> None:
        super().__init__("gpu", max(id, 0), "")


class _SimulatedGpu(Accelerator):
    """A GPU whose kernels run on the host."""

    __slots__ = ()

    def __init__(self, id: int = -1) -> None:
        Device.__init__(self, "gpu", max(id, 0), "simulated")


class CudaGpu(Accelerator):
    """An NVIDIA GPU."""

    __slots__ = ("_gpu",)

    def __init__(self, id: int = -1) -> None:
        number = max(id, 0)
        Device.__init__(self, "gpu", number, "cuda")
        self._gpu = cuda.cuda_device(number)

    @property
    def has_host_memory(self) -> bool:
        return False

    @property
    def architecture_name(self) -> str:
        return cuda.architecture(self._gpu.number)

    @property
    def model_name(self) -> str:
        return self._gpu.name

    @property
    def stats(self) -> dict[str, int]:
        free, total = self._gpu.memory()
        return {"free_memory": free, "total_memory": total}

    @property
    def stream(self) -> int:
        return self._gpu.stream

    def synchronize(self) -> None:
        self._gpu.synchronize()

    def allocate(self, size: int) -> HostMemory | cuda.CudaMemory:
        return cuda.CudaMemory(self._gpu, size)

    def adopted(self, address: int, size: int) -> HostMemory | cuda.CudaMemory:
        return cuda.CudaMemory.adopted(self._gpu, address, size)

    def copy(self, destination: int, source: int, size: int) -> None:
        self._gpu.copy(destination, source, size)

    def upload(self, destination: int, source: int, size: int) -> None:
        self._gpu.upload(destination, source, size)

    def mirror(self, size: int) -> HostMirror | cuda.CudaMirror:
        return cuda.CudaMirror(self._gpu, size)

    def clear(self, address: int, size: int) -> None:
        self._gpu.clear(address, size)


def accelerator_count() -> int:
    """How many accelerators there are: GPUs, or the simulated device where it is asked for (`EMBER_DEVICE=sim`)."""
    return _simulated_count() if is_simulation_asked_for() else cuda.device_count()


def _simulated_count() -> int:
    """One, or as many as `EMBER_SIM_DEVICES` says, which programs see, too."""
    text = os.environ.get("EMBER_SIM_DEVICES", "")
    return max(1, int(text)) if text.isdecimal() and len(text) < 4 else 1


def gpu_count() -> int:
    """How many GPUs there are; the simulated device is none."""
    return 0 if is_simulation_asked_for() else cuda.device_count()


def accelerator_api() -> str:
    """What accelerators are driven by: "cuda", or "cpu" without one."""
    return "cuda" if accelerator_count() else "cpu"


def accelerator_architecture_name() -> str:
    """What kernels of accelerators are compiled for; `RuntimeError` without one."""
    if not accelerator_count():
        raise RuntimeError("there is no accelerator")
    return Accelerator().architecture_name


def devices_exist(devices: Iterable[DeviceSpec]) -> bool:
    """Whether the machine has all of these."""
    count = accelerator_count()
    return all(spec.device_type == "cpu" or spec.id < count for spec in devices)


class DeviceSpec(NamedTuple):
    """A device asked for by kind and number."""

    id: int
    device_type: str = "cpu"

    @staticmethod
    def cpu(id: int = -1) -> DeviceSpec:
        return DeviceSpec(id, "cpu")

    @staticmethod
    def accelerator(id: int = 0) -> DeviceSpec:
        return DeviceSpec(id, "gpu")


def load_devices(device_specs: Iterable[DeviceSpec]) -> list[Device]:
    """The devices asked for."""
    return [CPU(s.id) if s.device_type == "cpu" else Accelerator(s.id) for s in device_specs]


def scan_available_devices() -> list[DeviceSpec]:
    """The accelerators there are, or the host."""
    return [DeviceSpec.accelerator(i) for i in range(accelerator_count())] or [DeviceSpec.cpu()]


@cache
def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
