"""Which whole numbers each element type holds exactly, by the name that tests written for MAX look it up."""

from __future__ import annotations

from typing import Final

from ember.dtype import DType
from ember.graph.api.operands import exact_range

_DTYPE_MIN_AND_MAX_FULL_PRECISION: Final = {
    dtype: exact_range(dtype) for dtype in DType if dtype is not DType.float8_e8m0fnu
}
