"""Numbers to the formats of 256 elements a block (`q4_k`, `q5_k`, `q6_k`): small blocks with scales that are quantised themselves.

For each small block several scales are tried, and for what each makes of the numbers the best scale and offset are solved for; the one with
the least squared error stays. Then scales are rounded to their bits, and the numbers are quantised once more with what became of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[Any]]
    Bytes = np.ndarray[Any, np.dtype[Any]]

_TRIED = (0.0, -0.6, -0.3, 0.3, 0.6)
"""How much more or less than all levels the range of a small block is spread over."""


def q4_k(blocks: Floats) -> Bytes:
    """144 bytes each: scale of scales, scale of offsets, 6-bit scales and offsets, 4 bits an element."""
    import numpy as np

    head, quants = _with_offsets(blocks, 15)
    return np.concatenate([head, _halves(quants)], axis=1)


def q5_k(blocks: Floats) -> Bytes:
    """176 bytes each: as `q4_k`, with fifth bits before the others."""
    import numpy as np

    head, quants = _with_offsets(blocks, 31)
    places = np.arange(8, dtype=np.uint8)[:, None]
    fifth = ((quants >> 4) << places).sum(1, dtype=np.uint8)
    return np.concatenate([head, fifth, _halves(quants & 15)], axis=1)


def q6_k(blocks: Floats) -> Bytes:
    """210 bytes each: low halves, high bits, 8-bit scales of 16 elements, and their scale."""
    import numpy as np

    small = blocks.reshape(-1, 16, 16)
    scales = _best_scale(small)
    place = np.abs(scales).argmax(1)[:, None]
    largest = np.take_along_axis(scales, place, 1)
    scale = _as_half(largest / -128)
    codes = np.clip(np.round(scales * _inverse(scale)), -128, 127).astype(np.int8)
    factor = (scale * codes)[..., None]
    quants = np.clip(np.round(small * _inverse(factor)), -32, 31).astype(np.int8) + 32
    rows = quants.astype(np.uint8).reshape(-1, 2, 4, 32)
    low = (rows[:, :, :2] & 15 | (rows[:, :, 2:] & 15) << 4).reshape(-1, 128)
    shifts = np.array([0, 2, 4, 6], np.uint8)[:, None]
    high = ((rows >> 4) << shifts).sum(2, dtype=np.uint8).reshape(-1, 64)
    return np.concatenate([low, high, codes.view(np.uint8), _half_bytes(scale)], axis=1)


def _with_offsets(blocks: Floats, most: int) -> tuple[Bytes, Bytes]:
    """The first 16 bytes of each block, and quants of 8 small blocks of 32, from 0 to `most`."""
    import numpy as np

    small = blocks.reshape(-1, 8, 32)
    scales, offsets = _best_spread(small, most)
    scale = _as_half(scales.max(1, keepdims=True) / 63)
    offset = _as_half(offsets.max(1, keepdims=True) / 63)
    codes = np.clip(np.round(scales * _inverse(scale)), 0, 63).astype(np.uint8)
    minima = np.clip(np.round(offsets * _inverse(offset)), 0, 63).astype(np.uint8)
    factor, less = (scale * codes)[..., None], (offset * minima)[..., None]
    quants = np.clip(np.round((small + less) * _inverse(factor)), 0, most).astype(np.uint8)
    return np.concatenate([_half_bytes(scale), _half_bytes(offset), _sixes(codes, minima)], axis=1), quants  # fmt: skip


def _best_spread(small: Floats, most: int) -> tuple[Floats, Floats]:
    """For small blocks a scale and what is taken off, both not negative, such that `scale · quant - offset` is close."""
    import numpy as np

    low = np.minimum(small.min(2), 0)
    width = small.max(2) - low
    best = np.full(width.shape, np.inf, np.float32)
    scales, offsets = width / most, -low
    for more in _TRIED:
        inverse = _inverse(width) * np.float32(most + more)
        quants = np.clip(np.round((small - low[..., None]) * inverse[..., None]), 0, most)
        scale, offset = _solved(small, quants)
        error = ((scale[..., None] * quants - offset[..., None] - small) ** 2).sum(2)
        is_better = error < best
        best = np.where(is_better, error, best)
        scales, offsets = np.where(is_better, scale, scales), np.where(is_better, offset, offsets)
    return scales, offsets


def _solved(small: Floats, quants: Floats) -> tuple[Floats, Floats]:
    """The scale and offset with the least squared error for these quants; an offset below 0 becomes 0."""
    import numpy as np

    count = np.float32(small.shape[2])
    q, qq, x, qx = quants.sum(2), (quants**2).sum(2), small.sum(2), (quants * small).sum(2)
    scale = (count * qx - q * x) * _inverse(count * qq - q * q)
    offset = (scale * q - x) / count
    alone = qx * _inverse(qq)
    is_plain = offset < 0
    return np.maximum(np.where(is_plain, alone, scale), 0), np.where(is_plain, 0, offset)


def _best_scale(small: Floats) -> Floats:
    """For small blocks a scale such that `scale · quant` is close, quants from -32 to 31."""
    import numpy as np

    place = np.abs(small).argmax(2)[..., None]
    extreme = np.take_along_axis(small, place, 2)[..., 0]
    best = np.full(extreme.shape, np.inf, np.float32)
    scales = extreme / -32
    for more in _TRIED:
        inverse = _inverse(extreme) * np.float32(-32 - more)
        quants = np.clip(np.round(small * inverse[..., None]), -32, 31)
        scale = (quants * small).sum(2) * _inverse((quants**2).sum(2))
        error = ((scale[..., None] * quants - small) ** 2).sum(2)
        scales, best = np.where(error < best, scale, scales), np.minimum(error, best)
    return scales


def _sixes(codes: Bytes, minima: Bytes) -> Bytes:
    """Eight 6-bit scales and as many offsets in 12 bytes."""
    import numpy as np

    first = codes[:, :4] | codes[:, 4:] >> 4 << 6
    second = minima[:, :4] | minima[:, 4:] >> 4 << 6
    third = codes[:, 4:] & 15 | (minima[:, 4:] & 15) << 4
    return np.concatenate([first, second, third], axis=1)


def _halves(quants: Bytes) -> Bytes:
    """Rows of 32 in pairs: the first of a pair in the low halves of 32 bytes."""
    pairs = quants.reshape(-1, 4, 2, 32)
    packed: Bytes = (pairs[:, :, 0] | pairs[:, :, 1] << 4).reshape(-1, 128)
    return packed


def _inverse(numbers: Floats) -> Floats:
    """1 / numbers, 0 for 0."""
    import numpy as np

    result: Floats = np.divide(1, numbers, out=np.zeros_like(numbers), where=numbers != 0)
    return result


def _as_half(numbers: Floats) -> Floats:
    """What half precision makes of numbers."""
    import numpy as np

    return numbers.astype(np.float16).astype(np.float32)


def _half_bytes(numbers: Floats) -> Bytes:
    import numpy as np

    return numbers.astype(np.float16).view(np.uint8)
