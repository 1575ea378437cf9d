"""The layout of relocatable ELF files of 64 bits: their headers, sections and symbols, as they lie in the file."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

MAGIC: Final = b"\x7fELF\x02\x01"
"""The start of little-endian files of 64 bits."""
HEADER: Final = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION: Final = struct.Struct("<IIQQQQIIQQ")
SYMBOL: Final = struct.Struct("<IBBHQQ")
RELOCATION: Final = struct.Struct("<QQq")

RELOCATABLE: Final = 1
PROGBITS, SYMTAB, STRTAB, RELA, NOBITS, INIT_ARRAY = 1, 2, 3, 4, 8, 14
WRITE, ALLOCATE, EXECUTE, INFO_LINK, TLS = 0x1, 0x2, 0x4, 0x40, 0x400
UNDEFINED, ABSOLUTE, COMMON = 0, 0xFFF1, 0xFFF2
LOCAL, GLOBAL, WEAK = 0, 1, 2


class BadObject(Exception):
    """The bytes are not an object that is understood."""


class SectionHeader(NamedTuple):
    """One entry of the table of sections."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class SymbolEntry(NamedTuple):
    """One entry of the table of symbols; `info` is binding and type, `other` is the visibility."""

    name: int
    info: int
    other: int
    section: int
    value: int
    size: int

    @property
    def binding(self) -> int:
        return self.info >> 4

    @property
    def type(self) -> int:
        return self.info & 15


class Header(NamedTuple):
    """What the first bytes of a file say, and where its sections are."""

    identification: bytes
    machine: int
    flags: int
    names: int
    """The section with the names of sections."""
    sections: list[SectionHeader]


def read_header(data: bytes) -> Header:
    """The head of a relocatable object; `BadObject` when it is something else."""
    if data[:6] != MAGIC:
        raise BadObject("not a 64-bit little-endian ELF file")
    try:
        fields = HEADER.unpack_from(data)
        if fields[1] != RELOCATABLE:
            raise BadObject("not a relocatable object")
        start, count = fields[6], fields[12]
        sections = [SectionHeader(*SECTION.unpack_from(data, start + i * 64)) for i in range(count)]
    except struct.error as problem:
        raise BadObject(f"damaged object file: {problem}") from problem
    return Header(fields[0], fields[2], fields[7], fields[13], sections)


def read_symbols(data: bytes, sections: Sequence[SectionHeader]) -> list[tuple[str, SymbolEntry]]:
    """The symbols with their names, in the file's order."""
    table = next((section for section in sections if section.kind == SYMTAB), None)
    if table is None:
        return []
    names = data[sections[table.link].offset :]
    entries = SYMBOL.iter_unpack(data[table.offset : table.offset + table.size])
    return [(text_at(names, fields[0]), SymbolEntry(*fields)) for fields in entries]


def text_at(texts: bytes, start: int) -> str:
    """A name in a table of names."""
    return texts[start : texts.index(b"\0", start)].decode() if start else ""


def undefined_symbols(objects: Sequence[bytes]) -> set[str]:
    """What objects that belong together need and none of them defines."""
    needed: set[str] = set()
    defined: set[str] = set()
    for data in objects:
        for name, symbol in read_symbols(data, read_header(data).sections):
            if name and symbol.binding != LOCAL:
                (needed if symbol.section == UNDEFINED else defined).add(name)
    return needed - defined
