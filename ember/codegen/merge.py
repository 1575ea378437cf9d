"""Several relocatable objects become one, for any machine: no linker of the target has to be there.

Sections of one name, kind and entry size are laid one behind the other; symbols that one object defines and another
needs become one; relocations move with their sections. Nothing is resolved or dropped: that is the linker's work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ember.support import elf
from ember.support.diagnostics import CompileError, error
from ember.support.elf import BadObject, Header, SectionHeader, SymbolEntry

_GROUP: Final = 17
_ADDRESS_SIGNIFICANCE: Final = 0x6FFF4C03
"""LLVM's list of symbols whose address matters: a hint that names symbols by number."""
_TABLES: Final = (0, elf.SYMTAB, elf.STRTAB, elf.RELA, _ADDRESS_SIGNIFICANCE)
_SECTION_SYMBOL: Final = 3
_FIRST_RESERVED: Final = 0xFF00


class _Piece(NamedTuple):
    """Where a section of an input went."""

    number: int
    offset: int


class _Merged:
    """A section of the output."""

    __slots__ = ("alignment", "data", "entry_size", "flags", "kind", "name", "relocations", "size")

    def __init__(self, name: str, like: SectionHeader) -> None:
        self.name = name
        self.kind = like.kind
        self.flags = like.flags
        self.entry_size = like.entry_size
        self.alignment = 1
        self.size = 0
        self.data = bytearray()
        self.relocations = bytearray()

    def append(self, header: SectionHeader, content: bytes) -> int:
        """Adds an input's section behind the others; where it begins."""
        alignment = max(1, header.alignment)
        self.alignment = max(self.alignment, alignment)
        start = -(-self.size // alignment) * alignment
        self.size = start + header.size
        if self.kind != elf.NOBITS:
            self.data += bytes(start - len(self.data)) + content
        return start


def merge_objects(objects: Sequence[bytes]) -> bytes:
    """One relocatable object with everything that is in the given ones."""
    if len(objects) == 1:
        return objects[0]
    try:
        merger = _Merger()
        for data in objects:
            merger.add(data)
        return merger.written()
    except BadObject as problem:
        message = f"the objects of the program cannot be joined: {problem}"
        raise CompileError(error("link-failed", None, message)) from problem


class _Merger:
    """The output while inputs are added to it."""

    def __init__(self) -> None:
        self._header: Header | None = None
        self._sections: dict[tuple[str, int, int, int], _Merged] = {}
        self._numbers: list[_Merged] = []
        self._locals: list[tuple[str, SymbolEntry]] = []
        self._globals: dict[str, SymbolEntry] = {}
        self._inputs: list[tuple[bytes, Header, dict[int, _Piece]]] = []

    def add(self, data: bytes) -> None:
        header = elf.read_header(data)
        if self._header is None:
            self._header = header
        names = data[header.sections[header.names].offset :]
        pieces = {}
        for number, section in enumerate(header.sections):
            if section.kind == _GROUP:
                raise BadObject("section groups are not supported")
            if section.kind not in _TABLES:
                pieces[number] = self._place(elf.text_at(names, section.name), section, data)
        self._inputs.append((data, header, pieces))

    def _place(self, name: str, section: SectionHeader, data: bytes) -> _Piece:
        key = (name, section.kind, section.flags, section.entry_size)
        merged = self._sections.get(key)
        if merged is None:
            merged = self._sections[key] = _Merged(name, section)
            self._numbers.append(merged)
        content = data[section.offset : section.offset + section.size]
        return _Piece(self._numbers.index(merged) + 1, merged.append(section, content))

    def written(self) -> bytes:
        """The output's bytes: header, sections, relocations, tables, and the table of sections."""
        for number in range(len(self._numbers)):  # a symbol for each section comes first
            entry = SymbolEntry(0, _SECTION_SYMBOL, 0, number + 1, 0, 0)
            self._locals.append(("", entry))
        numberings = [self._collect_symbols(*one) for one in self._inputs]
        positions = {name: place for place, name in enumerate(self._globals, len(self._locals) + 1)}
        for (data, header, pieces), numbering in zip(self._inputs, numberings, strict=True):
            self._move_relocations(data, header, pieces, numbering, positions)
        return self._laid_out()

    def _collect_symbols(
        self, data: bytes, header: Header, pieces: dict[int, _Piece]
    ) -> list[tuple[int | str, int]]:
        """For each symbol of an input its number, or its name if it is not local, and what its addends change by."""
        found: list[tuple[int | str, int]] = []
        for name, symbol in elf.read_symbols(data, header.sections):
            if symbol.section == elf.COMMON:
                raise BadObject("common symbols are not supported")
            piece = pieces.get(symbol.section)
            if symbol.type == _SECTION_SYMBOL:
                found.append((piece.number, piece.offset) if piece is not None else (0, 0))
                continue
            moved = symbol
            if piece is not None:
                moved = symbol._replace(section=piece.number, value=symbol.value + piece.offset)
            elif symbol.section != elf.UNDEFINED and symbol.section < _FIRST_RESERVED:
                raise BadObject(f"'{name}' is in a section that is not kept")
            if symbol.binding != elf.LOCAL:
                self._declare(name, moved)
                found.append((name, 0))
            elif not found:
                found.append((0, 0))  # the first entry of every table is none
            else:
                self._locals.append((name, moved))
                found.append((len(self._locals), 0))
        return found

    def _declare(self, name: str, symbol: SymbolEntry) -> None:
        """Of several entries for one name the strongest stays, with the strictest visibility of all."""
        known = self._globals.get(name)
        if known is None:
            self._globals[name] = symbol
            return
        if _strength(known) == _strength(symbol) == 2:
            raise BadObject(f"'{name}' is defined twice")
        kept = known if _strength(known) >= _strength(symbol) else symbol
        visibilities = [one.other & 3 for one in (known, symbol) if one.other & 3]
        self._globals[name] = kept._replace(other=min(visibilities, default=0))

    def _move_relocations(
        self,
        data: bytes,
        header: Header,
        pieces: dict[int, _Piece],
        numbering: list[tuple[int | str, int]],
        positions: dict[str, int],
    ) -> None:
        pack = elf.RELOCATION.pack
        for section in header.sections:
            piece = pieces.get(section.info) if section.kind == elf.RELA else None
            if piece is None:
                continue
            relocations = self._numbers[piece.number - 1].relocations
            entries = data[section.offset : section.offset + section.size]
            for offset, info, addend in elf.RELOCATION.iter_unpack(entries):
                symbol, change = numbering[info >> 32]
                number = positions[symbol] if isinstance(symbol, str) else symbol
                code = number << 32 | info & 0xFFFF_FFFF
                relocations += pack(offset + piece.offset, code, addend + change)

    def _laid_out(self) -> bytes:
        assert self._header is not None
        names, texts = _Texts(), _Texts()
        first_global = len(self._locals) + 1
        symbols = bytearray(elf.SYMBOL.size)
        for name, symbol in (*self._locals, *self._globals.items()):
            symbols += elf.SYMBOL.pack(*symbol._replace(name=texts.add(name)))
        out = bytearray(elf.HEADER.size)
        table = [SectionHeader(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)]

        def put(
            name: str,
            kind: int,
            flags: int,
            content: bytes | bytearray,
            size: int,
            alignment: int,
            *rest: int,
        ) -> None:
            link, info, entry_size = rest
            out.extend(bytes(-len(out) % alignment))
            place = (names.add(name), kind, flags, 0, len(out), size, link, info, alignment)
            table.append(SectionHeader(*place, entry_size))
            out.extend(content)

        for one in self._numbers:
            put(
                one.name,
                one.kind,
                one.flags,
                one.data,
                one.size,
                one.alignment,
                0,
                0,
                one.entry_size,
            )
        moved = [(n, one) for n, one in enumerate(self._numbers, 1) if one.relocations]
        symbol_table = len(self._numbers) + len(moved) + 1
        for number, one in moved:
            kept, size = one.relocations, len(one.relocations)
            entry = elf.RELOCATION.size
            put(
                f".rela{one.name}",
                elf.RELA,
                elf.INFO_LINK,
                kept,
                size,
                8,
                symbol_table,
                number,
                entry,
            )
        links = (symbol_table + 1, first_global, elf.SYMBOL.size)
        put(".symtab", elf.SYMTAB, 0, symbols, len(symbols), 8, *links)
        put(".strtab", elf.STRTAB, 0, texts.data, len(texts.data), 1, 0, 0, 0)
        names.add(".shstrtab")
        put(".shstrtab", elf.STRTAB, 0, names.data, len(names.data), 1, 0, 0, 0)
        out.extend(bytes(-len(out) % 8))
        counts = (elf.HEADER.size, 0, 0, elf.SECTION.size, len(table), len(table) - 1)
        head = (self._header.identification, elf.RELOCATABLE, self._header.machine, 1, 0, 0)
        elf.HEADER.pack_into(out, 0, *head, len(out), self._header.flags, *counts)
        return bytes(out) + b"".join(elf.SECTION.pack(*one) for one in table)


def _strength(symbol: SymbolEntry) -> int:
    """Undefined, defined weakly, defined."""
    if symbol.section == elf.UNDEFINED:
        return 0
    return 1 if symbol.binding == elf.WEAK else 2


class _Texts:
    """A table of names."""

    def __init__(self) -> None:
        self.data = bytearray(1)
        self._places: dict[str, int] = {"": 0}

    def add(self, text: str) -> int:
        place = self._places.get(text)
        if place is None:
            place = self._places[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return place
