"""A copy of a value that ends unused is not made.

Before:                                After:
    %t = kgen.var "x"                      %t = kgen.var "x"
    kgen.call @copy(%p, %t)
    kgen.var.init %t {copied = true}
    kgen.var.destroy %t

    %t = kgen.var ""                       %t = kgen.var ""
    kgen.var.copy %m, %t
    kgen.var.init %t
    kgen.var.clear %x[0]                   kgen.var.clear %x[0]
    kgen.var.take %t, %field
    kgen.var.init %x[0]
    kgen.var.destroy %x[0]

Condition: between the last `init` and the destruction stand only markers and destructions, and no use of what is destroyed by
itself. What is made is known to be nothing but a copy: by `kgen.var.copy`, or by all ops between the declaration and an
`init` that is `copied`; none of their results is used elsewhere. Or it is taken, whole and not only in one of its parts,
from a temporary that is.
"""

from __future__ import annotations

from typing import Any

from ember.dialects import kgen
from ember.ir.nodes import Op, Value
from ember.ownership.effects import AFTERWARDS, EFFECTS, FunctionLives


def drop_dead_copies(lives: FunctionLives) -> None:
    """Removes copies nobody uses, with their destruction."""
    dropped: set[Op] = set()
    for end in lives.ends:
        ops = _dead(end, lives)
        if ops is not None:
            dropped.update(ops)
            for op in reversed(ops):
                op.erase()
    if dropped:
        lives.ends = [op for op in lives.ends if op not in dropped]
        lives.copies = [op for op in lives.copies if op not in dropped]
        lives.takes = [op for op in lives.takes if op not in dropped]
        lives.markers = [op for op in lives.markers if op not in dropped]


def _dead(end: kgen.VarDestroy, lives: FunctionLives) -> list[Op] | None:
    """All that is done for a copy which this op ends, if it does nothing else."""
    init = _init_before(end)
    if init is None:
        return None
    made = None if init.attrs["path"] else _copying(init, lives)
    if made is None:
        made = _taking(init, lives)
    return [*made, init, end] if made is not None else None


def _init_before(end: kgen.VarDestroy) -> kgen.VarInit | None:
    """The `init` of what is destroyed, if it was not used since."""
    variable, path = end.operands[0], end.attrs["path"]
    op = end.prev
    while op is not None and (type(op) in AFTERWARDS or isinstance(op, kgen.VarDestroy)):
        if op.operands[0] is variable and not op.attrs.get("soft"):
            other = op.attrs["path"]
            if isinstance(op, kgen.VarInit) and other == path:
                return op
            if all(a == b for a, b in zip(path, other, strict=False)):
                return None
        op = op.prev
    return None


def _copying(init: kgen.VarInit, lives: FunctionLives) -> list[Op] | None:
    """The ops that made the value, if it is a copy and they do nothing else."""
    declaration = lives.of_value[init.operands[0]].op
    if init.attrs.get("copied") and declaration.parent is init.parent:
        return _between(declaration, init)
    op = init.prev
    while op is not None and type(op) in AFTERWARDS:
        op = op.prev
    is_copy = isinstance(op, kgen.VarCopy) and op.operands[1] is init.operands[0]
    return [op] if is_copy and op is not None else None


def _taking(init: kgen.VarInit, lives: FunctionLives) -> list[Op] | None:
    """The same for a value that was a temporary copy before."""
    take = init.prev
    if not isinstance(take, kgen.VarTake) or take.attrs["path"]:
        return None
    variable = lives.of_value[init.operands[0]].op
    if not _is_place(take.operands[1], variable, init.attrs["path"]):
        return None
    op = take.prev
    while isinstance(op, kgen.VarClear):
        op = op.prev
    if not isinstance(op, kgen.VarInit) or op.operands[0] is not take.operands[0]:
        return None
    made = _copying(op, lives) if not op.attrs["path"] else None
    return [*made, op, take] if made is not None else None


def _is_place(pointer: Value, variable: kgen.Var, path: tuple[int, ...]) -> bool:
    """Whether a pointer is the address of a part of a variable, or of all of it; a struct of one field is its field."""
    parts: tuple[Any, ...] = variable.parts or ()
    steps = []
    for index in path:
        if len(parts) != 1:
            steps.append(index)
        parts = parts[index][1] if parts else ()
    for index in reversed(steps):
        gep = pointer.owner
        if not isinstance(gep, kgen.StructGep) or gep.index != index:
            return False
        pointer = gep.pointer
    return pointer is variable.result


def _between(declaration: Op, init: Op) -> list[Op] | None:
    ops: list[Op] = []
    op = declaration.next
    while op is not None and op is not init:
        if type(op) not in EFFECTS:
            ops.append(op)
        op = op.next
    inside = {inner for op in ops for inner in op.walk()}
    leaves = any(user not in inside for op in ops for r in op.results for user in r.uses)
    return None if op is None or leaves or any(type(op) is kgen.Var for op in inside) else ops
