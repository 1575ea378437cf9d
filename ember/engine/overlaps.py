"""Inputs of one call that share memory with a buffer that the call changes.

A tensor keeps the numbers it had when the call began, so one that overlaps such a buffer is given as a copy. Two buffers of a call are two
memories: which of their changes would come first, a graph does not say.
"""

from __future__ import annotations

from collections.abc import Sequence


def overlapping(
    addresses: Sequence[int], sizes: Sequence[int], changed: frozenset[int]
) -> list[int]:
    """The numbers of inputs that must be copied; `ValueError` where two of those that are changed overlap."""
    spans = sorted((start, start + size, n) for n, (start, size) in enumerate(zip(addresses, sizes)) if size)  # fmt: skip
    found: set[int] = set()
    near: list[tuple[int, int]] = []
    """Ends and numbers of those that began before and may reach further."""
    for start, end, number in spans:
        near = [(other_end, other) for other_end, other in near if other_end > start]
        for _, other in near:
            if number in changed and other in changed:
                first, second = sorted((number, other))
                raise ValueError(
                    f"the inputs {first} and {second} share memory, and the model changes both; give one of them as a copy"
                )
            if number in changed or other in changed:
                found.add(other if number in changed else number)
        near.append((end, number))
    return sorted(found)
