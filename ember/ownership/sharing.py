"""Values that move from one variable to another need not: the two share memory where they are never full at once.

Built in place: a temporary is given the memory of the place its value moves to.

    %t = kgen.var ""                           %t = kgen.var "" %x
    kgen.call @make(%t)                        kgen.call @make(%t)
    kgen.var.init %t                           kgen.var.init %t
    kgen.var.clear %x                          kgen.var.clear %x
    kgen.var.take %t, %x                       kgen.var.move %t
    kgen.var.init %x                           kgen.var.init %x

Condition: the temporary is declared in the region of the `take`, from there to the `take` nothing touches the place, and
the place's `init` follows. So the place is empty at the `take`, and was empty all the while.

Lent: a temporary that a variable's value moves to is given the memory of the variable.

    %t = kgen.var ""                           %t = kgen.var "" %x
    kgen.var.take %x, %t                       kgen.var.move %x
    kgen.var.init %t                           kgen.var.init %t
    kgen.call @consume(%t)                     kgen.call @consume(%t)
    kgen.var.move %t                           kgen.var.move %t

Condition: the temporary is declared in the region of the `take`, and from there to the last op that touches the
temporary nothing touches the variable.

Memory is what counts, not names: what shares memory with a variable touches it.
"""

from __future__ import annotations

from typing import TypeAlias

from ember.dialects import kgen, pop
from ember.ir.nodes import Op, Region, Value
from ember.ownership.effects import AFTERWARDS, FunctionLives, Variable

Address: TypeAlias = tuple[int, ...]
"""Which field of a piece of memory: the indices of `kgen.struct.gep` that lead to it."""


def share_storage(lives: FunctionLives) -> None:
    """Removes moves between variables that can share memory; those that stay are left in `lives.takes`."""
    kept = []
    for take in lives.takes:
        if _lend(take, lives) or _build_in_place(take, lives):
            take.erase()
        else:
            kept.append(take)
    lives.takes = kept


def _lend(take: kgen.VarTake, lives: FunctionLives) -> bool:
    source = lives.of_value[take.operands[0]]
    target = lives.of_value.get(take.operands[1])
    if target is None or take.attrs["path"] or not _is_own_temporary(target, take):
        return False
    assert take.parent is not None
    memory = _Memory(source.op.results[0], lives)
    waiting = _ops_with(target.op.results[0], take.parent)
    waiting.discard(take)
    op = take.next
    while waiting and op is not None:
        if memory.is_touched_by(op):
            return False
        waiting.discard(op)
        op = op.next
    if waiting:
        return False
    _share(take, target, source.op.results[0], lives)
    return True


def _build_in_place(take: kgen.VarTake, lives: FunctionLives) -> bool:
    source = lives.of_value[take.operands[0]]
    destination = take.operands[1]
    if not _is_own_temporary(source, take):
        return False
    place = _place_filled(take, lives)
    if place is None:
        return False
    memory = _Memory(destination, lives)
    op = source.op.next
    while op is not take:
        assert op is not None
        if op is place.op or (type(op) is not kgen.VarClear and memory.is_touched_by(op)):
            return False
        op = op.next
    _share(take, source, _pointer_before(source.op, destination, place), lives)
    return True


def _is_own_temporary(variable: Variable, take: kgen.VarTake) -> bool:
    op = variable.op
    return not variable.name and not op.operands and op.parent is take.parent


def _share(take: kgen.VarTake, variable: Variable, memory: Value, lives: FunctionLives) -> None:
    """Gives a variable the memory of another, from or to which its value need not be moved any more."""
    variable.op.operands.append(memory)
    memory.uses.append(variable.op)
    assert take.parent is not None
    move = kgen.VarMove((take.operands[0],), (), {"path": ()}, (), take.loc)
    take.parent.insert_before(take, move)
    lives.markers.append(move)


def _place_filled(take: kgen.VarTake, lives: FunctionLives) -> Variable | None:
    """The variable that a `take` fills, or a field of which: its `init` is among the markers right after it."""
    pointer = take.operands[1]
    indices: list[int] = []
    while isinstance(pointer.owner, kgen.StructGep):
        indices.insert(0, pointer.owner.index)
        pointer = pointer.owner.operands[0]
    variable = lives.of_value.get(pointer)
    op = take.next
    while variable is not None and type(op) in AFTERWARDS:
        assert op is not None
        if isinstance(op, kgen.VarInit) and op.operands[0] is pointer:
            return variable if variable.address(op.attrs["path"]) == tuple(indices) else None
        op = op.next
    return None


def _pointer_before(anchor: Op, pointer: Value, place: Variable) -> Value:
    """The pointer to a field of a place, computed before `anchor`."""
    if pointer is place.op.results[0]:
        return pointer
    field = pointer.owner
    assert isinstance(field, kgen.StructGep) and anchor.parent is not None
    base = _pointer_before(anchor, field.operands[0], place)
    copy = kgen.StructGep((base,), (field.results[0].type,), dict(field.attrs), (), anchor.loc)
    anchor.parent.insert_before(anchor, copy)
    return copy.results[0]


def _ops_with(pointer: Value, region: Region) -> set[Op | None]:
    """The ops of a region in which a pointer, or one made of it, is used; None for an op outside of it."""
    found: set[Op | None] = set()
    pending = [pointer]
    while pending:
        for use in pending.pop().uses:
            op: Op | None = use
            while op is not None and op.parent is not region:
                op = op.parent_op
            found.add(op)
            if isinstance(use, (kgen.StructGep, kgen.Var, pop.Offset, pop.PointerCast)):
                pending += use.results
    return found


def _resolve(pointer: Value) -> tuple[Value, Address]:
    """The memory a pointer leads to or into, by the pointer to all of it, and which field of it."""
    indices: list[int] = []
    while True:
        owner = pointer.owner
        if isinstance(owner, kgen.StructGep):
            indices.append(owner.index)
        elif isinstance(owner, pop.Offset):
            indices.clear()  # which element is not known
        elif not isinstance(owner, (kgen.Var, pop.PointerCast)) or not owner.operands:
            return pointer, tuple(reversed(indices))
        pointer = owner.operands[0]


class _Memory:
    """The memory at a pointer, however else it can be reached."""

    __slots__ = ("address", "root", "lives")

    def __init__(self, pointer: Value, lives: FunctionLives) -> None:
        self.lives = lives
        self.root, self.address = _resolve(pointer)

    def is_touched_by(self, op: Op) -> bool:
        if op.regions:
            return any(self._is_touched_by(inner) for inner in op.walk())
        return self._is_touched_by(op)

    def _is_touched_by(self, op: Op) -> bool:
        if isinstance(op, (kgen.StructGep, pop.Offset, pop.PointerCast)):
            return False  # an address, not what is there
        if isinstance(op, kgen.Var):
            return bool(op.attrs.get("initialized")) and self._overlaps(op.operands)
        path = op.attrs.get("path")
        if path is None:
            return self._overlaps(op.operands)
        extra = self.lives.of_value[op.operands[0]].address(path)
        others = [] if isinstance(op, kgen.VarUse) else op.operands[1:]
        return self._overlaps(op.operands[:1], extra) or self._overlaps(others)

    def _overlaps(self, operands: list[Value], field: Address = ()) -> bool:
        for operand in operands:
            root, at = _resolve(operand)
            if root is self.root:
                at = (*at, *field)
                shorter = min(len(at), len(self.address))
                if at[:shorter] == self.address[:shorter]:
                    return True
        return False
