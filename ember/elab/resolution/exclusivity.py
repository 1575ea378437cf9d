"""No two arguments of a call reach the same memory if one of them may be changed.

    exchange(x, x)            'x' twice
    exchange(l[0], l[1])      two elements: which ones, nobody knows before the program runs
    grow(l, l[0])             the callee may move the element it was given
    s.write(s.strip())        a view of what is changed
    each(l, add)              a closure that changes what is passed beside it

Two fields of a variable are two places, and what is changed may lie in something that is only read: `keep(l, l[0])`,
with a `mut` element, changes the element and not the list. Values of register types are passed as such and reach nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from ember.elab.model.frame import Frame
from ember.elab.model.values import Keep
from ember.elab.resolution.interiors import leads_out_of


class Access(NamedTuple):
    """Memory that an argument reaches, and whether the callee may change it; if so by calling `closure`."""

    argument: str
    place: Keep
    mutable: bool
    closure: str = ""


def check_exclusive(frame: Frame, accesses: Sequence[Access]) -> None:
    """Reports two arguments of a call that must not overlap and do."""
    if not any(access.mutable for access in accesses):
        return
    for one, other in combinations(accesses, 2):
        if one.argument != other.argument and _overlap(one, other):
            _report(frame, *((one, other) if one.mutable else (other, one)))


def _overlap(one: Access, other: Access) -> bool:
    if one.place.variable is not other.place.variable:
        return False
    outer, inner = sorted((one, other), key=lambda access: len(access.place.path))
    if leads_out_of(inner.place.path, outer.place.path):
        return outer.mutable
    is_part = inner.place.path[: len(outer.place.path)] == outer.place.path
    return is_part and (one.mutable or other.mutable)


def _report(frame: Frame, changed: Access, other: Access) -> None:
    name = changed.place.variable.name or "a temporary value"
    if changed.closure:
        what = f"the closure '{changed.closure}' may change '{name}', which the argument '{other.argument}' refers to"
    elif changed.place.is_interior:
        what = f"the 'mut' argument '{changed.argument}' and '{other.argument}' may be the same part of '{name}'"
    elif other.place.is_interior:
        what = f"'{name}' is passed to the 'mut' argument '{changed.argument}', and '{other.argument}' refers into it"
    else:
        what = (
            f"'{name}' is passed to the 'mut' argument '{changed.argument}' and to '{other.argument}'"
            " of the same call"
        )
    frame.fail("aliasing-argument", f"{what}; a mutable argument must not overlap another")
