"""The machine the compiler runs on, as a `Target`.

LLVM knows it best, but a program that comes out of the cache should start without loading LLVM. So LLVM's answer is remembered, for as long as neither the processor nor LLVM changes.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ember.codegen.llvm.library import host_description, library_identity
from ember.support.cache import cache_key, default_cache
from ember.support.processor import processor_text, unused_features
from ember.support.target import Target, make_target

_ARM_FLAGS = {"asimddp": "dotprod", "asimdhp": "fullfp16", "i8mm": "i8mm", "bf16": "bf16"}
"""What Linux and LLVM call the same instructions; the library asks for LLVM's names."""


@cache
def host_target() -> Target:
    """This machine: its triple, CPU name and features as LLVM sees them, without those that `EMBER_WITHOUT` names."""
    triple, cpu, features = _description()
    return make_target(triple, cpu, without(features, unused_features()))


def _description() -> tuple[str, str, str]:
    key = _machine_key()
    remembered = default_cache().get(key) if key is not None else None
    if remembered is not None:
        triple, cpu, features = remembered.decode().split("\n")
        return triple, cpu, features
    triple, cpu, features = host_description()
    features = with_flags(features, _read_if_there("/proc/cpuinfo"))
    if key is not None:
        default_cache().put(key, "\n".join((triple, cpu, features)).encode())
    return triple, cpu, features


def with_flags(features: str, processors: str) -> str:
    """LLVM's list of features, and those it leaves to the name of an ARM processor but the system lists."""
    flags = re.search(r"^Features\s*:(.*)$", processors, re.MULTILINE)
    listed = flags.group(1).split() if flags else []
    more = [f"+{name}" for flag, name in _ARM_FLAGS.items() if flag in listed]
    return ",".join([features, *(name for name in more if name not in features.split(","))])


def without(features: str, unused: list[str]) -> str:
    """LLVM's list with some features turned off."""
    kept = [feature for feature in features.split(",") if feature[1:] not in unused]
    return ",".join([*kept, *(f"-{name}" for name in unused)])


def _machine_key() -> bytes | None:
    """What the answer depends on; None where the system does not tell."""
    described = processor_text()
    return cache_key("host", *_ARM_FLAGS, described, library_identity()) if described else None


def _read_if_there(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "replace")
    except OSError:
        return ""
