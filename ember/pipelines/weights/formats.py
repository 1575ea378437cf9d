"""Element formats of GGUF files: plain numbers, and blocks of quantised ones.

A block is a fixed number of elements in a fixed number of bytes; rows of a tensor are whole blocks. `dequantize` says what
each format means; kernels are compared with it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from ember.driver.elements import decode
from ember.dtype import DType

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
    Bytes = np.ndarray[Any, np.dtype[np.uint8]]
    Floats = np.ndarray[Any, np.dtype[np.float32]]


class Format(Enum):
    """A format: its number in GGUF files, elements and bytes of a block, and the element type where it is a plain one."""

    F32 = (0, 1, 4, DType.float32)
    F16 = (1, 1, 2, DType.float16)
    Q4_0 = (2, 32, 18, None)
    Q4_1 = (3, 32, 20, None)
    Q5_0 = (6, 32, 22, None)
    Q5_1 = (7, 32, 24, None)
    Q8_0 = (8, 32, 34, None)
    Q4_K = (12, 256, 144, None)
    Q5_K = (13, 256, 176, None)
    Q6_K = (14, 256, 210, None)
    I8 = (24, 1, 1, DType.int8)
    I16 = (25, 1, 2, DType.int16)
    I32 = (26, 1, 4, DType.int32)
    I64 = (27, 1, 8, DType.int64)
    F64 = (28, 1, 8, DType.float64)
    BF16 = (30, 1, 2, DType.bfloat16)

    def __init__(self, number: int, elements: int, size: int, dtype: DType | None) -> None:
        self.number: Final = number
        self.elements: Final = elements
        self.size: Final = size
        self.dtype: Final = dtype

    @property
    def is_quantized(self) -> bool:
        return self.dtype is None

    def bytes_of(self, elements: int) -> int:
        """Bytes of a row; `ValueError` where it is no whole number of blocks."""
        if elements % self.elements:
            raise ValueError(
                f"a row of {elements} is not made of {self.name} blocks of {self.elements}"
            )
        return elements // self.elements * self.size


BLOCK_FORMATS: Final = frozenset(format.name.lower() for format in Format if format.is_quantized)
"""What weights of blocks are called in modules and options."""


BY_NUMBER: Final = {format.number: format for format in Format}


def dequantize(raw: Array, format: Format) -> Array:
    """The numbers in rows of blocks (`uint8`, last axis bytes), as float32."""
    import numpy as np

    if format.dtype is not None:
        plain = np.ascontiguousarray(raw).view(f"u{format.size}")
        return np.asarray(decode(plain, format.dtype), np.float32)
    *rows, size = raw.shape
    count = size // format.size
    values = _MEANING[format](raw.reshape(*rows, count, format.size))
    return np.asarray(values, np.float32).reshape(*rows, count * format.elements)


def _half(blocks: Bytes, start: int) -> Floats:
    """The half-precision number at `start` of each block, as float32."""
    import numpy as np

    pair = np.ascontiguousarray(blocks[..., start : start + 2])
    return pair.view(np.float16).astype(np.float32)


def _nibbles(data: Bytes) -> Bytes:
    """Low halves of all bytes, then the high halves."""
    import numpy as np

    return np.concatenate([data & 15, data >> 4], axis=-1)


def _signed(data: Bytes) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The same bytes as numbers with a sign."""
    import numpy as np

    return data.view(np.int8)


def _fifth_bits(blocks: Bytes, start: int) -> Bytes:
    """The 32 bits at `start`, one per element, in place for a fifth bit."""
    import numpy as np

    bits = np.unpackbits(blocks[..., start : start + 4], axis=-1, bitorder="little")
    return bits * np.uint8(16)


def _q4_0(blocks: Bytes) -> Floats:
    return _half(blocks, 0) * (_signed(_nibbles(blocks[..., 2:])) - 8)


def _q4_1(blocks: Bytes) -> Floats:
    return _half(blocks, 0) * _nibbles(blocks[..., 4:]) + _half(blocks, 2)


def _q5_0(blocks: Bytes) -> Floats:
    quants = _nibbles(blocks[..., 6:]) | _fifth_bits(blocks, 2)
    return _half(blocks, 0) * (_signed(quants) - 16)


def _q5_1(blocks: Bytes) -> Floats:
    quants = _nibbles(blocks[..., 8:]) | _fifth_bits(blocks, 4)
    return _half(blocks, 0) * quants + _half(blocks, 2)


def _q8_0(blocks: Bytes) -> Floats:
    return _half(blocks, 0) * _signed(blocks[..., 2:])


def _scales(packed: Bytes) -> tuple[Bytes, Bytes]:
    """Eight 6-bit scales and eight minima, out of 12 bytes."""
    import numpy as np

    first, second, third = packed[..., :4], packed[..., 4:8], packed[..., 8:12]
    scales = np.concatenate([first & 63, (third & 15) | (first >> 6 << 4)], axis=-1)
    minima = np.concatenate([second & 63, (third >> 4) | (second >> 6 << 4)], axis=-1)
    return scales, minima


def _halves_of_rows(data: Bytes) -> Bytes:
    """128 bytes as 8 rows of 32: the low halves of 32 bytes, then their high halves, four times."""
    import numpy as np

    rows = data.reshape(*data.shape[:-1], 4, 1, 32)
    both = np.concatenate([rows & 15, rows >> 4], axis=-2)
    return both.reshape(*data.shape[:-1], 8, 32)


def _scaled(blocks: Bytes, quants: Bytes) -> Floats:
    """Eight rows of 32 with the scales and minima at the block's start."""
    scales, minima = _scales(blocks[..., 4:16])
    factor = _half(blocks, 0) * scales
    offset = _half(blocks, 2) * minima
    values = factor[..., None] * quants - offset[..., None]
    result: Floats = values.reshape(*blocks.shape[:-1], 256)
    return result


def _q4_k(blocks: Bytes) -> Floats:
    return _scaled(blocks, _halves_of_rows(blocks[..., 16:]))


def _q5_k(blocks: Bytes) -> Floats:
    import numpy as np

    bits = blocks[..., None, 16:48] >> np.arange(8, dtype=np.uint8)[:, None]
    high = np.asarray(bits & 1, np.uint8) * np.uint8(16)
    return _scaled(blocks, _halves_of_rows(blocks[..., 48:]) | high)


def _q6_k(blocks: Bytes) -> Floats:
    import numpy as np

    shape = blocks.shape[:-1]
    low = blocks[..., :128].reshape(*shape, 2, 1, 2, 32)
    low = np.concatenate([low & 15, low >> 4], axis=-3).reshape(*shape, 2, 4, 32)
    shifts = np.arange(0, 8, 2, dtype=np.uint8)[:, None]
    high = blocks[..., 128:192].reshape(*shape, 2, 1, 32) >> shifts & 3
    quants = (low | high << 4).astype(np.float32) - 32
    scales = _signed(blocks[..., 192:208]).reshape(*shape, 16, 1)
    values = quants.reshape(*shape, 16, 16) * scales
    result: Floats = values.reshape(*shape, 256) * _half(blocks, 208)
    return result


_MEANING: Final[dict[Format, Callable[[Any], Any]]] = {
    Format.Q4_0: _q4_0,
    Format.Q4_1: _q4_1,
    Format.Q5_0: _q5_0,
    Format.Q5_1: _q5_1,
    Format.Q8_0: _q8_0,
    Format.Q4_K: _q4_k,
    Format.Q5_K: _q5_k,
    Format.Q6_K: _q6_k,
}
