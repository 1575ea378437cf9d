"""Compiled models as files: one file with native code and what its caller must know. Weights stay where they are.

bytes 0-8: "EMBERMEF"    8-12: version    12-28: checksum of the rest    then the machine's text and the program, marshalled
"""

from __future__ import annotations

import hashlib
import marshal
import struct
from pathlib import Path
from typing import BinaryIO, Final

from ember.engine.program import Program
from ember.support.output import write_output
from ember.support.processor import processor_text

MAGIC: Final = b"EMBERMEF"
VERSION: Final = 5
_HEAD: Final = struct.Struct("<8sI16s")


def mef_bytes(program: Program) -> bytes:
    """A program as the bytes of a file."""
    rest = marshal.dumps((processor_text(), program.to_data()))
    return _HEAD.pack(MAGIC, VERSION, _digest(rest)) + rest


def write_mef(program: Program, path: Path | str) -> None:
    """Writes a program to a file."""
    write_output(Path(path), mef_bytes(program), program.name)


def read(source: Path | str | bytes | BinaryIO) -> Program:
    """The program in a file, given by its path, as bytes, or open; `ValueError` says what is wrong with it."""
    if isinstance(source, bytes):
        return _program(source, "the bytes")
    if isinstance(source, Path | str):
        return read_mef(source)
    return _program(source.read(), "the open file")


def read_mef(path: Path | str) -> Program:
    """The same for a path."""
    if Path(path).exists() and not Path(path).is_file():  # a device or a pipe has no end
        raise ValueError(f"'{path}' is no file")
    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise ValueError(f"'{path}' cannot be read: {problem.strerror}") from None
    return _program(data, f"'{path}'")


def _program(data: bytes, what: str) -> Program:
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError(f"{what} is no compiled model of Ember")
    if len(data) < _HEAD.size:
        raise ValueError(f"{what} is cut off")
    _, version, digest = _HEAD.unpack_from(data)
    if version != VERSION:
        raise ValueError(f"{what} has the format {version}; this Ember reads {VERSION}; compile the model again")  # fmt: skip
    rest = data[_HEAD.size :]
    if _digest(rest) != digest:
        raise ValueError(f"{what} is damaged or cut off: its checksum is wrong")
    machine, program = marshal.loads(rest)
    if machine != processor_text():
        raise ValueError(f"{what} was compiled for another processor; compile the model again")
    return Program.from_data(program)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
