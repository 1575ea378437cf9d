"""What a function's arguments refer to, as far as the function itself can know it.

    def shrink[o: MutOrigin](p: Pointer[List[String], o]):
        ref r = p[][0]
        p[].clear()      what `r` points at is gone

Nobody knows here which variables these are, but they are the same from the first line to the last: a `Lender` stands for them.
There is one for each argument whose type has one origin of a variable; where a type has several, as in a struct that reads
through one pointer and writes through another, there is one for each field.
"""

from __future__ import annotations

from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    SourceType,
    mentions_origin,
    only_origin,
    tracks_origin,
    writes_through,
)
from ember.elab.model.values import NO_KEEPS, Keep, Keeps, Lender, inside
from ember.elab.type_facts.signatures import Signature


def lent(frame: Frame, name: str, type: SourceType, mutable: bool) -> Keeps:
    """What an argument that is in memory refers to: its own value, if that may be changed or returned, and what is behind."""
    if frame.interiors is None:
        return NO_KEEPS
    behind = inside(lent_behind(frame, name, type))
    is_divided = writes_through(type) and only_origin(type) is None
    if not mutable and not is_divided and not gives_reference(frame.signature):
        return behind
    lender = Lender(name, frame.loc)
    if is_divided:
        lender.parts = {}
    return (Keep(lender), *behind)


def lent_behind(frame: Frame, name: str, type: SourceType) -> Keeps:
    """What an argument of a type refers to, if it matters: if it may be changed through it, or returned."""
    if frame.interiors is None or not tracks_origin(type):
        return NO_KEEPS
    origin = only_origin(type)
    if origin is None or not (origin.mutable or gives_reference(frame.signature)):
        return NO_KEEPS
    return (Keep(Lender(name, frame.loc, is_behind=True)),)


def gives_reference(signature: Signature | None) -> bool:
    """Whether a function gives a reference, or a value or error that holds one."""
    if signature is None:
        return False
    if signature.result_ref or mentions_origin(signature.result):
        return True
    return signature.error is not None and mentions_origin(signature.error)
