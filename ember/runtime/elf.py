"""Reads relocatable ELF objects: sections, symbols and relocations, as far as loading them needs."""

from __future__ import annotations

import os
import struct
from typing import Final, NamedTuple

AARCH64: Final = 183
X86_64: Final = 62
HOST_MACHINE: Final = {"aarch64": AARCH64, "x86_64": X86_64}.get(os.uname().machine, 0)

_HEADER: Final = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")
_SYMBOL: Final = struct.Struct("<IBBHQQ")
_RELOCATION: Final = struct.Struct("<QQq")

_PROGBITS, _SYMTAB, _RELA, _NOBITS, _INIT_ARRAY = 1, 2, 4, 8, 14
_WRITE, _ALLOCATE, _EXECUTE, _TLS = 0x1, 0x2, 0x4, 0x400
_UNDEFINED, _ABSOLUTE, _COMMON = 0, 0xFFF1, 0xFFF2
_LOCAL, _WEAK = 0, 2
_RELOCATABLE = 1


class BadObject(Exception):
    """The bytes are not an object this loader understands."""


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


class Object(NamedTuple):
    """One object file."""

    sections: list[Section]
    symbols: list[Symbol]


def read_object(data: bytes) -> Object:
    """The parts of an object for this machine; `BadObject` when it is something else."""
    try:
        return _read(data)
    except (struct.error, IndexError, ValueError) as problem:
        raise BadObject(f"damaged object file: {problem}") from problem


def _read(data: bytes) -> Object:
    if data[:6] != b"\x7fELF\x02\x01":
        raise BadObject("not a 64-bit little-endian ELF file")
    header = _HEADER.unpack_from(data)
    kind, machine, section_at, section_count = header[1], header[2], header[6], header[12]
    if kind != _RELOCATABLE:
        raise BadObject("not a relocatable object")
    if machine != HOST_MACHINE:
        raise BadObject(f"made for another machine (ELF number {machine})")
    headers = [_SECTION.unpack_from(data, section_at + i * 64) for i in range(section_count)]
    positions, sections = _sections(data, headers)
    return Object(sections, _symbols(data, headers, positions))


def _sections(data: bytes, headers: list[tuple[int, ...]]) -> tuple[dict[int, int], list[Section]]:
    """The sections that become memory, and where each section number went."""
    view = memoryview(data)
    positions: dict[int, int] = {}
    sections: list[Section] = []
    for number, (_, kind, flags, _, offset, size, _, _, alignment, _) in enumerate(headers):
        if not flags & _ALLOCATE or not size:
            continue
        if flags & _TLS or kind == _INIT_ARRAY:
            raise BadObject("thread-local variables and initialisers are not supported")
        positions[number] = len(sections)
        content = b"" if kind == _NOBITS else view[offset : offset + size]
        sections.append(
            Section(
                content, size, max(1, alignment), bool(flags & _WRITE), bool(flags & _EXECUTE), []
            )
        )
    for _, kind, _, _, offset, size, _, target, _, _ in headers:
        if kind == _RELA and target in positions:
            entries = _RELOCATION.iter_unpack(view[offset : offset + size])
            sections[positions[target]].relocations.extend(entries)
    return positions, sections


def _symbols(
    data: bytes, headers: list[tuple[int, ...]], positions: dict[int, int]
) -> list[Symbol]:
    table = next((header for header in headers if header[1] == _SYMTAB), None)
    if table is None:
        return []
    names = data[headers[table[6]][4] :]
    symbols = []
    for name_at, info, _, section, value, _ in _SYMBOL.iter_unpack(
        data[table[4] : table[4] + table[5]]
    ):
        if section == _COMMON or (section == _ABSOLUTE and info & 15 != 4):
            raise BadObject("common and absolute symbols are not supported")
        name = names[name_at : names.index(b"\0", name_at)].decode() if name_at else ""
        place = None if section in (_UNDEFINED, _ABSOLUTE) else positions.get(section)
        symbols.append(Symbol(name, place, value, info >> 4 == _LOCAL, info >> 4 == _WEAK))
    return symbols
