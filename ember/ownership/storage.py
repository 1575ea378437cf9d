"""Variables become plain memory: the last step of ending lives.

Before:                                     After:
    %x = kgen.var "x" : pointer                 %x = pop.stack_allocation {type = T, count = 1}
    kgen.var.init %x
    kgen.var.copy %x, %p {copy = @copy}         kgen.call @copy(%x, %p)
    kgen.var.destroy %x                         kgen.call @destroy(%x)

Markers go; copies, moves and destructions become calls, or loads and stores where the bytes are all there is to them.
"""

from __future__ import annotations

from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Builder, Op, Region, SymbolRef, erase_all
from ember.ownership.effects import FunctionLives, Variable

SMALL = 32
"""Bytes that one load and store copy."""


def lower_variables(func: kgen.Func, lives: FunctionLives) -> None:
    """Leaves no op of `kgen.var` in the function."""
    for copy in lives.copies:
        _transfer(copy, copy.attrs["copy"], lives)
    for take in lives.takes:
        _transfer(take, take.attrs["move"], lives)
    for end in lives.ends:
        _destroy(end, lives.of_value[end.operands[0]])
    erase_all([*lives.copies, *lives.takes, *lives.ends, *lives.markers])
    _place_variables(func.regions[0], lives.variables)


def _transfer(op: Op, function: SymbolRef | None, lives: FunctionLives) -> None:
    """Copies or moves a variable's value to other memory."""
    region, (source, destination) = op.parent, op.operands
    assert region is not None and not op.attrs["path"]
    at = Builder(region, op)
    if function is not None:
        at.insert(kgen.Call((source, destination), (), {"callee": function}, (), op.loc))
        return
    type, size = lives.of_value[source].op.type, op.attrs["size"]
    if 0 < size <= SMALL and not isinstance(type, (t.ArrayType, t.UnionType)):
        loaded = at.insert(pop.Load((source,), (type,), {}, (), op.loc))
        at.insert(pop.Store((loaded.results[0], destination), (), {}, (), op.loc))
    elif size:
        count = at.insert(kgen.Constant((), (t.INDEX,), {"value": size}, (), op.loc))
        operands = (destination, source, count.results[0])
        at.insert(pop.MemoryCopy(operands, (), {"overlapping": False}, (), op.loc))


def _destroy(op: Op, variable: Variable) -> None:
    """Calls the destructor of a variable's value or of a field of it, if it has one."""
    region, path = op.parent, op.attrs["path"]
    assert region is not None
    at = Builder(region, op)
    pointer, type, part = variable.op.results[0], variable.op.type, variable.root
    for index in path:
        if len(part.children) > 1:  # a struct of one field is its field
            assert isinstance(type, t.StructType)
            attrs = {"struct": type, "index": index}
            field = kgen.StructGep((pointer,), (t.POINTER,), attrs, (), op.loc)
            pointer, type = at.insert(field).results[0], type.elements[index]
        part = part.children[index]
    if part.destroy is not None:
        at.insert(kgen.Call((pointer,), (), {"callee": part.destroy}, (), op.loc))


def _place_variables(body: Region, variables: list[Variable]) -> None:
    """Each variable becomes the memory it was given, or room on the stack made once, at the function's start."""
    start = body.first
    for variable in variables:
        op = variable.op
        slot = op.results[0]
        if op.operands:
            slot.replace_all_uses_with(op.operands[0])
        else:
            attrs = {"type": op.type, "count": 1, "alignment": 0, "name": variable.name}
            room = pop.StackAllocation((), (slot.type,), attrs, (), op.loc)
            Builder(body, start).insert(room)
            room.results[0].name = slot.name
            slot.replace_all_uses_with(room.results[0])
    for variable in variables:
        variable.op.erase()
