"""What `pop.cast` and `pop.bitcast` mean: kernels from values of one type to values of another."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from ember.dialects import types as t
from ember.dialects.arithmetic import LITERAL_BITS, CannotEvaluate, Lane, lane_of, wrapped
from ember.dialects.constants import (
    convert_float,
    decode_float,
    encode_float,
    float_literal,
    round_float,
    wrap_signed,
)

Kernel = Callable[[Any], Any]


@cache
def cast_kernel(source: t.Type, target: t.Type) -> Kernel | None:
    """Numeric conversion, lane by lane; None when there is none between the types."""
    if source is target:
        return lambda value: value
    from_lane, to_lane = lane_of(source), lane_of(target)
    if from_lane is None or to_lane is None or from_lane.width != to_lane.width:
        return None
    kernel = _lane_cast(from_lane, to_lane)
    if from_lane.width == 1:
        return kernel
    return lambda lanes: tuple(map(kernel, lanes))


def cast_expression(source: t.Type, target: t.Type) -> str | None:
    """The Python expression of a cast between one-lane integers, for code generators; else None."""
    from_lane, to_lane = lane_of(source), lane_of(target)
    if from_lane is None or to_lane is None or from_lane.width != 1:
        return None
    if from_lane.kind == "int":
        if to_lane.kind == "bool":
            return "({0} != 0)"
        if to_lane.kind == "int":
            fits = to_lane.lowest <= from_lane.lowest and from_lane.highest <= to_lane.highest
            return "{0}" if fits else wrapped("{0}", to_lane)
    if from_lane.kind == "bool" and to_lane.kind == "bool":
        return "{0}"
    return "int({0})" if from_lane.kind == "bool" and to_lane.kind == "int" else None


def _lane_cast(source: Lane, target: Lane) -> Kernel:
    match target.kind:
        case "bool":
            return lambda value: value != 0
        case "int":
            if source.kind in ("float", "float_literal"):
                return lambda value: saturate(value, target)
            return wrapper(target)
        case "float":
            dtype = target.dtype
            assert dtype is not None
            if source.kind == "float_literal":
                return lambda value: round_float(value, dtype)
            if source.kind == "float":
                return lambda value: convert_float(value, dtype)
            return lambda value: convert_float(int(value), dtype)
        case "int_literal":
            return int if source.kind in ("int", "bool", "int_literal") else _truncate
    return lambda value: float_literal(int(value) if isinstance(value, bool) else value)


def wrapper(lane: Lane) -> Callable[[int], int]:
    """Brings an integer into the range of an integer lane."""
    bits, mask = lane.bits, (1 << lane.bits) - 1
    if lane.signed:
        return lambda value: wrap_signed(int(value), bits)
    return lambda value: int(value) & mask


def saturate(value: float | Fraction, lane: Lane) -> int:
    """Toward zero, then to the nearest number of the integer lane; nan is 0."""
    if isinstance(value, float) and not math.isfinite(value):
        if math.isnan(value):
            return 0
        return lane.highest if value > 0 else lane.lowest
    return min(max(math.trunc(value), lane.lowest), lane.highest)


def _truncate(value: float | Fraction) -> int:
    if isinstance(value, float) and not math.isfinite(value):
        raise CannotEvaluate("comptime-conversion", "the value has no integer part")
    result = math.trunc(value)
    if result.bit_length() > LITERAL_BITS:
        raise CannotEvaluate("comptime-conversion", "the integer has too many digits")
    return result


@cache
def bitcast_kernel(source: t.Type, target: t.Type) -> Kernel | None:
    """The same bits read as another type; None for types that are not bits."""
    from_lane, to_lane = lane_of(source), lane_of(target)
    if not (_has_bits(from_lane) and _has_bits(to_lane)):
        return None
    assert from_lane is not None and to_lane is not None
    encode, decode = lanes_encoder(from_lane), lanes_decoder(to_lane)
    return lambda value: decode(encode(value))


def _has_bits(lane: Lane | None) -> bool:
    return lane is not None and lane.kind in ("int", "bool", "float")


def lanes_encoder(lane: Lane) -> Callable[[Any], int]:
    """From a value to its bits, the first lane lowest."""
    bits, dtype, width = lane.bits, lane.dtype, lane.width
    mask = (1 << bits) - 1

    def encode_lane(value: Any) -> int:
        if lane.kind == "float":
            assert dtype is not None
            return encode_float(value, dtype)
        return int(value) & mask

    if width == 1:
        return encode_lane
    return lambda lanes: sum(encode_lane(value) << bits * i for i, value in enumerate(lanes))


def lanes_decoder(lane: Lane) -> Callable[[int], Any]:
    """From bits to the value; excess bits are ignored."""
    bits, dtype, width = lane.bits, lane.dtype, lane.width
    mask = (1 << bits) - 1

    def decode_lane(encoded: int) -> Any:
        encoded &= mask
        if lane.kind == "float":
            assert dtype is not None
            return decode_float(encoded, dtype)
        if lane.kind == "bool":
            return encoded != 0
        return wrap_signed(encoded, bits) if lane.signed else encoded

    if width == 1:
        return decode_lane
    return lambda encoded: tuple([decode_lane(encoded >> bits * i) for i in range(width)])
