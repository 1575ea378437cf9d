"""Memory of the host for tensors: aligned for vectors, not cleared, freed with its owner."""

from __future__ import annotations

import ctypes
from typing import Final

ALIGNMENT: Final = 64

_libc = ctypes.CDLL(None)
_allocate = _libc.aligned_alloc
_allocate.restype = ctypes.c_void_p
_allocate.argtypes = (ctypes.c_size_t, ctypes.c_size_t)
_free = _libc.free
_free.restype = None
_free.argtypes = (ctypes.c_void_p,)


class HostMemory:
    """`size` bytes at `address`."""

    __slots__ = ("address", "size")

    def __init__(self, size: int) -> None:
        self.address = 0
        self.size: Final = size
        rounded = max(ALIGNMENT, -(-size // ALIGNMENT) * ALIGNMENT)
        found = _allocate(ALIGNMENT, rounded) if size < 1 << 62 else None
        if not found:
            raise MemoryError(f"no memory for a tensor of {size:,} bytes")
        self.address = found

    def __del__(self) -> None:
        if self.address:
            _free(self.address)
            self.address = 0


def copy_bytes(destination: int, source: int, size: int) -> None:
    """Copies between addresses of the host that do not overlap."""
    ctypes.memmove(destination, source, size)


def clear_bytes(address: int, size: int) -> None:
    """Sets memory of the host to zero."""
    ctypes.memset(address, 0, size)
