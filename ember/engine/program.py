"""A compiled model as plain data: native code, and what its caller must know."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ember.dtype import DType

if TYPE_CHECKING:
    from ember.driver import Buffer


class TensorSpec(NamedTuple):
    """An input, a result or a weight: sizes that are not known are None, `dims` shows them as the user wrote them."""

    name: str
    shape: tuple[int | None, ...]
    dtype: DType
    dims: tuple[str, ...]
    device: str
    is_buffer: bool = False
    opaque: str = ""
    """The Mojo type of a value that is no tensor."""
    origin: str = ""
    """Which files say what that type is; nothing where the library does."""
    end: str = ""
    """Of a result: the function that ends such a value. One that is an input, or another result, too, says which: `input 0`."""

    def __str__(self) -> str:
        if self.opaque:
            return self.opaque
        return f"[{', '.join(self.dims)}] {self.dtype}"


class KernelSpec(NamedTuple):
    """A kernel of a model: what it is called with are addresses of tensors, results first, then sizes."""

    name: str
    summary: str
    source: tuple[str, ...]
    """Lines of the user's program that it comes from."""
    outputs: int
    tensors: tuple[tuple[str, tuple[str, ...]], ...]
    """Element type and dimensions of each."""
    sizes: tuple[str, ...]
    is_on_device: bool

    def shown(self, number: int) -> str:
        """A tensor's type for a person."""
        dtype, dims = self.tensors[number]
        return f"[{', '.join(dims)}] {dtype}"


class Program(NamedTuple):
    """Everything a model is."""

    name: str
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    weights: tuple[TensorSpec, ...]
    constants: tuple[bytes, ...]
    kept: tuple[tuple[int, str, int | None], ...]
    """Bytes and device of each tensor that is computed once; those with a number share that block, which is given back when the model is loaded."""
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
    kernels: tuple[KernelSpec, ...] = ()
    """The kernels that are launched, each once."""
    inside: Mapping[str, Buffer] = {}
    """Weights that came with it in its file, by name."""

    def __repr__(self) -> str:
        return "CompiledModel()"

    def export_mef(self, path: Path | str, weights: Mapping[str, Any] | None = None) -> None:
        """Writes it to a file, which `InferenceSession.load` reads without a compiler; these weights, or those it came with, are inside."""
        from ember.engine.mef import write_mef

        write_mef(self, path, weights if weights is not None else self.inside or None)

    def to_data(self) -> tuple[Any, ...]:
        """As nested tuples of plain values."""
        specs = (self.inputs, self.outputs, self.weights)
        plain = tuple(tuple(_plain(spec) for spec in group) for group in specs)
        return (self.name, *plain, *self[4:-2], tuple(map(tuple, self.kernels)))

    @staticmethod
    def from_data(data: tuple[Any, ...]) -> Program:
        """What `to_data` gave."""
        name, inputs, outputs, weights, *rest = data
        groups: list[Any] = [tuple(map(_spec, group)) for group in (inputs, outputs, weights)]
        rest[-1] = tuple(KernelSpec(*kernel) for kernel in rest[-1])
        return Program(name, *groups, *rest)


def _plain(spec: TensorSpec) -> tuple[Any, ...]:
    return (*spec[:2], spec.dtype.name, *spec[3:])


def _spec(data: tuple[Any, ...]) -> TensorSpec:
    name, shape, dtype, *rest = data
    return TensorSpec(name, shape, DType[dtype], *rest)
