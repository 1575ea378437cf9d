"""Compiled models as files: one file with native code and what its caller must know. Weights stay where they are, or lie in the file too.

bytes 0-8: "EMBERMEF"    8-12: version    12-20: size of the description    20-36: its checksum
then the description, marshalled: the machine's text, the program, and name, size and checksum of each weight that is inside
then these weights, each at the next multiple of 64 bytes of the file
"""

from __future__ import annotations

import ctypes
import hashlib
import marshal
import mmap
import struct
from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from ember.driver import Buffer
from ember.engine.arguments import check_weight_names, weight_memory
from ember.engine.program import Program, TensorSpec
from ember.runtime.dlpack import row_major
from ember.support.diagnostics import CompileError
from ember.support.output import write_output
from ember.support.processor import processor_text

MAGIC: Final = b"EMBERMEF"
VERSION: Final = 6
_HEAD: Final = struct.Struct("<8sIQ16s")
_ALIGNMENT: Final = 64
_PLAIN: Final = 2
"""The form of marshalled data without references, which depend on who else holds an object: a program gives the same file always."""

_Data = bytes | memoryview


class _Inside(NamedTuple):
    """A weight that lies in the file."""

    name: str
    size: int
    digest: bytes


# -- writing -------------------------------------------------------------------------------------------


def mef_parts(program: Program, weights: Mapping[str, Any] | None = None) -> Iterator[_Data]:
    """A program as the bytes of a file, piece by piece; with `weights`, these are inside. None of them is copied."""
    inside = _memory(program, weights) if weights is not None else []
    table = [(spec.name, len(data), _digest(data)) for spec, data in inside]
    description = marshal.dumps((processor_text(), program.to_data(), table), _PLAIN)
    yield _HEAD.pack(MAGIC, VERSION, len(description), _digest(description))
    yield description
    at = _HEAD.size + len(description)
    for _, data in inside:
        yield bytes(_next_place(at) - at)
        yield data
        at = _next_place(at) + len(data)


def write_mef(program: Program, path: Path | str, weights: Mapping[str, Any] | None = None) -> None:
    """Writes a program to a file; `ValueError` where that cannot be done."""
    try:
        write_output(Path(path), mef_parts(program, weights), program.name)
    except CompileError as problem:
        raise ValueError(problem.diagnostics[0].message) from None


def _memory(program: Program, weights: Mapping[str, Any]) -> list[tuple[TensorSpec, memoryview]]:
    """What the weights of a program are, as bytes."""
    check_weight_names(program, weights)
    found = []
    for spec in program.weights:
        address, owner = weight_memory(spec.name, weights[spec.name], spec)
        room = (ctypes.c_char * _size(spec)).from_address(address)
        room._owner = owner  # type: ignore[attr-defined]  # views of the room keep it
        found.append((spec, memoryview(room).cast("B")))
    return found


# -- reading -------------------------------------------------------------------------------------------


def read(source: Path | str | bytes | BinaryIO) -> Program:
    """The program in a file, given by its path, as bytes, or open; `ValueError` says what is wrong with it."""
    if isinstance(source, bytes):
        return _program(memoryview(source), "this memory")
    if isinstance(source, Path | str):
        return read_mef(source)
    data = source.read() if hasattr(source, "read") else None
    if not isinstance(data, bytes):
        raise TypeError(f"a path, bytes, or a file opened with mode 'rb' is read, not {source!r}")
    return _program(memoryview(data), "the open file")


def read_mef(path: Path | str) -> Program:
    """The same for a path; weights inside are used where they lie in the file."""
    if Path(path).exists() and not Path(path).is_file():  # a device or a pipe has no end
        raise ValueError(f"'{path}' is no file")
    try:
        with open(path, "rb") as file:
            is_empty = not file.read(1)
            data = b"" if is_empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as problem:
        raise ValueError(f"'{path}' cannot be read: {problem.strerror}") from None
    return _program(memoryview(data), f"'{path}'")


def _program(data: memoryview, what: str) -> Program:
    if bytes(data[: len(MAGIC)]) != MAGIC:
        raise ValueError(f"{what} is no compiled model of Ember")
    if len(data) < _HEAD.size:
        raise ValueError(f"{what} is cut off")
    _, version, size, digest = _HEAD.unpack_from(data)
    if version != VERSION:
        raise ValueError(f"{what} has the format {version}; this Ember reads {VERSION}; compile the model again")  # fmt: skip
    description = data[_HEAD.size : _HEAD.size + size]
    if _digest(description) != digest:
        raise ValueError(f"{what} is damaged or cut off: its checksum is wrong")
    machine, plain, table = marshal.loads(description)
    if machine != processor_text():
        raise ValueError(f"{what} was compiled for another processor; compile the model again")
    program = Program.from_data(plain)
    inside = [_Inside(*row) for row in table]
    return program._replace(inside=_weights(program, inside, data, _HEAD.size + size, what))


def _weights(
    program: Program, inside: list[_Inside], data: memoryview, at: int, what: str
) -> dict[str, Buffer]:
    """The weights that lie behind the description, in the memory of the file."""
    specs = {spec.name: spec for spec in program.weights}
    found = {}
    for name, size, digest in inside:
        at = _next_place(at)
        part = data[at : at + size]
        if len(part) != size:
            raise ValueError(f"{what} is cut off: it ends before its weight '{name}' does")
        if _digest(part) != digest:
            raise ValueError(f"{what} is damaged: the checksum of its weight '{name}' is wrong")
        spec, at = specs[name], at + size
        shape = tuple(map(int, spec.shape))  # type: ignore[arg-type]
        found[name] = Buffer.lent(_address(part), spec.dtype, shape, row_major(shape), part)
    if at != len(data):
        raise ValueError(f"{what} is damaged: {len(data) - at} bytes follow its end")
    return found


def _address(part: memoryview) -> int:
    """Where memory lies that may only be read."""
    import numpy as np

    return int(np.frombuffer(part, np.uint8).__array_interface__["data"][0]) if len(part) else 0


def _size(spec: TensorSpec) -> int:
    return prod(map(int, spec.shape)) * spec.dtype.size_in_bytes  # type: ignore[arg-type]


def _next_place(at: int) -> int:
    return -(-at // _ALIGNMENT) * _ALIGNMENT


def _digest(data: _Data) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
