"""Gradients of operators that write into their arguments.

For PyTorch, a call changes its outputs in place: they leave it with a history that leads to the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import torch


class Gradient:
    """How to go back through one operator, as its author says."""

    def __init__(
        self,
        name: str,
        backward: Callable[..., Any],
        setup_context: Callable[..., None] | None,
        outputs: int,
        arguments: int,
    ) -> None:
        self.name: Final = name
        self.backward: Final = backward
        self.setup_context: Final = setup_context
        self.outputs: Final = outputs
        self.inputs: Final = arguments - outputs

    def forward(self, compute: Callable[..., None], tensors: Sequence[torch.Tensor]) -> None:
        """Computes into the first tensors, which get a history where somebody wants gradients."""
        if not (torch.is_grad_enabled() and any(t.requires_grad for t in tensors)):
            with torch._C._AutoDispatchBelowAutograd():
                compute(*tensors)
            return
        for tensor in tensors[: self.outputs]:
            if tensor.is_leaf and tensor.requires_grad:
                raise ValueError(
                    f"{self.name}: a tensor whose gradient is wanted cannot be written"
                )
        _Step.apply(self, compute, *tensors)

    def remember(self, ctx: Any, tensors: Sequence[torch.Tensor]) -> None:
        """Lets the author keep what going back needs."""
        if self.setup_context is not None:
            written = tuple(tensors[: self.outputs])
            output = written[0] if self.outputs == 1 else written
            self.setup_context(ctx, tuple(tensors[self.outputs :]), output)

    def back(self, ctx: Any, gradients: Sequence[torch.Tensor]) -> tuple[Any, ...]:
        """The gradients of the inputs."""
        given = self.backward(ctx, *gradients)
        found = tuple(given) if isinstance(given, list | tuple) else (given,)
        if len(found) != self.inputs:
            raise ValueError(
                f"{self.name}: its gradient gives {len(found)} tensors for {self.inputs} inputs"
            )
        return found


class _Step(torch.autograd.Function):  # type: ignore[misc]
    """One call in the history of tensors."""

    @staticmethod
    def forward(ctx: Any, gradient: Gradient, compute: Callable[..., None], *tensors: Any) -> Any:
        with torch._C._AutoDispatchBelowAutograd():
            compute(*tensors)
        written = tensors[: gradient.outputs]
        ctx.gradient = gradient
        ctx.mark_dirty(*written)
        gradient.remember(ctx, tensors)
        return written

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> Any:
        gradient = ctx.gradient
        return (None, None, *[None] * gradient.outputs, *gradient.back(ctx, gradients))
