"""An operator of PyTorch that writes into its first arguments: its schema, and the models that compute it.

A model is compiled for the element types, ranks and, where asked for, shapes of the tensors an operator meets for the first time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Any, Final

import torch

from ember.driver import Accelerator, Device
from ember.engine import InferenceSession, Model
from ember.graph import Graph
from ember.torch.gradients import Gradient
from ember.torch.tensors import Room, check_devices, check_tensors

NAMESPACE: Final = "ember"
_library: Final = torch.library.Library(NAMESPACE, "FRAGMENT")
_REMEMBERED: Final = 4096
"""As many calls are kept; then all are forgotten."""
_LEGACY_STREAM: Final = 1
"""The driver's name of the stream that PyTorch calls 0."""
_OTHER_LAYOUTS: Final = (
    "SparseCPU", "SparseCUDA", "SparseCsrCPU", "SparseCsrCUDA", "QuantizedCPU", "MkldnnCPU", "AutogradNestedTensor",
)  # fmt: skip
Call = Callable[[Sequence[int]], None]
Pairs = list[tuple[int, int, int, int]]
_taken: set[str] = set()
"""The names of operators that are registered."""


class Operator(ABC):
    """What library operators and graph operators have in common. `names` are those of the arguments, `outputs` of them
    outputs, which come first; `mutated` are the ones that it writes."""

    def __init__(
        self, name: str, names: Sequence[str], mutated: Sequence[str], outputs: int
    ) -> None:
        self.name: Final = name
        self.outputs: Final = outputs
        self.names: Final = tuple(names)
        self.mutated: Final = frozenset(mutated)
        self._changing: Final = [at for at, name in enumerate(names) if name in self.mutated]
        self._calls: dict[object, tuple[Call, Pairs]] = {}
        """Calls for types and shapes that were met."""
        self._models: dict[object, Model] = {}
        self._lock = Lock()
        self._gradient: Gradient | None = None
        self._registered: Final = self._register()

    def __call__(self, *tensors: torch.Tensor, **named: torch.Tensor) -> None:
        """Computes into the first tensors."""
        self._registered(*tensors, **named)

    def register_autograd(
        self, backward: Callable[..., Any], *, setup_context: Callable[..., None] | None = None
    ) -> None:
        """Gives the operator a gradient, as `torch.library.register_autograd` does for operators without destinations.

        `backward(ctx, *gradients)` gets the gradients of the tensors that are written and gives those of the others, one or a
        tuple; `setup_context(ctx, inputs, output)` keeps what it needs of the tensors read and those written.
        """
        if not callable(backward):
            raise TypeError(f"{self.name}: 'backward' must be a function, not {backward!r}")
        if len(self.mutated) != self.outputs:
            raise ValueError(f"{self.name}: it changes its inputs, so it can have no gradient")
        is_first = self._gradient is None
        self._gradient = Gradient(self.name, backward, setup_context, self.outputs, len(self.names))
        if is_first:
            self._differentiate(self._registered)

    @abstractmethod
    def key(self, tensors: Sequence[torch.Tensor]) -> object:
        """What one model serves."""

    @abstractmethod
    def graph(self, tensors: Sequence[torch.Tensor]) -> Graph:
        """The graph for tensors like these."""

    def devices(self, graph: Graph) -> list[Device]:
        """The devices that a graph for tensors of the host uses besides it."""
        return []

    def _register(self) -> Callable[..., None]:
        """Makes the operator known to PyTorch, under a name nobody has."""
        marks = [f"(a{n}!)" if name in self.mutated else "" for n, name in enumerate(self.names)]
        arguments = ", ".join(f"Tensor{mark} {name}" for mark, name in zip(marks, self.names))
        name = _free_name(self.name)
        _library.define(f"{name}({arguments}) -> ()")
        _library.impl(name, self._compute, "CPU")
        _library.impl(name, self._compute_on_gpu, "CUDA")
        _library.impl(name, self._refuse_batches, "FuncTorchBatched")
        for kind in _OTHER_LAYOUTS:
            _library.impl(name, partial(check_tensors, self.name, self.names), kind)
        torch.library.register_fake(
            f"{NAMESPACE}::{name}", partial(check_devices, self.name, self.names)
        )
        found: Callable[..., None] = getattr(getattr(torch.ops, NAMESPACE), name).default
        return found

    def _differentiate(self, op: Any) -> None:
        """Makes the gradient known to PyTorch."""

        def compute(keys: Any, *tensors: torch.Tensor) -> None:
            assert self._gradient is not None
            below = partial(op.redispatch, keys & torch._C._after_autograd_keyset)
            self._gradient.forward(below, tensors)

        _library.impl(op, compute, "Autograd", with_keyset=True)

    def _compute(self, *tensors: torch.Tensor) -> None:
        """The kernel of the dispatcher for tensors of the host."""
        try:
            found = self._calls.get(tuple([(tensor.dtype, tensor.shape) for tensor in tensors]))
        except AttributeError:  # PyTorch gives None on, as a tensor that is not there
            found = None
        if found is None:
            found = self._prepared(tensors)
        self._run(found[0], found[1], tensors)

    def _compute_on_gpu(self, *tensors: torch.Tensor) -> None:
        """That for tensors of a GPU: work is put on PyTorch's current stream, and nobody waits."""
        if any(tensor is None for tensor in tensors):
            check_tensors(self.name, self.names, *tensors)
        device = next(tensor.device for tensor in tensors if tensor.is_cuda)
        stream = torch._C._cuda_getCurrentRawStream(device.index)
        key = (stream, *[(tensor.dtype, tensor.shape, tensor.device) for tensor in tensors])
        found = self._calls.get(key)
        if found is None:
            found = self._prepared(tensors, key, stream, device)
        self._run(found[0], found[1], tensors)

    def _refuse_batches(self, *tensors: torch.Tensor) -> None:
        raise RuntimeError(
            f"{self.name}: 'vmap' cannot batch an operator that writes into its arguments; "
            "call it in a loop, or give the kernel an axis for the batch"
        )

    def _run(self, call: Call, pairs: Pairs, tensors: Sequence[torch.Tensor]) -> None:
        addresses = [tensor.data_ptr() for tensor in tensors if tensor.is_contiguous()]
        if len(addresses) != len(tensors):
            self._run_copied(call, pairs, tensors)
            return
        for written, other, low, high in pairs:
            if low < addresses[other] - addresses[written] < high:
                self._run_copied(call, pairs, tensors)
                return
        call(addresses)
        torch._C._increment_version([tensors[at] for at in self._changing])

    def _run_copied(self, call: Call, pairs: Pairs, tensors: Sequence[torch.Tensor]) -> None:
        """Tensors with gaps are copied, there and back; so are those that are read in the memory of one that is written."""
        rows = [tensor.contiguous() for tensor in tensors]
        for written, other, low, high in pairs:
            if not low < rows[other].data_ptr() - rows[written].data_ptr() < high:
                continue
            if other in self._changing:
                raise ValueError(f"{self.name}: '{self.names[written]}' and '{self.names[other]}' are both written, and share memory")  # fmt: skip
            rows[other] = rows[other].clone()
        call([row.data_ptr() for row in rows])
        for at in self._changing:
            if rows[at] is tensors[at]:
                torch._C._increment_version([tensors[at]])
            else:
                tensors[at].copy_(rows[at])

    def _pairs(self, tensors: Sequence[torch.Tensor]) -> Pairs:
        """Each tensor that is written beside each other one, and between which distances of their addresses they overlap."""
        sizes = [tensor.numel() * tensor.element_size() for tensor in tensors]
        return [
            (written, other, -sizes[other], sizes[written])
            for written in self._changing
            for other in range(len(sizes))
            if other != written
        ]

    def _prepared(
        self,
        tensors: Sequence[torch.Tensor],
        key: object = None,
        stream: int | None = None,
        device: torch.device | None = None,
    ) -> tuple[Call, Pairs]:
        """A call for tensors of these types and shapes, and which of them may overlap, which is kept."""
        check_tensors(self.name, self.names, *tensors)
        model = self._model((device, self.key(tensors)), tensors)
        shapes = tuple([tuple(tensor.shape) for tensor in tensors])
        if stream is None:
            key = tuple([(tensor.dtype, tensor.shape) for tensor in tensors])
            call = model.launch(shapes)
        else:
            room = partial(Room, device=device)
            call = model.launch(shapes, stream or _LEGACY_STREAM, room)
        if len(self._calls) >= _REMEMBERED:
            self._calls.clear()
        found = (call, self._pairs(tensors))
        self._calls[key] = found
        return found

    def _model(self, key: object, tensors: Sequence[torch.Tensor]) -> Model:
        with self._lock:  # first calls in several threads compile once
            if key not in self._models:
                graph = self.graph(tensors)
                devices = [Accelerator(t.device.index) for t in tensors if t.is_cuda]
                session = InferenceSession(devices or self.devices(graph))
                self._models[key] = session.load(graph)
            return self._models[key]


def _free_name(name: str) -> str:
    plain = "".join(letter if letter.isalnum() else "_" for letter in name)
    free, number = plain, 1
    while free in _taken:
        number += 1
        free = f"{plain}_{number}"
    _taken.add(free)
    return free
