"""Tensors that compute as they are written: recorded as graphs, compiled and run when somebody looks."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`Tensor`, which brings the compiler with it: when it is asked for."""
    if name != "Tensor":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from ember.experimental.tensor import Tensor

    return Tensor
