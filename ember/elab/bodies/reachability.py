"""Whether control can come out at the end of a region."""

from __future__ import annotations

from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op, Region


def falls_through(region: Region) -> bool:
    """Whether execution can reach the end of the region."""
    return all(_passes(op) for op in region)


def _passes(op: Op) -> bool:
    """Whether execution can go on after the op."""
    if op.is_terminator:
        return False
    if isinstance(op, hlcf.If):
        return any(falls_through(arm) for arm in _possible(op))
    if isinstance(op, hlcf.Loop):
        return _is_left(op.regions[0], 0)
    if isinstance(op, hlcf.Block):
        return falls_through(op.regions[0]) or _is_left(op.regions[0], 0)
    return True


def _possible(op: hlcf.If) -> list[Region]:
    """The arms that can be reached: `if True:` has one."""
    condition = op.operands[0].owner
    if isinstance(condition, kgen.Constant):
        return [op.regions[0 if condition.attrs["value"] else 1]]
    return list(op.regions)


def _is_left(region: Region, depth: int) -> bool:
    """Whether a reachable break in the region leaves the block or loop `depth` levels out."""
    for op in region:
        if isinstance(op, hlcf.Break):
            return bool(op.attrs["depth"] == depth)
        inner = depth + isinstance(op, (hlcf.Block, hlcf.Loop))
        if any(_is_left(r, inner) for r in op.regions):
            return True
        if not _passes(op):
            return False
    return False
