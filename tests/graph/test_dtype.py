"""Element types: sizes, kinds, NumPy's names, limits."""

from __future__ import annotations

import numpy as np
import pytest

from ember.dtype import DType


@pytest.mark.parametrize("dtype", list(DType))
def test_numpy_both_ways(dtype: DType) -> None:
    try:
        there = dtype.to_numpy()
    except ValueError:
        assert dtype.is_float() and dtype.size_in_bits <= 16
        return
    assert DType.from_numpy(there) is dtype
    assert there.itemsize == dtype.size_in_bytes


@pytest.mark.parametrize("dtype", [DType.float16, DType.float32, DType.float64])
def test_limits_are_numpys(dtype: DType) -> None:
    ours, theirs = DType.finfo(dtype), np.finfo(dtype.to_numpy())
    for name in ("bits", "eps", "max", "min", "tiny", "smallest_normal", "smallest_subnormal"):
        assert getattr(ours, name) == getattr(theirs, name), name


def test_kinds() -> None:
    assert DType.bool.size_in_bytes == 1 and not DType.bool.is_integral()
    assert DType.int8.is_signed_integral() and DType.uint8.is_unsigned_integral()
    assert DType.bfloat16.is_half() and DType.float8_e4m3fn.is_float8()
    assert repr(DType.int32) == str(DType.int32) == "DType.int32"
    with pytest.raises(TypeError):
        DType.finfo(DType.int8)
    for wrong in (lambda: DType.from_numpy("complex64"),):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError, match="4 bits"):
        _ = DType.float4_e2m1fn.size_in_bytes
