"""Reads relocatable ELF objects: sections, symbols and relocations, as far as loading them needs."""

from __future__ import annotations

import os
import struct
from typing import Final, NamedTuple

from ember.support import elf
from ember.support.elf import BadObject, SectionHeader, read_header, read_symbols

__all__ = [
    "AARCH64",
    "HOST_MACHINE",
    "X86_64",
    "BadObject",
    "Object",
    "Section",
    "Symbol",
    "read_object",
]

AARCH64: Final = 183
X86_64: Final = 62
HOST_MACHINE: Final = {"aarch64": AARCH64, "x86_64": X86_64}.get(os.uname().machine, 0)

_FILE_NAME = 4
"""The type of the symbol that says which file an object was made of."""
_HIDDEN = 2
"""The visibility of symbols that stay within their program."""


class Section(NamedTuple):
    """A piece of the program's memory."""

    data: bytes | memoryview
    size: int
    alignment: int
    is_writable: bool
    is_executable: bool
    relocations: list[tuple[int, int, int]]
    """(offset, symbol << 32 | type, addend)"""


class Symbol(NamedTuple):
    """A name; `section` is an index into `Object.sections`, or None for what others define."""

    name: str
    section: int | None
    value: int
    is_local: bool
    is_weak: bool
    is_hidden: bool


class Object(NamedTuple):
    """One object file."""

    data: bytes
    sections: list[Section]
    symbols: list[Symbol]
    positions: dict[int, int]
    """Where in `sections` each of the file's sections is that becomes memory."""
    section_count: int
    """Of the file."""


def read_object(data: bytes) -> Object:
    """The parts of an object for this machine; `BadObject` when it is something else."""
    try:
        return _read(data)
    except (struct.error, IndexError, ValueError) as problem:
        raise BadObject(f"damaged object file: {problem}") from problem


def _read(data: bytes) -> Object:
    header = read_header(data)
    if header.machine != HOST_MACHINE:
        raise BadObject(f"made for another machine (ELF number {header.machine})")
    positions, sections = _sections(data, header.sections)
    symbols = _symbols(data, header.sections, positions)
    return Object(data, sections, symbols, positions, len(header.sections))


def _sections(data: bytes, headers: list[SectionHeader]) -> tuple[dict[int, int], list[Section]]:
    """The sections that become memory, and where each section number went."""
    view = memoryview(data)
    positions: dict[int, int] = {}
    sections: list[Section] = []
    for number, (_, kind, flags, _, offset, size, _, _, alignment, _) in enumerate(headers):
        if not flags & elf.ALLOCATE or not size:
            continue
        if flags & elf.TLS or kind == elf.INIT_ARRAY:
            raise BadObject("thread-local variables and initialisers are not supported")
        positions[number] = len(sections)
        content = b"" if kind == elf.NOBITS else view[offset : offset + size]
        is_writable, is_executable = bool(flags & elf.WRITE), bool(flags & elf.EXECUTE)
        sections.append(Section(content, size, max(1, alignment), is_writable, is_executable, []))
    for _, kind, _, _, offset, size, _, target, _, _ in headers:
        if kind == elf.RELA and target in positions:
            entries = elf.RELOCATION.iter_unpack(view[offset : offset + size])
            sections[positions[target]].relocations.extend(entries)
    return positions, sections


def _symbols(data: bytes, headers: list[SectionHeader], positions: dict[int, int]) -> list[Symbol]:
    symbols = []
    for name, (_, info, other, section, value, _) in read_symbols(data, headers):
        if section == elf.COMMON or (section == elf.ABSOLUTE and info & 15 != _FILE_NAME):
            raise BadObject("common and absolute symbols are not supported")
        is_elsewhere = section in (elf.UNDEFINED, elf.ABSOLUTE)
        place = None if is_elsewhere else positions.get(section)
        binding = info >> 4
        is_local, is_weak = binding == elf.LOCAL, binding == elf.WEAK
        symbols.append(Symbol(name, place, value, is_local, is_weak, other & 3 == _HIDDEN))
    return symbols
