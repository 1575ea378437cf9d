"""Numbers to the block formats of GGUF files; `formats.dequantize` is the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ember.pipelines.weights.formats import Format
from ember.pipelines.weights.k_quantizing import q4_k, q5_k, q6_k

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]
    Bytes = np.ndarray[Any, np.dtype[np.uint8]]


_AT_ONCE: Final = 1 << 20
"""So many numbers are treated at a time: what is computed on the way stays small."""


def quantize(values: Floats, format: Format) -> Bytes:
    """Rows of numbers as the bytes of a format; `ValueError` where there is no way to it, or rows are no whole blocks."""
    import numpy as np

    format.bytes_of(values.shape[-1])
    if format not in _WAYS:
        known = ", ".join(way.name.lower() for way in _WAYS)
        raise ValueError(f"there is no way to {format.name.lower()} yet; there is to {known}")
    blocks = np.ascontiguousarray(values, np.float32).reshape(-1, format.elements)
    step = max(1, _AT_ONCE // format.elements)
    parts = [_WAYS[format](blocks[at : at + step]) for at in range(0, len(blocks), step)]
    made = np.concatenate(parts) if parts else np.empty((0, format.size), np.uint8)
    return np.ascontiguousarray(made).view(np.uint8).reshape(*values.shape[:-1], -1)


def _f32(blocks: Floats) -> Any:
    return blocks


def _f16(blocks: Floats) -> Any:
    import numpy as np

    return blocks.astype(np.float16)


def _bf16(blocks: Floats) -> Any:
    import numpy as np

    bits = blocks.view(np.uint32)
    rounded = bits + np.uint32(0x7FFF) + (bits >> np.uint32(16) & np.uint32(1))
    return (rounded >> np.uint32(16)).astype(np.uint16)


def _inverse(scale: Floats) -> Floats:
    """1 / scale, 0 for 0."""
    import numpy as np

    result: Floats = np.divide(1, scale, out=np.zeros_like(scale), where=scale != 0)
    return result


def _halves(*columns: Floats) -> Bytes:
    """Half-precision numbers, one column each, as bytes."""
    import numpy as np

    return np.concatenate([c.astype(np.float16).view(np.uint8) for c in columns], axis=1)


def _nibbles(quants: Bytes) -> Bytes:
    """Two halves of 16 in 16 bytes: the first half below."""
    import numpy as np

    return np.asarray(quants[:, :16] & 15 | quants[:, 16:] << 4, np.uint8)


def _fifth_bits(quants: Bytes) -> Bytes:
    import numpy as np

    return np.packbits(quants >> 4 & 1, axis=1, bitorder="little")


def _q8_0(blocks: Floats) -> Any:
    import numpy as np

    scale = np.abs(blocks).max(1, keepdims=True) / 127
    quants = np.round(blocks * _inverse(scale)).astype(np.int8)
    return np.concatenate([_halves(scale), quants.view(np.uint8)], axis=1)


def _extreme(blocks: Floats, levels: int) -> tuple[Floats, Bytes]:
    """Scale and quants around the middle level, such that the largest number is exact."""
    import numpy as np

    place = np.abs(blocks).argmax(1)
    scale = blocks[np.arange(len(blocks)), place][:, None] / -levels
    quants = np.minimum(blocks * _inverse(scale) + (levels + 0.5), 2 * levels - 1)
    return scale, np.maximum(quants, 0).astype(np.uint8)


def _spread(blocks: Floats, most: int) -> tuple[Floats, Floats, Bytes]:
    """Scale, least number, and quants from 0 to `most`."""
    import numpy as np

    least = blocks.min(1, keepdims=True)
    scale = (blocks.max(1, keepdims=True) - least) / most
    quants = np.minimum((blocks - least) * _inverse(scale) + 0.5, most).astype(np.uint8)
    return scale, least, quants


def _q4_0(blocks: Floats) -> Any:
    import numpy as np

    scale, quants = _extreme(blocks, 8)
    return np.concatenate([_halves(scale), _nibbles(quants)], axis=1)


def _q4_1(blocks: Floats) -> Any:
    import numpy as np

    scale, least, quants = _spread(blocks, 15)
    return np.concatenate([_halves(scale, least), _nibbles(quants)], axis=1)


def _q5_0(blocks: Floats) -> Any:
    import numpy as np

    scale, quants = _extreme(blocks, 16)
    return np.concatenate([_halves(scale), _fifth_bits(quants), _nibbles(quants)], axis=1)


def _q5_1(blocks: Floats) -> Any:
    import numpy as np

    scale, least, quants = _spread(blocks, 31)
    return np.concatenate([_halves(scale, least), _fifth_bits(quants), _nibbles(quants)], axis=1)


_WAYS: Final[dict[Format, Callable[[Any], Any]]] = {
    Format.F32: _f32,
    Format.F16: _f16,
    Format.BF16: _bf16,
    Format.Q8_0: _q8_0,
    Format.Q4_0: _q4_0,
    Format.Q4_1: _q4_1,
    Format.Q5_0: _q5_0,
    Format.Q5_1: _q5_1,
    Format.Q4_K: q4_k,
    Format.Q5_K: q5_k,
    Format.Q6_K: q6_k,
}
