"""A compiled model as plain data: native code, and what its caller must know."""

from __future__ import annotations

from typing import Any, NamedTuple

from ember.dtype import DType


class TensorSpec(NamedTuple):
    """An input, a result or a weight: sizes that are not known are None, `dims` shows them as the user wrote them."""

    name: str
    shape: tuple[int | None, ...]
    dtype: DType
    dims: tuple[str, ...]
    device: str
    is_buffer: bool = False

    def __str__(self) -> str:
        return f"[{', '.join(self.dims)}] {self.dtype}"


class Program(NamedTuple):
    """Everything a model is."""

    name: str
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    weights: tuple[TensorSpec, ...]
    constants: tuple[bytes, ...]
    kept: tuple[tuple[int, str], ...]
    """Bytes and device of each tensor that is computed once."""
    devices: tuple[str, ...]
    """The devices besides the host, in the order of the frame."""
    accelerator: str
    """What their kernels are compiled for: `sm_90a`, or `sim`; nothing without devices."""
    guards: tuple[str, ...]
    frame_size: int
    objects: tuple[bytes, ...]
    units: tuple[int, ...]
    """How many of the objects, in order, belong to each kernel."""
    kernel_summaries: tuple[str, ...]
    peak_memory: int
    """Bytes of the arena for typical sizes."""
    least_memory: int
    """What tensors in use at one time take at least, for the same sizes."""
    found_results: tuple[int, ...] = ()
    """Results whose shapes are found while the model runs; these shapes end the frame."""

    def to_data(self) -> tuple[Any, ...]:
        """As nested tuples of plain values."""
        specs = (self.inputs, self.outputs, self.weights)
        plain = tuple(tuple(_plain(spec) for spec in group) for group in specs)
        return (self.name, *plain, *self[4:])

    @staticmethod
    def from_data(data: tuple[Any, ...]) -> Program:
        """What `to_data` gave."""
        name, inputs, outputs, weights, *rest = data
        groups: list[Any] = [tuple(map(_spec, group)) for group in (inputs, outputs, weights)]
        return Program(name, *groups, *rest)


def _plain(spec: TensorSpec) -> tuple[Any, ...]:
    return (*spec[:2], spec.dtype.name, *spec[3:])


def _spec(data: tuple[Any, ...]) -> TensorSpec:
    name, shape, dtype, *rest = data
    return TensorSpec(name, shape, DType[dtype], *rest)
