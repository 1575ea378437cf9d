"""Typed access to the interpreter's memory: how a value of each IR type is read from a block and written to it.

Accessors are made once per type. A *loader* and a *storer* work through a pointer and check it; a *reader* and a
*writer* work on a place inside a block that was checked already, for the parts of aggregates.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final

from ember.dialects import types as t
from ember.dialects.arithmetic import lane_of
from ember.dialects.constants import zero_value
from ember.dialects.conversions import lanes_decoder, lanes_encoder
from ember.dialects.layout import field_offsets, size_of
from ember.interpreter.memory import (
    Memory,
    MemoryBlock,
    MemoryFault,
    Pointer,
    out_of_bounds,
    slots_between,
)
from ember.support.dtype import ALL, CODE

Read = Callable[[MemoryBlock, int], Any]
Write = Callable[[MemoryBlock, int, Any], None]
Load = Callable[[Pointer], Any]
Store = Callable[[Pointer, Any], None]

_POINTER = struct.Struct("<Q")


class Accessors:
    """The accessors of one memory, by type."""

    __slots__ = ("_loaders", "_readers", "_storers", "_writers", "memory")

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._readers: dict[t.Type, Read] = {}
        self._writers: dict[t.Type, Write] = {}
        self._loaders: dict[t.Type, Load] = {}
        self._storers: dict[t.Type, Store] = {}

    def loader(self, type: t.Type) -> Load:
        """The function that reads a value of this type through a pointer."""
        load = self._loaders.get(type)
        if load is None:
            load = self._loaders[type] = self._make_loader(type)
        return load

    def storer(self, type: t.Type) -> Store:
        """The function that writes a value of this type through a pointer."""
        store = self._storers.get(type)
        if store is None:
            store = self._storers[type] = self._make_storer(type)
        return store

    def _make_loader(self, type: t.Type) -> Load:
        slow = self._make_checked_loader(type)
        if _is_bool(type):
            return _fast_bool_loader(slow)
        form = _format(type)
        if form is not None and not (isinstance(type, t.SimdType) and type.width > 1):
            return _fast_byte_loader(slow) if form.format == "<1B" else _fast_loader(form, slow)
        return _fast_pointer_loader(slow) if isinstance(type, t.PointerType) else slow

    def _make_storer(self, type: t.Type) -> Store:
        slow = self._make_checked_storer(type)
        if _is_bool(type):
            return _fast_storer(struct.Struct("<B"), slow)
        form = _format(type)
        if form is not None and not (isinstance(type, t.SimdType) and type.width > 1):
            return _fast_storer(form, slow)
        return slow

    def _make_checked_loader(self, type: t.Type) -> Load:
        size, read, place = size_of(type), self.reader(type), self.memory.place

        def load(pointer: Pointer) -> Any:
            if pointer.__class__ is tuple:
                block, offset = pointer
            else:
                block, offset = place(pointer)
            if offset < 0 or offset + size > block.size:
                raise out_of_bounds(block, offset, size)
            return read(block, offset)

        return load

    def _make_checked_storer(self, type: t.Type) -> Store:
        size, write, place = size_of(type), self.writer(type), self.memory.place

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


# -- the common cases in one call ------------------------------------------------------------------------


def _fast_loader(form: struct.Struct, slow: Load) -> Load:
    """Reads a number where no pointer is in the way; everything else is for `slow`."""
    unpack_from, size, unaligned = form.unpack_from, form.size, form.size - 1

    def load(pointer: Pointer) -> Any:
        if pointer.__class__ is tuple:
            block, offset = pointer
            slots = block.slots
            if 0 <= offset <= block.size - size and (
                not slots or (offset & unaligned == 0 and offset & -8 not in slots)
            ):
                return unpack_from(block.data, offset)[0]
        return slow(pointer)

    return load


def _fast_byte_loader(slow: Load) -> Load:
    def load(pointer: Pointer) -> Any:
        if pointer.__class__ is tuple:
            block, offset = pointer
            if 0 <= offset < block.size and offset & -8 not in block.slots:
                return block.data[offset]
        return slow(pointer)

    return load


def _fast_bool_loader(slow: Load) -> Load:
    def load(pointer: Pointer) -> Any:
        if pointer.__class__ is tuple:
            block, offset = pointer
            if 0 <= offset < block.size and offset & -8 not in block.slots:
                return block.data[offset] & 1 == 1
        return slow(pointer)

    return load


def _fast_pointer_loader(slow: Load) -> Load:
    def load(pointer: Pointer) -> Any:
        if pointer.__class__ is tuple:
            found = pointer[0].slots.get(pointer[1])
            if found is not None:
                return found
        return slow(pointer)

    return load


def _fast_storer(form: struct.Struct, slow: Store) -> Store:
    pack_into, size, unaligned = form.pack_into, form.size, form.size - 1

    def store(pointer: Pointer, value: Any) -> None:
        if pointer.__class__ is tuple:
            block, offset = pointer
            data, slots = block.data, block.slots
            if (
                0 <= offset <= block.size - size
                and (not slots or (offset & unaligned == 0 and offset & -8 not in slots))
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


def _is_bool(type: t.Type) -> bool:
    lane = lane_of(type)
    return lane is not None and lane.kind == "bool" and lane.width == 1


def _make_reader(access: Accessors, type: t.Type) -> Read:
    form = _format(type)
    if form is not None:
        return _format_reader(access, form, type.width if isinstance(type, t.SimdType) else 1)
    if lane_of(type) is not None and size_of(type):
        return _bits_reader(access, type)
    match type:
        case t.PointerType():
            return _pointer_reader(access)
        case t.StructType():
            parts = [
                (offset, access.reader(element))
                for offset, element in zip(field_offsets(type), type.elements, strict=True)
            ]
            if not size_of(type) and type.elements:
                return _extra_reader(type)
            return lambda block, at: tuple([read(block, at + offset) for offset, read in parts])
        case t.ArrayType():
            return _array_reader(access, type)
        case t.UnionType():
            size = size_of(type)
            return lambda block, at: read_union(access, block, at, size)
    if type is t.STRING:
        return _string_reader(access)
    if type is t.DTYPE:
        return lambda block, at: ALL[min(access.memory.bytes_at(block, at, 1)[0], len(ALL) - 1)]
    if type is t.NONE:
        return lambda block, at: ()
    return _extra_reader(type)


def _format_reader(access: Accessors, form: struct.Struct, width: int) -> Read:
    unpack, unpack_from, size = form.unpack, form.unpack_from, form.size

    def read_lanes(block: MemoryBlock, at: int) -> Any:
        if block.slots:
            return unpack(access.memory.bytes_at(block, at, size))
        return unpack_from(block.data, at)

    if width > 1:
        return read_lanes
    unaligned = size - 1

    def read(block: MemoryBlock, at: int) -> Any:
        if block.slots and (at & unaligned or at & -8 in block.slots):
            return unpack(access.memory.bytes_at(block, at, size))[0]
        return unpack_from(block.data, at)[0]

    return read


def _bits_reader(access: Accessors, type: t.Type) -> Read:
    lane = lane_of(type)
    assert lane is not None
    size, decode = size_of(type), lanes_decoder(lane)
    if _is_bool(type):
        return lambda block, at: block.data[at] & 1 == 1
    return lambda block, at: decode(
        int.from_bytes(access.memory.bytes_at(block, at, size), "little")
    )


def _pointer_reader(access: Accessors) -> Read:
    unpack_from, resolve = _POINTER.unpack_from, access.memory.pointer

    def read(block: MemoryBlock, at: int) -> Pointer:
        slots = block.slots
        if slots:
            if at in slots:
                return slots[at]
            if at & 7:
                return resolve(int.from_bytes(access.memory.bytes_at(block, at, 8), "little"))
        number = unpack_from(block.data, at)[0]
        return resolve(number) if number else None

    return read


def _array_format(type: t.ArrayType) -> struct.Struct | None:
    """The format of a whole array of one-lane numbers."""
    form = _format(type.element)
    if form is None or not type.count or size_of(type.element) != form.size:
        return None
    if isinstance(type.element, t.SimdType) and type.element.width > 1:
        return None
    return struct.Struct(f"<{type.count}{form.format[-1]}")


def _array_reader(access: Accessors, type: t.ArrayType) -> Read:
    form = _array_format(type)
    if form is not None:
        return _format_reader(access, form, type.count + 1)
    step, count, read = size_of(type.element), type.count, access.reader(type.element)
    return lambda block, at: tuple([read(block, at + i * step) for i in range(count)])


def read_union(access: Accessors, block: MemoryBlock, at: int, size: int) -> object:
    """The bytes of a union, or the bytes with the pointers among them."""
    data = bytes(block.data[at : at + size])
    slots = [(k - at, block.slots[k]) for k in slots_between(block, at, at + size)]
    return (data, tuple(slots)) if slots else data


def _string_reader(access: Accessors) -> Read:
    read_pointer = access.reader(t.POINTER)
    read_size = access.reader(t.INDEX)

    def read(block: MemoryBlock, at: int) -> bytes:
        size = read_size(block, at + 8)
        return access.memory.read_bytes(read_pointer(block, at), size) if size else b""

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


def _make_writer(access: Accessors, type: t.Type) -> Write:
    form = _format(type)
    if form is not None:
        return _format_writer(access, form, type.width if isinstance(type, t.SimdType) else 1)
    if lane_of(type) is not None and size_of(type):
        return _bits_writer(access, type)
    match type:
        case t.PointerType():
            return _pointer_writer(access)
        case t.StructType():
            return _struct_writer(access, type)
        case t.ArrayType():
            return _array_writer(access, type)
        case t.UnionType():
            return lambda block, at, value: write_union(access, block, at, value)
    if type is t.STRING:
        return _string_writer(access)
    if type is t.DTYPE:
        return lambda block, at, value: access.memory.write_bytes(
            (block, at), bytes((CODE[value],))
        )
    if type is t.NONE:
        return lambda block, at, value: None
    return _extra_writer(type)


def _format_writer(access: Accessors, form: struct.Struct, width: int) -> Write:
    pack_into, size = form.pack_into, form.size
    if width > 1:

        def write_lanes(block: MemoryBlock, at: int, value: Any) -> None:
            if block.slots:
                access.memory.forget(block, at, size)
            pack_into(block.data, at, *value)

        return write_lanes

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        if block.slots:
            access.memory.forget(block, at, size)
        pack_into(block.data, at, value)

    return write


def _bits_writer(access: Accessors, type: t.Type) -> Write:
    lane = lane_of(type)
    assert lane is not None
    size, encode = size_of(type), lanes_encoder(lane)

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        if block.slots:
            access.memory.forget(block, at, size)
        block.data[at : at + size] = encode(value).to_bytes(size, "little")

    return write


def _pointer_writer(access: Accessors) -> Write:
    pack_into, store = _POINTER.pack_into, access.memory.store_pointer

    def write(block: MemoryBlock, at: int, value: Pointer) -> None:
        if at & 7:
            store((block, at), value)
        elif value is None or value.__class__ is int:
            block.slots.pop(at, None)
            pack_into(block.data, at, value or 0)
        else:
            block.slots[at] = value

    return write


def _struct_writer(access: Accessors, type: t.StructType) -> Write:
    if not size_of(type) and type.elements:
        return _extra_writer(type)
    parts = [
        (offset, access.writer(element))
        for offset, element in zip(field_offsets(type), type.elements, strict=True)
    ]

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        for (offset, write_field), field in zip(parts, value, strict=True):
            write_field(block, at + offset, field)

    return write


def _array_writer(access: Accessors, type: t.ArrayType) -> Write:
    form = _array_format(type)
    if form is not None:
        return _format_writer(access, form, type.count + 1)
    step, write_element = size_of(type.element), access.writer(type.element)

    def write(block: MemoryBlock, at: int, value: Any) -> None:
        for element in value:
            write_element(block, at, element)
            at += step

    return write


def write_union(access: Accessors, block: MemoryBlock, at: int, value: Any) -> None:
    data, slots = value if isinstance(value, tuple) else (value, ())
    access.memory.write_bytes((block, at), data)
    for offset, pointer in slots:
        access.writer(t.POINTER)(block, at + offset, pointer)


def _string_writer(access: Accessors) -> Write:
    write_pointer = access.writer(t.POINTER)
    write_size = access.writer(t.INDEX)

    def write(block: MemoryBlock, at: int, value: bytes) -> None:
        write_pointer(block, at, access.memory.string_block(value))
        write_size(block, at + 8, len(value))

    return write


def _extra_writer(type: t.Type) -> Write:
    def write(block: MemoryBlock, at: int, value: Any) -> None:
        if block.extras is None:
            block.extras = {}
        block.extras[at, type] = value

    return write
