"""The moves that passes are made of: replace an op, splice a region, drop what cannot be reached.

Each keeps links and use lists right. Dialect knowledge lives in the passes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ember.ir.nodes import Op, Region, Value


def replace_op(op: Op, values: Sequence[Value]) -> None:
    """Every use of the op's results becomes the value at the same position; the op is gone. Names are kept."""
    for result, value in zip(op.results, values, strict=True):
        if value.name is None and not isinstance(value.owner, Region):
            value.name = result.name
        result.replace_all_uses_with(value)
    op.erase()


def replace_with_op(op: Op, new: Op) -> None:
    """Puts `new` where `op` stands and uses its results instead."""
    assert op.parent is not None
    op.parent.insert_before(op, new)
    replace_op(op, new.results)


def splice_before(anchor: Op, region: Region) -> None:
    """Moves all ops of a region to just before `anchor`."""
    target = anchor.parent
    assert target is not None
    first, last = region.first, region.last
    if first is None or last is None:
        return
    _adopt(region, target)
    first.prev, last.next = anchor.prev, anchor
    if anchor.prev is None:
        target.first = first
    else:
        anchor.prev.next = first
    anchor.prev = last


def move_following(op: Op, region: Region) -> None:
    """Moves all ops after `op` to the end of another region."""
    source = op.parent
    assert source is not None
    first = op.next
    if first is None:
        return
    last = source.last
    op.next, source.last = None, op
    tail = Region()
    tail.first, tail.last, first.prev = first, last, None
    _adopt(tail, region)
    first.prev = region.last
    if region.last is None:
        region.first = first
    else:
        region.last.next = first
    region.last = last


def _adopt(region: Region, target: Region) -> None:
    """The ops of `region` now belong to `target`; the caller sets the links at both ends."""
    op = region.first
    while op is not None:
        op.parent = target
        op = op.next
    region.first = region.last = None


def erase_following(op: Op) -> bool:
    """Erases everything after `op` in its region; returns whether there was anything."""
    region = op.parent
    assert region is not None
    if op.next is None:
        return False
    while region.last is not None and region.last is not op:
        region.last.erase()
    return True


def clear(region: Region) -> None:
    """Erases all ops of a region."""
    while region.last is not None:
        region.last.erase()


def ops_inside(op: Op) -> list[Op]:
    """Every op inside an op, outer first: a list, which costs less than `walk` and stays when ops are moved."""
    found: list[Op] = []
    for region in op.regions:
        _collect(region, found)
    return found


def _collect(region: Region, found: list[Op]) -> None:
    op = region.first
    while op is not None:
        found.append(op)
        for inner in op.regions:
            _collect(inner, found)
        op = op.next
