"""Why a source file cannot be read, and what to do about it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ember.support.diagnostics import CompileError, error

SOURCE_SUFFIXES: Final = (".mojo", ".🔥")
_OTHER_KINDS: Final = {
    ".py": "it is a Python file; run it with 'python3', or name a .mojo file",
    ".mlir": "it is IR; 'ember opt' reads it",
    ".ll": "it is LLVM IR; name the .mojo file it was made from",
    ".o": "it is an object file; name the .mojo file it was made from",
    ".so": "it is a shared library; name the .mojo file it was made from",
}


def unreadable(path: str, problem: Exception) -> CompileError:
    """The error for a file that reading failed for."""
    if isinstance(problem, IsADirectoryError):
        reason = f"it is a directory; {_inside(path)}"
    elif isinstance(problem, FileNotFoundError):
        reason = f"there is no such file{_alike(path)}"
    elif isinstance(problem, OSError):
        reason = problem.strerror or os.strerror(problem.errno or 0)
    else:
        reason = "its name is not valid"
    return CompileError(error("unreadable-file", None, f"cannot read '{path}': {reason}"))


def check_suffix(path: str) -> None:
    """Refuses files that are plainly something else than Mojo source."""
    suffix = Path(path).suffix
    if suffix in SOURCE_SUFFIXES or not suffix or not os.path.isfile(path):
        return
    hint = _OTHER_KINDS.get(suffix, "Mojo source files end in '.mojo' or '.🔥'")
    message = f"'{path}' is not a Mojo source file: {hint}"
    raise CompileError(error("unreadable-file", None, message))


def _inside(folder: str) -> str:
    """What to name instead of a directory."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(SOURCE_SUFFIXES))
    except OSError:
        names = []
    for name in ("main.mojo", "__main__.mojo", *(names if len(names) == 1 else ())):
        if name in names:
            return f"did you mean '{os.path.join(folder, name)}'?"
    return "name the file that holds 'main'"


def _alike(path: str) -> str:
    """A file that may have been meant."""
    folder, name = os.path.split(path)
    try:
        names = [n for n in os.listdir(folder or ".") if n.endswith(SOURCE_SUFFIXES)]
    except OSError:
        return f", nor a directory '{folder}'" if folder else ""
    from difflib import get_close_matches  # costs start-up time

    near = [n for n in names if Path(n).stem == name] or get_close_matches(name, names, 1, 0.7)
    return f"; did you mean '{os.path.join(folder, near[0])}'?" if near else ""
