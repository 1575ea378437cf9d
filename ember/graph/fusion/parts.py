"""Slices that are one piece of memory: where in the tensor they begin.

    %1 = mo.slice(%0) {starts = [2, 0, 0], steps = [1, 1, 1]} : (!mo.tensor<[4, 3, 8], f32>) -> !mo.tensor<[1, 3, 8], f32>

is what lies 192 bytes behind the beginning of %0.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import mo
from ember.dialects.dimensions import constant, product_of
from ember.dialects.mo_types import TensorType
from ember.ir.nodes import Op

_ALIGNMENT: Final = 64
"""Kernels may take for granted that tensors of a graph begin at multiples of as many bytes, as inputs mostly do."""


def offset_of(op: Op) -> int | None:
    """How many bytes behind its operand's beginning the numbers of a slice lie in a row; None if they do not, or nobody knows yet."""
    if not isinstance(op, mo.Slice) or any(step != 1 for step in op.attrs["steps"]):
        return None
    source, result = op.operands[0].type, op.results[0].type
    assert isinstance(source, TensorType) and isinstance(result, TensorType)
    cut = [axis for axis in range(source.rank) if source.dims[axis] != result.dims[axis]]
    if any(result.dims[axis] != constant(1) for axis in range(max(cut, default=0))):
        return None
    offset = constant(0)
    for axis, start in enumerate(op.attrs["starts"]):
        offset = offset + start * product_of(list(source.dims[axis + 1 :]))
    size = offset.constant
    if size is None or size * source.dtype.byte_size % _ALIGNMENT:
        return None
    return size * source.dtype.byte_size
