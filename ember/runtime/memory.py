"""Memory of the host for tensors: aligned for vectors, not cleared, freed with its owner."""

from __future__ import annotations

import ctypes
from typing import Final

ALIGNMENT: Final = 64
SMALL: Final = 1 << 20
MOST_SMALL: Final = 16
"""Of blocks smaller than that as many of one size are kept: asking the system's allocator takes longer than small kernels do."""
MOST_KEPT: Final = 256 << 20
"""Bytes of freed blocks that are kept."""
HUGE_PAGE: Final = 2 << 20
LEAST_HUGE: Final = 8 << 20
"""Blocks as large as this are made of huge pages where the system has them: kernels that stream through memory wait less."""
_MADV_HUGEPAGE: Final = 14

_libc = ctypes.CDLL(None)
_allocate = _libc.aligned_alloc
_allocate.restype = ctypes.c_void_p
_allocate.argtypes = (ctypes.c_size_t, ctypes.c_size_t)
_free = _libc.free
_free.restype = None
_free.argtypes = (ctypes.c_void_p,)
_advise = _libc.madvise
_advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


class _Kept:
    """Blocks that were freed, for those to come: new pages cost more than most kernels do with them."""

    __slots__ = ("_blocks", "_bytes")

    def __init__(self) -> None:
        self._blocks: dict[int, list[int]] = {}
        self._bytes = 0

    def take(self, size: int) -> int | None:
        """A block of exactly this size; None if there is none."""
        try:
            address = self._blocks[size].pop()
        except (KeyError, IndexError):
            return None
        self._bytes -= size
        return address

    def keep(self, address: int, size: int) -> bool:
        """Keeps a block; False where there are enough already."""
        if self._bytes + size > MOST_KEPT:
            self.clear()
        if size > MOST_KEPT:
            return False
        same = self._blocks.get(size)
        if same is None:
            self._blocks[size] = [address]
        elif size < SMALL and len(same) >= MOST_SMALL:
            return False
        else:
            same.append(address)
        self._bytes += size
        return True

    def clear(self) -> None:
        blocks, self._blocks, self._bytes = self._blocks, {}, 0
        for addresses in blocks.values():
            for address in addresses:
                _free(address)


_kept: Final = _Kept()


class HostMemory:
    """`size` bytes at `address`."""

    __slots__ = ("_room", "address", "size")

    def __init__(self, size: int) -> None:
        self.address = 0
        self.size: Final = size
        unit = HUGE_PAGE if size >= LEAST_HUGE else ALIGNMENT
        self._room = -(-size // unit) * unit or unit
        found = _kept.take(self._room)
        if found is None:
            found = _allocate(unit, self._room) if size < 1 << 62 else None
            if found and unit == HUGE_PAGE:
                _advise(found, self._room, _MADV_HUGEPAGE)  # a system without them refuses
        if not found:
            raise MemoryError(f"no memory for a tensor of {size:,} bytes")
        self.address = found

    @classmethod
    def adopted(cls, address: int, size: int) -> HostMemory:
        """Memory that native code allocated alike, and that is freed with this."""
        made = cls.__new__(cls)
        made.address = address
        made.size = size  # type: ignore[misc]
        made._room = -(-size // ALIGNMENT) * ALIGNMENT or ALIGNMENT
        return made

    def __del__(self) -> None:
        address, self.address = self.address, 0
        if address:
            if _kept is None or not _kept.keep(address, self._room):
                _free(address)


def copy_bytes(destination: int, source: int, size: int) -> None:
    """Copies between addresses of the host that do not overlap."""
    ctypes.memmove(destination, source, size)


def clear_bytes(address: int, size: int) -> None:
    """Sets memory of the host to zero."""
    ctypes.memset(address, 0, size)


class HostMirror(HostMemory):
    """What a GPU's mirror is where the host itself is the device: nothing is ever on its way."""

    __slots__ = ()

    def fetch(self, source: int) -> None:
        copy_bytes(self.address, source, self.size)

    def wait(self) -> None:
        """Nothing to wait for."""
