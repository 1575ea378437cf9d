"""Stack slots in straight-line code become values.

Before:                                          After:
    %s = pop.stack_allocation {type = index}
    pop.store %a, %s
    %b = pop.load %s : index
    kgen.return %b                                   kgen.return %a

Only slots whose every use is a load or store, of the whole or of one field, in the region where the slot stands. What
is left in memory is the business of `opt/mem2reg.py` and `opt/sroa.py`; this runs on each function as it is
elaborated, so that bodies that are inlined fold.
"""

from __future__ import annotations

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.evaluate import evaluate
from ember.ir.nodes import Op, Region, Value


def forward_stores(region: Region) -> None:
    """Promotes the simple slots of a region and folds what becomes constant."""
    slots: dict[Op | Region, _Slot] = {
        op: _Slot(op)
        for op in region
        if isinstance(op, pop.StackAllocation) and _is_simple(op, region)
    }
    if not slots:
        return
    for op in region:
        if isinstance(op, pop.Load):
            found = _target(op.operands[0], slots)
            if found is not None:
                slot, index = found
                op.results[0].replace_all_uses_with(slot.read(op, index))
                op.erase()
        elif isinstance(op, pop.Store):
            found = _target(op.operands[1], slots)
            if found is not None:
                slot, index = found
                slot.write(op, op.operands[0], index)
                op.erase()
        elif op.is_pure and op.operands and len(op.results) == 1:
            _fold(op)
    for slot in slots.values():
        slot.erase()


def _is_simple(slot: pop.StackAllocation, region: Region) -> bool:
    if slot.attrs.get("count", 1) != 1 or isinstance(
        slot.attrs["type"], (t.ArrayType, t.UnionType)
    ):
        return False
    type = slot.attrs["type"]
    if slot.results[0].type is not t.POINTER:  # others see what is written to shared memory
        return False
    for use in slot.results[0].uses:
        if use.parent is not region:
            return False
        if isinstance(use, kgen.StructGep):
            if use.attrs["struct"] is not type or not all(
                _is_access(inner, use.results[0], region, type.elements[use.attrs["index"]])
                for inner in use.results[0].uses
            ):
                return False
        elif not _is_access(use, slot.results[0], region, type):
            return False
    return True


def _is_access(op: Op, pointer: Value, region: Region, type: t.Type) -> bool:
    if op.parent is not region or op.attrs.get("volatile") or op.attrs.get("ordering"):
        return False
    if isinstance(op, pop.Load):
        return op.results[0].type is type
    return isinstance(op, pop.Store) and op.operands[1] is pointer and op.operands[0].type is type


def _target(pointer: Value, slots: dict[Op | Region, _Slot]) -> tuple[_Slot, int] | None:
    owner = pointer.owner
    if isinstance(owner, kgen.StructGep):
        found = slots.get(owner.operands[0].owner)
        return (found, owner.attrs["index"]) if found is not None else None
    found = slots.get(owner)
    return (found, -1) if found is not None else None


class _Slot:
    """What a slot holds at the point the scan has reached: a whole value, or values per field."""

    __slots__ = ("fields", "op", "type", "whole")

    def __init__(self, op: pop.StackAllocation) -> None:
        self.op = op
        self.type: t.Type = op.attrs["type"]
        self.whole: Value | None = None
        self.fields: dict[int, Value] = {}

    def read(self, at: Op, index: int) -> Value:
        if index < 0:
            return self._read_whole(at)
        found = self.fields.get(index)
        if found is None:
            assert isinstance(self.type, t.StructType)
            element = self.type.elements[index]
            if self.whole is None:
                found = _insert(at, kgen.Undefined((), (element,), {}, (), at.loc))
            else:
                found = _insert(
                    at, kgen.StructExtract((self.whole,), (element,), {"index": index}, (), at.loc)
                )
            self.fields[index] = found
        return found

    def _read_whole(self, at: Op) -> Value:
        if self.whole is not None and not self.fields:
            return self.whole
        if not self.fields or not isinstance(self.type, t.StructType):
            return _insert(at, kgen.Undefined((), (self.type,), {}, (), at.loc))
        values = [self.read(at, i) for i in range(len(self.type.elements))]
        return _insert(at, kgen.StructCreate(values, (self.type,), {}, (), at.loc))

    def write(self, at: Op, value: Value, index: int) -> None:
        if index >= 0:
            self.fields[index] = value
            return
        self.whole = value
        self.fields = {}
        creator = value.owner
        if isinstance(creator, kgen.StructCreate):
            self.fields = dict(enumerate(creator.operands))

    def erase(self) -> None:
        for use in list(self.op.results[0].uses):
            use.erase()
        self.op.erase()


def _insert(at: Op, op: Op) -> Value:
    assert at.parent is not None
    at.parent.insert_before(at, op)
    return op.results[0]


def _fold(op: Op) -> None:
    raws = []
    for operand in op.operands:
        owner = operand.owner
        if owner.__class__ is kgen.Constant:
            raws.append(owner.attrs["value"])
        elif isinstance(op, kgen.StructExtract) and isinstance(owner, kgen.StructCreate):
            op.results[0].replace_all_uses_with(owner.operands[op.attrs["index"]])
            op.erase()
            return
        else:
            return
    folded = evaluate(op, raws)
    if folded is None:
        return
    constant = kgen.Constant((), (op.results[0].type,), {"value": folded[0]}, (), op.loc)
    _insert(op, constant)
    op.results[0].replace_all_uses_with(constant.results[0])
    op.erase()
