"""A copy of a value that ends right after it becomes a move.

Before:                                After:
    kgen.var.copy %x, %t                   kgen.var.take %x, %t
    kgen.var.init %t                       kgen.var.init %t
    kgen.var.destroy %x

Condition: between the copy and the destruction stand only markers and destructions of other places, and no use of %x by
itself, so nothing can tell that its value has left earlier.
"""

from __future__ import annotations

from ember.dialects import kgen
from ember.ownership.effects import AFTERWARDS, FunctionLives


def move_last_copies(lives: FunctionLives) -> None:
    """Turns copies into moves; those that stay are left in `lives.copies`."""
    kept = []
    for copy in lives.copies:
        end = _destruction_after(copy)
        if end is None:
            kept.append(copy)
            continue
        attrs = {name: copy.attrs[name] for name in ("path", "move", "size")}
        take = kgen.VarTake(tuple(copy.operands), (), attrs, (), copy.loc)
        assert copy.parent is not None
        copy.parent.insert_before(copy, take)
        copy.erase()
        end.erase()
        lives.ends.remove(end)
        lives.takes.append(take)
    lives.copies = kept


def _destruction_after(copy: kgen.VarCopy) -> kgen.VarDestroy | None:
    """The op that ends what was just copied, if nothing but the copy has used it last."""
    source, path = copy.operands[0], copy.attrs["path"]
    op = copy.next
    while op is not None:
        if isinstance(op, kgen.VarDestroy):
            if op.operands[0] is source:
                return op if op.attrs["path"] == path else None
        elif type(op) not in AFTERWARDS:
            return None
        elif op.operands and op.operands[0] is source and not op.attrs.get("soft"):
            return None
        op = op.next
    return None
