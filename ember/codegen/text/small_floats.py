"""Floats that are computed in `float`: bfloat16 and the formats of 8 and 4 bits.

LLVM has no types for the smallest ones, and calls library functions that many systems lack for bfloat16 (or, for some
vector widths on AArch64, rounds it wrongly). So both directions are spelled out in integer operations, which work on
any number of lanes: `widen` to `float` is exact, `narrow` rounds to nearest even, with what is too large becoming
infinity or, in formats without one and in conversions to 8 bits, the largest number, as `dialects/constants.py`
defines it.
"""

from __future__ import annotations

from ember.codegen.text.emitter import Emitter
from ember.codegen.text.lanes import Lanes
from ember.codegen.text.types import TypeInfo
from ember.dialects.constants import FLOAT_FORMATS, FloatFormat, encode_float
from ember.support import dtype as dt
from ember.support.dtype import DType

_INFINITY = 0x7F80_0000
_NAN = 0x7FC0_0000


def widen(e: Emitter, info: TypeInfo, dtype: DType, name: str) -> str:
    """The exact value as `float`."""
    lanes = Lanes(e, info.lanes)
    if (
        dtype.name == "bf16"
    ):  # by its bits: LLVM moves an `fpext` past operations, where x86 loses small numbers
        half = lanes.convert("bitcast", name, "bfloat", "i16")
        placed = lanes.binary("shl", lanes.convert("zext", half, "i16", "i32"), 16)
        return lanes.convert("bitcast", placed, "i32", "float")
    code = lanes.convert("zext", name, info.lane, "i32")
    if dtype.name == "f8e8m0fnu":
        bits = _widen_power_of_two(lanes, code)
    else:
        bits = _widen_bits(lanes, code, FLOAT_FORMATS[dtype])
    return lanes.convert("bitcast", bits, "i32", "float")


def narrow(
    e: Emitter, info: TypeInfo, dtype: DType, name: str, source: str, saturates: bool
) -> str:
    """A `float` or `double` (`source` says which) rounded to the dtype of `info`."""
    lanes = Lanes(e, info.lanes)
    if dtype.name == "bf16" and source == "float" and e.target.arch == "nvptx64":
        return lanes.convert("fptrunc", name, "float", "bfloat")  # one instruction, rounded right
    if source == "double":
        bits = _single_with_sticky_bit(lanes, name)
    else:
        bits = lanes.convert("bitcast", name, "float", "i32")
    if dtype.name == "bf16":
        half = lanes.convert("trunc", _narrow_bfloat(lanes, bits), "i32", "i16")
        return lanes.convert("bitcast", half, "i16", "bfloat")
    if dtype.name == "f8e8m0fnu":
        code = _narrow_power_of_two(lanes, bits)
    else:
        code = _narrow_bits(lanes, bits, FLOAT_FORMATS[dtype], saturates)
    return lanes.convert("trunc", code, "i32", info.lane)


def _widen_bits(lanes: Lanes, code: str, form: FloatFormat) -> str:
    """Exponent and fraction move to their place in a `float`; a multiplication corrects the exponent's bias."""
    fraction = form.precision - 1
    magnitude = lanes.binary("and", code, (1 << (form.bits - 1)) - 1)
    placed = lanes.binary("shl", magnitude, 23 - fraction)
    small = lanes.convert("bitcast", placed, "i32", "float")
    value = lanes.binary("fmul", small, lanes.number(2.0 ** (127 - form.bias)), "float")
    bits = lanes.convert("bitcast", value, "float", "i32")
    if form.has_infinity:
        infinity = ((1 << (form.bits - form.precision)) - 1) << fraction
        special = lanes.select(lanes.binary("icmp eq", magnitude, infinity), _INFINITY, _NAN)
        bits = lanes.select(lanes.binary("icmp uge", magnitude, infinity), special, bits)
    elif form.nan_bits >= 0:
        nan_holder = magnitude if form.has_negative_zero else code
        bits = lanes.select(lanes.binary("icmp eq", nan_holder, form.nan_bits), _NAN, bits)
    sign = lanes.binary("lshr", code, form.bits - 1)
    return lanes.binary("or", bits, lanes.binary("shl", sign, 31))


def _widen_power_of_two(lanes: Lanes, code: str) -> str:
    bits = lanes.binary("shl", code, 23)
    bits = lanes.select(lanes.binary("icmp eq", code, 0), 0x0040_0000, bits)
    return lanes.select(lanes.binary("icmp eq", code, 0xFF), _NAN, bits)


def _single_with_sticky_bit(lanes: Lanes, name: str) -> str:
    """The bits of a `double` cut to `float`, the last bit set where something was lost.

    Rounding that once more gives what rounding the `double` at once would have given.
    """
    single = lanes.convert("fptrunc", name, "double", "float")
    back = lanes.convert("fpext", single, "float", "double")
    bits = lanes.convert("bitcast", single, "float", "i32")
    sizes = [lanes.unary_intrinsic("llvm.fabs", v, "double", "f64") for v in (back, name)]
    too_large = lanes.binary("fcmp ogt", sizes[0], sizes[1], "double")
    cut = lanes.binary("sub", bits, lanes.convert("zext", too_large, "i1", "i32"))
    inexact = lanes.binary("fcmp one", back, name, "double")
    return lanes.binary("or", cut, lanes.convert("zext", inexact, "i1", "i32"))


def _round_off(lanes: Lanes, bits: str, count: int) -> str:
    """The number without its last `count` bits, rounded to nearest even."""
    last = lanes.binary("and", lanes.binary("lshr", bits, count), 1)
    raised = lanes.binary("add", bits, lanes.binary("add", last, (1 << (count - 1)) - 1))
    return lanes.binary("lshr", raised, count)


def _narrow_bfloat(lanes: Lanes, bits: str) -> str:
    rounded = _round_off(lanes, bits, 16)
    quiet = lanes.binary("or", lanes.binary("lshr", bits, 16), 0x40)
    magnitude = lanes.binary("and", bits, 0x7FFF_FFFF)
    return lanes.select(lanes.binary("icmp ugt", magnitude, _INFINITY), quiet, rounded)


def _narrow_bits(lanes: Lanes, bits: str, form: FloatFormat, saturates: bool) -> str:
    fraction = form.precision - 1
    magnitude = lanes.binary("and", bits, 0x7FFF_FFFF)
    normal = lanes.binary(
        "sub", _round_off(lanes, magnitude, 23 - fraction), (127 - form.bias) << fraction
    )
    code = lanes.select(
        lanes.binary("icmp ult", magnitude, (128 - form.bias) << 23),
        _subnormal(lanes, magnitude, form),
        normal,
    )
    largest = encode_float(form.largest, _dtype_of(form))
    code = lanes.smaller(code, largest if saturates or not form.has_infinity else largest + 1)
    sign = lanes.binary("shl", lanes.binary("lshr", bits, 31), form.bits - 1)
    signed = lanes.binary("or", code, sign)
    if not form.has_negative_zero:
        signed = lanes.select(lanes.binary("icmp eq", code, 0), 0, signed)
    is_nan = lanes.binary("icmp ugt", magnitude, _INFINITY)
    return lanes.select(is_nan, form.nan_bits if form.nan_bits >= 0 else largest, signed)


def _subnormal(lanes: Lanes, magnitude: str, form: FloatFormat) -> str:
    """Adding a large number rounds to the step of the subnormals; what it added is the code."""
    anchor = 2.0 ** (form.smallest_exponent - (form.precision - 1) + 23)
    value = lanes.convert("bitcast", magnitude, "i32", "float")
    total = lanes.binary("fadd", value, lanes.number(anchor), "float")
    bits = lanes.convert("bitcast", total, "float", "i32")
    return lanes.binary("sub", bits, encode_float(anchor, dt.F32))


def _dtype_of(form: FloatFormat) -> DType:
    return next(dtype for dtype, other in FLOAT_FORMATS.items() if other is form)


def _narrow_power_of_two(lanes: Lanes, bits: str) -> str:
    magnitude = lanes.binary("and", bits, 0x7FFF_FFFF)
    rounded = lanes.binary("lshr", lanes.binary("add", magnitude, 0x0040_0000), 23)
    tiny = lanes.convert("zext", lanes.binary("icmp uge", magnitude, 0x0060_0000), "i1", "i32")
    code = lanes.select(lanes.binary("icmp ult", magnitude, 0x0080_0000), tiny, rounded)
    code = lanes.smaller(code, 0xFE)
    is_nan = lanes.binary("icmp ugt", magnitude, _INFINITY)
    below_zero = lanes.binary("icmp ugt", bits, 0x8000_0000)
    return lanes.select(lanes.binary("or", is_nan, below_zero, "i1"), 0xFF, code)
