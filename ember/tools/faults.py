"""Faults of the compiler itself: one line for the user, a file with all that is needed to look into it."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Final

from ember import __version__
from ember.tools.leftovers import PREFIX, our_files

_PREFIX: Final = f"{PREFIX}fault-"
_KEPT: Final = 10
"""Reports that stay; the oldest go."""


def describe_fault(problem: BaseException, arguments: list[str]) -> str:
    """The line to show; writes the reproducer that it names."""
    place = traceback.extract_tb(problem.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    line = f"ember: internal fault ({type(problem).__name__} in {where}); this is a bug of the compiler"
    try:
        reproducer = _write_reproducer(problem, arguments)
    except OSError:
        return f"{line}; run again with EMBER_DEBUG=1 to see more"
    return f"{line}; a reproducer is in {reproducer}"


def _write_reproducer(problem: BaseException, arguments: list[str]) -> str:
    older = sorted(our_files(_PREFIX), key=lambda path: path.lstat().st_mtime)
    for path in older[: 1 - _KEPT]:
        path.unlink(missing_ok=True)
    handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"ember {__version__}, Python {sys.version}\n")
        file.write(f"command: ember {' '.join(arguments)}\n\n")
        # deep recursion gives tracebacks of many megabytes: the ends tell enough
        lines = traceback.format_exception(problem, limit=-40)
        file.write("".join(lines))
        for source in filter(_is_source, arguments):
            file.write(f"\n--- {source} ---\n")
            file.write(Path(source).read_text(encoding="utf-8", errors="replace"))
    return name


def _is_source(argument: str) -> bool:
    return argument.endswith((".mojo", ".🔥", ".mlir")) and os.path.isfile(argument)
