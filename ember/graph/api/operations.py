"""The functions of `ops/` by name, for those who cannot import them: `ops.add(x, y)` calls the one registered as `add`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ember.graph.api.values import TensorValue

F = TypeVar("F", bound=Callable[..., Any])


class _Operations:
    """Every function that `operation` marked, as an attribute."""

    def __init__(self) -> None:
        self._known: dict[str, Callable[..., Any]] = {}

    def add_function(self, function: Callable[..., Any]) -> None:
        self._known[function.__name__] = function

    def __getattr__(self, name: str) -> Callable[..., TensorValue]:
        return self._known[name]


ops = _Operations()


def operation(function: F) -> F:
    """Makes a function of `ops/` known by its name."""
    ops.add_function(function)
    return function
