"""GGUF: one file with metadata, vocabulary and tensors, mapped into memory.

Everything in a header is checked against the file before it is believed: lengths, counts, types, offsets. Arrays of
the metadata (vocabularies of a hundred thousand words) are read when asked for.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.formats import BY_NUMBER, Format
from ember.pipelines.weights.mapped import map_file

if TYPE_CHECKING:
    import numpy as np

_SCALARS: Final = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d",
}  # fmt: skip
UINT32, INT32, FLOAT32 = 4, 5, 6
STRING: Final = 8
_ARRAY: Final = 9
_VERSIONS: Final = (2, 3)
_MAX_RANK: Final = 8


class TensorInfo(NamedTuple):
    """A tensor of the file: its shape with the innermost axis last, as NumPy has it, and where its bytes are."""

    name: str
    shape: tuple[int, ...]
    format: Format
    offset: int
    size: int


class _Span(NamedTuple):
    """An array of the metadata that was not read yet."""

    element: int
    length: int
    start: int
    end: int


class Gguf:
    """An open GGUF file. Tensors are views of the mapped file: they stay valid while anything refers to them."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._data = map_file(self.path)
        self._metadata: dict[str, Any] = {}
        self._arrays: dict[str, _Span] = {}
        self.tensors: dict[str, TensorInfo] = {}
        self._read_header()

    # -- what it holds ---------------------------------------------------------------------------

    def __contains__(self, key: str) -> bool:
        return key in self._metadata

    def keys(self) -> Iterator[str]:
        """The names of the metadata."""
        return iter(self._metadata)

    def get(self, key: str, default: Any = None) -> Any:
        """A value of the metadata, or `default`."""
        value = self._metadata.get(key, default)
        if isinstance(value, _Span):
            value = self._metadata[key] = self._array(value, key)
        return value

    def require(self, key: str, kind: type) -> Any:
        """A value of the metadata of this type; an error that names the key otherwise."""
        value = self.get(key)
        if value is None:
            raise WeightsError(self.path, f"the metadata has no '{key}'")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            found = type(value).__name__
            raise WeightsError(self.path, f"'{key}' must be {kind.__name__}, not {found}")
        return value

    def packed(self, key: str, *elements: int) -> tuple[memoryview, int]:
        """An array of the metadata as it lies in the file, and how many elements it has; texts each behind their length of eight bytes.

        `elements`: the numbers of the element types that the reader understands.
        """
        span = self._arrays.get(key)
        if span is None:
            raise WeightsError(self.path, f"the metadata has no array '{key}'")
        if span.element not in elements:
            raise WeightsError(self.path, f"'{key}' has elements of the wrong type {span.element}")
        return memoryview(self._data)[span.start : span.end], span.length

    def raw(self, name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """A tensor's bytes, one row per row of the tensor, without a copy."""
        import numpy as np

        info = self.tensors.get(name)
        if info is None:
            raise WeightsError(self.path, f"there is no tensor '{name}'")
        flat = np.frombuffer(self._data, np.uint8, info.size, info.offset)
        row = info.format.bytes_of(info.shape[-1]) if info.shape else info.size
        return flat.reshape(*info.shape[:-1], row)

    # -- reading ---------------------------------------------------------------------------------

    def _read_header(self) -> None:
        if bytes(self._data[:4]) != b"GGUF":
            raise WeightsError(self.path, "this is no GGUF file: it does not start with 'GGUF'")
        version, at = self._number("<I", 4, "the version")
        if version not in _VERSIONS:
            raise WeightsError(self.path, f"GGUF version {version} is not supported, only 2 and 3")
        tensor_count, at = self._number("<Q", at, "the number of tensors")
        key_count, at = self._number("<Q", at, "the number of keys")
        for index in range(key_count):
            at = self._read_entry(at, index)
        infos = []
        for index in range(tensor_count):
            info, at = self._read_tensor(at, index)
            infos.append(info)
        alignment = self.get("general.alignment", 32)
        if not isinstance(alignment, int) or alignment < 1 or alignment & (alignment - 1):
            raise WeightsError(self.path, f"'general.alignment' is {alignment}, no power of two")
        start = -(-at // alignment) * alignment
        for info in infos:
            self._place(info, start, alignment)

    def _read_entry(self, at: int, index: int) -> int:
        key, at = self._string(at, f"the name of key {index}")
        kind, at = self._number("<I", at, f"the type of '{key}'")
        if key in self._metadata:
            raise WeightsError(self.path, f"the key '{key}' stands there twice")
        if kind == _ARRAY:
            element, at = self._number("<I", at, f"the element type of '{key}'")
            count, at = self._number("<Q", at, f"the length of '{key}'")
            end = self._end_of_array(element, count, at, key)
            self._metadata[key] = self._arrays[key] = _Span(element, count, at, end)
            return end
        self._metadata[key], at = self._value(kind, at, key)
        return at

    def _read_tensor(self, at: int, index: int) -> tuple[TensorInfo, int]:
        name, at = self._string(at, f"the name of tensor {index}")
        rank, at = self._number("<I", at, f"the rank of tensor '{name}'")
        if rank > _MAX_RANK:
            raise WeightsError(self.path, f"the tensor '{name}' has rank {rank}")
        sizes = []
        for _ in range(rank):
            size, at = self._number("<Q", at, f"the shape of tensor '{name}'")
            sizes.append(size)
        number, at = self._number("<I", at, f"the format of tensor '{name}'")
        offset, at = self._number("<Q", at, f"the offset of tensor '{name}'")
        if number not in BY_NUMBER:
            known = ", ".join(format.name for format in Format)
            raise WeightsError(
                self.path, f"the tensor '{name}' has the format {number}; known are {known}"
            )
        return TensorInfo(name, tuple(reversed(sizes)), BY_NUMBER[number], offset, 0), at

    def _place(self, info: TensorInfo, start: int, alignment: int) -> None:
        """Checks where a tensor says it lies, and remembers it."""
        name, shape = info.name, info.shape
        if name in self.tensors:
            raise WeightsError(self.path, f"the tensor '{name}' stands there twice")
        try:
            row = info.format.bytes_of(shape[-1] if shape else 1)
        except ValueError as problem:
            raise WeightsError(self.path, f"the tensor '{name}': {problem}") from None
        size = row * prod(shape[:-1])
        if info.offset % alignment:
            raise WeightsError(
                self.path, f"the tensor '{name}' lies at {info.offset}, no multiple of {alignment}"
            )
        if start + info.offset + size > len(self._data):
            raise WeightsError(
                self.path,
                f"the tensor '{name}' ends at {start + info.offset + size:,}, "
                f"the file at {len(self._data):,}: it was cut short",
            )
        self.tensors[name] = info._replace(offset=start + info.offset, size=size)

    def _number(self, form: str, at: int, what: str) -> tuple[Any, int]:
        size = struct.calcsize(form)
        self._check(at, size, what)
        return struct.unpack_from(form, self._data, at)[0], at + size

    def _string(self, at: int, what: str) -> tuple[str, int]:
        length, at = self._number("<Q", at, what)
        self._check(at, length, what)
        try:
            return str(self._data[at : at + length], "utf-8"), at + length
        except UnicodeDecodeError:
            raise WeightsError(self.path, f"{what} at byte {at:,} is no UTF-8") from None

    def _value(self, kind: int, at: int, key: str) -> tuple[Any, int]:
        if kind == STRING:
            return self._string(at, f"the value of '{key}'")
        if kind not in _SCALARS:
            raise WeightsError(self.path, f"the value of '{key}' has the unknown type {kind}")
        return self._number(_SCALARS[kind], at, f"the value of '{key}'")

    def _end_of_array(self, element: int, count: int, at: int, key: str) -> int:
        if element in _SCALARS:
            size = count * struct.calcsize(_SCALARS[element])
            self._check(at, size, f"the values of '{key}'")
            return at + size
        if element != STRING:
            raise WeightsError(self.path, f"the values of '{key}' have the unknown type {element}")
        self._check(at, count * 8, f"the values of '{key}'")
        unpack, data, limit = struct.Struct("<Q").unpack_from, self._data, len(self._data)
        for _ in range(count):
            if at + 8 > limit:
                break
            at += 8 + unpack(data, at)[0]
        self._check(at, 0, f"the values of '{key}'")
        return at

    def _array(self, span: _Span, key: str) -> list[Any]:
        if span.element in _SCALARS:
            form = f"<{span.length}{_SCALARS[span.element][1:]}"
            return list(struct.unpack_from(form, self._data, span.start))
        values, at = [], span.start
        for _ in range(span.length):
            value, at = self._string(at, f"a value of '{key}'")
            values.append(value)
        return values

    def _check(self, at: int, size: int, what: str) -> None:
        if at + size > len(self._data):
            raise WeightsError(
                self.path,
                f"{what} at byte {at:,} goes beyond the end of the file at {len(self._data):,}: "
                "it was cut short, or is damaged",
            )
