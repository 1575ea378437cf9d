"""The standard library as it comes with an installation: every module lowered and packed, in one file.

Installing Ember writes `lib/std.lit` (`tools/pack_library.py`), so that nobody's first build parses the library. The file
counts only for the front end that made it, a module in it only for the text it was made from; whatever does not match is
lowered from its text, as if the file were not there.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ember.support.output import replacing

_MAGIC: Final = b"EMBERL1\n"
_DIGEST_SIZE: Final = 16
_LENGTH_SIZE: Final = 8
_MARSHAL_VERSION: Final = 4
"""One that every Python we support reads."""

_Entry = tuple[bytes, bytes, int, int]
"""Digests of the text and of the packed module, and where that one is, counted from the index's end."""


class LibraryFile:
    """Packed modules by name, each read when it is asked for."""

    __slots__ = ("_base", "_file", "_entries")

    def __init__(self, path: Path, front_end: bytes) -> None:
        """Opens a file; it has no modules if it is missing, damaged, or of another front end."""
        self._entries: dict[str, _Entry] = {}
        self._base = 0
        try:
            self._file = path.open("rb")
            if self._file.read(len(_MAGIC)) != _MAGIC:
                return
            digest = self._file.read(_DIGEST_SIZE)
            index = self._file.read(int.from_bytes(self._file.read(_LENGTH_SIZE), "little"))
            self._base = self._file.tell()
            if _digest(index) == digest:
                made_by, places = marshal.loads(index)
                self._entries = places if made_by == front_end else {}
        except OSError:
            return

    def find(self, name: str, text: str) -> bytes | None:
        """The packed module of that name, if it was made from this text."""
        place = self._entries.get(name)
        if place is None:
            return None
        text_digest, digest, offset, size = place
        if text_digest != _text_digest(text):
            return None
        try:
            self._file.seek(self._base + offset)
            packed = self._file.read(size)
        except OSError:
            return None
        return packed if _digest(packed) == digest else None


def write_library_file(
    path: Path, front_end: bytes, modules: Mapping[str, tuple[str, bytes]]
) -> None:
    """Writes modules, given as text and packed bytes; the file appears when it is complete."""
    places: dict[str, _Entry] = {}
    offset = 0
    for name, (text, packed) in modules.items():
        places[name] = (_text_digest(text), _digest(packed), offset, len(packed))
        offset += len(packed)
    index = marshal.dumps((front_end, places), _MARSHAL_VERSION)
    head = _MAGIC + _digest(index) + len(index).to_bytes(_LENGTH_SIZE, "little") + index
    with replacing(path) as file:
        file.write(head)
        for _, packed in modules.values():
            file.write(packed)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


def _text_digest(text: str) -> bytes:
    return _digest(text.encode("utf-8", "surrogatepass"))
