"""Writes GGUF files: metadata, then tensors, each at its alignment. A file appears when it is complete."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from ember.pipelines.weights.formats import Format
from ember.support.output import replacing

if TYPE_CHECKING:
    import numpy as np

_ALIGNMENT: Final = 32
_VERSION: Final = 3


class Tensor(NamedTuple):
    """A tensor to be written: its shape, innermost axis last, and the bytes of its rows."""

    shape: tuple[int, ...]
    format: Format
    data: np.ndarray[Any, np.dtype[Any]]


def write_gguf(path: str | Path, metadata: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> None:  # fmt: skip
    """Writes a file; what was at `path` before is replaced at the end, or stays if something fails."""
    with replacing(Path(path)) as out:
        _write(out, metadata, tensors)


def _write(out: IO[bytes], metadata: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> None:
    out.write(b"GGUF" + struct.pack("<IQQ", _VERSION, len(tensors), len(metadata)))
    for key, value in metadata.items():
        out.write(_text(key) + _value(value))
    offset = 0
    for name, tensor in tensors.items():
        sizes = b"".join(struct.pack("<Q", size) for size in reversed(tensor.shape))
        out.write(_text(name) + struct.pack("<I", len(tensor.shape)) + sizes)
        out.write(struct.pack("<IQ", tensor.format.number, offset))
        offset += _aligned(tensor.data.nbytes)
    out.write(bytes(-out.tell() % _ALIGNMENT))
    for tensor in tensors.values():
        tensor.data.tofile(out)
        out.write(bytes(-tensor.data.nbytes % _ALIGNMENT))


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Any) -> bytes:
    """The number of a value's type, and the value."""
    if isinstance(value, list | tuple):
        return struct.pack("<I", 9) + _elements(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 32:
        return struct.pack(
            "<II", 4, value
        )  # sizes are unsigned for all who read them, elements of arrays are not
    number, data = _scalar(value)
    return struct.pack("<I", number) + data


def _elements(values: Sequence[Any]) -> bytes:
    parts = [_scalar(value) for value in values]
    numbers = {number for number, _ in parts} or {8}
    if len(numbers) > 1:
        parts = [_scalar(float(value)) for value in values]
        numbers = {6}
    return struct.pack("<IQ", numbers.pop(), len(values)) + b"".join(data for _, data in parts)


def _scalar(value: Any) -> tuple[int, bytes]:
    if isinstance(value, bool):
        return 7, struct.pack("<?", value)
    if isinstance(value, int):
        return (5, struct.pack("<i", value)) if -(1 << 31) <= value < 1 << 31 else (11, struct.pack("<q", value))  # fmt: skip
    if isinstance(value, float):
        return 6, struct.pack("<f", value)
    if isinstance(value, str):
        return 8, _text(value)
    raise TypeError(f"GGUF has no form for {type(value).__name__}")
