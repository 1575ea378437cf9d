"""Who asks for an instruction: what the library asks for is known to work, what a program names itself may not.

An intrinsic or a piece of assembly that the program names is `foreign`: its op stands at the program's line, and LLVM
works on code that contains it in a process of its own (`codegen/llvm/isolation.py`).
"""

from __future__ import annotations

from typing import Any

from ember.dialects import pop
from ember.dialects.constants import text_of
from ember.elab.messages.backtrace import is_in_library
from ember.elab.model.frame import Frame
from ember.elab.model.types import Const
from ember.ir.nodes import Op

_HANDS_ON = "hands_on_instruction"
"""Marks functions of the library that execute an instruction which is their parameter."""
_SIMULATOR = "/gpu/_simulator/"
"""In the paths of files whose code no program asks for."""


def note_origin(frame: Frame, attrs: dict[str, Any]) -> None:
    """Marks an instruction as foreign, or the library's function that was given it as a parameter."""
    if not is_in_library(frame.program, frame.loc):
        attrs["foreign"] = True
    elif _is_parameter(frame, _text(attrs)):
        frame.function.set_attr(_HANDS_ON, True)


def claim(frame: Frame, function: Op, first: Op | None) -> None:
    """The body of `function` was copied into `frame`, from `first` on: what it does is done at the program's line.

    In code for devices that holds for all ops: what is wrong there is found late, and to be told with the program's lines.
    """
    program = frame.program
    is_given = function.attrs.get(_HANDS_ON)
    is_device = program.target.is_gpu or program.target.simulates
    if not (is_given or is_device) or is_in_library(program, frame.loc):
        return
    while first is not None:
        for op in first.walk():
            if is_in_library(program, op.loc) and _SIMULATOR not in op.loc.file.path:
                op.loc = frame.loc
            if is_given and isinstance(op, (pop.Intrinsic, pop.InlineAsm)):
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
