"""Copying a function's body into a caller.

A body that returns once, at its end, is spliced in as it is. Any other is wrapped in an `hlcf.block`: its returns store
their values in stack slots and leave the block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ember.dialects import hlcf, kgen, pop
from ember.ir import types as t
from ember.ir.nodes import Op, Region, Value

Place = Callable[[Op], list[Value]]
"""Inserts an op at the current point, perhaps folded, and gives the values that stand for its results."""


def inline_call(
    region: Region, func: Op, operands: Sequence[Value], loc: Any, place: Place
) -> list[Value]:
    """Appends a copy of `func`'s body to `region` and returns what it returns."""
    body: Region = func.regions[0]
    mapping: dict[Value, Value] = dict(zip(body.args, operands, strict=True))
    last = body.last
    if isinstance(last, kgen.Return) and not _returns_early(body, last):
        op = body.first
        while op is not last:
            assert op is not None
            _copy(op, mapping, place)
            op = op.next
        return [mapping.get(v, v) for v in last.operands]
    return _inline_wrapped(region, func, mapping, loc)


def _copy(op: Op, mapping: dict[Value, Value], place: Place) -> None:
    old_results = op.results
    results = place(op.clone(mapping))
    for old, new in zip(old_results, results, strict=True):
        mapping[old] = new


def _returns_early(body: Region, last: Op) -> bool:
    return any(
        isinstance(op, kgen.Return) and op is not last for top in body for op in _nested(top)
    )


def _nested(op: Op) -> list[Op]:
    return [op] if not op.regions else list(op.walk())


def _inline_wrapped(region: Region, func: Op, mapping: dict[Value, Value], loc: Any) -> list[Value]:
    results: tuple[t.Type, ...] = func.attrs["type"].results
    slots = [
        pop.StackAllocation(
            (), (t.POINTER,), {"type": r, "count": 1, "alignment": 0, "name": ""}, (), loc
        )
        for r in results
    ]
    for slot in slots:
        region.append(slot)
    copy = Region()
    for op in func.regions[0]:
        copy.append(op.clone(mapping))
    block = hlcf.Block((), (), {}, (copy,), loc)
    region.append(block)
    for op in list(block.walk()):
        if isinstance(op, kgen.Return):
            _leave(op, block, slots)
    loads = []
    for slot, type in zip(slots, results, strict=True):
        load = pop.Load((slot.results[0],), (type,), {}, (), loc)
        region.append(load)
        loads.append(load.results[0])
    return loads


def _leave(op: Op, block: Op, slots: list[pop.StackAllocation]) -> None:
    """Replaces a return by stores and a break out of the block."""
    region = op.parent
    assert region is not None
    for value, slot in zip(op.operands, slots, strict=True):
        region.insert_before(op, pop.Store((value, slot.results[0]), (), {}, (), op.loc))
    depth = 0
    around = region.parent
    while around is not block:
        assert around is not None
        depth += isinstance(around, (hlcf.Block, hlcf.Loop))
        around = around.parent_op
    region.insert_before(op, hlcf.Break((), (), {"depth": depth}, (), op.loc))
    op.erase()
