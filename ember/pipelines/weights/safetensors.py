"""Safetensors: a JSON header and plain tensors behind it; several files with an index are one model.

As with GGUF, the header is checked against the file before it is believed, and tensors are views of the mapped file.
"""

from __future__ import annotations

import json
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ember.dtype import DType
from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.mapped import map_file

if TYPE_CHECKING:
    import mmap

    import numpy as np

_DTYPES: Final = {
    "BOOL": DType.bool,
    "I8": DType.int8,
    "I16": DType.int16,
    "I32": DType.int32,
    "I64": DType.int64,
    "U8": DType.uint8,
    "U16": DType.uint16,
    "U32": DType.uint32,
    "U64": DType.uint64,
    "F8_E4M3": DType.float8_e4m3fn,
    "F8_E5M2": DType.float8_e5m2,
    "BF16": DType.bfloat16,
    "F16": DType.float16,
    "F32": DType.float32,
    "F64": DType.float64,
}

_INDEX: Final = "model.safetensors.index.json"
_MAX_HEADER: Final = 100_000_000


class TensorInfo(NamedTuple):
    """A tensor of a file: element type, shape, and where its bytes are."""

    name: str
    shape: tuple[int, ...]
    dtype: DType
    offset: int
    size: int


class Safetensors:
    """One open file."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._data = map_file(self.path)
        self.metadata: dict[str, str] = {}
        self.tensors: dict[str, TensorInfo] = {}
        self._read_header()

    def raw(self, name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """A tensor's bytes, one row per row of the tensor, without a copy."""
        import numpy as np

        info = self.tensors.get(name)
        if info is None:
            raise WeightsError(self.path, f"there is no tensor '{name}'")
        flat = np.frombuffer(self._data, np.uint8, info.size, info.offset)
        last = info.shape[-1] if info.shape else 1
        return flat.reshape(*info.shape[:-1], last * info.dtype.size_in_bytes)

    def numbers(self, name: str) -> np.ndarray[Any, np.dtype[Any]]:
        """A tensor's numbers as float32."""
        import numpy as np

        from ember.driver.elements import decode

        info, raw = self.tensors[name], self.raw(name)
        plain = raw.view(f"u{info.dtype.size_in_bytes}").reshape(info.shape)
        return np.asarray(decode(plain, info.dtype), np.float32)

    def _read_header(self) -> None:
        length = int.from_bytes(self._data[:8], "little")
        if len(self._data) < 8 or length > min(_MAX_HEADER, len(self._data) - 8):
            raise WeightsError(
                self.path, "this is no safetensors file: its header would end beyond the file"
            )
        header = self._parse(self._data, length)
        start = 8 + length
        metadata = header.pop("__metadata__", {})
        if not isinstance(metadata, dict):
            raise WeightsError(self.path, "'__metadata__' is no object")
        self.metadata = {str(key): str(value) for key, value in metadata.items()}
        for name, entry in header.items():
            self.tensors[name] = self._tensor(name, entry, start)
        self._check_layout(start)

    def _parse(self, data: mmap.mmap, length: int) -> dict[str, Any]:
        try:
            header = json.loads(data[8 : 8 + length], object_pairs_hook=self._no_twins)
        except (ValueError, RecursionError) as problem:
            raise WeightsError(self.path, f"the header is no JSON: {problem}") from None
        if not isinstance(header, dict):
            raise WeightsError(self.path, "the header is no JSON object")
        return header

    def _no_twins(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twin = next(name for name in names if names.count(name) > 1)
            raise WeightsError(self.path, f"'{twin}' stands there twice")
        return found

    def _tensor(self, name: str, entry: Any, start: int) -> TensorInfo:
        match entry:
            case {"dtype": str(kind), "shape": list(shape), "data_offsets": [int(begin), int(end)]}:
                pass
            case _:
                raise WeightsError(
                    self.path, f"the tensor '{name}' needs 'dtype', 'shape' and 'data_offsets'"
                )
        dtype = _DTYPES.get(kind)
        if dtype is None:
            raise WeightsError(self.path, f"the tensor '{name}' has the unknown type '{kind}'")
        if not all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in shape):
            raise WeightsError(self.path, f"the tensor '{name}' has the shape {shape}")
        size = prod(shape) * dtype.size_in_bytes
        if not 0 <= begin <= end or end - begin != size:
            raise WeightsError(
                self.path,
                f"the tensor '{name}' has {size:,} bytes, but lies from {begin:,} to {end:,}",
            )
        if start + end > len(self._data):
            raise WeightsError(
                self.path,
                f"the tensor '{name}' ends at {start + end:,}, the file at {len(self._data):,}: "
                "it was cut short",
            )
        return TensorInfo(name, tuple(shape), dtype, start + begin, size)

    def _check_layout(self, start: int) -> None:
        """Tensors lie one behind the other, without gaps and overlaps."""
        at = start
        for info in sorted(self.tensors.values(), key=lambda info: (info.offset, info.size)):
            if info.offset != at:
                what = "overlaps another" if info.offset < at else "has a gap before it"
                raise WeightsError(self.path, f"the tensor '{info.name}' {what}")
            at += info.size
        if at != len(self._data):
            raise WeightsError(self.path, f"{len(self._data) - at:,} bytes belong to no tensor")


def open_folder(folder: str | Path) -> dict[str, Safetensors]:
    """The file of each tensor of a model: `model.safetensors`, or the shards its index names."""
    folder = Path(folder)
    index = folder / _INDEX
    if not index.exists():
        one = Safetensors(folder / "model.safetensors")
        return dict.fromkeys(one.tensors, one)
    try:
        names = json.loads(index.read_text("utf-8"))["weight_map"]
        places = {str(tensor): str(file) for tensor, file in names.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise WeightsError(index, f"no index of tensors: {problem!r}") from None
    files: dict[str, Safetensors] = {}
    for tensor, file in places.items():
        if Path(file).name != file:
            raise WeightsError(index, f"the tensor '{tensor}' is said to lie outside, in '{file}'")
        if file not in files:
            files[file] = Safetensors(folder / file)
        if tensor not in files[file].tensors:
            raise WeightsError(folder / file, f"the index promises a tensor '{tensor}'")
    return {tensor: files[file] for tensor, file in places.items()}
