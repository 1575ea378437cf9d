"""Stack reuse: slots of one type that are never in use at the same time become one.

Before:                                                        After:
    %p = pop.stack_allocation {type = T, count = 64}               %p = pop.stack_allocation {type = T, count = 64}
    %q = pop.stack_allocation {type = T, count = 64}               … fills and reads %p
    … fills and reads %p                                           … fills and reads %p
    … fills and reads %q

A slot is in use from the first to the last op that uses it or an address inside it; a loop around such an op, inside of the
region where the slot is made, counts as a whole, because its next round may want what this one left. Only slots whose address
stays with loads, stores, copies and address arithmetic: of any other, the last use is not known. What `mem2reg` promotes
needs no slot at all, so this pass is for arrays with computed indices and large structs.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ember.dialects import hlcf, kgen, pop
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.opt.dce import is_private

_ADDRESSES: Final = frozenset({kgen.StructGep, pop.Offset, pop.PointerCast})
_ACCESSES: Final = frozenset({pop.Load, pop.MemoryCopy, pop.MemorySet})


@function_pass("stack-reuse")
def reuse_slots(function: Op) -> bool:
    """Gives slots of one region and type the same memory where their uses do not overlap."""
    slots: dict[Hashable, list[Op]] = {}
    _find(function.regions[0], slots)
    groups = [group for group in slots.values() if len(group) > 1]
    if not groups:
        return False
    order: dict[Op, tuple[int, int]] = {}
    _number(function.regions[0], order, 0)
    shared = [_share(group, order) for group in groups]
    return any(shared)


def _find(region: Region, slots: dict[Hashable, list[Op]]) -> None:
    op = region.first
    while op is not None:
        if op.__class__ is pop.StackAllocation and is_private(op):
            attrs = op.attrs
            count, alignment = attrs.get("count", 1), attrs.get("alignment") or 0
            key = (region, attrs["type"], count, alignment, op.results[0].type)
            slots.setdefault(key, []).append(op)
        for inner in op.regions:
            _find(inner, slots)
        op = op.next


def _number(region: Region, order: dict[Op, tuple[int, int]], at: int) -> int:
    """First and last position of every op, what is inside it included."""
    op = region.first
    while op is not None:
        first = at = at + 1
        for inner in op.regions:
            at = _number(inner, order, at)
        order[op] = (first, at)
        op = op.next
    return at


def _share(group: list[Op], order: dict[Op, tuple[int, int]]) -> bool:
    spans = [(span, slot) for slot in group if (span := _span(slot, order)) is not None]
    spans.sort(key=lambda item: item[0])
    rooms: list[tuple[int, Op]] = []
    changed = False
    for (first, last), slot in spans:
        free = next((i for i, (end, _) in enumerate(rooms) if end < first), None)
        if free is None:
            rooms.append((last, slot))
            continue
        room = rooms[free][1]
        rooms[free] = (last, room)
        _move_before(room, slot)
        slot.results[0].replace_all_uses_with(room.results[0])
        slot.erase()
        changed = True
    return changed


def _move_before(room: Op, slot: Op) -> None:
    """The slot that stays must stand before the first use of both."""
    op: Op | None = slot
    while op is not None:
        if op is room:
            return
        op = op.prev
    assert slot.parent is not None
    room.remove()
    slot.parent.insert_before(slot, room)


def _span(slot: Op, order: dict[Op, tuple[int, int]]) -> tuple[int, int] | None:
    """From where to where the slot is in use; None when that is not known or it is not used."""
    users = _users(slot.results[0])
    if not users:
        return None
    spans = [order[_outermost_loop(user, slot.parent)] for user in users]
    return min(first for first, _ in spans), max(last for _, last in spans)


def _users(pointer: Value) -> list[Op] | None:
    """Every op that uses the memory; None when the address gets away."""
    found: list[Op] = []
    for user in pointer.uses:
        cls = user.__class__
        if cls in _ADDRESSES and user.operands[0] is pointer:
            inner = _users(user.results[0])
            if inner is None:
                return None
            found += inner
        elif cls not in _ACCESSES and not (cls is pop.Store and user.operands[0] is not pointer):
            return None
        found.append(user)
    return found


def _outermost_loop(op: Op, region: Region | None) -> Op:
    """The outermost loop around an op that is still inside of a region, or the op itself."""
    found, around = op, op
    while around.parent is not None and around.parent is not region:
        assert around.parent.parent is not None
        around = around.parent.parent
        if around.__class__ is hlcf.Loop:
            found = around
    return found
