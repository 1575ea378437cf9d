"""Calls of ATen ops as ops of a graph: one table (`aten_*.py`) for exported programs and for the backend of `torch.compile`.

What cannot be said is collected, not raised: its results are stand-ins of the types that PyTorch knows, so that everything else is
looked at, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ember.graph.api.values import TensorValue
from ember.graph.importers import (
    aten_elementwise,
    aten_indexing,
    aten_products,
    aten_reductions,
    aten_shapes,
)
from ember.graph.importers.aten_call import HANDLERS, Call, Lacking, Reference, filled

_HANDLED_BY: Final = (
    aten_elementwise,
    aten_indexing,
    aten_products,
    aten_reductions,
    aten_shapes,
)
"""The modules whose import fills `HANDLERS`."""

PROBLEMS: Final = (ValueError, TypeError, IndexError, KeyError, NotImplementedError, StopIteration)


class _Consequence(NotImplementedError):
    """A call cannot be built because one before it could not, which is known."""


class Builder:
    """Builds the calls of a model, one after the other, in the current graph."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values: dict[str, Any] = dict(values)
        self.problems: list[str] = []
        """Which ops cannot be said, where, and why."""

    def run(self, calls: Iterable[Call]) -> None:
        for call in calls:
            self.call(call)

    def call(self, call: Call) -> None:
        """Builds one call, and binds the names of its results."""
        try:
            made = built(call, self.values)
        except _Consequence:
            made = _stand_in(call)
        except PROBLEMS as problem:
            self.problems.append(f"{call.op} at {call.place}: {_first_line(problem)}")
            made = _stand_in(call)
        if len(call.names) == 1 and not call.is_list:
            self.values[call.names[0]] = made
        else:
            self.values.update(zip(call.names, made))

    def value(self, argument: Any) -> Any:
        """An argument with its references followed."""
        return resolved(argument, self.values)


def built(call: Call, values: Mapping[str, Any]) -> Any:
    """The results of a call; an exception says why there are none."""
    handler = HANDLERS.get(call.op)
    if handler is None:
        raise NotImplementedError("there is no op of graphs for it")
    args = [resolved(argument, values) for argument in call.args]
    kwargs = {name: resolved(argument, values) for name, argument in call.kwargs.items()}
    for lacking in _lacking([*args, *kwargs.values()]):
        raise NotImplementedError(lacking.why) if lacking.why else _Consequence()
    made = handler(call, *args, **kwargs)
    _check_types(call, made)
    return made


def resolved(argument: Any, values: Mapping[str, Any]) -> Any:
    """An argument whose references are the values they name."""
    if isinstance(argument, Reference):
        return values[argument.name]
    if isinstance(argument, list):
        return [resolved(part, values) for part in argument]
    return argument


def _lacking(arguments: Iterable[Any]) -> Iterator[Lacking]:
    for argument in arguments:
        if isinstance(argument, Lacking):
            yield argument
        elif isinstance(argument, list):
            yield from _lacking(argument)


def _check_types(call: Call, made: Any) -> None:
    """Results have the types that PyTorch expects; a handler that overlooks a case must not pass unnoticed."""
    results = made if isinstance(made, list) else [made]
    for value, facts in zip(results, call.results):
        if not isinstance(value, TensorValue) or facts is None:
            continue
        if value.dtype is not facts.dtype or list(value.shape) != list(facts.dims):
            shape = ", ".join(map(str, facts.dims))
            raise NotImplementedError(f"it would give {value.type} instead of {facts.dtype} [{shape}]")  # fmt: skip


def _stand_in(call: Call) -> Any:
    made = [
        filled(0, facts.dtype, facts.dims) if facts is not None else Lacking("")
        for facts in call.results
    ]
    return made if call.is_list or len(made) != 1 else made[0]


def _first_line(problem: BaseException) -> str:
    return str(problem).partition("\n")[0] or type(problem).__name__
