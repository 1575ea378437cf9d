"""Questions about structured control flow that several passes ask.

A *jump* is an `hlcf.break` or `hlcf.continue`; a *target* is the `hlcf.block` or `hlcf.loop` it names by depth.
"""

from __future__ import annotations

from collections.abc import Iterator

from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op, Region
from ember.ir.rewriter import erase_following

TARGETS = (hlcf.Loop, hlcf.Block)


def jumps(region: Region, level: int = 0) -> Iterator[tuple[Op, int]]:
    """Every break and continue inside a region, with the number of targets between it and the region.

    A jump of depth `level` leaves for the target whose body the region is; a smaller one stays inside.
    """
    op = region.first
    while op is not None:
        cls = op.__class__
        if cls is hlcf.Break or cls is hlcf.Continue:
            yield op, level
        elif op.regions:
            inner = level + 1 if cls in TARGETS else level
            for nested in op.regions:
                yield from jumps(nested, inner)
        op = op.next


def has_break(target: Op) -> bool:
    """Whether some break jumps past the end of this loop or block."""
    return any(
        op.__class__ is hlcf.Break and depth(op) == level for op, level in jumps(target.regions[0])
    )


def has_continue(loop: Op) -> bool:
    """Whether some continue jumps to the start of this loop."""
    return any(
        op.__class__ is hlcf.Continue and depth(op) == level for op, level in jumps(loop.regions[0])
    )


def depth(jump: Op) -> int:
    return jump.attrs.get("depth") or 0


def falls_through(region: Region) -> bool:
    """Whether control can reach the end of the region."""
    last = region.last
    return last is None or not never_completes(last)


def never_completes(op: Op) -> bool:
    """Whether control cannot get past this op to the one after it. (A yield does leave its `if` normally.)"""
    if not op.regions:
        return op.is_terminator
    cls = op.__class__
    if cls is hlcf.If:
        return not any(arm_completes(region) for region in op.regions)
    if cls is hlcf.Loop:
        return not has_break(op)
    if cls is hlcf.Block:
        return not falls_through(op.regions[0]) and not has_break(op)
    return op.is_terminator


def arm_completes(region: Region) -> bool:
    """Whether control can get from an arm of an `if` to what follows the `if`."""
    last = region.last
    return last is None or last.__class__ is hlcf.Yield or not never_completes(last)


def drop_following(op: Op) -> bool:
    """Erases what follows an op that never completes; returns whether there was anything to erase."""
    if op.next is None or op.next.__class__ is kgen.Unreachable:
        return False
    erase_following(op)
    assert op.parent is not None
    close_arm(op.parent)
    return True


def close_arm(region: Region) -> None:
    """A region whose op carries values must end in a terminator, even when control never gets to its end."""
    around = region.parent
    if around is None or region.terminator is not None or around.__class__ is kgen.Func:
        return
    if around.results or region.args:
        region.append(kgen.Unreachable((), (), {}, (), around.loc))


def shift_jumps(region: Region, by: int) -> None:
    """Adds `by` to the depth of every jump that leaves the region: a target around it comes or goes."""
    for op, level in jumps(region):
        if depth(op) >= level:
            op.set_attr("depth", depth(op) + by)
