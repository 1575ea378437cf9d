"""What compile-time values look like: one Python form per IR type.

| IR type                        | Python value                                                              |
| ------------------------------ | ------------------------------------------------------------------------- |
| `index`, `iN`, integer lanes   | `int` in the type's range (`index` and `iN` signed)                        |
| `i1`, bool lanes               | `bool`                                                                    |
| float lanes                    | `float`, already rounded to the dtype                                     |
| `!pop.simd` of several lanes   | `tuple` of lanes; a single lane is the bare value                         |
| `!kgen.struct`, `!pop.array`   | `tuple` of fields                                                         |
| `!kgen.pointer`                | `None` (null), `int` (raw), `SymbolRef`, `SymbolOffset`, `HeapRef`        |
| `!kgen.none`                   | `()`                                                                      |
| `!kgen.string`                 | `bytes`                                                                   |
| `!kgen.dtype`                  | `DType`                                                                   |
| `!pop.int_literal`             | `int` of any size                                                         |
| `!pop.float_literal`           | `Fraction`; `float` only for nan, the infinities and -0.0                 |
| `!kgen.type`                   | any hashable object                                                       |
"""

from __future__ import annotations

import math
import struct
from collections.abc import Hashable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ember.dialects import types as t
from ember.ir.nodes import SymbolRef
from ember.ir.reader import register_value_class
from ember.support.dtype import ALL, DType

# -- pointers ----------------------------------------------------------------------------------------


class Address(tuple[Any, int]):
    """A place in the interpreter's memory: a block and a byte offset into it. Never leaves the interpreter."""

    __slots__ = ()

    def __new__(cls, block: object, offset: int) -> Address:
        return tuple.__new__(cls, (block, offset))

    @property
    def block(self) -> Any:
        return self[0]

    @property
    def offset(self) -> int:
        return self[1]

    def __repr__(self) -> str:
        return f"Address({self[0]!r}, {self[1]})"


class SymbolOffset(NamedTuple):
    """`offset` bytes into the global `symbol`; offset 0 is the bare `SymbolRef`."""

    symbol: SymbolRef
    offset: int


class FrozenBlock:
    """Memory as a constant: bytes plus the pointers in it; compared by content.

    `slots` lists (offset, pointer value); the bytes under a slot mean nothing. `is_static` memory, such as that of a
    string literal, was never allocated; nobody frees it or writes to it.
    """

    __slots__ = ("_hash", "alignment", "data", "is_static", "slots")

    def __init__(
        self,
        data: bytes,
        alignment: int,
        slots: tuple[tuple[int, Hashable], ...],
        is_static: bool = False,
    ) -> None:
        self.data: Final = data
        self.alignment: Final = alignment
        self.slots: Final = slots
        self.is_static: Final = is_static
        self._hash: Final = hash((data, alignment, slots))

    @property
    def size(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, FrozenBlock)
            and self._hash == other._hash
            and self.data == other.data
            and self.alignment == other.alignment
            and self.slots == other.slots
            and self.is_static == other.is_static
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (FrozenBlock, (self.data, self.alignment, self.slots, self.is_static))

    def __repr__(self) -> str:
        return f"FrozenBlock({self.data!r}, {self.alignment}, {self.slots!r})"


class HeapRef(NamedTuple):
    """A pointer into memory that was filled at compile time."""

    block: FrozenBlock
    offset: int


register_value_class("kgen.symbol_offset", SymbolOffset, tuple, SymbolOffset)
register_value_class(
    "kgen.block",
    FrozenBlock,
    lambda block: (block.data, block.alignment, block.slots, block.is_static),
    FrozenBlock,
)
register_value_class("kgen.heap_ref", HeapRef, tuple, HeapRef)


def text_of(raw: object) -> bytes | None:
    """The text of a compile-time value that is one, points to one (an address and a length), or holds a short one: three
    words of bytes, the last byte its length with the top bit set.
    """
    while isinstance(raw, tuple) and len(raw) == 1:
        raw = raw[0]
    if isinstance(raw, bytes):
        return raw
    if isinstance(raw, tuple) and len(raw) >= 2 and isinstance(raw[0], HeapRef):
        length = raw[1]
        if isinstance(length, int):
            return raw[0].block.data[raw[0].offset : raw[0].offset + length]
    if isinstance(raw, tuple) and len(raw) == 3 and all(isinstance(word, int) for word in raw):
        held = b"".join((word & (1 << 64) - 1).to_bytes(8, "little") for word in raw)
        return held[: held[-1] - 128] if 128 <= held[-1] < 128 + len(held) else None
    return None


# -- integers ----------------------------------------------------------------------------------------


def wrap_signed(value: int, bits: int) -> int:
    """The two's complement number of `bits` bits that equals `value` modulo 2**bits."""
    half = 1 << (bits - 1)
    return ((value + half) & ((1 << bits) - 1)) - half


# -- floats ------------------------------------------------------------------------------------------


class FloatFormat(NamedTuple):
    """How a float dtype is encoded: `precision` counts the hidden bit, `bias` is the exponent's."""

    bits: int
    precision: int
    bias: int
    has_infinity: bool
    has_negative_zero: bool
    nan_bits: int  # -1: there is no nan
    largest: float

    @property
    def smallest_exponent(self) -> int:
        """The exponent of the smallest normal number and of the subnormals."""
        return 1 - self.bias


_FORMATS: Final[dict[str, FloatFormat]] = {
    "f4e2m1fn": FloatFormat(4, 2, 1, False, True, -1, 6.0),
    "f6e2m3fn": FloatFormat(6, 4, 1, False, True, -1, 7.5),
    "f6e3m2fn": FloatFormat(6, 3, 3, False, True, -1, 28.0),
    "f8e3m4": FloatFormat(8, 5, 3, True, True, 0x78, 15.5),
    "f8e4m3fn": FloatFormat(8, 4, 7, False, True, 0x7F, 448.0),
    "f8e4m3fnuz": FloatFormat(8, 4, 8, False, False, 0x80, 240.0),
    "f8e5m2": FloatFormat(8, 3, 15, True, True, 0x7F, 57344.0),
    "f8e5m2fnuz": FloatFormat(8, 3, 16, False, False, 0x80, 57344.0),
    "bf16": FloatFormat(16, 8, 127, True, True, 0x7FC0, (2 - 2**-7) * 2.0**127),
    "f16": FloatFormat(16, 11, 15, True, True, 0x7E00, 65504.0),
    "f32": FloatFormat(32, 24, 127, True, True, 0x7FC00000, (2 - 2**-23) * 2.0**127),
    "tf32": FloatFormat(32, 24, 127, True, True, 0x7FC00000, (2 - 2**-23) * 2.0**127),
    "f64": FloatFormat(64, 53, 1023, True, True, 0x7FF8 << 48, (2 - 2**-52) * 2.0**1023),
}
FLOAT_FORMATS: Final[dict[DType, FloatFormat]] = {
    d: _FORMATS[d.name] for d in ALL if d.name in _FORMATS
}
"""Every float dtype but `f8e8m0fnu`, which has neither sign nor fraction. `tf32` is kept in full f32."""

_PACK_F32 = struct.Struct("<f")
_PACK_F16 = struct.Struct("<e")
_PACK_F64 = struct.Struct("<d")
_BITS_32 = struct.Struct("<I")
_BITS_16 = struct.Struct("<H")
_BITS_64 = struct.Struct("<Q")


def round_f32(value: float) -> float:
    try:
        return _PACK_F32.unpack(_PACK_F32.pack(value))[0]  # type: ignore[no-any-return]
    except OverflowError:
        return math.copysign(math.inf, value)


def round_f16(value: float) -> float:
    try:
        return _PACK_F16.unpack(_PACK_F16.pack(value))[0]  # type: ignore[no-any-return]
    except OverflowError:
        return math.copysign(math.inf, value)


def round_float(value: float | int | Fraction, dtype: DType) -> float:
    """The nearest value of a float dtype, ties to even; what is too large becomes infinity, or the largest
    finite value in formats without infinities.
    """
    if type(value) is float:
        name = dtype.name
        if name == "f64":
            return value
        if name == "f32" or name == "tf32":
            return round_f32(value)
        if name == "f16":
            return round_f16(value)
        if name == "f8e8m0fnu":
            return _round_power_of_two(value)
        if not math.isfinite(value) or value == 0.0:
            return _round_special(value, FLOAT_FORMATS[dtype])
        numerator, denominator = value.as_integer_ratio()
    elif isinstance(value, Fraction):
        numerator, denominator = value.numerator, value.denominator
    else:
        numerator, denominator = int(value), 1
    if dtype.name == "f8e8m0fnu":
        return _round_power_of_two(numerator / denominator)
    return _round_ratio(numerator, denominator, FLOAT_FORMATS[dtype])


def convert_float(value: float | int, dtype: DType) -> float:
    """A number converted to a float dtype: as `round_float`, but the formats of 8 bits take what is too large for
    them, infinity too, as their largest finite value.
    """
    rounded = round_float(value, dtype)
    if dtype.bits <= 8 and math.isinf(rounded):
        return math.copysign(FLOAT_FORMATS[dtype].largest, rounded)
    return rounded


def _round_special(value: float, form: FloatFormat) -> float:
    if value == 0.0:
        return value if form.has_negative_zero else 0.0
    if math.isnan(value):
        return value if form.nan_bits >= 0 else form.largest
    return value if form.has_infinity else math.copysign(form.largest, value)


def _round_ratio(numerator: int, denominator: int, form: FloatFormat) -> float:
    """Exact rounding of a rational number, once."""
    if numerator == 0:
        return 0.0
    magnitude = abs(numerator)
    exponent = magnitude.bit_length() - denominator.bit_length()
    if exponent >= 0:
        exponent -= magnitude < denominator << exponent
    else:
        exponent -= magnitude << -exponent < denominator
    unit = max(exponent, form.smallest_exponent) - (form.precision - 1)
    if unit >= 0:
        denominator <<= unit
    else:
        magnitude <<= -unit
    quotient, rest = divmod(magnitude, denominator)
    double_rest = rest * 2
    if double_rest > denominator or (double_rest == denominator and quotient & 1):
        quotient += 1
    try:
        result = math.ldexp(quotient, unit)
    except OverflowError:
        result = math.inf
    if result > form.largest:
        result = math.inf if form.has_infinity else form.largest
    if numerator < 0 and (result or form.has_negative_zero):
        return -result
    return result


def _round_power_of_two(value: float) -> float:
    """`f8e8m0fnu`: 2**-127 … 2**127 or nan."""
    if math.isnan(value) or value < 0:
        return math.nan
    if value == 0:
        return 2.0**-127
    if math.isinf(value):
        return 2.0**127
    fraction, exponent = math.frexp(value)  # value = fraction * 2**exponent, 0.5 <= fraction < 1
    return math.ldexp(1.0, min(127, max(-127, exponent - 1 + (fraction >= 0.75))))


def encode_float(value: float, dtype: DType) -> int:
    """The bits of a value that is already rounded to the dtype."""
    name = dtype.name
    if name == "f64":
        return _BITS_64.unpack(_PACK_F64.pack(value))[0]  # type: ignore[no-any-return]
    if name == "f32" or name == "tf32":
        return _BITS_32.unpack(_PACK_F32.pack(value))[0]  # type: ignore[no-any-return]
    if name == "f16":
        return _BITS_16.unpack(_PACK_F16.pack(value))[0]  # type: ignore[no-any-return]
    if name == "bf16":
        return encode_float(value, _F32) >> 16
    if name == "f8e8m0fnu":
        return 0xFF if math.isnan(value) else math.frexp(value)[1] - 1 + 127
    return _encode_small(value, FLOAT_FORMATS[dtype])


def _encode_small(value: float, form: FloatFormat) -> int:
    if math.isnan(value):
        return max(form.nan_bits, 0)
    sign = 1 << (form.bits - 1) if math.copysign(1.0, value) < 0 else 0
    fraction_bits = form.precision - 1
    if math.isinf(value):
        exponent_mask = (1 << (form.bits - 1 - fraction_bits)) - 1
        return sign | exponent_mask << fraction_bits
    if value == 0.0:
        return sign if form.has_negative_zero else 0
    exponent = max(math.frexp(value)[1] - 1, form.smallest_exponent)
    significand = int(math.ldexp(abs(value), fraction_bits - exponent))
    biased = exponent + form.bias if significand >> fraction_bits else 0
    return sign | biased << fraction_bits | significand & ((1 << fraction_bits) - 1)


def decode_float(bits: int, dtype: DType) -> float:
    """The value that `bits` stand for."""
    name = dtype.name
    if name == "f64":
        return _PACK_F64.unpack(_BITS_64.pack(bits))[0]  # type: ignore[no-any-return]
    if name == "f32" or name == "tf32":
        return _PACK_F32.unpack(_BITS_32.pack(bits))[0]  # type: ignore[no-any-return]
    if name == "f16":
        return _PACK_F16.unpack(_BITS_16.pack(bits))[0]  # type: ignore[no-any-return]
    if name == "bf16":
        return decode_float(bits << 16, _F32)
    if name == "f8e8m0fnu":
        return math.nan if bits == 0xFF else math.ldexp(1.0, bits - 127)
    return _decode_small(bits, FLOAT_FORMATS[dtype])


def _decode_small(bits: int, form: FloatFormat) -> float:
    sign = -1.0 if bits >> (form.bits - 1) else 1.0
    fraction_bits = form.precision - 1
    fraction = bits & ((1 << fraction_bits) - 1)
    exponent_mask = (1 << (form.bits - 1 - fraction_bits)) - 1
    exponent = bits >> fraction_bits & exponent_mask
    if not form.has_negative_zero and bits == form.nan_bits:
        return math.nan
    if form.has_infinity and exponent == exponent_mask:
        return math.nan if fraction else sign * math.inf
    if (
        form.nan_bits >= 0
        and form.has_negative_zero
        and bits & ~(1 << (form.bits - 1)) == form.nan_bits
    ):
        return math.nan
    if exponent == 0:
        return sign * math.ldexp(fraction, form.smallest_exponent - fraction_bits)
    return sign * math.ldexp(fraction | 1 << fraction_bits, exponent - form.bias - fraction_bits)


_F32: Final = next(d for d in ALL if d.name == "f32")


# -- literals, keys, zeroes ----------------------------------------------------------------------------


def float_literal(value: float | int | Fraction) -> Fraction | float:
    """The canonical form of a `!pop.float_literal`."""
    if isinstance(value, float):
        if not math.isfinite(value) or (value == 0.0 and math.copysign(1.0, value) < 0):
            return value
        return Fraction(value)
    return Fraction(value)


def value_key(value: object) -> Hashable:
    """A hashable that is equal for two values only if nothing can tell them apart: 0.0, -0.0, 0 and False differ."""
    kind = type(value)
    if kind is int or kind is bytes:
        return value
    if kind is bool:
        return ("b", value)
    if kind is float:
        return ("f", _PACK_F64.pack(value) if value == value else b"nan")
    if kind is tuple:
        return ("t", *map(value_key, value))  # type: ignore[call-overload]
    if kind is Fraction:
        return ("q", value.numerator, value.denominator)  # type: ignore[attr-defined]
    return value


def zero_value(type: t.Type) -> object:
    """The value whose bytes are all zero."""
    match type:
        case t.IndexType():
            return 0
        case t.IntegerType():
            return False if type.width == 1 else 0
        case t.SimdType():
            lane: object = (
                False if type.dtype.kind == "bool" else 0.0 if type.dtype.kind == "float" else 0
            )
            if type.dtype.name == "f8e8m0fnu":
                lane = 2.0**-127
            return lane if type.width == 1 else (lane,) * type.width
        case t.StructType():
            return tuple(map(zero_value, type.elements))
        case t.ArrayType():
            return (zero_value(type.element),) * type.count
        case t.UnionType():
            return bytes(0)
        case t.PointerType():
            return None
    if type is t.STRING:
        return b""
    if type is t.DTYPE:
        return ALL[0]
    if type is t.INT_LITERAL:
        return 0
    if type is t.FLOAT_LITERAL:
        return Fraction(0)
    return ()
