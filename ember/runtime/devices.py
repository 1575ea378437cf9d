"""Which accelerator this machine has, asked of the driver itself: no toolkit is needed."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from pathlib import Path
from typing import Final

SIMULATED: Final = "sim"
"""The device that is always there: kernels run on the CPU."""

_COMPUTE_CAPABILITY: Final = (75, 76)
"""The driver's numbers for the major and minor part of a GPU's architecture."""
_ARCHITECTURE_SPECIFIC: Final = 90
"""From this architecture on there are instructions of its own, which the suffix `a` switches on."""


@cache
def find_accelerator() -> str:
    """The name of the first GPU's architecture (`sm_90a`), or `sim` where there is none or `EMBER_DEVICE=sim` says so."""
    if os.environ.get("EMBER_DEVICE") == SIMULATED or not _may_have_gpu():
        return SIMULATED
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return SIMULATED
    device, parts = ctypes.c_int(), []
    if driver.cuInit(0) or driver.cuDeviceGet(ctypes.byref(device), 0):
        return SIMULATED
    for number in _COMPUTE_CAPABILITY:
        part = ctypes.c_int()
        if driver.cuDeviceGetAttribute(ctypes.byref(part), number, device):
            return SIMULATED
        parts.append(part.value)
    architecture = parts[0] * 10 + parts[1]
    return f"sm_{architecture}{'a' if architecture >= _ARCHITECTURE_SPECIFIC else ''}"


def _may_have_gpu() -> bool:
    """Whether a driver is loaded; asking it takes a while."""
    return Path("/dev/nvidiactl").exists() or Path("/proc/driver/nvidia").exists()
