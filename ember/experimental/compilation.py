"""Plain functions of tensors as one native call: `compile(function)(TensorType(…))`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ember.engine import InferenceSession
from ember.experimental.nn.module import CompiledModel, Module
from ember.graph.api.types import Type


class _Function(Module):
    """A module without parameters."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def forward(self, *args: Any, **named: Any) -> Any:
        return self.function(*args, **named)


def compile(
    fn: Callable[..., Any],
    *,
    name: str | None = None,
    custom_extensions: Iterable[Path | str] = (),
    session: InferenceSession | None = None,
) -> Callable[..., CompiledModel]:
    """Given the types of its inputs, the function as one native call; tensors it uses besides are constants."""

    def for_types(*input_types: Type) -> CompiledModel:
        title = name or getattr(fn, "__name__", "function").strip("<>")
        return _Function(fn).compile(*input_types, name=title, custom_extensions=custom_extensions, session=session)  # fmt: skip

    return for_types
