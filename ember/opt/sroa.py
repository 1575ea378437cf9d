"""SROA: a struct in a stack slot becomes one slot per field, which `mem2reg` can then promote.

Before:                                                               After:
    %p = pop.stack_allocation {type = !kgen.struct<(index, i1)>,          %p.0 = pop.stack_allocation {type = index, count = 1}
                               count = 1}                                 %p.1 = pop.stack_allocation {type = i1, count = 1}
    %f = kgen.struct.gep %p[0] {struct = !kgen.struct<(index, i1)>}       pop.store %a, %p.0 : index
    pop.store %a, %f : index

Split are slots whose address is only used to reach fields, or to load and store the whole struct; and whose fields'
addresses are used for nothing but loads, stores and fields of fields.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import kgen, pop
from ember.ir import types as t
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.ir.rewriter import replace_op
from ember.opt.dce import is_plain_access

MAX_FIELDS: Final = 32
"""A struct with more fields stays whole."""


@function_pass("sroa")
def split_struct_slots(function: Op) -> bool:
    """Splits slots until only fields that are no structs, or structs that escape, are left."""
    waiting: list[Op] = []
    _find_struct_slots(function.regions[0], waiting)
    changed = False
    while waiting:
        slot = waiting.pop()
        if _can_split(slot):
            waiting.extend(_split(slot))
            changed = True
    return changed


def _find_struct_slots(region: Region, found: list[Op]) -> None:
    op = region.first
    while op is not None:
        if op.__class__ is pop.StackAllocation:
            if isinstance(op.attrs["type"], t.StructType):
                found.append(op)
        else:
            for inner in op.regions:
                _find_struct_slots(inner, found)
        op = op.next


def _can_split(slot: Op) -> bool:
    type = slot.attrs["type"]
    if not isinstance(type, t.StructType) or slot.attrs.get("count", 1) != 1:
        return False
    return 0 < len(type.elements) <= MAX_FIELDS and _is_only_accessed(slot.results[0], type)


def _is_only_accessed(pointer: Value, type: t.Type) -> bool:
    """Whether a pointer to a `type` is used for loads, stores and fields of exactly that type."""
    for user in pointer.uses:
        cls = user.__class__
        if cls is pop.Load:
            if user.results[0].type is not type or not is_plain_access(user):
                return False
        elif cls is pop.Store:
            if (
                user.operands[0] is pointer
                or user.operands[0].type is not type
                or not is_plain_access(user)
            ):
                return False
        elif cls is kgen.StructGep and user.attrs["struct"] is type:
            assert isinstance(type, t.StructType)
            if not _is_only_accessed(user.results[0], type.elements[user.attrs["index"]]):
                return False
        else:
            return False
    return True


def _split(slot: Op) -> list[Op]:
    """Makes the fields' slots and sends every access to them."""
    type, pointer = slot.attrs["type"], slot.results[0]
    fields = [_field_slot(slot, i, element) for i, element in enumerate(type.elements)]
    pointers = [field.results[0] for field in fields]
    for user in list(pointer.uses):
        if user.__class__ is kgen.StructGep:
            replace_op(user, [pointers[user.attrs["index"]]])
        elif user.__class__ is pop.Load:
            _split_load(user, pointers, type)
        else:
            _split_store(user, pointers, type)
    slot.erase()
    return fields


def _field_slot(slot: Op, index: int, type: t.Type) -> Op:
    assert slot.parent is not None
    name = slot.attrs.get("name") or ""
    attrs = {
        "type": type,
        "count": 1,
        "alignment": 0,
        "name": f"{name}.{index}" if name else "",
    }
    field = pop.StackAllocation((), (slot.results[0].type,), attrs, (), slot.loc)
    if slot.results[0].name is not None:
        field.results[0].name = f"{slot.results[0].name}.{index}"
    slot.parent.insert_before(slot, field)
    return field


def _split_load(load: Op, pointers: list[Value], type: t.StructType) -> None:
    assert load.parent is not None
    values = []
    for pointer, element in zip(pointers, type.elements, strict=True):
        part = pop.Load((pointer,), (element,), {}, (), load.loc)
        load.parent.insert_before(load, part)
        values.append(part.results[0])
    whole = kgen.StructCreate(values, (type,), {}, (), load.loc)
    load.parent.insert_before(load, whole)
    replace_op(load, whole.results)


def _split_store(store: Op, pointers: list[Value], type: t.StructType) -> None:
    assert store.parent is not None
    value = store.operands[0]
    for i, (pointer, element) in enumerate(zip(pointers, type.elements, strict=True)):
        field = kgen.StructExtract((value,), (element,), {"index": i}, (), store.loc)
        store.parent.insert_before(store, field)
        part = pop.Store((field.results[0], pointer), (), {}, (), store.loc)
        store.parent.insert_before(store, part)
    store.erase()
