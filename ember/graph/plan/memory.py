"""The arena of a call: tensors whose lives do not overlap share a block.

Sizes are expressions of dimensions, so a block is as large as the largest of its tensors turns out to be at run time. A tensor takes a
free block of its own size if there is one, else the one whose size is nearest for typical dimensions.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

from ember.dialects.dimensions import Dimension, constant, product_of
from ember.dialects.mo_types import ShapedType
from ember.ir.types import Type

TYPICAL: Final = 128
"""What an unknown dimension is taken to be where two sizes are compared."""
ALIGNMENT: Final = 64
"""Blocks begin at multiples of as many bytes."""


class Interval(NamedTuple):
    """A tensor's life: the launch that writes it and the last one that reads it."""

    size: Dimension
    first: int
    last: int
    takes_over: int | None = None
    """A tensor whose memory it may have, though that ends when this begins."""


class Plan(NamedTuple):
    """The block of each tensor, the sizes each block must hold, and bytes for typical dimensions: used, and at least needed."""

    block_of: list[int]
    blocks: list[tuple[Dimension, ...]]
    peak: int
    bound: int


def bytes_of(type: Type) -> Dimension:
    """How much memory a tensor takes."""
    assert isinstance(type, ShapedType)
    return product_of(list(type.dims)) * constant(type.dtype.byte_size)


def plan_memory(intervals: list[Interval]) -> Plan:
    """Gives every tensor a block; intervals come in the order of their first launch."""
    blocks: list[dict[Dimension, None]] = []
    block_of: list[int] = []
    free_at: list[int] = []
    """When the last tensor in each block ends."""
    for tensor in intervals:
        inherited = tensor.takes_over
        if inherited is not None and free_at[block_of[inherited]] == tensor.first:
            chosen = block_of[inherited]
        else:
            chosen = _best(tensor, blocks, free_at)
        if chosen == len(blocks):
            blocks.append({})
            free_at.append(0)
        blocks[chosen][tensor.size] = None
        free_at[chosen] = tensor.last
        block_of.append(chosen)
    sizes = [tuple(block) for block in blocks]
    peak = sum(max(map(typical, block)) for block in sizes)
    return Plan(block_of, sizes, peak, _bound(intervals))


def _best(tensor: Interval, blocks: list[dict[Dimension, None]], free_at: list[int]) -> int:
    free = [n for n in range(len(blocks)) if free_at[n] < tensor.first]
    if not free:
        return len(blocks)
    wanted = typical(tensor.size)

    def distance(number: int) -> tuple[bool, int]:
        largest = max(map(typical, blocks[number]))
        return (tensor.size not in blocks[number], abs(largest - wanted))

    return min(free, key=distance)


def typical(size: Dimension) -> int:
    """Bytes of a tensor in its block, where unknown dimensions are what they typically are."""
    values: dict[str, int] = defaultdict(lambda: TYPICAL)
    size_in_bytes = size.evaluate(values)
    return -(-size_in_bytes // ALIGNMENT) * ALIGNMENT


def _bound(intervals: list[Interval]) -> int:
    """The most memory that tensors in use at one time take."""
    changes: dict[int, int] = defaultdict(int)
    for tensor in intervals:
        size = typical(tensor.size)
        changes[tensor.first] += size
        changes[tensor.last + 1] -= size
    most = now = 0
    for time in sorted(changes):
        now += changes[time]
        most = max(most, now)
    return most
