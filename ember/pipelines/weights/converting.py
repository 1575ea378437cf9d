"""Models in other files and formats: matrices are quantised anew, everything else stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.folders import gguf_parts, write_folder
from ember.pipelines.weights.formats import Format, dequantize
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.quantizing import quantize
from ember.pipelines.weights.writing import Tensor, write_gguf

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

Progress = Callable[[int, int], None] | None

_FILE_TYPES: Final = {
    Format.F32: 0, Format.F16: 1, Format.Q4_0: 2, Format.Q4_1: 3, Format.Q8_0: 7, Format.Q5_0: 8, Format.Q5_1: 9, Format.Q4_K: 14, Format.Q5_K: 16, Format.Q6_K: 18,
    Format.BF16: 32,
}  # fmt: skip
"""`general.file_type` of files that are mostly in a format."""
_INSTEAD: Final = {Format.Q4_K: Format.Q5_0, Format.Q5_K: Format.Q5_1, Format.Q6_K: Format.Q8_0}
"""For rows that are no blocks of 256: formats of 32 that are at least as good."""


def convert(source: str | Path, target: str | Path, format: Format, progress: Progress = None) -> None:  # fmt: skip
    """Writes a model again: to a GGUF file if the target's name ends so, else to a folder with safetensors."""
    source, target = Path(source), Path(target)
    if target.resolve() == source.resolve():
        raise WeightsError(target, "a file is not converted into itself")
    if target.suffix == ".gguf":
        convert_gguf(source, target, format, progress)
        return
    if source.is_dir():
        raise WeightsError(target, "a folder is converted to a file whose name ends in '.gguf'")
    for done, count in write_folder(Gguf(source), target, format):
        if progress is not None:
            progress(done, count)


def convert_gguf(source: str | Path, target: str | Path, format: Format, progress: Progress = None) -> None:  # fmt: skip
    """Writes a GGUF file with matrices in a format; rows that are no whole blocks of it get another."""
    source = Path(source)
    if Path(target).resolve() == source.resolve():
        raise WeightsError(Path(target), "a file is not converted into itself")
    if not Path(target).parent.is_dir():  # before the work, not after it
        raise WeightsError(Path(target), f"there is no folder '{Path(target).parent}'")
    metadata, values, count = gguf_parts(source) if source.is_dir() else _parts(Gguf(source), format)  # fmt: skip
    metadata["general.file_type"] = _FILE_TYPES.get(format, 0)
    tensors: dict[str, Tensor] = {}
    for name, found in values:
        tensors[name] = found if isinstance(found, Tensor) else _tensor(found, format)
        if progress is not None:
            progress(len(tensors), count)
    write_gguf(target, metadata, tensors)


def _parts(file: Gguf, format: Format) -> tuple[dict[str, Any], Iterator[tuple[str, Tensor | Array]], int]:  # fmt: skip
    """The metadata of a file, its tensors, as they are where they have the format already, and how many there are."""
    metadata = {key: file.get(key) for key in file.keys()}

    def tensors() -> Iterator[tuple[str, Tensor | Array]]:
        for name, info in file.tensors.items():
            raw = file.raw(name)
            is_same = len(info.shape) < 2 or info.format is _fitting(info.shape[-1], format)
            yield name, Tensor(info.shape, info.format, raw) if is_same else dequantize(raw, info.format)  # fmt: skip

    return metadata, tensors(), len(file.tensors)


def _tensor(values: Array, format: Format) -> Tensor:
    wanted = _fitting(values.shape[-1], format) if values.ndim > 1 else Format.F32
    return Tensor(values.shape, wanted, quantize(values, wanted))


def _fitting(length: int, format: Format) -> Format:
    """The format, or one whose blocks rows of this length are made of."""
    for tried in (format, _INSTEAD.get(format, format)):
        if length % tried.elements == 0:
            return tried
    return Format.F16
