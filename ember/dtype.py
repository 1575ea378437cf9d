"""Element types as users of graphs, buffers and models name them: `DType.float32`.

The compiler's own table is `support/dtype.py`; a member's value is the name it has there and in IR text.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from ember.support import dtype as table

if TYPE_CHECKING:
    import numpy as np


class DType(Enum):
    """One number format of tensors."""

    bool = "bool"
    int8 = "si8"
    int16 = "si16"
    int32 = "si32"
    int64 = "si64"
    uint8 = "ui8"
    uint16 = "ui16"
    uint32 = "ui32"
    uint64 = "ui64"
    float4_e2m1fn = "f4e2m1fn"
    float6_e2m3fn = "f6e2m3fn"
    float6_e3m2fn = "f6e3m2fn"
    float8_e4m3fn = "f8e4m3fn"
    float8_e4m3fnuz = "f8e4m3fnuz"
    float8_e5m2 = "f8e5m2"
    float8_e5m2fnuz = "f8e5m2fnuz"
    float8_e8m0fnu = "f8e8m0fnu"
    bfloat16 = "bf16"
    float16 = "f16"
    float32 = "f32"
    float64 = "f64"

    def __repr__(self) -> str:
        return f"DType.{self.name}"

    def __str__(self) -> str:
        return f"DType.{self.name}"

    @property
    def entry(self) -> table.DType:
        """What the compiler knows of it."""
        return table.BY_NAME[self.value]

    @property
    def size_in_bits(self) -> int:
        return 8 if self is DType.bool else self.entry.bits

    @property
    def size_in_bytes(self) -> int:
        """Bytes of one element; `ValueError` for formats smaller than a byte."""
        if self.size_in_bits % 8:
            raise ValueError(f"{self} has {self.size_in_bits} bits, which are no whole bytes")
        return self.size_in_bits // 8

    @property
    def align(self) -> int:
        return max(1, self.size_in_bits // 8)

    def is_integral(self) -> bool_:
        return self.entry.is_integer

    def is_signed_integral(self) -> bool_:
        return self.entry.kind == "signed"

    def is_unsigned_integral(self) -> bool_:
        return self.entry.kind == "unsigned"

    def is_float(self) -> bool_:
        return self.entry.is_float

    def is_float8(self) -> bool_:
        return self.entry.is_float and self.entry.bits == 8

    def is_half(self) -> bool_:
        return self.entry.is_float and self.entry.bits == 16

    def to_numpy(self) -> np.dtype[Any]:
        """NumPy's type of the same elements; `ValueError` where it has none."""
        import numpy as np

        if self is DType.bfloat16 or (self.is_float() and self.size_in_bits < 16):
            raise ValueError(f"NumPy has no type for the elements of {self}")
        return np.dtype(self.name)

    @staticmethod
    def from_numpy(dtype: Any) -> DType:
        """The type of the elements of a NumPy array; `ValueError` where we have none."""
        found = _OF_NUMPY.get(dtype)
        if found is None:
            import numpy as np

            name = np.dtype(dtype).name
            if name not in DType.__members__:
                raise ValueError(f"NumPy's '{name}' is not an element type of tensors")
            found = _OF_NUMPY[dtype] = DType[name]
        return found

    @staticmethod
    def finfo(dtype: DType) -> FloatInfo:
        """The limits of a floating-point format; `TypeError` for others."""
        if dtype not in _FORMATS:
            raise TypeError(f"{dtype} is no floating-point format with limits")
        return _limits(dtype, *_FORMATS[dtype])


_OF_NUMPY: dict[Any, DType] = {}
"""Those that were asked for: NumPy takes microseconds to name one."""

bool_ = bool
"""Python's own type: inside the enumeration its name is a member's."""


class FloatInfo(NamedTuple):
    """Limits of a floating-point format, as NumPy's `finfo` names them."""

    dtype: DType
    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    smallest_subnormal: float

    @property
    def tiny(self) -> float:
        return self.smallest_normal


_FORMATS: dict[DType, tuple[int, int, float]] = {
    DType.float4_e2m1fn: (1, 0, 6.0),
    DType.float6_e2m3fn: (3, 0, 7.5),
    DType.float6_e3m2fn: (2, -2, 28.0),
    DType.float8_e4m3fn: (3, -6, 448.0),
    DType.float8_e4m3fnuz: (3, -7, 240.0),
    DType.float8_e5m2: (2, -14, 57344.0),
    DType.float8_e5m2fnuz: (2, -15, 57344.0),
    DType.bfloat16: (7, -126, (2.0 - 2.0**-7) * 2.0**127),
    DType.float16: (10, -14, 65504.0),
    DType.float32: (23, -126, (2.0 - 2.0**-23) * 2.0**127),
    DType.float64: (52, -1022, (2.0 - 2.0**-52) * 2.0**1023),
}
"""Bits of the fraction, exponent of the smallest normal number, largest number."""


def _limits(dtype: DType, fraction: int, exponent: int, largest: float) -> FloatInfo:
    return FloatInfo(
        dtype,
        dtype.size_in_bits,
        2.0**-fraction,
        largest,
        -largest,
        2.0**exponent,
        2.0 ** (exponent - fraction),
    )


finfo = DType.finfo
"""The limits of a floating-point format, by its other name."""
