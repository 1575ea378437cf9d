"""GGUF files in other formats: matrices are quantised anew, everything else stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.formats import Format, dequantize
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.quantizing import quantize
from ember.pipelines.weights.writing import Tensor, write_gguf

_FILE_TYPES: Final = {Format.F32: 0, Format.F16: 1, Format.Q4_0: 2, Format.Q4_1: 3, Format.Q8_0: 7, Format.Q5_0: 8, Format.Q5_1: 9, Format.BF16: 32}  # fmt: skip
"""`general.file_type` of files that are mostly in a format."""


def convert_gguf(
    source: str | Path,
    target: str | Path,
    format: Format,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Writes `source` again with its matrices in a format; rows that are no whole blocks of it become F16."""
    file = Gguf(source)
    if Path(target).resolve() == Path(source).resolve():
        raise WeightsError(Path(target), "a file is not converted into itself")
    metadata = {key: file.get(key) for key in file.keys()}
    metadata["general.file_type"] = _FILE_TYPES.get(format, 0)
    tensors: dict[str, Tensor] = {}
    for done, (name, info) in enumerate(file.tensors.items()):
        raw = file.raw(name)
        wanted = info.format
        if len(info.shape) > 1:
            wanted = format if info.shape[-1] % format.elements == 0 else Format.F16
        if wanted is not info.format:
            raw = quantize(dequantize(raw, info.format), wanted)
        tensors[name] = Tensor(info.shape, wanted, raw)
        if progress is not None:
            progress(done + 1, len(file.tensors))
    write_gguf(target, metadata, tensors)
