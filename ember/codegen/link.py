"""Objects to executables and shared libraries, with the system's C compiler as linker."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ember.support.diagnostics import CompileError, error

_LIBRARIES = ("-lm", "-lpthread", "-ldl")


def link_executable(
    objects: Sequence[bytes], out: str | Path, libraries: Sequence[str] = (), linker: str = ""
) -> None:
    """An executable that runs without Python. `libraries`: more to link, as `cc` takes them (`-lz`, a path)."""
    _link(objects, Path(out), ["-pie"], libraries, linker)


def link_shared(
    objects: Sequence[bytes], out: str | Path, libraries: Sequence[str] = (), linker: str = ""
) -> None:
    """A shared library with the exported functions of the objects."""
    _link(objects, Path(out), ["-shared"], libraries, linker)


def find_linker(linker: str = "") -> str:
    """The C compiler to link with: `linker`, `$CC`, or the first of cc, gcc and clang."""
    for name in (linker, os.environ.get("CC", ""), "cc", "gcc", "clang"):
        found = shutil.which(name) if name else None
        if found is not None:
            return found
    message = "no C compiler to link with: install 'cc' (gcc or clang), or name one with $CC"
    raise CompileError(error("missing-linker", None, message))


def _link(
    objects: Sequence[bytes],
    out: Path,
    flags: list[str],
    libraries: Sequence[str],
    linker: str,
) -> None:
    driver = find_linker(linker)
    with tempfile.TemporaryDirectory(prefix="ember-link-") as folder:
        paths = []
        for number, data in enumerate(objects):
            path = Path(folder, f"{number}.o")
            path.write_bytes(data)
            paths.append(str(path))
        command = [driver, *flags, "-o", str(out), *paths, *libraries, *_LIBRARIES]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as problem:
            raise CompileError(
                error("link-failed", None, f"cannot run {driver}: {problem}")
            ) from problem
    if done.returncode != 0:
        message = f"linking '{out}' failed:\n{done.stderr.strip()}"
        raise CompileError(error("link-failed", None, message))
