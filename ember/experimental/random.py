"""Random tensors. Each draw moves the seed on, so the same program gives the same numbers."""

from __future__ import annotations

from itertools import count

from ember.driver import Device
from ember.dtype import DType
from ember.experimental.recording import target
from ember.experimental.tensor import Tensor, defaults
from ember.graph.api import ops
from ember.graph.api.dims import ShapeLike
from ember.graph.api.types import TensorType

_seeds = count()


def set_seed(value: int) -> None:
    """Where the numbers to come begin."""
    global _seeds
    _seeds = count(value)


def normal(shape: ShapeLike = (), mean: float = 0.0, std: float = 1.0, *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
    """Numbers around a mean, with a standard deviation."""
    type = TensorType(*_layout(shape, dtype, device))
    with target():
        ops.random.set_seed(next(_seeds))
        return Tensor.from_graph_value(ops.random.normal(type, mean, std))


def uniform(shape: ShapeLike = (), range: tuple[float, float] = (0, 1), *, dtype: DType | None = None, device: Device | None = None) -> Tensor:  # fmt: skip
    """Numbers between two."""
    type = TensorType(*_layout(shape, dtype, device))
    with target():
        ops.random.set_seed(next(_seeds))
        return Tensor.from_graph_value(ops.random.uniform(type, range))


gaussian = normal


def normal_like(like: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    """The same, of a tensor's type."""
    return normal(like.shape, mean, std, dtype=like.dtype, device=like.device)


def uniform_like(like: Tensor, range: tuple[float, float] = (0, 1)) -> Tensor:
    """The same, of a tensor's type."""
    return uniform(like.shape, range, dtype=like.dtype, device=like.device)


gaussian_like = normal_like


def _layout(shape: ShapeLike, dtype: DType | None, device: Device | None) -> tuple[DType, ShapeLike, Device]:  # fmt: skip
    kind, place = defaults(dtype, device)
    return kind, shape, place
