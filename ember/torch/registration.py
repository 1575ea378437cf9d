"""Makes the backend known to `torch.compile`.

An installed Ember has an entry point, which PyTorch finds by itself when it looks for backends. Where there is none (a checkout on the
path), the backend is registered; that loads TorchDynamo, which takes as long as loading PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import Any


def register() -> None:
    """After this, `torch.compile(model, backend="ember")` works."""
    if "ember" in entry_points(group="torch_dynamo_backends").names:
        return
    from torch._dynamo.backends.registry import register_backend

    register_backend(_backend, name="ember")


def _backend(module: Any, inputs: Sequence[Any], **options: Any) -> Callable[..., Any]:
    from ember.torch.backend import ember_backend

    return ember_backend(module, inputs, **options)
