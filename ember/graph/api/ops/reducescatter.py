"""`ops.reducescatter.sum`: the sum over devices, a part of it on each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ember.graph.api.ops.collectives import shares, summed
from ember.graph.api.values import TensorValue


def sum(
    inputs: Iterable[Any],
    signal_buffers: Iterable[Any],
    axis: int = 0,
    group_size: int | None = None,
) -> list[TensorValue]:
    """The sum of the tensors of a group, cut along an axis; each device gets its part."""
    found = summed("reducescatter.sum", inputs, signal_buffers, group_size)
    return [shares(total, axis, count)[place] for total, place, count in found]
