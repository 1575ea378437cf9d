"""Plain functions of tensors as one native call: `compile(function)(TensorType(…))`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ember.experimental.nn.module import CompiledModel, Module
from ember.graph.api.types import Type


class _Function(Module):
    """A module without parameters."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def forward(self, *args: Any, **named: Any) -> Any:
        return self.function(*args, **named)


def compile(function: Callable[..., Any]) -> Callable[..., CompiledModel]:
    """Given the types of its inputs, the function as one native call; tensors it uses besides are constants."""

    def for_types(*input_types: Type) -> CompiledModel:
        name = getattr(function, "__name__", "function")
        return _Function(function).compile(*input_types, name=name.strip("<>"))

    return for_types
