"""Conversions between floats and integers of 128 and 256 bits that LLVM, or the system's support library, lacks.

LLVM ends the process when it meets one it cannot do, so they are written out here.
"""

from __future__ import annotations

from ember.codegen.text.emitter import Emitter
from ember.codegen.text.lanes import Lanes
from ember.codegen.text.types import SIGNED, TypeInfo

_WIDE = "i256"
_FRACTION_BITS = 52
_EXPONENT_BIAS = 1023


def integer_to_float(e: Emitter, name: str, source: TypeInfo, target: TypeInfo) -> str:
    """The 64 leading bits, the last of them set where lower ones were lost, converted and scaled back."""
    lanes = Lanes(e, source.lanes)
    lane = source.lane
    magnitude, negative = _magnitude(lanes, name, source)
    if target.lane == "half":  # everything from 2**16 on is infinite
        leading = lanes.convert("trunc", lanes.smaller(magnitude, 1 << 20, lane), lane, "i64")
        value = lanes.convert("uitofp", leading, "i64", "half")
    else:
        value = _scaled(e, lanes, magnitude, source, target)
    if negative is None:
        return value
    minus = e.assign(f"fneg {target.text} {value}")
    return lanes.select(negative, minus, value, target.lane)


def _magnitude(lanes: Lanes, name: str, source: TypeInfo) -> tuple[str, str | None]:
    if source.column != SIGNED:
        return name, None
    negative = lanes.binary("icmp slt", name, 0, source.lane)
    minus = lanes.binary("sub", lanes.splat(source.lane, 0), name, source.lane)
    return lanes.select(negative, minus, name, source.lane), negative


def _scaled(e: Emitter, lanes: Lanes, magnitude: str, source: TypeInfo, target: TypeInfo) -> str:
    lane, text = source.lane, source.text
    ctlz = e.intrinsic(f"llvm.ctlz.{source.suffix}", text, (text, "i1"))
    zeros = e.assign(f"call {text} {ctlz}({text} {magnitude}, i1 false)")
    spare = source.bits - 64
    short = lanes.binary("icmp uge", zeros, spare, lane)
    shift = lanes.select(short, 0, lanes.binary("sub", lanes.splat(lane, spare), zeros, lane), lane)
    leading = lanes.binary("lshr", magnitude, shift, lane)
    back = lanes.binary("shl", leading, shift, lane)
    lost = lanes.convert("zext", lanes.binary("icmp ne", back, magnitude, lane), "i1", "i64")
    sticky = lanes.binary("or", lanes.convert("trunc", leading, lane, "i64"), lost, "i64")
    value = lanes.convert("uitofp", sticky, "i64", target.lane)
    count = lanes.convert("trunc", shift, lane, "i32")
    name = f"llvm.ldexp.{target.suffix}.{lanes.suffix('i32')}"
    i32 = lanes.type("i32")
    ldexp = e.intrinsic(name, target.text, (target.text, i32))
    return e.assign(f"call {target.text} {ldexp}({target.text} {value}, {i32} {count})")


def float_to_integer(e: Emitter, name: str, source: TypeInfo, target: TypeInfo) -> str:
    """Toward zero, saturating; NaN is 0. The fraction of the `double` is shifted to its place."""
    lanes = Lanes(e, source.lanes)
    value = lanes.convert("fpext", name, source.lane, "double")
    bits = lanes.convert("bitcast", value, "double", "i64")
    exponent = lanes.binary("and", lanes.binary("lshr", bits, _FRACTION_BITS, "i64"), 0x7FF, "i64")
    exponent = lanes.binary("sub", exponent, _EXPONENT_BIAS, "i64")
    fraction = lanes.binary("and", bits, (1 << _FRACTION_BITS) - 1, "i64")
    fraction = lanes.binary("or", fraction, 1 << _FRACTION_BITS, "i64")
    magnitude = _shifted(lanes, fraction, exponent)
    negative = lanes.binary("icmp slt", bits, 0, "i64")
    signed = target.column == SIGNED
    limit = 255 if signed else 256
    too_large = lanes.binary("icmp sge", exponent, limit, "i64")
    magnitude = lanes.select(too_large, (1 << limit) - 1 if signed else -1, magnitude, _WIDE)
    if signed:
        minus = lanes.binary("sub", lanes.splat(_WIDE, 0), magnitude, _WIDE)
        minus = lanes.select(too_large, -(1 << 255), minus, _WIDE)
        result = lanes.select(negative, minus, magnitude, _WIDE)
    else:
        result = lanes.select(negative, 0, magnitude, _WIDE)
    is_nan = lanes.binary("fcmp uno", value, value, "double")
    return lanes.select(is_nan, 0, result, _WIDE)


def _shifted(lanes: Lanes, fraction: str, exponent: str) -> str:
    """`fraction * 2**(exponent - 52)` without what lies below one."""
    wide = lanes.convert("zext", fraction, "i64", _WIDE)
    distance = lanes.binary("sub", exponent, _FRACTION_BITS, "i64")
    opposite = lanes.binary("sub", lanes.splat("i64", 0), distance, "i64")
    left = lanes.convert("zext", lanes.smaller(distance, 255, "i64"), "i64", _WIDE)
    right = lanes.convert("zext", lanes.smaller(opposite, 255, "i64"), "i64", _WIDE)
    is_left = lanes.binary("icmp sge", distance, 0, "i64")
    return lanes.select(
        is_left,
        lanes.binary("shl", wide, left, _WIDE),
        lanes.binary("lshr", wide, right, _WIDE),
        _WIDE,
    )
