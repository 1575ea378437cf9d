"""Puts objects into this process's memory: lays out sections, finds symbols, applies relocations.

A loader of our own, a few milliseconds from bytes to running code without LLVM: a program that comes out of the cache
starts at once. Code is never writable while it is executable.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from ember.runtime.elf import HOST_MACHINE, BadObject, Object, read_object
from ember.runtime.relocations import MACHINES, STUB_SIZE, Machine, OutOfRange

_SYSTEM_LIBRARIES: Final = ("libm.so.6", "libpthread.so.0", "libdl.so.2")
_READ, _WRITE, _EXECUTE = 1, 2, 4
_PRIVATE_ANONYMOUS = 0x22
_FAILED: Final = ctypes.c_void_p(-1).value
_DESCRIPTION: Final = "__ember_objects"
"""The variable through which a program's fault report (`std.sys._fault_report`) knows its objects."""


class LoadError(Exception):
    """The object cannot be loaded: it is broken, or a symbol it needs does not exist."""


_POOL: Final = "ember_thread_pool"
"""The variable with the address of a program's pool of threads (`std.algorithm._threads`), whose first word is what these run."""

PARKED: Final[list[int]] = []
"""Pools of programs that nobody holds any more: their threads stay, and may work for others."""


class Image:
    """Objects in memory; they stay there as long as this lives, or, once `keep` was called or threads run in them, for good."""

    __slots__ = ("_base", "_described", "_is_kept", "_places", "_size", "_symbols", "__weakref__")

    def __init__(
        self,
        base: int,
        size: int,
        symbols: dict[str, int],
        places: Sequence[tuple[bytes, Sequence[int]]],
    ) -> None:
        self._base = base
        self._size = size
        self._symbols = symbols
        self._places = places
        """The objects, and for each section of one where it is, or 0."""
        self._described: list[Any] = []
        self._is_kept = False

    def describe(self) -> None:
        """Tells the program where its objects are, so that a fault finds names and lines in them."""
        table = self._symbols.get(_DESCRIPTION)
        if table is None:
            return
        words = [len(self._places)]
        for data, places in self._places:
            array = (ctypes.c_uint64 * len(places))(*places)
            self._described.append(array)
            start = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0
            words += (start, ctypes.addressof(array))
        description = (ctypes.c_uint64 * len(words))(*words)
        self._described.append(description)
        ctypes.c_uint64.from_address(table).value = ctypes.addressof(description)

    @property
    def places(self) -> Sequence[tuple[bytes, Sequence[int]]]:
        """The objects, and for each section of one where it is, or 0."""
        return self._places

    def keep(self) -> None:
        """Leaves the code in memory until the process ends: threads and exit handlers may still need it."""
        self._is_kept = True

    @property
    def pool(self) -> int:
        """The pool of threads that its code uses; 0 where there is none yet, or it needs none."""
        place = self._symbols.get(_POOL)
        return ctypes.c_size_t.from_address(place).value if place is not None else 0

    def share_pool(self, pool: int) -> None:
        """Has the code use another program's pool, if it has none of its own yet."""
        place = self._symbols.get(_POOL)
        if place is not None and not self.pool:
            ctypes.c_size_t.from_address(place).value = pool

    @property
    def has_threads(self) -> bool:
        """Whether the threads of its pool run its code."""
        pool = self.pool
        entry = ctypes.c_size_t.from_address(pool).value if pool else 0
        return self._base <= entry < self._base + self._size

    def address(self, name: str) -> int:
        """The address of a function or global that the objects export."""
        address = self._symbols.get(name)
        if address is None:
            raise LoadError(f"there is no symbol '{name}'")
        return address

    def __del__(self) -> None:
        if self._is_kept or _system is None:
            return
        if self.has_threads:
            PARKED.append(self.pool)
        else:
            _system().munmap(self._base, self._size)


def load_image(
    objects: Sequence[bytes], units: Sequence[int] = (), known: Mapping[str, int] | None = None
) -> Image:
    """Links object files into the process; several may refer to one another.

    `units`: how many objects, in order, come from one compilation each; hidden names of one are not known to the others.
    `known`: addresses of symbols that the objects need.
    """
    machine = MACHINES.get(HOST_MACHINE)
    if machine is None:
        raise LoadError("this machine is not supported")
    try:
        return _Linker([read_object(data) for data in objects], machine, units, known or {}).link()
    except BadObject as problem:
        raise LoadError(str(problem)) from problem


class _Linker:
    """One image being put together: code and stubs, then constants and addresses, then variables."""

    __slots__ = (
        "_addresses",
        "_base",
        "_constants_at",
        "_hidden",
        "_image",
        "_machine",
        "_next_slot",
        "_next_stub",
        "_objects",
        "_offsets",
        "_slots",
        "_stubs",
        "_symbols",
        "_unit_of",
        "_variables_at",
    )

    def __init__(
        self,
        objects: list[Object],
        machine: Machine,
        units: Sequence[int],
        known: Mapping[str, int],
    ) -> None:
        self._objects = objects
        self._machine = machine
        self._offsets: dict[tuple[int, int], int] = {}
        self._addresses: dict[str, int] = dict(known)
        """Of symbols that other libraries define."""
        self._symbols: dict[str, int] = {}
        self._unit_of = [unit for unit, count in enumerate(units) for _ in range(count)] or [0] * len(objects)  # fmt: skip
        """For each object the compilation it comes from."""
        self._hidden: dict[tuple[int, str], int] = {}
        """Symbols that only their own compilation knows."""
        self._slots: dict[int, int] = {}
        self._stubs: dict[int, int] = {}
        self._next_stub = self._next_slot = self._constants_at = self._variables_at = self._base = 0
        self._image = bytearray()

    def link(self) -> Image:
        size = self._lay_out()
        system = _system()
        base = system.mmap(None, size, _READ | _WRITE, _PRIVATE_ANONYMOUS, -1, 0)
        if base == _FAILED:
            raise LoadError("there is no memory for the program")
        self._base = base
        image = Image(base, size, self._symbols, self._places())
        self._define_symbols()
        for number, loaded in enumerate(self._objects):
            self._relocate(number, loaded)
        buffer = (ctypes.c_char * size).from_buffer(self._image)
        ctypes.memmove(base, buffer, size)
        self._protect(system, size)
        return image

    def _places(self) -> list[tuple[bytes, list[int]]]:
        """For each object its bytes, and where its sections will be; 0 for those that are not in memory."""
        found = []
        for number, loaded in enumerate(self._objects):
            places = [0] * loaded.section_count
            for section, position in loaded.positions.items():
                places[section] = self._base + self._offsets[number, position]
            found.append((loaded.data, places))
        return found

    def _lay_out(self) -> int:
        """Gives every section its place and copies it there."""
        names = sum(len(loaded.symbols) for loaded in self._objects)
        page = mmap.PAGESIZE
        end = self._place(0, is_executable=True, is_writable=False)
        self._next_stub = _round_up(end, STUB_SIZE)
        self._constants_at = _round_up(self._next_stub + names * STUB_SIZE, page)
        end = self._place(self._constants_at, is_executable=False, is_writable=False)
        self._next_slot = _round_up(end, 8)
        self._variables_at = _round_up(self._next_slot + names * 8, page)
        end = self._place(self._variables_at, is_executable=False, is_writable=True)
        size = max(page, _round_up(end, page))
        self._image = bytearray(size)
        for (number, position), offset in self._offsets.items():
            data = self._objects[number].sections[position].data
            self._image[offset : offset + len(data)] = data
        return size

    def _place(self, end: int, is_executable: bool, is_writable: bool) -> int:
        for number, loaded in enumerate(self._objects):
            for position, section in enumerate(loaded.sections):
                kind = (section.is_executable, section.is_writable)
                if kind == (is_executable, is_writable):
                    end = _round_up(end, section.alignment)
                    self._offsets[number, position] = end
                    end += section.size
        return end

    def _define_symbols(self) -> None:
        weak: dict[str, int] = {}
        for number, loaded in enumerate(self._objects):
            for symbol in loaded.symbols:
                if symbol.section is None or symbol.is_local:
                    continue
                address = self._base + self._offsets[number, symbol.section] + symbol.value
                if symbol.is_weak:
                    weak.setdefault(symbol.name, address)
                elif symbol.is_hidden:
                    self._hide(number, symbol.name, address)
                elif symbol.name in self._symbols:
                    raise LoadError(f"'{symbol.name}' is defined twice")
                else:
                    self._symbols[symbol.name] = address
        for name, address in weak.items():
            self._symbols.setdefault(name, address)

    def _hide(self, number: int, name: str, address: int) -> None:
        key = (self._unit_of[number], name)
        if key in self._hidden:
            raise LoadError(f"'{name}' is defined twice")
        self._hidden[key] = address

    def _relocate(self, number: int, loaded: Object) -> None:
        addresses: list[int | None] = [None] * len(loaded.symbols)
        for position, section in enumerate(loaded.sections):
            start = self._offsets[number, position]
            for offset, info, addend in section.relocations:
                symbol = info >> 32
                address = addresses[symbol]
                if address is None:
                    address = addresses[symbol] = self._resolve(number, loaded, symbol)
                try:
                    self._patch(info & 0xFFFF_FFFF, start + offset, address, addend)
                except OutOfRange:
                    name = loaded.symbols[symbol].name
                    raise LoadError(f"'{name}' is too far away") from None

    def _patch(self, kind: int, at: int, address: int, addend: int) -> None:
        machine, place = self._machine, self._base + at
        patch = machine.direct.get(kind)
        if patch is not None:
            patch(self._image, at, address + addend, place)
            return
        patch = machine.calls.get(kind)
        if patch is not None:
            if not self._base <= address < self._base + len(self._image):
                address = self._stub(address)
            patch(self._image, at, address + addend, place)
            return
        patch = machine.through_table.get(kind)
        if patch is None:
            raise LoadError(f"relocation {kind} is not supported")
        patch(self._image, at, self._slot(address) + addend, place)

    def _stub(self, address: int) -> int:
        """Code in reach that jumps to a far address."""
        offset = self._stubs.get(address)
        if offset is None:
            offset = self._stubs[address] = self._next_stub
            self._image[offset : offset + STUB_SIZE] = self._machine.stub(address)
            self._next_stub += STUB_SIZE
        return self._base + offset

    def _slot(self, address: int) -> int:
        """A word in reach that holds an address."""
        offset = self._slots.get(address)
        if offset is None:
            offset = self._slots[address] = self._next_slot
            struct.pack_into("<Q", self._image, offset, address)
            self._next_slot += 8
        return self._base + offset

    def _resolve(self, number: int, loaded: Object, index: int) -> int:
        symbol = loaded.symbols[index]
        if symbol.section is not None and (symbol.is_local or not symbol.is_weak):
            return self._base + self._offsets[number, symbol.section] + symbol.value
        address = (
            self._hidden.get((self._unit_of[number], symbol.name))
            or self._symbols.get(symbol.name)
            or self._addresses.get(symbol.name)
        )
        if address is None:
            address = _system().dlsym(None, symbol.name.encode()) or 0
            if not address and not symbol.is_weak:
                raise LoadError(f"there is no function or variable '{symbol.name}'")
            self._addresses[symbol.name] = address
        return address

    def _protect(self, system: Any, size: int) -> None:
        if HOST_MACHINE != 62:
            system.clear_cache(self._base, self._base + self._constants_at)
        areas = (
            (0, self._constants_at, _READ | _EXECUTE),
            (self._constants_at, self._variables_at, _READ),
        )
        for start, end, protection in areas:
            if end > start and system.mprotect(self._base + start, end - start, protection):
                raise LoadError("the system does not let code be made executable")


def _round_up(value: int, alignment: int) -> int:
    return (value + alignment - 1) // alignment * alignment


class _System:
    """The C functions the loader calls."""

    __slots__ = ("clear_cache", "dlsym", "mmap", "mprotect", "munmap")

    def __init__(self) -> None:
        for name in _SYSTEM_LIBRARIES:
            _opened(name, ctypes.RTLD_GLOBAL)
        process = ctypes.CDLL(None, use_errno=True)
        word, address = ctypes.c_size_t, ctypes.c_void_p
        number = ctypes.c_int
        self.mmap = _function(
            process.mmap, address, address, word, number, number, number, ctypes.c_long
        )
        self.munmap = _function(process.munmap, number, address, word)
        self.mprotect = _function(process.mprotect, number, address, word, number)
        self.dlsym = _function(process.dlsym, address, address, ctypes.c_char_p)
        support = _opened("libgcc_s.so.1", ctypes.RTLD_LOCAL)
        clear: Any = getattr(support, "__clear_cache", None) if support is not None else None
        self.clear_cache = (
            _function(clear, None, address, address) if clear is not None else _rely_on_mprotect
        )


def _rely_on_mprotect(start: int, end: int) -> None:
    """Without a function for it, the kernel's own synchronisation of new executable pages has to do."""


def _function(function: Any, result: Any, *arguments: Any) -> Any:
    function.restype = result
    function.argtypes = arguments
    return function


def _opened(library: str, mode: int) -> ctypes.CDLL | None:
    """A library, visible to loaded objects with `RTLD_GLOBAL`; a missing one shows up as a missing symbol, if at all."""
    try:
        return ctypes.CDLL(library, mode=mode)
    except OSError:
        return None


@cache
def _system() -> _System:
    return _System()
