"""Modules: objects that build a part of a graph when called, and own its weights.

A weight or module that is assigned to an attribute belongs to the module; the weight's full name is the path to it:
`layers.0.self_attn.q_proj.weight`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ember.driver import Buffer
from ember.dtype import DType
from ember.graph import Shape, TensorType, Weight

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


@dataclass
class WeightData:
    """The values of a weight: an array as it lies in memory, and what its bytes mean.

    For quantised ones (`encoding`, such as `q4_0`) the array has the bytes, one row per row of the tensor.
    """

    data: Array
    dtype: DType
    encoding: str | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.data.shape)


StateDict = Mapping[str, WeightData]


class Module:
    """A part of a model. Subclasses assign weights and modules in `__init__` and build the graph in `__call__`."""

    def __init__(self) -> None:
        self._children: dict[str, Module] = {}
        self._weights: dict[str, Weight] = {}
        self._data: dict[str, WeightData] = {}

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Module):
            self._children[name] = value
        elif isinstance(value, Weight):
            self._weights[value.name] = value
        object.__setattr__(self, name, value)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not say what it computes")

    # -- names -----------------------------------------------------------------------------------

    @property
    def children(self) -> Mapping[str, Module]:
        """The modules it is made of."""
        return self._children

    def named_modules(self, prefix: str = "") -> Iterator[tuple[str, Module]]:
        """Itself and all modules inside, by their full names."""
        yield prefix, self
        for name, child in self._children.items():
            yield from child.named_modules(_joined(prefix, name))

    def named_weights(self, prefix: str = "") -> Iterator[tuple[str, Weight]]:
        """All weights by their full names."""
        for path, module in self.named_modules(prefix):
            for name, weight in module._weights.items():
                yield _joined(path, name), weight

    # -- values ----------------------------------------------------------------------------------

    def load_state_dict(self, state: Mapping[str, Any], *, strict: bool = True) -> None:
        """Takes the values of all weights; `ValueError` for those that are missing, not asked for, or do not fit."""
        for path, module in self.named_modules():
            module.expect({name for name in module.may_have() if _joined(path, name) in state})
        weights = dict(self.named_weights())
        state = {
            **self._own_values(),
            **{name: _as_data(name, value) for name, value in state.items()},
        }
        missing = [name for name in weights if name not in state]
        unexpected = [name for name in state if name not in weights]
        if missing:
            raise ValueError(_missing(missing, unexpected))
        if unexpected and strict:
            raise ValueError(f"the model has no weight '{unexpected[0]}'{_hint(unexpected[0], weights)}")  # fmt: skip
        for path, module in self.named_modules():
            for name, weight in module._weights.items():
                full = _joined(path, name)
                module._fit(weight, state[full], full)
                module._data[name] = state[full]

    def may_have(self) -> tuple[str, ...]:
        """Weights of its own that only some files have values of."""
        return ()

    def expect(self, names: set[str]) -> None:
        """Told which of those there are, before values are taken."""

    def _own_values(self) -> dict[str, WeightData]:
        """Values that modules computed themselves, as tables of angles are."""
        return {
            _joined(path, name): data
            for path, module in self.named_modules()
            for name, data in module._data.items()
        }

    def _fit(self, weight: Weight, data: WeightData, full: str) -> None:
        """Makes the weight what its values are: its name, and where values are quantised, their bytes."""
        wanted = Shape(weight.shape)
        if data.encoding is None and list(wanted) != list(data.shape):
            raise ValueError(f"the weight '{full}' has the shape {wanted}, its values {list(data.shape)}")  # fmt: skip
        if data.encoding is not None and list(wanted)[:-1] != list(data.shape)[:-1]:
            raise ValueError(f"the weight '{full}' has the shape {wanted}, its values have rows as {list(data.shape)}")  # fmt: skip
        weight.name = full
        weight.type = TensorType(data.dtype, data.shape, weight.device)

    def encoding_of(self, weight: Weight) -> str | None:
        """How the values of one of its weights are quantised; None: they are plain numbers."""
        for name, own in self._weights.items():
            if own is weight and name in self._data:
                return self._data[name].encoding
        return None

    def state_dict(self) -> dict[str, Array]:
        """The values of all weights by their full names: what a graph of this module is loaded with."""
        return {name: data.data for name, data in self._own_values().items()}

    # -- looking ---------------------------------------------------------------------------------

    def draw(self) -> str:
        """The tree of modules and weights, equal neighbours in one line."""
        return "\n".join([type(self).__name__, *self._drawn("")])

    def _drawn(self, indent: str) -> list[str]:
        lines = [f"{indent}├─ {n}: {w.dtype} {w.shape}" for n, w in self._weights.items()]
        for name, child in self._children.items():
            lines.append(f"{indent}├─ {name}: {type(child).__name__}")
            lines += child._drawn(indent + "│  ")
        return lines

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {sum(1 for _ in self.named_weights())} weights>"


class LayerList(Module):
    """Modules in order, named by their numbers."""

    def __init__(self, layers: Iterable[Module]) -> None:
        super().__init__()
        self._layers = list(layers)
        for i, layer in enumerate(self._layers):
            self._children[str(i)] = layer

    def __iter__(self) -> Iterator[Module]:
        return iter(self._layers)

    def __len__(self) -> int:
        return len(self._layers)

    def __getitem__(self, index: int) -> Module:
        return self._layers[index]

    def _drawn(self, indent: str) -> list[str]:
        lines: list[str] = []
        first = 0
        drawn = [layer._drawn(indent + "│  ") for layer in self._layers]
        for i, layer in enumerate(self._layers):
            is_last = i + 1 == len(drawn) or drawn[i + 1] != drawn[i]
            if is_last:
                numbers = f"{first}" if first == i else f"{first}–{i}"
                lines += [f"{indent}├─ {numbers}: {type(layer).__name__}", *drawn[i]]
                first = i + 1
        return lines


class Sequential(LayerList):
    """Modules of which each takes what the one before gives."""

    def __call__(self, x: Any) -> Any:
        for layer in self:
            x = layer(x)
        return x


def _as_data(name: str, value: Any) -> WeightData:
    """A weight's values: as they are, or an array of NumPy or of another library."""
    import numpy as np

    if isinstance(value, WeightData):
        return value
    if not hasattr(value, "__dlpack__"):
        raise TypeError(f"the weight '{name}': an array is needed, not {type(value).__name__}")
    array = value if isinstance(value, np.ndarray) else Buffer.from_dlpack(value).to_numpy()
    return WeightData(array, DType.from_numpy(array.dtype))


def _joined(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _missing(missing: list[str], unexpected: list[str]) -> str:
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    return f"the weight '{missing[0]}'{more} is missing{_hint(missing[0], unexpected)}"


def _hint(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, list(known), 1)
    return f"; there is '{close[0]}'" if close else ""
