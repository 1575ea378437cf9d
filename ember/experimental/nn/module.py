"""`Module`: parameters and children are its attributes; `forward` says what it computes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from ember.driver import Device
from ember.engine import InferenceSession
from ember.engine.model import Model
from ember.experimental.tensor import Tensor, defaults, named_parameters
from ember.graph.api.graph import Graph
from ember.graph.api.types import Type

M = TypeVar("M", bound="Module")


def module_dataclass(cls: type[M] | None = None, *, repr: bool = False, **kwargs: Any) -> Any:
    """A module whose fields are those of a dataclass; it compares by identity."""
    made = dataclass(eq=False, repr=repr, **kwargs)
    return made if cls is None else made(cls)


class CompiledModel:
    """A module as one native call: takes tensors and gives tensors."""

    def __init__(self, graph: Graph, model: Model, gives_one: bool) -> None:
        self.graph = graph
        self.model = model
        self._gives_one = gives_one

    def __call__(self, *args: Any) -> Any:
        given = [arg.storage if isinstance(arg, Tensor) else arg for arg in args]
        results = [Tensor(storage=buffer) for buffer in self.model.execute(*given)]
        return results[0] if self._gives_one else results

    def export_mef(self, path: Path | str) -> None:
        """Writes the model to a file, which `InferenceSession.load` reads without a compiler."""
        self.model.export_mef(path)

    def execute_raw(self, *args: Any) -> Any:
        """The same with buffers."""
        return self.model.execute(*args)


class Module:
    """A layer. Attributes that are tensors are its parameters, those that are modules its children."""

    def forward(self, *args: Any, **named: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no 'forward'")

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.forward(*args, **named)

    # -- parts -------------------------------------------------------------------------------------

    @property
    def local_parameters(self) -> Iterator[tuple[str, Tensor]]:
        for name, value in vars(self).items():
            if isinstance(value, Tensor):
                yield name, value

    @property
    def children(self) -> Iterator[tuple[str, Module]]:
        for name, value in vars(self).items():
            if isinstance(value, Module):
                yield name, value

    @property
    def device(self) -> Device:
        """Where its parameters are; where tensors are made, if it has none."""
        first = next(self.parameters, None)
        return first[1].device if first is not None else defaults()[1]

    @property
    def descendants(self) -> Iterator[tuple[str, Module]]:
        for name, child in self.children:
            yield name, child
            for inner, below in child.descendants:
                yield f"{name}.{inner}", below

    @property
    def parameters(self) -> Iterator[tuple[str, Tensor]]:
        """All of them, with dotted names."""
        yield from self.local_parameters
        for name, child in self.descendants:
            for inner, tensor in child.local_parameters:
                yield f"{name}.{inner}", tensor

    def _owner(self, name: str) -> tuple[Module, str]:
        path, _, last = name.rpartition(".")
        owner = dict(self.descendants)[path] if path else self
        return owner, last

    def load_state_dict(self, state: Mapping[str, Any], strict: bool = True, *, auto_cast: bool = False) -> None:  # fmt: skip
        """Replaces the parameters by arrays of the same names, shapes and element types."""
        known = dict(self.parameters)
        missing = [name for name in known if name not in state]
        unexpected = [name for name in state if name not in known]
        if missing:
            raise ValueError(f"the weights of {type(self).__name__} lack {_shown(missing, state)}")
        if unexpected and strict:
            raise ValueError(f"{type(self).__name__} has no parameters named {_shown(unexpected, known)}")  # fmt: skip
        for name, old in known.items():
            owner, last = self._owner(name)
            setattr(owner, last, _fitting(name, old, state[name], auto_cast))

    def to(self: M, target: Device) -> M:
        """The module with its parameters on a device."""
        for name, tensor in list(self.parameters):
            owner, last = self._owner(name)
            setattr(owner, last, tensor.to(target))
        return self

    # -- as a graph --------------------------------------------------------------------------------

    def trace(self, *input_types: Type, name: str | None = None, custom_extensions: Iterable[Path | str] = ()) -> Graph:  # fmt: skip
        """What `forward` does with inputs of these types, as a graph whose weights are the parameters."""
        return self._traced(input_types, name, custom_extensions)[0]

    def _traced(self, types: tuple[Type, ...], name: str | None, extensions: Iterable[Path | str]) -> tuple[Graph, bool]:  # fmt: skip
        names = {id(tensor.realize): key for key, tensor in self.parameters}
        title = name or type(self).__name__
        with Graph(title, input_types=types, custom_extensions=extensions) as graph:
            with named_parameters(names):
                given = self(*(Tensor.from_graph_value(value) for value in graph.inputs))
                several = given if isinstance(given, list | tuple) else [given]
                graph.output(*several)
        return graph, not isinstance(given, list | tuple)

    def compile(
        self,
        *input_types: Type,
        weights: Mapping[str, Any] | None = None,
        session: InferenceSession | None = None,
        name: str | None = None,
        custom_extensions: Iterable[Path | str] = (),
        auto_cast: bool = False,
        allow_subgraphs: bool = True,
    ) -> CompiledModel:
        """One native call for inputs of these types; equal layers are one kernel, whatever `allow_subgraphs` says."""
        if weights is not None:
            self.load_state_dict(weights, auto_cast=auto_cast)
        graph, gives_one = self._traced(input_types, name, custom_extensions)
        registry = {key: tensor.storage for key, tensor in self.parameters}
        used = {key: value for key, value in registry.items() if key in graph.weights}
        model = (session or InferenceSession()).load(graph, weights_registry=used)
        return CompiledModel(graph, model, gives_one)

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={child!r}" for name, child in self.children)
        return f"{type(self).__name__}({inner})"


def _fitting(name: str, old: Tensor, given: Any, auto_cast: bool) -> Tensor:
    new = given if isinstance(given, Tensor) else Tensor.from_dlpack(given)
    if list(new.shape) != list(old.shape):
        raise ValueError(f"the parameter '{name}' has the shape {old.shape}, not {new.shape}")
    if new.dtype is not old.dtype:
        if not auto_cast:
            raise ValueError(f"the parameter '{name}' has elements of {old.dtype}, not {new.dtype}; 'auto_cast' converts them")  # fmt: skip
        new = new.cast(old.dtype)
    return new


def _shown(names: list[str], others: Iterable[str]) -> str:
    found = []
    for name in names[:5]:
        near = get_close_matches(name, list(others), 1)
        found.append(f"'{name}'" + (f" (there is '{near[0]}')" if near else ""))
    return ", ".join(found) + (" …" if len(names) > 5 else "")
