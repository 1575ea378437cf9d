"""The machine the compiler runs on, as a `Target`.

LLVM knows it best, but a program that comes out of the cache should start without loading LLVM. So LLVM's answer is remembered, for as long as neither the processor nor LLVM changes.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from ember.codegen.llvm.library import host_description, library_identity
from ember.support.cache import cache_key, default_cache
from ember.support.target import Target, make_target

_PROCESSOR_FILES = (
    "/sys/devices/system/cpu/modalias",
    "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1",
)


@cache
def host_target() -> Target:
    """This machine: its triple, CPU name and features as LLVM sees them."""
    key = _machine_key()
    remembered = default_cache().get(key) if key is not None else None
    if remembered is not None:
        return make_target(*remembered.decode().split("\n"))
    description = host_description()
    if key is not None:
        default_cache().put(key, "\n".join(description).encode())
    return make_target(*description)


def _machine_key() -> bytes | None:
    """What the answer depends on; None where the system does not tell."""
    described = "".join(map(_read_if_there, _PROCESSOR_FILES))
    if not described:
        return None
    return cache_key("host", os.uname().machine, described, library_identity())


def _read_if_there(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""
