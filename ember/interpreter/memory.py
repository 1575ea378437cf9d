"""The interpreter's memory: blocks of bytes in which pointers stay pointers.

A pointer in flight is `None` (null), a plain pair `(block, offset)`, a `SymbolRef` (a function) or an `int` (an
address that belongs to no block). A block keeps its numbers as bytes, laid out as `dialects/layout.py` says, and the pointers
stored in it in `slots`, by offset. Only when a program looks at a pointer's bits does the block get a numeric address.
Access outside a block, after `free`, or through null raises `MemoryFault`.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from typing import Any, Final

from ember.dialects import types as t
from ember.dialects.arithmetic import CannotEvaluate
from ember.ir.nodes import SymbolRef

Pointer = Any  # None, (MemoryBlock, int), SymbolRef or int

UNINITIALIZED: Final = 0xAAAAAAAAAAAAAAAA
"""What memory that nobody has written to holds, as a pointer."""
_FILL: Final = b"\xaa"
_FIRST_ADDRESS: Final = (
    0xFF00_0000_0000_0000  # bytes that no UTF-8 text has: text read as a pointer is none
)
_POINTER = struct.Struct("<Q")


class MemoryFault(CannotEvaluate):
    """An access that the program must not make."""


class MemoryBlock:
    """One allocation. `data` is immutable bytes where writing is not allowed; `size` is -1 after `free`."""

    __slots__ = ("alignment", "base", "data", "extras", "size", "slots", "symbol")

    def __init__(self, data: bytearray | bytes, alignment: int) -> None:
        self.data: Any = data
        self.size = len(data)
        self.alignment = alignment
        self.slots: dict[int, Pointer] = {}
        self.extras: dict[tuple[int, t.Type], object] | None = None
        """Values of types without bytes (literals, types), by place and type."""
        self.base = 0
        self.symbol: str | None = None

    @property
    def is_freed(self) -> bool:
        return self.size < 0

    def __repr__(self) -> str:
        return f"MemoryBlock({self.size})"


class Memory:
    """All blocks of one interpreter."""

    __slots__ = (
        "_addresses",
        "_blocks",
        "_strings",
        "limit",
        "used",
    )

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0  # bytes allocated and not freed
        self._addresses: list[int] = []  # of the blocks that have one, ascending
        self._blocks: list[MemoryBlock] = []
        self._strings: dict[bytes, MemoryBlock] = {}

    # -- blocks ------------------------------------------------------------------------------------

    def allocate(self, size: int, alignment: int = 16) -> tuple[MemoryBlock, int]:
        """A new block that counts against the limit until it is freed."""
        if size < 0 or self.used + size > self.limit:
            raise MemoryFault(
                "comptime-memory-limit",
                f"compile-time code needs more than {self.limit >> 20} MiB of memory; "
                "'--max-comptime-memory MIB' allows more",
            )
        self.used += size
        return (MemoryBlock(bytearray(_FILL) * size, alignment), 0)

    def stack_slot(self, size: int, alignment: int) -> tuple[MemoryBlock, int]:
        """A block that goes away with its function."""
        if size > self.limit:
            self.allocate(size)
        return (MemoryBlock(bytearray(_FILL) * size, alignment), 0)

    def free(self, pointer: Pointer) -> None:
        if pointer is None:
            return
        block, offset = self.place(pointer)
        if block.size < 0:
            raise MemoryFault("comptime-double-free", "memory is freed twice")
        if offset != 0 or block.symbol is not None or type(block.data) is bytes:
            raise MemoryFault(
                "comptime-bad-free", "the freed pointer does not come from an allocation"
            )
        self.used -= block.size
        block.size = -1
        block.data = bytearray()
        block.slots = {}
        block.extras = None

    def string_block(self, data: bytes) -> tuple[MemoryBlock, int]:
        """The read-only bytes of a string, followed by NUL."""
        block = self._strings.get(data)
        if block is None:
            block = self._strings[data] = MemoryBlock(data + b"\0", 1)
        return (block, 0)

    # -- addresses as numbers ----------------------------------------------------------------------

    def number(self, pointer: Pointer) -> int:
        """The unsigned numeric address."""
        if pointer is None:
            return 0
        if isinstance(pointer, int):
            return pointer
        if isinstance(pointer, SymbolRef):
            raise MemoryFault(
                "comptime-function-address", "a function has no numeric address at compile time"
            )
        block, offset = pointer
        if not block.base:
            last = self._blocks[-1] if self._blocks else None
            start = last.base + len(last.data) + 1 if last else _FIRST_ADDRESS
            alignment = max(block.alignment, 16)
            block.base = (start + 32 + alignment - 1) // alignment * alignment
            self._addresses.append(block.base)
            self._blocks.append(block)
        return block.base + offset & _MASK  # type: ignore[no-any-return]

    def pointer(self, number: int) -> Pointer:
        """The place a numeric address stands for."""
        number &= _MASK
        if number == 0:
            return None
        at = bisect_right(self._addresses, number) - 1
        if at >= 0:
            block = self._blocks[at]
            if number <= block.base + max(block.size, 0):
                return (block, number - block.base)
        return number

    def advance(self, pointer: Pointer, distance: int) -> Pointer:
        if distance == 0:
            return pointer
        if pointer.__class__ is tuple:
            return (pointer[0], pointer[1] + distance)
        return self.pointer(self.number(pointer) + distance)

    # -- access ------------------------------------------------------------------------------------

    def place(self, pointer: Pointer) -> tuple[MemoryBlock, int]:
        """The block and offset of a pointer that is about to be used."""
        if pointer.__class__ is tuple:
            return pointer
        if pointer is None:
            raise MemoryFault("comptime-null-dereference", "a null pointer is used")
        if isinstance(pointer, SymbolRef):
            raise MemoryFault(
                "comptime-bad-pointer", f"the function '{pointer.name}' is used as memory"
            )
        found = self.pointer(pointer)
        if found.__class__ is tuple:
            return found
        if pointer == UNINITIALIZED:
            raise MemoryFault("comptime-uninitialized-pointer", "an uninitialized pointer is used")
        raise MemoryFault(
            "comptime-bad-pointer", f"nothing is allocated at the address {pointer:#x}"
        )

    def check(self, pointer: Pointer, size: int) -> tuple[MemoryBlock, int]:
        """The place of `size` bytes that must lie inside one live block."""
        block, offset = self.place(pointer)
        if offset < 0 or offset + size > block.size:
            raise out_of_bounds(block, offset, size)
        return block, offset

    def store_pointer(self, place: Pointer, value: Pointer) -> None:
        """Writes a pointer to memory."""
        block, at = self._writable(place, 8)
        if at & 7:
            value = self.number(value)
            self.forget(block, at, 8)
        if value is None or value.__class__ is int:
            block.slots.pop(at, None)
            _POINTER.pack_into(block.data, at, value or 0)
        else:
            block.slots[at] = value

    # -- bytes -------------------------------------------------------------------------------------

    def expose(self, block: MemoryBlock, start: int, end: int) -> None:
        """Turns the pointers that overlap `[start, end)` into the bytes of their numeric addresses."""
        for at in slots_between(block, start, end):
            encoded = _POINTER.pack(self.number(block.slots.pop(at)))
            if block.data.__class__ is bytes:
                block.data = block.data[:at] + encoded + block.data[at + 8 :]
            else:
                block.data[at : at + 8] = encoded

    def bytes_at(self, block: MemoryBlock, offset: int, size: int) -> bytes:
        """The bytes of a place inside a block, pointers as the bytes of their addresses."""
        inside = slots_between(block, offset, offset + size)
        if not inside:
            return bytes(block.data[offset : offset + size])
        data = bytearray(block.data[offset : offset + size])
        for at in inside:
            encoded = _POINTER.pack(self.number(block.slots[at]))
            first, last = max(at, offset), min(at + 8, offset + size)
            data[first - offset : last - offset] = encoded[first - at : last - at]
        return bytes(data)

    def read_bytes(self, pointer: Pointer, size: int) -> bytes:
        block, offset = self.check(pointer, size)
        return self.bytes_at(block, offset, size)

    def write_bytes(self, pointer: Pointer, data: bytes) -> None:
        block, offset = self._writable(pointer, len(data))
        self.forget(block, offset, len(data))
        block.data[offset : offset + len(data)] = data

    def copy(self, target: Pointer, source: Pointer, size: int) -> None:
        """`memmove`: pointers among the bytes stay pointers."""
        if size == 0:
            return
        block, offset = self.check(source, size)
        into, at = self._writable(target, size)
        shift, end = at - offset, offset + size
        moved: dict[int, Pointer] = {}
        if block.slots and not shift % 8:
            inside = slots_between(block, offset, end)
            moved = {k + shift: block.slots[k] for k in inside if offset <= k <= end - 8}
        data = self._bytes_beside(block, offset, size, moved, shift)
        extras = block.extras
        self.forget(into, at, size)
        into.data[at : at + size] = data
        into.slots.update(moved)
        if extras:
            kept = {(k + shift, type): v for (k, type), v in extras.items() if offset <= k <= end}
            into.extras = {**(into.extras or {}), **kept}

    def _bytes_beside(
        self, block: MemoryBlock, offset: int, size: int, moved: dict[int, Pointer], shift: int
    ) -> bytes:
        """The bytes to copy where `moved` pointers are copied as pointers."""
        inside = slots_between(block, offset, offset + size)
        if len(moved) == len(inside):
            return block.data[offset : offset + size]  # type: ignore[no-any-return]
        data = bytearray(block.data[offset : offset + size])
        for at in inside:
            if at + shift not in moved:
                first, last = max(at, offset), min(at + 8, offset + size)
                data[first - offset : last - offset] = self.bytes_at(block, first, last - first)
        return bytes(data)

    def fill(self, target: Pointer, byte: int, size: int) -> None:
        if size:
            self.write_bytes(target, bytes((byte,)) * size)

    def _writable(self, pointer: Pointer, size: int) -> tuple[MemoryBlock, int]:
        block, offset = self.check(pointer, size)
        if block.data.__class__ is bytes:
            raise MemoryFault("comptime-constant-write", "constant memory is written to")
        return block, offset

    def forget(self, block: MemoryBlock, offset: int, size: int) -> None:
        """Drops the pointers under bytes that are about to be written; those at the edges become bytes."""
        end = offset + size
        for at in slots_between(block, offset, end):
            if offset <= at <= end - 8:
                del block.slots[at]
            else:
                self.expose(block, at, at + 8)


def slots_between(block: MemoryBlock, start: int, end: int) -> list[int]:
    """The offsets of the pointers that overlap `[start, end)`; pointers lie at multiples of 8."""
    slots = block.slots
    if not slots or start >= end:
        return []
    first = start & -8
    if (end - first) >> 3 < len(slots):
        return [at for at in range(first, end, 8) if at in slots]
    return [at for at in slots if first <= at < end]


_MASK: Final = (1 << 64) - 1


def out_of_bounds(block: MemoryBlock, offset: int, size: int) -> MemoryFault:
    if block.size < 0:
        return MemoryFault("comptime-use-after-free", "memory is used after it was freed")
    return MemoryFault(
        "comptime-out-of-bounds",
        f"{size} bytes at offset {offset} are outside of an allocation of {block.size} bytes",
    )
