"""ONNX ops on signals: running products, and Fourier transforms as products with matrices, whose sizes are known while importing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ember.graph.api import ops
from ember.graph.api.values import TensorValue
from ember.graph.importers.composed import cumulative_product, reversed_along, with_ones_before
from ember.graph.importers.onnx_node import Item, Node, handles

if TYPE_CHECKING:
    from ember.graph.importers.onnx_node import Array


@handles("CumProd")
def running_product(node: Node, x: Item, axis: Item) -> Any:
    where = int(axis.numbers.ravel()[0]) % x.rank
    value = reversed_along(x.tensor, where) if node.get("reverse", 0) else x.tensor
    if node.get("exclusive", 0):
        value = with_ones_before(value, where, 1)
    made = cumulative_product(value, where)
    return reversed_along(made, where) if node.get("reverse", 0) else made


# -- Fourier transforms ----------------------------------------------------------------------------------


@handles("DFT")
def fourier(node: Node, x: Item, length: Item | None = None, axis: Item | None = None) -> Any:
    """The last axis has real and imaginary parts, or the real ones alone."""
    default = 1 if node.version < 20 else -2
    where = (int(axis.numbers.ravel()[0]) if axis is not None else node.get("axis", default)) % x.rank  # fmt: skip
    is_inverse, is_half = bool(node.get("inverse", 0)), bool(node.get("onesided", 0))
    size = int(x.shape[where])
    whole = 2 * (size - 1) if is_inverse and is_half else size
    count = int(length.numbers.ravel()[0]) if length is not None else whole
    return _transformed(x.tensor, where, count, is_inverse, is_half)


@handles("STFT")
def short_fourier(node: Node, x: Item, step: Item, window: Item | None = None, length: Item | None = None) -> Any:  # fmt: skip
    """The transform of each frame, times the window."""
    import numpy as np

    size = int(length.numbers.ravel()[0]) if length is not None else int(window.shape[0])  # type: ignore[union-attr]
    by = int(step.numbers.ravel()[0])
    frames = (int(x.shape[1]) - size) // by + 1
    places = np.arange(frames)[:, None] * by + np.arange(size)
    parts = ops.gather(x.tensor, ops.constant(places.astype(np.int64)), 1)
    if window is not None:
        parts = parts * ops.reshape(window.tensor, [1, 1, size, 1])
    return _transformed(parts, 2, size, False, bool(node.get("onesided", 1)))


def _transformed(x: TensorValue, axis: int, count: int, is_inverse: bool, is_half: bool) -> TensorValue:  # fmt: skip
    """Along an axis, cut or filled with zeros to `count` numbers, by real matrices."""
    import numpy as np

    given = int(x.shape[axis])
    cosines, sines = _waves(given, count, is_inverse, is_half)
    parts = x.shape[-1]
    order = [*(at for at in range(x.rank - 1) if at != axis), axis]
    back = [order.index(at) for at in range(len(order))]

    def times(part: TensorValue, matrix: Array) -> TensorValue:
        weights = ops.constant(np.ascontiguousarray(matrix.astype(x.dtype.to_numpy())))
        return ops.permute(ops.permute(part, order) @ weights, back)

    real = x[..., 0]
    if parts == 1:
        made = [times(real, cosines), times(real, sines)]
    else:
        imaginary = x[..., 1]
        made = [times(real, cosines) - times(imaginary, sines), times(real, sines) + times(imaginary, cosines)]  # fmt: skip
    return ops.stack(made[:1] if is_inverse and is_half else made, -1)


def _waves(given: int, count: int, is_inverse: bool, is_half: bool) -> tuple[Array, Array]:
    """Cosines and sines of each number of the input (rows) in each of the result (columns)."""
    import numpy as np

    kept = min(given, count)
    angle = 2 * np.pi * np.outer(np.arange(given), np.arange(count)) / count
    scale = np.where(np.arange(given) < kept, 1.0, 0.0)[:, None]
    if not is_inverse:
        results = count // 2 + 1 if is_half else count
        return (np.cos(angle) * scale)[:, :results], (-np.sin(angle) * scale)[:, :results]
    if is_half:  # what is left out mirrors what is there, but for the first and the middle
        at = np.arange(given)
        doubled = np.where((at == 0) | (2 * at == count), 1.0, 2.0) * (at <= count // 2)
        scale = scale * doubled[:, None]
    return np.cos(angle) * scale / count, np.sin(angle) * scale / count
