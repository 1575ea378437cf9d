"""Values on their way into and out of the interpreter: memory becomes constants, constants become memory.

`freeze` turns a pointer into the interpreter's memory into a `HeapRef` to an immutable copy; `thaw` makes fresh blocks
from it again. Pointers into globals travel as `SymbolRef` and `SymbolOffset`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any

from ember.dialects import types as t
from ember.dialects.constants import Address, FrozenBlock, HeapRef, SymbolOffset
from ember.interpreter.memory import UNINITIALIZED, Memory, MemoryBlock, MemoryFault, Pointer
from ember.ir.nodes import SymbolRef


@cache
def holds_pointers(type: t.Type) -> bool:
    """Whether values of the type may contain pointers."""
    match type:
        case t.PointerType() | t.UnionType():
            return True
        case t.StructType():
            return any(map(holds_pointers, type.elements))
        case t.ArrayType():
            return holds_pointers(type.element)
    return False


def map_pointers(value: Any, type: t.Type, change: Callable[[Any], Any]) -> Any:
    """The value with `change` applied to every pointer in it."""
    if not holds_pointers(type):
        return value
    match type:
        case t.StructType():
            return tuple(
                [map_pointers(v, e, change) for v, e in zip(value, type.elements, strict=True)]
            )
        case t.ArrayType():
            return tuple([map_pointers(v, type.element, change) for v in value])
        case t.UnionType():
            if not isinstance(value, tuple):
                return value
            return (value[0], tuple([(offset, change(pointer)) for offset, pointer in value[1]]))
    return change(value)


def wrap_address(pointer: Pointer) -> Any:
    """A pointer as the interpreter's callers see it."""
    return Address(*pointer) if pointer.__class__ is tuple else pointer


def freeze(value: Any, type: t.Type) -> Any:
    """The value with all memory it points to as immutable constants."""
    freezer = _Freezer()
    return map_pointers(value, type, freezer.pointer)


class _Freezer:
    """Copies blocks; a block that is reached twice is copied once."""

    __slots__ = ("_busy", "_done")

    def __init__(self) -> None:
        self._done: dict[MemoryBlock, FrozenBlock] = {}
        self._busy: set[MemoryBlock] = set()

    def pointer(self, pointer: Any) -> Hashable:
        if not (pointer.__class__ is tuple or isinstance(pointer, Address)):
            return pointer  # type: ignore[no-any-return]
        block, offset = pointer
        if block.symbol is not None:
            symbol = SymbolRef(block.symbol)
            return SymbolOffset(symbol, offset) if offset else symbol
        if block.is_freed:
            return UNINITIALIZED  # what is left of a value that was moved or destroyed
        return HeapRef(self._block(block), offset)

    def _block(self, block: MemoryBlock) -> FrozenBlock:
        done = self._done.get(block)
        if done is not None:
            return done
        if block in self._busy:
            raise MemoryFault(
                "comptime-cyclic-value", "a compile-time value must not point back to itself"
            )
        self._busy.add(block)
        slots = tuple([(at, self.pointer(block.slots[at])) for at in sorted(block.slots)])
        self._busy.discard(block)
        data = bytearray(block.data)
        for at, _ in slots:
            data[at : at + 8] = bytes(8)
        is_static = block.data.__class__ is bytes
        frozen = FrozenBlock(bytes(data), block.alignment, slots, is_static)
        self._done[block] = frozen
        return frozen


class Thawer:
    """Makes memory from constants; one constant block becomes one fresh block."""

    __slots__ = ("_done", "_global", "_memory")

    def __init__(self, memory: Memory, find_global: Callable[[SymbolRef], Pointer]) -> None:
        self._memory = memory
        self._global = find_global
        self._done: dict[int, MemoryBlock] = {}

    def value(self, value: Any, type: t.Type) -> Any:
        return map_pointers(value, type, self.pointer)

    def pointer(self, pointer: Any) -> Pointer:
        kind = pointer.__class__
        if pointer is None or kind is tuple:
            return pointer
        if kind is int:
            return self._memory.pointer(pointer)
        if kind is Address:
            return (pointer[0], pointer[1])
        if kind is HeapRef:
            return (self._block(pointer.block), pointer.offset)
        if kind is SymbolOffset:
            return self._memory.advance(self._global(pointer.symbol), pointer.offset)
        if kind is SymbolRef:
            return self._global(pointer)
        if kind is bytes:
            return self._memory.string_block(pointer)
        raise MemoryFault("comptime-bad-pointer", f"{pointer!r} is not a pointer")

    def _block(self, frozen: FrozenBlock) -> MemoryBlock:
        block = self._done.get(id(frozen))
        if block is None:
            block, _ = self._memory.allocate(frozen.size, frozen.alignment)
            block.data = frozen.data if frozen.is_static else bytearray(frozen.data)
            self._done[id(frozen)] = block
            block.slots = {at: self.pointer(value) for at, value in frozen.slots}
        return block
