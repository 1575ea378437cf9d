"""Rounding, encoding and keys of compile-time values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ember.dialects.constants import (
    decode_float,
    encode_float,
    round_float,
    value_key,
    wrap_signed,
)
from ember.support import dtype as dt
from ember.support.dtype import DType

from .operations import FLOATS, same

SMALL = tuple(d for d in FLOATS if d.bits <= 8)


@pytest.mark.parametrize("dtype", [*SMALL, dt.BY_NAME["f16"], dt.BY_NAME["bf16"]], ids=str)
def test_every_code_survives(dtype: DType) -> None:
    """Decoding and encoding give the code back, and rounding leaves decoded values alone."""
    for code in range(1 << dtype.bits):
        value = decode_float(code, dtype)
        assert same(round_float(value, dtype), value)
        if not math.isnan(value):
            assert encode_float(value, dtype) == code


@pytest.mark.parametrize("dtype", SMALL, ids=str)
@given(value=st.floats(-1000, 1000))
def test_rounding_finds_the_nearest(dtype: DType, value: float) -> None:
    numbers = [decode_float(code, dtype) for code in range(1 << dtype.bits)]
    finite = [n for n in numbers if math.isfinite(n)]
    rounded = round_float(value, dtype)
    if math.isnan(rounded):
        assert dtype.name == "f8e8m0fnu" and value < 0
    elif math.isinf(rounded):
        assert abs(value) > max(finite)
    else:
        assert abs(rounded - value) == min(abs(n - value) for n in finite)


@given(value=st.floats() | st.floats(-70000, 70000))
def test_rounding_agrees_with_numpy(value: float) -> None:
    with np.errstate(over="ignore"):
        assert same(round_float(value, dt.F32), float(np.float32(value)))
        assert same(round_float(value, dt.BY_NAME["f16"]), float(np.float16(value)))


@given(value=st.floats(allow_nan=False, allow_infinity=False), nudge=st.sampled_from([-1, 0, 1]))
def test_rationals_round_once(value: float, nudge: int) -> None:
    """A tie between two f32 values, moved by far less than a double can tell, goes the right way."""
    low = round_float(value, dt.F32)
    high = float(np.nextafter(np.float32(low), np.float32(np.inf)))
    if not (math.isfinite(low) and math.isfinite(high)):
        return
    middle = (Fraction(low) + Fraction(high)) / 2 + Fraction(nudge, 10**400)
    rounded = round_float(middle, dt.F32)
    if nudge:
        assert rounded == (high if nudge > 0 else low)
    else:
        assert rounded in (low, high) and encode_float(rounded, dt.F32) & 1 == 0


@given(value=st.integers(-(10**40), 10**40))
def test_integers_round_once(value: int) -> None:
    assert round_float(value, dt.F64) == float(value)
    assert round_float(value, dt.F32) == round_float(Fraction(value), dt.F32)


@pytest.mark.parametrize("bits", [1, 8, 64, 256])
@given(value=st.integers(-(1 << 300), 1 << 300))
def test_wrapping(bits: int, value: int) -> None:
    wrapped = wrap_signed(value, bits)
    assert (wrapped - value) % (1 << bits) == 0
    assert -(1 << (bits - 1)) <= wrapped < 1 << (bits - 1)


def test_keys_tell_look_alikes_apart() -> None:
    values = [
        0,
        False,
        0.0,
        -0.0,
        1,
        True,
        1.0,
        Fraction(1),
        None,
        (),
        b"",
        (0,),
        (False,),
        (0.0,),
        math.nan,
    ]
    assert len({value_key(v) for v in values}) == len(values)
    assert value_key(math.nan) == value_key(-math.nan)
    assert value_key((1, (2.0, True))) == value_key((1, (2.0, True)))
