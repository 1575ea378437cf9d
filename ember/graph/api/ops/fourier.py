"""Signals out of their frequencies."""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING, Any

from ember.dialects.mo_rules import axis_of
from ember.graph.api.dims import StaticDim
from ember.graph.api.operands import as_tensor, constant
from ember.graph.api.operations import operation, ops
from ember.graph.api.values import TensorValue

if TYPE_CHECKING:
    import numpy as np


class Normalization(Enum):
    """By what the sum is divided: the length, its root, or nothing."""

    BACKWARD = "backward"
    ORTHO = "ortho"
    FORWARD = "forward"

    def factor(self, length: int) -> float:
        if self is Normalization.FORWARD:
            return 1.0
        return 1 / length if self is Normalization.BACKWARD else 1 / math.sqrt(length)


@operation
def irfft(
    input_tensor: TensorValue,
    n: int | None = None,
    axis: int = -1,
    normalization: Normalization | str = Normalization.BACKWARD,
    input_is_complex: bool = False,
    buffer_size_mb: int = 512,
) -> TensorValue:
    """The real signal of `n` numbers along an axis whose frequencies these are, from 0 on, as products with cosines and sines.

    With `input_is_complex` the last axis, which `axis` does not count, has real and imaginary parts; otherwise all are real. `n` is
    twice the number of frequencies less one if it is not given. `buffer_size_mb` changes nothing.
    """
    x = as_tensor(input_tensor)
    real, imaginary = (x[..., 0], x[..., 1]) if input_is_complex else (x, None)
    place = axis_of(axis, real.rank)
    count = real.shape[place]
    if not isinstance(count, StaticDim):
        raise ValueError(f"irfft: the number of frequencies must be known, not '{count}'")
    if not x.dtype.is_float():
        raise ValueError(f"irfft: frequencies are floating-point numbers, not {x.dtype}")
    length = n if n is not None else 2 * (int(count) - 1)
    if length < 1:
        raise ValueError(f"irfft: a signal has at least one number, not {length}")
    used = min(int(count), length // 2 + 1)
    waves = _waves(used, length) * Normalization(normalization).factor(length)
    result = _product(real, waves.real, place, used)
    return result if imaginary is None else result - _product(imaginary, waves.imag, place, used)


def _waves(count: int, length: int) -> np.ndarray[Any, np.dtype[np.complex128]]:
    """e^(2πi jk / length) for each frequency j and place k; frequencies that stand for two count twice."""
    import numpy as np

    j, k = np.arange(count)[:, None], np.arange(length)[None, :]
    weight = np.where((j == 0) | (2 * j == length), 1.0, 2.0)
    waves: np.ndarray[Any, np.dtype[np.complex128]]
    waves = weight * np.exp(2j * np.pi * ((j * k) % length) / length)
    return waves


def _product(x: TensorValue, waves: np.ndarray[Any, Any], axis: int, used: int) -> TensorValue:
    """The sum over the frequencies of an axis, each times its wave."""
    index = [slice(None)] * axis + [slice(0, used)]
    moved = ops.transpose(x[tuple(index)], axis, -1)
    basis = constant(waves.copy(), None, x.device)
    return ops.transpose(ops.matmul(moved, ops.cast(basis, x.dtype)), axis, -1)
