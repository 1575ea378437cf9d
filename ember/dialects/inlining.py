"""Copying a function's body to where it is called: while elaborating (`@always_inline`) and in `opt/inline.py`.

Before:                                            After:
    kgen.func @pick(%c: i1) -> index {                 %r = hlcf.block -> index {
      hlcf.if %c {                                       hlcf.if %c {
        kgen.return %one : index                           hlcf.break %one : index
      }                                                  }
      kgen.return %two : index                           hlcf.break %two : index
    }                                                  }
    %r = kgen.call @pick(%c) : (i1) -> index

A body that returns once, at its end, needs no block: its ops are copied as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ember.dialects import hlcf, kgen
from ember.ir.nodes import Op, Region, Value

Insert = Callable[[Op], list[Value]]
"""Inserts an op at the current point, perhaps folded, and gives the values that stand for its results."""


def inline_call(func: Op, operands: Sequence[Value], loc: Any, insert: Insert) -> list[Value]:
    """Copies `func`'s body and gives what stands for its results."""
    body: Region = func.regions[0]
    mapping: dict[Value, Value] = dict(zip(body.args, operands, strict=True))
    last = body.last
    if last.__class__ is kgen.Return and count_returns(body) == 1:
        assert last is not None
        copy_ops(body, mapping, insert, but=last)
        return [mapping.get(value, value) for value in last.operands]
    return list(insert(_as_block(func, mapping, loc)))


def count_returns(region: Region) -> int:
    """How many returns stand in a region."""
    total = 0
    op = region.first
    while op is not None:
        if op.regions:
            for inner in op.regions:
                total += count_returns(inner)
        elif op.__class__ is kgen.Return:
            total += 1
        op = op.next
    return total


def copy_ops(
    body: Region, mapping: dict[Value, Value], insert: Insert, but: Op | None = None
) -> None:
    """Copies the ops of a region, except one."""
    op = body.first
    while op is not None:
        if op is not but:
            results = insert(op.clone(mapping))
            for old, new in zip(op.results, results, strict=True):
                mapping[old] = new
        op = op.next


def _as_block(func: Op, mapping: dict[Value, Value], loc: Any) -> Op:
    """A block with the function's results, which every return leaves."""
    inner = Region()
    op = func.regions[0].first
    while op is not None:
        inner.append(op.clone(mapping))
        op = op.next
    block = hlcf.Block((), func.attrs["type"].results, {}, (inner,), loc)
    _returns_to_breaks(inner, 0)
    if block.results and inner.terminator is None:  # control never comes to its end
        inner.append(kgen.Unreachable((), (), {}, (), loc))
    return block


def _returns_to_breaks(region: Region, level: int) -> None:
    """Turns every return into a break out of the block `level` targets further out."""
    for op in region:
        if op.regions:
            is_target = op.__class__ is hlcf.Block or op.__class__ is hlcf.Loop
            for inner in op.regions:
                _returns_to_breaks(inner, level + is_target)
        elif op.__class__ is kgen.Return:
            region.insert_before(op, hlcf.Break(op.operands, (), {"depth": level}, (), op.loc))
            op.erase()
