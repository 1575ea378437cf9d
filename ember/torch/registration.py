"""Makes things known to `torch.compile`: the backend, and methods that it calls and does not look into.

An installed Ember has an entry point, which PyTorch finds by itself when it looks for backends. Where there is none (a checkout on the
path), the backend is registered; that loads TorchDynamo, which takes as long as loading PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


def register() -> None:
    """After this, `torch.compile(model, backend="ember")` works."""
    if "ember" in entry_points(group="torch_dynamo_backends").names:
        return
    from torch._dynamo.backends.registry import register_backend

    register_backend(_backend, name="ember")


def constant_when_traced(method: Method) -> Method:
    """As `torch.compiler.assume_constant_result`, without loading TorchDynamo."""
    method._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return method


def _backend(module: Any, inputs: Sequence[Any], **options: Any) -> Callable[..., Any]:
    from ember.torch.backend import ember_backend

    return ember_backend(module, inputs, **options)
