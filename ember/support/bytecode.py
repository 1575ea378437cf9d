"""Damaged bytecode of our own modules: Python keeps what it could write when a disk was full, and later trips over it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent.parent
OWN_FOLDER: Final = "bytecode"
"""Where our cache keeps bytecode."""
_TRIED: Final = "EMBER_BYTECODE_CLEARED"


def recover_from(problem: BaseException, prefix: str | None) -> None:
    """Starts the command again without the old bytecode, if that is what went wrong; returns if it is not.

    `prefix`: where Python was told to keep bytecode, `sys.pycache_prefix`.
    """
    if not _is_damage(problem) or _TRIED in os.environ:
        return
    _clear(prefix)
    environment = os.environ | {_TRIED: "1"}
    with suppress(OSError):
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)


def _is_damage(problem: BaseException) -> bool:
    """Whether reading a module's bytecode failed, rather than the module."""
    trace = problem.__traceback__
    if not isinstance(problem, EOFError | ValueError | TypeError | ImportError) or trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    return "importlib" in trace.tb_frame.f_code.co_filename


def _clear(prefix: str | None) -> None:
    """Removes the bytecode beside our modules, or where Python was told to keep it.

    A folder of our cache holds that of all modules, the standard library's too; anybody else's only loses ours.
    """
    folders = [_PACKAGE]
    if prefix is not None:
        is_ours = Path(prefix).name == OWN_FOLDER and not os.environ.get("PYTHONPYCACHEPREFIX")
        folders.append(Path(prefix) if is_ours else Path(prefix, str(_PACKAGE).lstrip(os.sep)))
    for folder in folders:
        for path in folder.rglob("*.pyc"):
            with suppress(OSError):
                path.unlink()
