"""Who asks for an instruction: what the library asks for is known to work, what a program names itself may not.

An intrinsic or a piece of assembly that the program names is `foreign`: its op stands at the program's line, and LLVM
works on code that contains it in a process of its own (`codegen/isolation.py`).
"""

from __future__ import annotations

from typing import Any

from ember.dialects import pop
from ember.dialects.constants import text_of
from ember.elab.frame import Frame
from ember.elab.types import Const
from ember.ir.nodes import Op

_HANDS_ON = "hands_on_instruction"
"""Marks functions of the library that execute an instruction which is their parameter."""


def note_origin(frame: Frame, attrs: dict[str, Any]) -> None:
    """Marks an instruction as foreign, or the library's function that was given it as a parameter."""
    if not frame.program.backtrace.is_library(frame.loc):
        attrs["foreign"] = True
    elif _is_parameter(frame, _text(attrs)):
        frame.function.set_attr(_HANDS_ON, True)


def claim(frame: Frame, function: Op, first: Op | None) -> None:
    """The body of `function` was copied into `frame`, from `first` on: its instruction belongs to the program that named it."""
    if not function.attrs.get(_HANDS_ON) or frame.program.backtrace.is_library(frame.loc):
        return
    while first is not None:
        for op in first.walk():
            if isinstance(op, (pop.Intrinsic, pop.InlineAsm)):
                op.loc = frame.loc
                op.set_attr("foreign", True)
        first = first.next


def _text(attrs: dict[str, Any]) -> str:
    """What names the instruction; assembly may be empty, a barrier for the compiler."""
    words = (attrs.get(key) for key in ("name", "assembly", "constraints"))
    return next((str(word) for word in words if word), "")


def _is_parameter(frame: Frame, text: str) -> bool:
    values = frame.scope.bindings.values()
    texts = [text_of(value.raw) for value in values if isinstance(value, Const)]
    return any(part and text.startswith(part.decode(errors="replace")) for part in texts)
