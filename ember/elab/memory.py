"""The interpreter's memory: blocks of bytes in which pointers stay pointers.

A pointer in flight is `None` (null), a plain pair `(block, offset)`, a `SymbolRef` (a function) or an `int` (an
address that belongs to no block). A block keeps its numbers as bytes, laid out as `ir/layout.py` says, and the pointers
stored in it in `slots`, by offset. Only when a program looks at a pointer's bits does the block get a numeric address.
Access outside a block, after `free`, or through null raises `MemoryFault`.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, Final

from ember.dialects.arithmetic import CannotEvaluate, lane_of
from ember.dialects.constants import zero_value
from ember.dialects.conversions import lanes_decoder, lanes_encoder
from ember.ir import types as t
from ember.ir.layout import field_offsets, size_of
from ember.ir.nodes import SymbolRef
from ember.support.dtype import ALL, CODE

Pointer = Any  # None, (MemoryBlock, int), SymbolRef or int
Read = Callable[["MemoryBlock", int], Any]
Write = Callable[["MemoryBlock", int, Any], None]

UNINITIALIZED: Final = 0xAAAAAAAAAAAAAAAA
"""What memory that nobody has written to holds, as a pointer."""
_FILL: Final = b"\xaa"
_FIRST_ADDRESS: Final = 0x10000
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
    """All blocks of one interpreter, with accessors per type that are made once."""

    __slots__ = (
        "_addresses",
        "_blocks",
        "_loaders",
        "_readers",
        "_storers",
        "_strings",
        "_writers",
        "limit",
        "used",
    )

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0  # bytes allocated and not freed
        self._addresses: list[int] = []  # of the blocks that have one, ascending
        self._blocks: list[MemoryBlock] = []
        self._readers: dict[t.Type, Read] = {}
        self._writers: dict[t.Type, Write] = {}
        self._loaders: dict[t.Type, Callable[[Pointer], Any]] = {}
        self._storers: dict[t.Type, Callable[[Pointer, Any], None]] = {}
        self._strings: dict[bytes, MemoryBlock] = {}

    # -- blocks ------------------------------------------------------------------------------------

    def allocate(self, size: int, alignment: int = 16) -> tuple[MemoryBlock, int]:
        """A new block that counts against the limit until it is freed."""
        if size < 0 or self.used + size > self.limit:
            raise MemoryFault(
                "comptime-memory-limit",
                f"compile-time code needs more than {self.limit} bytes of memory",
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

    def loader(self, type: t.Type) -> Callable[[Pointer], Any]:
        """The function that reads a value of this type through a pointer."""
        load = self._loaders.get(type)
        if load is None:
            load = self._loaders[type] = self._make_loader(type)
        return load

    def storer(self, type: t.Type) -> Callable[[Pointer, Any], None]:
        """The function that writes a value of this type through a pointer."""
        store = self._storers.get(type)
        if store is None:
            store = self._storers[type] = self._make_storer(type)
        return store

    def _make_loader(self, type: t.Type) -> Callable[[Pointer], Any]:
        slow = self._make_checked_loader(type)
        form = _format(type)
        if form is not None and not (isinstance(type, t.SimdType) and type.width > 1):
            return _fast_byte_loader(slow) if form.format == "<1B" else _fast_loader(form, slow)
        return _fast_pointer_loader(slow) if isinstance(type, t.PointerType) else slow

    def _make_storer(self, type: t.Type) -> Callable[[Pointer, Any], None]:
        slow = self._make_checked_storer(type)
        form = _format(type)
        if form is not None and not (isinstance(type, t.SimdType) and type.width > 1):
            return _fast_storer(form, slow)
        return slow

    def _make_checked_loader(self, type: t.Type) -> Callable[[Pointer], Any]:
        size, read, place = size_of(type), self.reader(type), self.place

        def load(pointer: Pointer) -> Any:
            if pointer.__class__ is tuple:
                block, offset = pointer
            else:
                block, offset = place(pointer)
            if offset < 0 or offset + size > block.size:
                raise out_of_bounds(block, offset, size)
            return read(block, offset)

        return load

    def _make_checked_storer(self, type: t.Type) -> Callable[[Pointer, Any], None]:
        size, write, place = size_of(type), self.writer(type), self.place

        def store(pointer: Pointer, value: Any) -> None:
            if pointer.__class__ is tuple:
                block, offset = pointer
            else:
                block, offset = place(pointer)
            if offset < 0 or offset + size > block.size:
                raise out_of_bounds(block, offset, size)
            if block.data.__class__ is bytes:
                raise MemoryFault("comptime-constant-write", "constant memory is written to")
            write(block, offset, value)

        return store

    def reader(self, type: t.Type) -> Read:
        read = self._readers.get(type)
        if read is None:
            read = self._readers[type] = _make_reader(self, type)
        return read

    def writer(self, type: t.Type) -> Write:
        write = self._writers.get(type)
        if write is None:
            write = self._writers[type] = _make_writer(self, type)
        return write

    # -- bytes -------------------------------------------------------------------------------------

    def expose(self, block: MemoryBlock, start: int, end: int) -> None:
        """Turns the pointers that overlap `[start, end)` into the bytes of their numeric addresses."""
        slots = block.slots
        data = bytearray(block.data)
        for at in [at for at in slots if at < end and at + 8 > start]:
            _POINTER.pack_into(data, at, self.number(slots.pop(at)))
        block.data = block.data.__class__(data)

    def read_bytes(self, pointer: Pointer, size: int) -> bytes:
        block, offset = self.check(pointer, size)
        data = bytearray(block.data[offset : offset + size])
        for at, value in block.slots.items():
            if at < offset + size and at + 8 > offset:
                encoded = _POINTER.pack(self.number(value))
                first, last = max(at, offset), min(at + 8, offset + size)
                data[first - offset : last - offset] = encoded[first - at : last - at]
        return bytes(data)

    def write_bytes(self, pointer: Pointer, data: bytes) -> None:
        block, offset = self._writable(pointer, len(data))
        self._clear(block, offset, len(data))
        block.data[offset : offset + len(data)] = data

    def copy(self, target: Pointer, source: Pointer, size: int) -> None:
        """`memmove`: pointers among the bytes stay pointers."""
        if size == 0:
            return
        block, offset = self.check(source, size)
        into, at = self._writable(target, size)
        shift = at - offset
        moved: dict[int, Pointer] = {}
        if block.slots:
            if shift % 8:
                self.expose(block, offset, offset + size)
            self._expose_edges(block, offset, size)
            moved = {
                k + shift: v
                for k, v in block.slots.items()
                if offset <= k and k + 8 <= offset + size
            }
        data = block.data[offset : offset + size]
        extras = block.extras
        self._clear(into, at, size)
        into.data[at : at + size] = data
        into.slots.update(moved)
        if extras:
            kept = {
                (k + shift, type): v
                for (k, type), v in extras.items()
                if offset <= k <= offset + size
            }
            into.extras = {**(into.extras or {}), **kept}

    def fill(self, target: Pointer, byte: int, size: int) -> None:
        if size:
            self.write_bytes(target, bytes((byte,)) * size)

    def _writable(self, pointer: Pointer, size: int) -> tuple[MemoryBlock, int]:
        block, offset = self.check(pointer, size)
        if block.data.__class__ is bytes:
            raise MemoryFault("comptime-constant-write", "constant memory is written to")
        return block, offset

    def _clear(self, block: MemoryBlock, offset: int, size: int) -> None:
        """Forgets the pointers under bytes that are about to be written."""
        slots = block.slots
        if slots:
            self._expose_edges(block, offset, size)
            for at in [at for at in slots if offset <= at < offset + size]:
                del slots[at]

    def _expose_edges(self, block: MemoryBlock, offset: int, size: int) -> None:
        end = offset + size
        for at in (offset & -8, end & -8):
            if at in block.slots and (at < offset or at + 8 > end) and at < end:
                self.expose(block, at, at + 8)


_MASK: Final = (1 << 64) - 1


def out_of_bounds(block: MemoryBlock, offset: int, size: int) -> MemoryFault:
    if block.size < 0:
        return MemoryFault("comptime-use-after-free", "memory is used after it was freed")
    return MemoryFault(
        "comptime-out-of-bounds",
        f"{size} bytes at offset {offset} are outside of an allocation of {block.size} bytes",
    )


# -- the common cases in one call ------------------------------------------------------------------------


def _fast_loader(form: struct.Struct, slow: Callable[[Pointer], Any]) -> Callable[[Pointer], Any]:
    """Reads a number where no pointer is in the way; everything else is for `slow`."""
    unpack_from, size = form.unpack_from, form.size

    def load(pointer: Pointer) -> Any:
        if pointer.__class__ is tuple:
            block, offset = pointer
            if 0 <= offset <= block.size - size and offset & -8 not in block.slots:
                return unpack_from(block.data, offset)[0]
        return slow(pointer)

    return load


def _fast_byte_loader(slow: Callable[[Pointer], Any]) -> Callable[[Pointer], Any]:
    def load(pointer: Pointer) -> Any:
        if pointer.__class__ is tuple:
            block, offset = pointer
            if 0 <= offset < block.size and offset & -8 not in block.slots:
                return block.data[offset]
        return slow(pointer)

    return load


def _fast_pointer_loader(slow: Callable[[Pointer], Any]) -> Callable[[Pointer], Any]:
    def load(pointer: Pointer) -> Any:
        if pointer.__class__ is tuple:
            found = pointer[0].slots.get(pointer[1])
            if found is not None:
                return found
        return slow(pointer)

    return load


def _fast_storer(
    form: struct.Struct, slow: Callable[[Pointer, Any], None]
) -> Callable[[Pointer, Any], None]:
    pack_into, size = form.pack_into, form.size

    def store(pointer: Pointer, value: Any) -> None:
        if pointer.__class__ is tuple:
            block, offset = pointer
            data = block.data
            if (
                0 <= offset <= block.size - size
                and offset & -8 not in block.slots
                and data.__class__ is bytearray
            ):
                pack_into(data, offset, value)
                return
        slow(pointer, value)

    return store


# -- reading ---------------------------------------------------------------------------------------------

_FORMATS: Final = {
    ("int", 8, True): "b",
    ("int", 8, False): "B",
    ("int", 16, True): "h",
    ("int", 16, False): "H",
    ("int", 32, True): "i",
    ("int", 32, False): "I",
    ("int", 64, True): "q",
    ("int", 64, False): "Q",
    ("float", 64, True): "d",
}
_FLOAT_FORMATS: Final = {"f16": "e", "f32": "f", "tf32": "f"}


def _format(type: t.Type) -> struct.Struct | None:
    """The format `struct` has for a type, if it has one."""
    lane = lane_of(type)
    if lane is None:
        return None
    code = _FORMATS.get((lane.kind, lane.bits, lane.signed))
    if code is None and lane.dtype is not None:
        code = _FLOAT_FORMATS.get(lane.dtype.name)
    return struct.Struct(f"<{lane.width}{code}") if code else None


def _make_reader(memory: Memory, type: t.Type) -> Read:
    form = _format(type)
    if form is not None:
        return _format_reader(
            memory, form, getattr(type, "width", 1) if type.__class__ is t.SimdType else 1
        )
    if lane_of(type) is not None and size_of(type):
        return _bits_reader(memory, type)
    match type:
        case t.PointerType():
            return _pointer_reader(memory)
        case t.StructType():
            parts = [
                (offset, memory.reader(element))
                for offset, element in zip(field_offsets(type), type.elements, strict=True)
            ]
            if not size_of(type) and type.elements:
                return _extra_reader(type)
            return lambda block, at: tuple([read(block, at + offset) for offset, read in parts])
        case t.ArrayType():
            return _array_reader(memory, type)
        case t.UnionType():
            size = size_of(type)
            return lambda block, at: read_union(memory, block, at, size)
    if type is t.STRING:
        return _string_reader(memory)
    if type is t.DTYPE:
        return lambda block, at: ALL[min(block.data[at], len(ALL) - 1)]
    if type is t.NONE:
        return lambda block, at: ()
    return _extra_reader(type)


def _format_reader(memory: Memory, form: struct.Struct, width: int) -> Read:
    unpack_from, size = form.unpack_from, form.size
    if width > 1:

        def read_lanes(block: MemoryBlock, at: int) -> Any:
            if block.slots:
                return form.unpack(memory.read_bytes((block, at), size))
            return unpack_from(block.data, at)

        return read_lanes

    def read(block: MemoryBlock, at: int) -> Any:
        if block.slots and at & -8 in block.slots:
            return form.unpack(memory.read_bytes((block, at), size))[0]
        return unpack_from(block.data, at)[0]

    return read


def _bits_reader(memory: Memory, type: t.Type) -> Read:
    lane = lane_of(type)
    assert lane is not None
    size, decode = size_of(type), lanes_decoder(lane)
    if lane.kind == "bool" and lane.width == 1:
        return lambda block, at: block.data[at] & 1 == 1
    return lambda block, at: decode(int.from_bytes(block.data[at : at + size], "little"))


def _pointer_reader(memory: Memory) -> Read:
    unpack_from, resolve = _POINTER.unpack_from, memory.pointer

    def read(block: MemoryBlock, at: int) -> Pointer:
        slots = block.slots
        if slots and at in slots:
            return slots[at]
        number = unpack_from(block.data, at)[0]
        return resolve(number) if number else None

    return read


def _array_reader(memory: Memory, type: t.ArrayType) -> Read:
    step, count, read = size_of(type.element), type.count, memory.reader(type.element)
    form = _format(type.element)
    if (
        form is not None
        and count
        and not (type.element.__class__ is t.SimdType and type.element.width > 1)
    ):
        return _format_reader(memory, struct.Struct(f"<{count}{form.format[-1]}"), count + 1)
    return lambda block, at: tuple([read(block, at + i * step) for i in range(count)])


def read_union(memory: Memory, block: MemoryBlock, at: int, size: int) -> object:
    """The bytes of a union, or the bytes with the pointers among them."""
    data = bytes(block.data[at : at + size])
    slots = [(k - at, v) for k, v in block.slots.items() if at <= k < at + size]
    return (data, tuple(slots)) if slots else data


def _string_reader(memory: Memory) -> Read:
    read_pointer = memory.reader(t.POINTER)
    read_size = memory.reader(t.INDEX)

    def read(block: MemoryBlock, at: int) -> bytes:
        size = read_size(block, at + 8)
        return memory.read_bytes(read_pointer(block, at), size) if size else b""

    return read


def _extra_reader(type: t.Type) -> Read:
    """Values that have no bytes are kept beside the block."""

    def read(block: MemoryBlock, at: int) -> Any:
        extras = block.extras
        if extras is not None and (at, type) in extras:
            return extras[at, type]
        return zero_value(type)

    return read


# -- writing -------------------------------------------------------------------------------------------


def _make_writer(memory: Memory, type: t.Type) -> Write:
    form = _format(type)
    if form is not None:
        return _format_writer(memory, form, type.width if isinstance(type, t.SimdType) else 1)
    if lane_of(type) is not None and size_of(type):
        return _bits_writer(memory, type)
    match type:
        case t.PointerType():
            return _pointer_writer(memory)
        case t.StructType():
            return _struct_writer(memory, type)
        case t.ArrayType():
            return _array_writer(memory, type)
        case t.UnionType():
            return lambda block, at, value: write_union(memory, block, at, value)
    if type is t.STRING:
        return _string_writer(memory)
    if type is t.DTYPE:
        return lambda block, at, value: memory.write_bytes((block, at), bytes((CODE[value],)))
    if type is t.NONE:
        return lambda block, at, value: None
    return _extra_writer(type)


def _format_writer(memory: Memory, form: struct.Struct, width: int) -> Write:
    pack_into, size = form.pack_into, form.size
    if width > 1:

        def write_lanes(block: MemoryBlock, at: int, value: Any) -> None:
            if block.slots:
                memory._clear(block, at, size)
            pack_into(block.data, at, *value)

        return write_lanes

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        if block.slots and at & -8 in block.slots:
            memory._clear(block, at, size)
        pack_into(block.data, at, value)

    return write


def _bits_writer(memory: Memory, type: t.Type) -> Write:
    lane = lane_of(type)
    assert lane is not None
    size, encode = size_of(type), lanes_encoder(lane)

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        if block.slots:
            memory._clear(block, at, size)
        block.data[at : at + size] = encode(value).to_bytes(size, "little")

    return write


def _pointer_writer(memory: Memory) -> Write:
    pack_into = _POINTER.pack_into

    def write(block: MemoryBlock, at: int, value: Pointer) -> None:
        if at & 7:
            value = memory.number(value)
            memory._clear(block, at, 8)
        if value is None or value.__class__ is int:
            block.slots.pop(at, None)
            pack_into(block.data, at, value or 0)
        else:
            block.slots[at] = value

    return write


def _struct_writer(memory: Memory, type: t.StructType) -> Write:
    if not size_of(type) and type.elements:
        return _extra_writer(type)
    parts = [
        (offset, memory.writer(element))
        for offset, element in zip(field_offsets(type), type.elements, strict=True)
    ]

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        for (offset, write_field), field in zip(parts, value, strict=True):
            write_field(block, at + offset, field)

    return write


def _array_writer(memory: Memory, type: t.ArrayType) -> Write:
    step, write_element = size_of(type.element), memory.writer(type.element)

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        for element in value:
            write_element(block, at, element)
            at += step

    return write


def write_union(memory: Memory, block: MemoryBlock, at: int, value: Any) -> None:
    data, slots = value if isinstance(value, tuple) else (value, ())
    memory.write_bytes((block, at), data)
    for offset, pointer in slots:
        memory.writer(t.POINTER)(block, at + offset, pointer)


def _string_writer(memory: Memory) -> Write:
    write_pointer = memory.writer(t.POINTER)
    write_size = memory.writer(t.INDEX)

    def write(block: MemoryBlock, at: int, value: bytes) -> None:
        write_pointer(block, at, memory.string_block(value))
        write_size(block, at + 8, len(value))

    return write


def _extra_writer(type: t.Type) -> Write:
    def write(block: MemoryBlock, at: int, value: Any) -> None:
        if block.extras is None:
            block.extras = {}
        block.extras[at, type] = value

    return write
