"""Kernels that Mojo files register, as operators of PyTorch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import torch

from ember.dtype import DType
from ember.graph import BufferType, DeviceRef, Dim, Graph, KernelLibrary, TensorType, ops
from ember.torch.operators import Operator
from ember.torch.registration import constant_when_traced
from ember.torch.tensors import device_of_torch, dtype_of_torch

if TYPE_CHECKING:
    from ember.service import Kernel, KernelFunction, KernelOperand


class CustomOpLibrary:
    """The kernels of a folder or file: `library.name` is the operator of the kernel `name`. Nothing is compiled before
    the first call."""

    def __init__(self, kernel_library: Path | str | KernelLibrary) -> None:
        if not isinstance(kernel_library, KernelLibrary):
            kernel_library = KernelLibrary([Path(kernel_library)])
        self.kernel_library: Final = kernel_library
        self._lock: Final = Lock()

    def __getattr__(self, name: str) -> CustomOp:
        if name.startswith("__"):
            raise AttributeError(name)
        self._make(name)
        return getattr(self, name)  # type: ignore[no-any-return]

    @constant_when_traced
    def _make(self, name: str) -> None:
        """A new operator becomes an attribute: `torch.compile` calls this for what a traced function names first."""
        if name not in self.kernel_library:
            raise AttributeError(_unknown(name, self.kernel_library))
        with self._lock:
            if name not in self.__dict__:
                self.__dict__[name] = CustomOp(self.kernel_library, name, {})

    def __dir__(self) -> list[str]:
        return sorted([*super().__dir__(), *self.kernel_library])


def _unknown(name: str, library: KernelLibrary) -> str:
    near = get_close_matches(name, list(library), 1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    known = ", ".join(sorted(library)) or "none"
    return f"no kernel is registered as '{name}'{hint} (there are: {known})"


class CustomOp(Operator):
    """One kernel with its parameters: `op(output, …, input, …)`; `op[{"value": 3}]` gives it others."""

    def __init__(self, library: KernelLibrary, name: str, parameters: Mapping[str, Any]) -> None:
        self.kernel_library: Final = library
        self.parameters: Final[dict[str, Any]] = dict(parameters)
        operands = _operands(name, library[name][0])
        written = [o for o in operands if o.role == "output"]
        read = [o for o in operands if o.role != "output"]
        self._changed: Final = [o.is_mutable for o in read]
        names = [o.name for o in (*written, *read)]
        mutated = [o.name for o in (*written, *read) if o.role == "output" or o.is_mutable]
        self.kernel: Final = name
        super().__init__(f"{name}{_suffix(self.parameters)}", names, mutated, len(written))

    def __getitem__(self, parameters: Mapping[str, bool | int | str | DType]) -> CustomOp:
        """The same kernel with parameters given by name."""
        if not isinstance(parameters, Mapping):
            raise TypeError(
                f"parameters of '{self.kernel}' are given by name: op[{{'name': value}}]"
            )
        given = {**self.parameters, **parameters}
        name = f"with{_suffix(given)}"
        self._make(name, given)
        return getattr(self, name)  # type: ignore[no-any-return]

    @constant_when_traced
    def _make(self, name: str, parameters: dict[str, Any]) -> None:
        with self._lock:
            if name not in self.__dict__:
                self.__dict__[name] = CustomOp(self.kernel_library, self.kernel, parameters)

    def key(self, tensors: Sequence[torch.Tensor]) -> object:
        return tuple([(tensor.dtype, tensor.dim()) for tensor in tensors])

    def graph(self, tensors: Sequence[torch.Tensor]) -> Graph:
        places = [device_of_torch(tensor.device) for tensor in tensors]
        device = next((place for place in places if place.is_gpu()), DeviceRef.CPU())
        types: list[TensorType | BufferType] = []
        for n, tensor in enumerate(tensors):
            is_written = n < self.outputs or self._changed[n - self.outputs]
            dims = [Dim(f"{self.names[n]}_{axis}") for axis in range(tensor.dim())]
            kind = BufferType if is_written else TensorType
            types.append(kind(dtype_of_torch(tensor.dtype), dims, places[n]))
        with Graph(self.name, input_types=types, kernel_library=self.kernel_library) as graph:
            written = [value.buffer for value in graph.inputs[: self.outputs]]
            read = list(graph.inputs[self.outputs :])
            results = [value.type.as_tensor() for value in written]
            call = ops.inplace_custom if any(self._changed) else ops.custom
            made = call(self.kernel, device, read, results, parameters=self.parameters)
            for buffer, result in zip(written, made, strict=True):
                buffer[...] = result.tensor
            graph.output()
        return graph


def _suffix(parameters: Mapping[str, Any]) -> str:
    return "".join([f"_{key}_{parameters[key]}" for key in sorted(parameters)])


def _operands(name: str, kernel: Kernel) -> list[KernelOperand]:
    """The operands of a kernel that are tensors; `TypeError` if it has others."""
    if kernel.problem:
        raise TypeError(f"the kernel '{name}' cannot be used: {kernel.problem}")
    function: KernelFunction | None = kernel.functions.get("execute")
    if function is None:
        raise TypeError(f"the kernel '{name}' has no 'execute', so it is no operator of its own")
    found = [operand for operand in function.operands if operand.role != "context"]
    for operand in found:
        if operand.role not in ("input", "output", "scalar") or "variadic" in operand.traits:
            raise TypeError(
                f"the kernel '{name}' takes '{operand.name}: {operand.type}', which no tensor can be given"
            )
    return found
