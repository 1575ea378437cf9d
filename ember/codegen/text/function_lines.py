"""Which lines each function of a program has, for reports of faults: what was inlined has no symbol to name it.

With `-g` a program has a section `.ember_lines`: for each function the folder of its file (empty for that of the program), the name of
the file and that of the function, each ended by a zero, and its first and last line as 32-bit numbers. `std.sys._lines` reads it.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any, Final

from ember.codegen.text.constants import escape
from ember.dialects import kgen
from ember.ir.nodes import Op
from ember.support.library import IN_PATHS
from ember.support.source import SourceFile, Span
from ember.support.target import Target

SECTION: Final = ".ember_lines"


def function_lines(module: Op, program: str) -> bytes:
    """What the section of a program in a file holds, before anything is inlined."""
    home = Path(program).absolute().parent
    found: dict[bytes, None] = {}
    for op in module.regions[0]:
        span: Any = op.loc
        if isinstance(op, kgen.Func) and isinstance(span, Span) and IN_PATHS not in span.file.path:
            found[_record(op, span, home)] = None
    return b"".join(found)


def as_text(lines: bytes, target: Target) -> str:
    """A module with nothing but the section."""
    return (
        f'target datalayout = "{target.data_layout}"\ntarget triple = "{target.triple}"\n'
        f'@lines = internal constant [{len(lines)} x i8] c"{escape(lines)}", section "{SECTION}", align 1\n'
        '@llvm.used = appending global [1 x ptr] [ptr @lines], section "llvm.metadata"\n'
    )


def _record(function: Op, span: Span, home: Path) -> bytes:
    path = Path(span.file.path).absolute()
    folder = b"" if path.parent == home else os.fsencode(path.parent)
    name = str(function.attrs["name"]).encode("utf-8", "replace")
    last = max(_last_lines(function, span.file), default=span.line)
    numbers = struct.pack("<II", span.line, max(span.line, last))
    return b"\0".join((folder, os.fsencode(path.name), name, numbers))


def _last_lines(function: Op, file: SourceFile) -> list[int]:
    return [
        op.loc.line for op in function.walk() if isinstance(op.loc, Span) and op.loc.file is file
    ]
