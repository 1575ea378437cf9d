"""An NVIDIA GPU through its driver alone: how many there are, their memory, copies.

Kernels are launched by compiled programs (`lib/std/gpu/host`); this is what Python itself needs of a GPU. Both use the
driver's primary context, so addresses mean the same to each, and to other libraries in the process.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from typing import Any, Final

_COMPUTE_CAPABILITY: Final = (75, 76)
"""The driver's numbers for the major and minor part of a GPU's architecture."""
_ARCHITECTURE_SPECIFIC: Final = 90
"""From this architecture on there are instructions of its own, which the suffix `a` switches on."""

_NON_BLOCKING: Final = 1
"""A stream that does not wait for the driver's default one."""
_NO_TIMES: Final = 2
"""An event that is only waited for."""
_RELEASE_THRESHOLD: Final = 4
"""The attribute of a pool of memory that says how much it keeps."""


class CudaError(RuntimeError):
    """The driver said no."""


@cache
def _driver() -> Any:
    """The driver's library, ready to use; None where there is none or it finds no GPU."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    return None if library.cuInit(0) else library


def _ask(name: str, *arguments: object) -> None:
    code = getattr(_driver(), name)(*arguments)
    if code:
        text = c_char_p()
        _driver().cuGetErrorString(code, byref(text))
        said = text.value.decode() if text.value else f"error {code}"
        raise CudaError(f"{name}: {said}")


def device_count() -> int:
    """How many GPUs the driver finds."""
    if _driver() is None:
        return 0
    count = c_int()
    _ask("cuDeviceGetCount", byref(count))
    return count.value


def architecture(number: int) -> str:
    """What the compiler calls the GPU with this number (`sm_90a`). No context is made for the question."""
    device, parts = c_int(), []
    _ask("cuDeviceGet", byref(device), number)
    for attribute in _COMPUTE_CAPABILITY:
        part = c_int()
        _ask("cuDeviceGetAttribute", byref(part), attribute, device)
        parts.append(part.value)
    generation = parts[0] * 10 + parts[1]
    return f"sm_{generation}{'a' if generation >= _ARCHITECTURE_SPECIFIC else ''}"


class CudaDevice:
    """One GPU, its primary context and a stream, which stay for the process.

    Everything that Python and compiled models do is put on the one stream, so it is done in order without anybody waiting.
    """

    __slots__ = ("_context", "_device", "number", "stream")

    def __init__(self, number: int) -> None:
        self.number: Final = number
        self._device = c_int()
        self._context = c_void_p()
        _ask("cuDeviceGet", byref(self._device), number)
        _ask("cuDevicePrimaryCtxRetain", byref(self._context), self._device)
        self.enter()
        stream = c_void_p()
        _ask("cuStreamCreate", byref(stream), _NON_BLOCKING)
        self.stream: Final = stream.value or 0
        self._keep_freed_memory()

    def _keep_freed_memory(self) -> None:
        """Memory that is freed stays in the driver's pool for the next tensor, instead of going back at the next wait."""
        pool = c_void_p()
        _ask("cuDeviceGetDefaultMemPool", byref(pool), self._device)
        _ask("cuMemPoolSetAttribute", pool, _RELEASE_THRESHOLD, byref(c_uint64(2**64 - 1)))

    def enter(self) -> None:
        """Makes its context this thread's."""
        _ask("cuCtxSetCurrent", self._context)

    @property
    def name(self) -> str:
        text = ctypes.create_string_buffer(256)
        _ask("cuDeviceGetName", text, len(text), self._device)
        return text.value.decode()

    def memory(self) -> tuple[int, int]:
        """Bytes that are free, and bytes in all."""
        self.enter()
        free, total = c_size_t(), c_size_t()
        _ask("cuMemGetInfo_v2", byref(free), byref(total))
        return free.value, total.value

    def synchronize(self) -> None:
        self.enter()
        _ask("cuCtxSynchronize")

    def copy(self, destination: int, source: int, size: int) -> None:
        """Copies between any two addresses the driver knows, or the host's, after the work on the stream, and waits."""
        self.upload(destination, source, size)
        _ask("cuStreamSynchronize", c_void_p(self.stream))

    def upload(self, destination: int, source: int, size: int) -> None:
        """Copies after the work on the stream without waiting for it; ordinary memory of the host is read before this returns."""
        self.enter()
        stream = c_void_p(self.stream)
        _ask("cuMemcpyAsync", c_void_p(destination), c_void_p(source), c_size_t(size), stream)

    def clear(self, address: int, size: int) -> None:
        """Sets memory to zero, after the work on the stream."""
        self.enter()
        _ask("cuMemsetD8Async", c_void_p(address), 0, c_size_t(size), c_void_p(self.stream))


@cache
def cuda_device(number: int) -> CudaDevice:
    """The GPU with this number; `CudaError` where there is none."""
    return CudaDevice(number)


class CudaMemory:
    """`size` bytes at `address` of a GPU, freed with their owner, after the work that is then on the stream.

    `is_lent`: others use it on streams of theirs, so its end waits for those.
    """

    __slots__ = ("address", "device", "is_lent", "size")

    def __init__(self, device: CudaDevice, size: int) -> None:
        self.address = 0
        self.size: Final = size
        self.device: Final = device
        self.is_lent = False
        device.enter()
        found = c_void_p()
        try:
            _ask("cuMemAllocAsync", byref(found), c_size_t(max(1, size)), c_void_p(device.stream))
        except CudaError as problem:
            free, total = device.memory()
            raise MemoryError(
                f"no memory for a tensor of {size:,} bytes on GPU {device.number}: "
                f"{free:,} of {total:,} bytes are free ({problem})"
            ) from problem
        self.address = found.value or 0

    @classmethod
    def adopted(cls, device: CudaDevice, address: int, size: int) -> CudaMemory:
        """Memory that native code allocated alike, and that is freed with this."""
        made = cls.__new__(cls)
        made.address = address
        made.size = size  # type: ignore[misc]
        made.device = device  # type: ignore[misc]
        made.is_lent = False
        return made

    def __del__(self) -> None:
        if self.address:
            self.device.enter()
            if self.is_lent:
                _ask("cuCtxSynchronize")
            _ask("cuMemFreeAsync", c_void_p(self.address), c_void_p(self.device.stream))
            self.address = 0


class CudaMirror:
    """Memory of the host, at `address`, that a GPU writes by itself: `fetch` starts a copy, `wait` waits for it, not for what comes after it."""

    __slots__ = ("_event", "address", "device", "size")

    def __init__(self, device: CudaDevice, size: int) -> None:
        self.address = 0
        self.size: Final = size
        self.device: Final = device
        self._event = c_void_p()
        device.enter()
        found = c_void_p()
        _ask("cuMemHostAlloc", byref(found), c_size_t(max(1, size)), 0)
        self.address = found.value or 0
        _ask("cuEventCreate", byref(self._event), _NO_TIMES)

    def fetch(self, source: int) -> None:
        self.device.upload(self.address, source, self.size)
        _ask("cuEventRecord", self._event, c_void_p(self.device.stream))

    def wait(self) -> None:
        _ask("cuEventSynchronize", self._event)

    def __del__(self) -> None:
        if self.address:
            self.device.enter()
            _ask("cuCtxSynchronize")
            if self._event:
                _ask("cuEventDestroy_v2", self._event)
            _ask("cuMemFreeHost", c_void_p(self.address))
            self.address = 0
