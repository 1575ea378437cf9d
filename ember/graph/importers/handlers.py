"""The functions that make graphs of the ops of another format, by the ops' names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Handler = Callable[..., Any]
H = TypeVar("H", bound=Handler)


class Handlers(dict[str, Handler]):
    """Takes the op as it is in the file and its inputs, gives its outputs."""

    def of(self, *names: str) -> Callable[[H], H]:
        """Declares that the function below handles these ops."""

        def register(function: H) -> H:
            self.update(dict.fromkeys(names, function))
            return function

        return register
