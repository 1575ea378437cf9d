"""Elements of buffers as NumPy's numbers, also of the formats NumPy lacks, and DLPack's names for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ember.dtype import DType

if TYPE_CHECKING:
    import numpy as np

CODE: Final[dict[DType, tuple[int, int]]] = {
    **{t: (0, t.size_in_bits) for t in DType if t.is_signed_integral()},
    **{t: (1, t.size_in_bits) for t in DType if t.is_unsigned_integral()},
    **{t: (2, t.size_in_bits) for t in DType if t.is_float() and t.size_in_bits >= 16},
    DType.bfloat16: (4, 16),
    DType.bool: (6, 8),
    DType.float8_e4m3fn: (10, 8),
    DType.float8_e4m3fnuz: (11, 8),
    DType.float8_e5m2: (12, 8),
    DType.float8_e5m2fnuz: (13, 8),
    DType.float8_e8m0fnu: (14, 8),
}
"""DLPack's code and width of each element type."""

_FROM_CODE: Final = {code: dtype for dtype, code in CODE.items()}

_SMALL: Final[dict[DType, tuple[int, int, int]]] = {
    DType.float8_e4m3fn: (4, 3, 7),
    DType.float8_e4m3fnuz: (4, 3, 8),
    DType.float8_e5m2: (5, 2, 15),
    DType.float8_e5m2fnuz: (5, 2, 16),
    DType.float8_e8m0fnu: (8, 0, 127),
}
"""Bits of exponent and fraction, and the exponent's bias."""


def dtype_of(code: int, bits: int) -> DType:
    """The element type DLPack means; `ValueError` where we have none."""
    found = _FROM_CODE.get((code, bits))
    if found is None:
        raise ValueError(f"DLPack's element type with code {code} and {bits} bits is not supported")
    return found


def decode(raw: np.ndarray[Any, Any], dtype: DType) -> np.ndarray[Any, Any]:
    """The values behind bit patterns, as numbers NumPy has."""
    import numpy as np

    if dtype is DType.bfloat16:
        return (raw.astype(np.uint32) << 16).view(np.float32)
    if dtype in _SMALL:
        return np.take(_table(dtype), raw)
    return raw.view(dtype.to_numpy())


def encode(values: Any, dtype: DType) -> np.ndarray[Any, Any]:
    """Bit patterns of values, rounded to nearest, ties to even; `ValueError` for a number of Python's that does not fit."""
    import numpy as np

    if type(values) is int and dtype.is_integral():
        low = -1 << dtype.size_in_bits - 1 if dtype.is_signed_integral() else 0
        high = low + (1 << dtype.size_in_bits) - 1
        if not low <= values <= high:
            raise ValueError(f"the number {values} does not fit {dtype}, which holds whole numbers from {low} to {high}")  # fmt: skip
    if dtype is DType.bfloat16:
        bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
        rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
        is_nan = (bits & 0x7FFF_FFFF) > 0x7F80_0000
        return np.where(is_nan, (bits >> 16) | 0x40, rounded).astype(np.uint16)
    if dtype in _SMALL:
        return _nearest(np.asarray(values, np.float32), dtype)
    with np.errstate(over="ignore"):  # what is too large is infinite
        array = np.asarray(values).astype(dtype.to_numpy())
    return array if dtype is DType.bool else array.view(f"u{dtype.size_in_bytes}")


def _table(dtype: DType) -> np.ndarray[Any, Any]:
    """The values of all 256 patterns of an 8-bit format."""
    import numpy as np

    exponent_bits, fraction_bits, bias = _SMALL[dtype]
    patterns = np.arange(256)
    if dtype is DType.float8_e8m0fnu:
        values = np.ldexp(1.0, patterns - bias)
        return np.where(patterns == 255, np.nan, values).astype(np.float32)
    sign = np.where(patterns & 128, -1.0, 1.0)
    exponent = (patterns >> fraction_bits) & ((1 << exponent_bits) - 1)
    fraction = patterns & ((1 << fraction_bits) - 1)
    normal = np.ldexp(1.0 + fraction / (1 << fraction_bits), exponent - bias)
    tiny = np.ldexp(fraction / (1 << fraction_bits), 1 - bias)
    values = sign * np.where(exponent == 0, tiny, normal)
    for pattern, special in _specials(dtype):
        values[pattern] = special
    return values.astype(np.float32)


def _specials(dtype: DType) -> list[tuple[int, float]]:
    nan, infinity = float("nan"), float("inf")
    if dtype is DType.float8_e4m3fn:
        return [(0x7F, nan), (0xFF, nan)]
    if dtype is DType.float8_e5m2:
        nans = [(sign | 0x7C | f, nan) for sign in (0, 0x80) for f in (1, 2, 3)]
        return [(0x7C, infinity), (0xFC, -infinity), *nans]
    return [(0x80, nan)]


def _nearest(values: np.ndarray[Any, Any], dtype: DType) -> np.ndarray[Any, Any]:
    """The pattern whose value is nearest, the even one of two; what is too large becomes the largest number."""
    import numpy as np

    table = _table(dtype)
    patterns = np.arange(256)[np.isfinite(table)]
    order = np.lexsort((patterns, table[patterns]))
    patterns = patterns[order]
    known = table[patterns]
    high = np.clip(np.searchsorted(known, values), 0, len(known) - 1)
    low = np.maximum(high - 1, 0)
    above, below = np.abs(known[high] - values), np.abs(values - known[low])
    use_low = (below < above) | ((below == above) & (patterns[low] % 2 == 0))
    found = np.where(use_low, patterns[low], patterns[high]).astype(np.uint8)
    return np.where(np.isnan(values), np.uint8(_nan_of(dtype)), found)


def _nan_of(dtype: DType) -> int:
    if dtype is DType.float8_e8m0fnu:
        return 0xFF
    return next(pattern for pattern, value in _specials(dtype) if value != value)
