"""Random numbers. A graph has one seed, which each use moves on: the same seed gives the same numbers on every device."""

from __future__ import annotations

from typing import Any, SupportsIndex

from ember.dialects import mo_effects
from ember.driver import Device
from ember.dtype import DType
from ember.graph.api.build import append, current_graph
from ember.graph.api.dims import Shape
from ember.graph.api.ir_types import ir_type
from ember.graph.api.operands import as_tensor, constant, is_strong
from ember.graph.api.types import DeviceRef, TensorType
from ember.graph.api.values import TensorValue
from ember.ir.nodes import Op


def SeedType(device: Device | DeviceRef) -> TensorType:
    """The type of a seed, for graphs that get it as an input."""
    return TensorType(DType.uint64, [1], device)


def set_seed(seed: Any = 0) -> None:
    """Where the graph's random numbers begin: a number, or a tensor of one."""
    graph = current_graph()
    if not is_strong(seed) and not isinstance(seed, SupportsIndex):
        raise TypeError(f"set_seed: a seed is a whole number, not {seed!r}")
    value = as_tensor(seed) if is_strong(seed) else constant(seed, DType.int64, DeviceRef.CPU())
    if not Shape.is_static(value.shape) or value.type.num_elements() != 1:
        raise ValueError(f"set_seed: a seed is one number, not {value.type}")
    graph.seed = value.reshape([]).cast(DType.int64).to(DeviceRef.CPU())


def _next_seed() -> TensorValue:
    graph = current_graph()
    if graph.seed is None:
        raise RuntimeError("this graph has no seed yet; 'ops.random.set_seed(…)' sets it")
    seed, graph.seed = graph.seed, graph.seed + 1
    return seed


def _drawn(kind: type[Op], like: TensorType, **attrs: float) -> TensorValue:
    if not like.dtype.is_float():
        raise ValueError(f"random numbers are of a floating-point type, not {like.dtype}")
    numbers = {name: float(value) for name, value in attrs.items()}
    made = append(kind, (_next_seed().ir,), numbers, (ir_type(like),))
    return TensorValue(made.results[0])


def uniform(like: TensorType, range: tuple[float, float] = (0, 1)) -> TensorValue:
    """Numbers between two, each as likely as the other."""
    low, high = range
    return _drawn(mo_effects.RandomUniform, like, low=low, high=high)


def gaussian(like: TensorType, mean: float = 0.0, std: float = 1.0) -> TensorValue:
    """Numbers around a mean, with a standard deviation."""
    return _drawn(mo_effects.RandomNormal, like, mean=mean, std=std)


normal = gaussian
