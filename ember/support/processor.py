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
    """Architecture and model of the processor; empty where the system does not tell the model."""
    described = "".join(map(_read_if_there, _PROCESSOR_FILES))
    return f"{os.uname().machine}\n{described}" if described else ""


def _read_if_there(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""
