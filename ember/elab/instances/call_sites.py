"""Places of calls as texts of the program: what `call_location` gives.

In a function that is always inlined the place differs from call to call: it is an op until the function is copied.
"""

from __future__ import annotations

import os
import re
from typing import Any

from ember.dialects import kgen
from ember.dialects import types as t
from ember.ir.nodes import Op
from ember.support.source import Span

_SCANNED = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[()\[\]{}]', re.DOTALL
)


def location_text(loc: Any) -> str:
    """`path:line:column`, with the whole path of a file; a call or subscript is where its bracket opens."""
    if loc is None:
        return "<unknown>"
    text = str(Span(loc.file, loc.start + _last_opening(loc.text), loc.end))
    return text if loc.file.path.startswith("<") else os.path.abspath(text)


def resolve_call_sites(first: Op | None, loc: Any) -> None:
    """Makes the call sites in `first` and what follows it the constant place `loc`."""
    text = os.fsencode(location_text(loc))
    op = first
    while op is not None:
        following = op.next
        for inner in list(op.walk()) if op.regions else (op,):
            if inner.__class__ is kgen.CallSite:
                constant = kgen.Constant((), (t.STRING,), {"value": text}, (), inner.loc)
                assert inner.parent is not None
                inner.parent.insert_before(inner, constant)
                inner.results[0].replace_all_uses_with(constant.results[0])
                inner.erase()
        op = following


def _last_opening(text: str) -> int:
    """Where the bracket opens that the text ends with; 0 when it ends otherwise."""
    if not text.endswith((")", "]")):
        return 0
    opened: list[int] = []
    last = 0
    for found in _SCANNED.finditer(text):
        if found.group() in "([{":
            opened.append(found.start())
        elif found.group() in ")]}" and opened:
            last = opened.pop()
    return last
