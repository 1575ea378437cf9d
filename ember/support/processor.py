"""What tells this machine's processor from another's, without asking LLVM."""

from __future__ import annotations

import os
from functools import cache
from typing import Final

_PROCESSOR_FILES: Final = (
    "/sys/devices/system/cpu/modalias",
    "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1",
)


@cache
def processor_text() -> str:
    """Architecture and model of the processor, and what is left unused of it; empty where the system does not tell the model."""
    described = "".join(map(_read_if_there, _PROCESSOR_FILES))
    return "\n".join((os.uname().machine, described, *unused_features())) if described else ""


def unused_features() -> list[str]:
    """Instructions that code for this machine does not use though it has them, by LLVM's names (`avx512bf16`)."""
    return [name for name in os.environ.get("EMBER_WITHOUT", "").split(",") if name]


def _read_if_there(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""
