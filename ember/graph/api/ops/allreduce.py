"""`ops.allreduce.sum`: the sum over devices, on each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ember.graph.api.ops.collectives import summed
from ember.graph.api.values import TensorValue


def sum(
    inputs: Iterable[Any], signal_buffers: Iterable[Any], group_size: int | None = None
) -> list[TensorValue]:
    """The sum of the tensors of a group, on each of their devices."""
    return [total for total, _, _ in summed("allreduce.sum", inputs, signal_buffers, group_size)]
