"""Programs for an x86_64 run on other machines, where an emulator and a C library for it are there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

_LIBRARIES = Path("/usr/x86_64-linux-gnu/lib")

needs_emulator = pytest.mark.skipif(
    shutil.which("qemu-x86_64") is None
    or shutil.which("x86_64-linux-gnu-ld") is None
    or not (_LIBRARIES / "Scrt1.o").exists(),
    reason="no emulator of an x86_64, or no C library for it",
)


def emulate(whole: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """Links an object in a folder and runs it."""
    source, program = folder / "whole.o", folder / "whole"
    source.write_bytes(whole)
    starts = [_LIBRARIES / name for name in ("Scrt1.o", "crti.o", "crtn.o")]
    loader = ["-dynamic-linker", "/lib64/ld-linux-x86-64.so.2"]
    command = ["x86_64-linux-gnu-ld", "-pie", *loader, "-o", program, *starts, source]
    subprocess.run([*command, f"-L{_LIBRARIES}", "-lc", "-lm"], check=True)
    emulated = ["qemu-x86_64", "-cpu", "max", "-L", str(_LIBRARIES.parent), str(program)]
    return subprocess.run(emulated, capture_output=True, text=True, check=False, timeout=120)
