"""Damaged bytecode of our own modules: Python keeps what it could write when a disk was full, and later trips over it.

Bytecode in our cache has a checksum at its end, without which it is not loaded: Python itself would run it, or crash.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from ember.support.home import cache_folder

_PACKAGE: Final = Path(__file__).parent.parent
OWN_FOLDER: Final = "bytecode"
"""Where our cache keeps bytecode."""
_CHECKSUM_SIZE: Final = 4
_TRIED: Final = "EMBER_BYTECODE_CLEARED"


def check_bytecode() -> None:
    """From now on modules are imported with bytecode that is checked."""
    from importlib import machinery

    kinds = (
        (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES),
        (_CheckedLoader, machinery.SOURCE_SUFFIXES),
    )
    sys.path_hooks.insert(0, machinery.FileFinder.path_hook(*kinds))
    sys.path_importer_cache.clear()


class _CheckedLoader(SourceFileLoader):
    """Loads modules as Python does, with a checksum behind their bytecode."""

    def get_data(self, path: str) -> bytes:
        data = super().get_data(path)
        if not path.endswith(".pyc"):
            return data
        content, checksum = data[:-_CHECKSUM_SIZE], data[-_CHECKSUM_SIZE:]
        if checksum != _checksum(content):
            raise OSError("damaged bytecode")  # Python compiles the source instead
        return content

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        content = bytes(data)
        super().set_data(path, content + _checksum(content), _mode=_mode)


def _checksum(content: bytes) -> bytes:
    return crc32(content).to_bytes(_CHECKSUM_SIZE, "little")


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


def clear_bytecode() -> int:
    """Removes the bytecode in our cache; gives the bytes freed."""
    base = cache_folder()
    freed = 0
    for path in Path(base, OWN_FOLDER).rglob("*.pyc*") if base is not None else ():
        with suppress(OSError):
            size = path.stat().st_size
            path.unlink()
            freed += size
    return freed


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
