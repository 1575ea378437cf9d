"""What eager lines append to: a graph that grows until a value is read, then runs as a whole.

So `y = F.relu(x @ w + b)` is one graph and, where the compiler fuses it, one kernel. All tensors that are still alive are computed
by that run; those that nobody holds any more cost nothing but being intermediate.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from ember.driver import Buffer
from ember.graph.api.build import CURRENT
from ember.graph.api.graph import Graph
from ember.graph.api.types import DeviceRef, TensorType
from ember.graph.api.values import TensorValue

if TYPE_CHECKING:
    from ember.engine.model import Model
    from ember.experimental.tensor import Tensor

_RECORDING: ContextVar[Recording | None] = ContextVar("eager lines", default=None)
_LOADED: dict[str, Model] = {}
"""Graphs that ran before, by their text."""
_KEPT: Final = 256


class Recording:
    """Lines that were written and did not run yet."""

    def __init__(self) -> None:
        self.graph = Graph("eager")
        self.inputs: list[Buffer] = []
        self._known: dict[int, TensorValue] = {}
        self._waiting: list[weakref.ref[Tensor]] = []

    def input(self, buffer: Buffer) -> TensorValue:
        """A tensor that is there already, as an input of the graph."""
        found = self._known.get(id(buffer))
        if found is None:
            type = TensorType(buffer.dtype, buffer.shape, DeviceRef.from_device(buffer.device))
            found = self._known[id(buffer)] = self.graph.add_input(type).tensor
            self.inputs.append(buffer)
        return found

    def expect(self, tensor: Tensor) -> None:
        """A tensor that the run is to compute, if it is alive then."""
        self._waiting.append(weakref.ref(tensor))

    def run(self) -> None:
        """Computes every tensor that is alive."""
        _RECORDING.set(None)
        alive = [tensor for ref in self._waiting if (tensor := ref()) is not None]
        with _entered(self.graph):
            self.graph.output(*(tensor.value for tensor in alive))
        results = _loaded(self.graph).execute(*self.inputs)
        for tensor, buffer in zip(alive, results, strict=True):
            tensor.become(buffer)


def _loaded(graph: Graph) -> Model:
    from ember.engine import InferenceSession

    text = repr(graph)
    found = _LOADED.get(text)
    if found is None:
        if len(_LOADED) >= _KEPT:
            _LOADED.clear()
        found = _LOADED[text] = InferenceSession().load(graph)
    return found


@contextmanager
def _entered(graph: Graph) -> Iterator[None]:
    token = CURRENT.set(graph)
    try:
        yield
    finally:
        CURRENT.reset(token)


def recording() -> Recording:
    """The lines that wait; a new list where there are none."""
    found = _RECORDING.get()
    if found is None:
        found = Recording()
        _RECORDING.set(found)
    return found


def recording_of(graph: Graph) -> Recording | None:
    """The recording that a graph belongs to; None for a graph of the user's."""
    found = _RECORDING.get()
    return found if found is not None and found.graph is graph else None


def is_building() -> bool:
    """Whether somebody builds a graph."""
    return CURRENT.get(None) is not None


@contextmanager
def target() -> Iterator[Graph]:
    """The graph that a line appends to: the one being built, or else the recording's."""
    graph: Any = CURRENT.get(None)
    if graph is not None:
        yield graph
        return
    graph = recording().graph
    with _entered(graph):
        yield graph
