"""Which accelerator this machine has, asked of the driver itself: no toolkit is needed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ember.support.cache import Cache, cache_key

SIMULATED: Final = "sim"
"""The device that is always there: kernels run on the CPU."""

_STATE_FILES: Final = ("/proc/sys/kernel/random/boot_id", "/proc/driver/nvidia/version")
_CHOOSING: Final = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES")


def is_simulation_asked_for() -> bool:
    """Whether kernels are to run on the simulated device, whatever there is (`EMBER_DEVICE=sim`)."""
    return os.environ.get("EMBER_DEVICE") == SIMULATED


def find_accelerator(cache: Cache) -> str:
    """The name of the first GPU's architecture (`sm_90a`), or `sim` where there is none or `EMBER_DEVICE=sim` says so.

    Starting the driver takes longer than many programs, so its answer is kept until the machine starts again, or its
    driver or the GPUs to be seen are others. That there is no answer is not kept.
    """
    if is_simulation_asked_for() or not _may_have_gpu():
        return SIMULATED
    key = cache_key("accelerator", *_machine_state())
    known = cache.get(key)
    if known is not None:
        return known.decode()
    found = _ask_driver()
    if found is None:
        return SIMULATED
    cache.put(key, found.encode())
    return found


def _ask_driver() -> str | None:
    from ember.runtime import cuda  # not needed once the answer is known

    try:
        return cuda.architecture(0) if cuda.device_count() else None
    except cuda.CudaError:
        return None


def _machine_state() -> list[str]:
    """What the driver's answer depends on: the boot, the driver, the GPUs, and which of them the process may use."""
    texts = [_text_of(path) for path in _STATE_FILES]
    listed = [name for name in _names_in("/dev") if name.startswith("nvidia")]
    chosen = [f"{name}={os.environ.get(name)}" for name in _CHOOSING]
    return [*texts, *listed, *_names_in("/proc/driver/nvidia/gpus"), *chosen]


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text()
    except (OSError, ValueError):
        return ""


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _may_have_gpu() -> bool:
    """Whether a driver is loaded; asking it takes a while."""
    return Path("/dev/nvidiactl").exists() or Path("/proc/driver/nvidia").exists()
