"""Copies of buffers on the host that are on their way while the device goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.driver.buffers import Buffer
from ember.driver.devices import CPU

if TYPE_CHECKING:
    import numpy as np


class Mirror:
    """A copy of a buffer on the host: `fetch` starts to copy what the buffer will hold when the work enqueued so far is done.

    >>> from ember.driver import Accelerator, Buffer, Mirror
    >>> from ember.dtype import DType
    >>> mirror = Mirror(Buffer.zeros([2], DType.int32, Accelerator()))
    >>> mirror.fetch()
    >>> mirror.to_numpy()
    array([0, 0], dtype=int32)
    """

    def __init__(self, buffer: Buffer) -> None:
        self._source: Final = buffer
        self._memory = buffer.device.mirror(buffer.num_elements * buffer.element_size)
        self._here = Buffer.over(self._memory, buffer.dtype, buffer.shape, buffer.strides, CPU())

    def fetch(self) -> None:
        """Starts a copy; the one before is overwritten."""
        self._memory.fetch(self._source.address)

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """The copy that was started last, when it is there; what was enqueued after it is not waited for."""
        self._memory.wait()
        return self._here.to_numpy().copy()
