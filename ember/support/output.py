"""Output files appear complete or not at all, and never in place of what they were made from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ember.support.diagnostics import CompileError, error


def write_output(
    out: Path, data: bytes | Iterable[bytes | memoryview], source: str, executable: bool = False
) -> None:
    """Writes a file, whole or piece by piece; `CompileError` when that cannot be done. A link is followed; a device or a pipe is written to."""
    check_output(out, source)
    parts = [data] if isinstance(data, bytes) else data
    try:
        if out.exists() and not out.is_file():
            with open(out, "wb") as file:
                file.writelines(parts)
        else:
            with replacing(out, executable) as file:
                file.writelines(parts)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise CompileError(
            error("unwritable-output", None, f"cannot write '{out}': {reason}")
        ) from problem


@contextmanager
def replacing(out: Path, executable: bool = False) -> Iterator[BinaryIO]:
    """A file beside its final place, which it takes when all is written; if something fails, what was there before stays."""
    out = Path(os.path.realpath(out))
    temporary = out.with_name(f".{out.name}.{os.urandom(4).hex()}")
    try:
        with open(temporary, "xb") as file:
            yield file
        if executable:
            mask = os.umask(0)
            os.umask(mask)
            temporary.chmod(0o777 & ~mask)
        os.replace(temporary, out)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_output(out: Path, source: str) -> None:
    """Refuses places where no output can or should go."""
    if out.is_dir():
        reason = "it is a directory; name a file with -o"
    elif out.exists() and os.path.exists(source) and os.path.samefile(out, source):
        reason = "it is the source file; name another with -o"
    elif not out.parent.is_dir():
        reason = f"there is no directory '{out.parent}'"
    else:
        return
    raise CompileError(error("unwritable-output", None, f"cannot write '{out}': {reason}"))
