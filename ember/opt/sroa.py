"""SROA: a struct or short array in a stack slot becomes one slot per part, which `mem2reg` can then promote.

Before:                                                               After:
    %p = pop.stack_allocation {type = !kgen.struct<(index, i1)>,          %p.0 = pop.stack_allocation {type = index, count = 1}
                               count = 1}                                 %p.1 = pop.stack_allocation {type = i1, count = 1}
    %f = kgen.struct.gep %p[0] {struct = !kgen.struct<(index, i1)>}       pop.store %a, %p.0 : index
    pop.store %a, %f : index

Split are slots whose address is only used to reach parts (fields, elements with a constant index) or to load, store and
copy the whole; and whose parts' addresses are used for nothing else either.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.layout import size_of
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import replace_op
from ember.opt.constants import constant_before, constant_of
from ember.opt.dce import is_plain_access, is_private

MAX_PARTS: Final = 32
"""What has more parts stays whole."""


@function_pass("sroa")
def split_slots(function: Op) -> bool:
    """Splits slots until only those are left that have no parts or that escape."""
    waiting: list[Op] = []
    _find_slots(function.regions[0], waiting)
    changed = False
    while waiting:
        slot = waiting.pop()
        pointer, type, count = slot.results[0], slot.attrs["type"], slot.attrs.get("count", 1)
        parts = _parts(type, count)
        if parts is None:
            changed |= count == 1 and _expand_copies(pointer, type)
        elif _is_only_accessed(pointer, type, count):
            waiting.extend(_split(slot, parts))
            changed = True
    return changed


def _find_slots(region: Region, found: list[Op]) -> None:
    op = region.first
    while op is not None:
        if op.__class__ is pop.StackAllocation:
            if is_private(op):
                found.append(op)
        else:
            for inner in op.regions:
                _find_slots(inner, found)
        op = op.next


def _parts(type: t.Type, count: int) -> tuple[t.Type, ...] | None:
    """The types of the parts of `count` values in a row; None for what has no parts, or too many."""
    if count != 1:
        parts: tuple[t.Type, ...] = (type,) * count if 0 < count <= MAX_PARTS else ()
    elif isinstance(type, t.StructType):
        parts = type.elements
    elif isinstance(type, t.ArrayType) and type.count <= MAX_PARTS:
        parts = (type.element,) * type.count
    else:
        return None
    return parts if 0 < len(parts) <= MAX_PARTS else None


# -- what slots are used for -----------------------------------------------------------------------------


def _is_only_accessed(pointer: Value, type: t.Type, count: int = 1) -> bool:
    """Whether a pointer to `count` of a type is only used to access the whole or its parts."""
    parts = _parts(type, count)
    for user in pointer.uses:
        cls = user.__class__
        if cls is pop.Load or cls is pop.Store or cls is pop.MemoryCopy:
            if count == 1 and _is_whole_access(user, pointer, type):
                continue
            if parts is None or (isinstance(type, t.StructType) and count == 1):
                return False
            if not _is_whole_access(user, pointer, parts[0]):
                return False
        else:
            index = _part_index(user, pointer, type, count, parts)
            if parts is None or index is None:
                return False
            if not _is_only_accessed(user.results[0], parts[index]):
                return False
    return True


def _is_whole_access(user: Op, pointer: Value, type: t.Type) -> bool:
    """A plain load, store or copy of exactly one value of this type through this pointer."""
    cls = user.__class__
    if cls is pop.Load:
        return user.results[0].type is type and is_plain_access(user)
    if cls is pop.Store:
        value = user.operands[0]
        is_address_kept = value is pointer
        return value.type is type and not is_address_kept and is_plain_access(user)
    destination, source, size = user.operands
    is_union = isinstance(type, t.UnionType)
    return destination is not source and not is_union and constant_of(size) == size_of(type)


def _part_index(
    user: Op, pointer: Value, type: t.Type, count: int, parts: tuple[t.Type, ...] | None
) -> int | None:
    """Which part an address computation reaches."""
    if parts is None:
        return None
    if user.__class__ is kgen.StructGep:
        is_field = count == 1 and user.attrs["struct"] is type and isinstance(type, t.StructType)
        return user.attrs["index"] if is_field else None
    if user.__class__ is not pop.Offset or (count == 1 and isinstance(type, t.StructType)):
        return None
    index = constant_of(user.operands[1])
    is_element = user.operands[0] is pointer and user.attrs["element"] is parts[0]
    if not is_element or index.__class__ is not int or not 0 <= index < len(parts):
        return None
    return index


# -- splitting -------------------------------------------------------------------------------------------


def _split(slot: Op, parts: tuple[t.Type, ...]) -> list[Op]:
    """Makes the parts' slots and sends every access to them."""
    type, pointer = slot.attrs["type"], slot.results[0]
    count = slot.attrs.get("count", 1)
    slots = [_part_slot(slot, i, part) for i, part in enumerate(parts)]
    pointers = [part.results[0] for part in slots]
    for user in list(pointer.uses):
        index = _part_index(user, pointer, type, count, parts)
        if index is not None:
            replace_op(user, [pointers[index]])
        elif count != 1 or not _is_whole_access(user, pointer, type):
            user.set_operand(user.operands.index(pointer), pointers[0])
        elif user.__class__ is pop.Load:
            _split_load(user, pointers, parts, type)
        elif user.__class__ is pop.Store:
            _split_store(user, pointers, parts)
        else:
            _split_copy(user, pointer, pointers, parts, type)
    slot.erase()
    return slots


def _part_slot(slot: Op, index: int, type: t.Type) -> Op:
    assert slot.parent is not None
    name = slot.attrs.get("name") or ""
    attrs = {
        "type": type,
        "count": 1,
        "alignment": 0,
        "name": f"{name}.{index}" if name else "",
    }
    part = pop.StackAllocation((), (slot.results[0].type,), attrs, (), slot.loc)
    if slot.results[0].name is not None:
        part.results[0].name = f"{slot.results[0].name}.{index}"
    slot.parent.insert_before(slot, part)
    return part


def _before(anchor: Op, op: Op) -> Value:
    assert anchor.parent is not None
    anchor.parent.insert_before(anchor, op)
    return op.results[0] if op.results else op.operands[0]


def _split_load(load: Op, pointers: list[Value], parts: tuple[t.Type, ...], type: t.Type) -> None:
    values = [
        _before(load, pop.Load((pointer,), (part,), {}, (), load.loc))
        for pointer, part in zip(pointers, parts, strict=True)
    ]
    replace_op(load, [_before(load, kgen.StructCreate(values, (type,), {}, (), load.loc))])


def _split_store(store: Op, pointers: list[Value], parts: tuple[t.Type, ...]) -> None:
    whole = store.operands[0]
    for i, (pointer, part) in enumerate(zip(pointers, parts, strict=True)):
        value = _before(store, kgen.StructExtract((whole,), (part,), {"index": i}, (), store.loc))
        _before(store, pop.Store((value, pointer), (), {}, (), store.loc))
    store.erase()


def _split_copy(
    copy: Op, pointer: Value, pointers: list[Value], parts: tuple[t.Type, ...], type: t.Type
) -> None:
    """Copies part by part, to or from the parts of the memory at the other end."""
    destination, source, _ = copy.operands
    other = source if destination is pointer else destination
    for i, (mine, part) in enumerate(zip(pointers, parts, strict=True)):
        there = _part_address(copy, other, i, part, type)
        ends = (mine, there) if destination is pointer else (there, mine)
        _copy_part(copy, *ends, part)
    copy.erase()


def _part_address(anchor: Op, base: Value, index: int, part: t.Type, type: t.Type) -> Value:
    if isinstance(type, t.StructType):
        attrs = {"struct": type, "index": index}
        return _before(anchor, kgen.StructGep((base,), (base.type,), attrs, (), anchor.loc))
    number = constant_before(anchor, t.INDEX, index)
    return _before(
        anchor, pop.Offset((base, number), (base.type,), {"element": part}, (), anchor.loc)
    )


def _copy_part(anchor: Op, destination: Value, source: Value, type: t.Type) -> None:
    if isinstance(type, (t.StructType, t.ArrayType, t.UnionType)):
        size = constant_before(anchor, t.INDEX, size_of(type))
        attrs = {"overlapping": bool(anchor.attrs.get("overlapping"))}
        _before(anchor, pop.MemoryCopy((destination, source, size), (), attrs, (), anchor.loc))
        return
    value = _before(anchor, pop.Load((source,), (type,), {}, (), anchor.loc))
    _before(anchor, pop.Store((value, destination), (), {}, (), anchor.loc))


def _expand_copies(pointer: Value, type: t.Type) -> bool:
    """Copies of a slot without parts become a load and a store."""
    if isinstance(type, (t.StructType, t.ArrayType, t.UnionType)):
        return False
    changed = False
    for user in list(pointer.uses):
        if user.__class__ is pop.MemoryCopy and _is_whole_access(user, pointer, type):
            _copy_part(user, user.operands[0], user.operands[1], type)
            user.erase()
            changed = True
    return changed
