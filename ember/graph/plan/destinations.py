"""Results that are computed where a buffer of the caller wants them, in place of being copied there.

Before:
    %1 = mogg.kernel(%x) {summary = "reduce.add"} …
    mogg.kernel(%buffer, %1) {summary = "mutable.store"} …     copies %1 into %buffer, and nothing else
After:
    the first kernel is launched with the memory of %buffer as its result, the second one not at all
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ember.dialects import mogg
from ember.dialects.mo_types import ShapedType
from ember.graph.plan.lives import Lives, around_kernels, memory_of
from ember.ir.nodes import Op, Region, Value


class Destinations(NamedTuple):
    """The buffer that each of some results is written into, and the kernels that would have copied them."""

    buffer_of: dict[Value, Value]
    copies: set[Op]


def find_destinations(graph: Op, lives: Lives, may_move: Callable[[Value], bool]) -> Destinations:
    """Which results of kernels may lie in a buffer: they end there, and nobody touches the buffer in between."""
    region = graph.regions[0]
    found = Destinations({}, set())
    touched: dict[Value, int] = {}
    """When a kernel read or wrote a memory last."""
    for op in region:
        copied = _copied(op, region)
        if copied is not None and _ends_there(*copied, op, touched, lives) and may_move(copied[0]):
            value, buffer = copied
            found.buffer_of[value] = buffer
            found.copies.add(op)
        if op in lives.time_of:
            touched.update((memory_of(v), lives.time_of[op]) for v in _operands(op))
    return found


def _ends_there(
    value: Value, buffer: Value, copy: Op, touched: dict[Value, int], lives: Lives
) -> bool:
    """Whether the copy is the last to read a value, and the first to touch the buffer since it was begun."""
    return lives.last[value] == lives.time_of[copy] and touched.get(buffer, -1) < lives.first[value]


def _operands(op: Op) -> Iterator[Value]:
    """The tensors that an op uses, or ops in its regions."""
    for one in around_kernels([op]):
        yield from (value for value in one.operands if isinstance(value.type, ShapedType))


def _copied(op: Op, region: Region) -> tuple[Value, Value] | None:
    """The result of a kernel and the caller's buffer, if an op copies one into the other and does nothing else."""
    if not isinstance(op, mogg.Kernel) or op.results:
        return None
    steps = list(op.regions[0])
    if len(steps) != 1 or not isinstance(steps[0], mogg.Foreach):
        return None
    match list(steps[0].regions[0]):
        case [mogg.Load() as load, mogg.Store() as store] if store.operands[0] is load.results[0]:
            source, target = load.operands[0], store.operands[1]
        case _:
            return None
    if source.owner is not op.regions[0] or target.owner is not op.regions[0]:
        return None
    value, buffer = (memory_of(op.operands[arg.index]) for arg in (source, target))
    maker = value.owner
    if buffer.owner is not region or not isinstance(maker, mogg.Kernel):
        return None
    if maker.parent is not region or maker.attrs["is_invariant"]:
        return None
    return value, buffer
